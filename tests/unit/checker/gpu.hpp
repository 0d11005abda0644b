// A minimal scheduler of emulated threads for the checker's tests: lazy fibers on one OS thread, barriers, warp syncs,
// thread orders. It knows nothing of CUDA source; kernels are functions of a library that calls gpu_*
// (checker_kernels/prelude.hpp).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "kparity/checker/checker.hpp"

namespace kparity::checker {

enum class ThreadOrder { ascending, descending, shuffled, shuffled_with_pauses };

/// A finding as the tests look at it, with texts of its own.
struct Seen {
  KparityFindingKind kind;
  std::string text, array, file, second_text, second_file;
  unsigned line = 0, second_line = 0;
  long long element = -1;
  KparityDim3 block{}, thread{}, second_block{}, second_thread{};
  unsigned count = 0;  // how often it was reported
};

struct LaunchResult {
  std::vector<Seen> findings;
  bool abandoned = false;
};

class Gpu {
 public:
  explicit Gpu(Checker& checker);
  ~Gpu();

  LaunchResult launch(const std::function<void()>& kernel, KparityDim3 grid, KparityDim3 block,
                      ThreadOrder order = ThreadOrder::ascending, std::uint64_t seed = 1);

  /// Begins a launch and lets `body` call the hooks and the threads' code itself.
  LaunchResult drive(const std::function<void(const KparityHooks&)>& body, KparityDim3 grid, KparityDim3 block);
  unsigned char* arena() const;

  struct State;

 private:
  void begin(KparityDim3 grid, KparityDim3 block, const KparityServices& services, std::vector<Seen>& findings);
  std::unique_ptr<State> state_;
};

}  // namespace kparity::checker
