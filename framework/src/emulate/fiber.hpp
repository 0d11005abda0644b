// Stacks and the switch between them: what the scheduler runs CUDA threads on. A switch saves the registers that a C
// function must keep and nothing else; no system call is made.
#pragma once

#include <cstddef>
#include <vector>

namespace kparity::emulate {

/// A stack that does not run: where its saved registers are. Opaque.
using SavedStack = void*;

/// A way to switch. The native one is about a hundred times faster than the portable one, which uses <ucontext.h>.
struct StackSwitching {
  /// Makes a fresh stack whose first switch calls `entry(argument)`, which must not return. `top` is the end of the
  /// memory, aligned to 16.
  SavedStack (*make)(void* bottom, void* top, void (*entry)(void*), void* argument);
  /// Saves the running stack to `from` and goes on with `to`.
  void (*jump)(SavedStack* from, SavedStack to);
};

const StackSwitching& portable_switching();
/// The portable one where there is no own code for the processor.
const StackSwitching& native_switching();

inline constexpr std::size_t stack_bytes = 256 * 1024;

/// Memory for stacks, each with guard pages below; pages are touched only when used. Never shrinks.
class StackPool {
 public:
  StackPool() = default;
  StackPool(const StackPool&) = delete;
  StackPool& operator=(const StackPool&) = delete;
  ~StackPool();

  struct Stack {
    std::byte* bottom = nullptr;
    std::byte* top = nullptr;
  };
  /// Another stack. Throws RuntimeFailure if there is no memory.
  Stack take();
  /// Whether an address lies in the guard pages of a stack: the sign of an overflow.
  bool is_in_guard(const void* address) const noexcept;

 private:
  struct Chunk {
    std::byte* memory = nullptr;
    std::size_t bytes = 0;
  };
  std::vector<Chunk> chunks_;
  std::size_t used_ = 0;  // stacks of the last chunk
  std::size_t total_ = 0;
};

/// A stack that was left for good still counts as occupied by its last frames for AddressSanitizer, until this is said.
void forget_frames(void* bottom, void* top);

}  // namespace kparity::emulate
