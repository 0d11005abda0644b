// Loads a kernel of tests/data/emulation and launches it: what the tests of the emulation share.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kparity/emulate/emulate.hpp"
#include "kparity/host_function.hpp"

namespace kparity::emulate {

inline std::string test_kernel_path(const std::string& name) {
  return std::string(KPARITY_TEST_DATA) + "/emulation/" + name + ".cu";
}

/// The kernel of the file of its name; F is its type, void(int, double*).
template <class F>
EmulatedKernel load_kernel(const std::string& name) {
  CudaSource source;
  source.path = test_kernel_path(name);
  F* const type = nullptr;
  std::vector<Signature> instantiations{kparity::detail::signature_of_type(type)};
  instantiations[0].kernel = name;
  return {compile_emulation(name, source, instantiations), instantiations};
}

inline LaunchShape shape_of(std::array<unsigned, 3> grid, std::array<unsigned, 3> block, std::size_t shared = 0) {
  LaunchShape shape;
  shape.grid = grid;
  shape.block = block;
  shape.shared_memory = shared;
  return shape;
}

template <class... A>
LaunchResult launch_on(Emulator& emulator, const EmulatedKernel& kernel, const LaunchShape& shape,
                       const EmulationOptions& options, A... arguments) {
  void* values[] = {&arguments...};
  return emulator.launch(kernel, 0, shape, values, options);
}

inline std::vector<EmulationOptions> all_orders() {
  std::vector<EmulationOptions> out(4);
  out[1].order = ThreadOrder::descending;
  out[2].order = out[3].order = ThreadOrder::shuffled;
  out[3].seed = 77;
  return out;
}

inline std::vector<std::string> texts_of(const LaunchResult& result) {
  std::vector<std::string> out;
  for (const Finding& finding : result.findings) out.push_back(to_string(finding));
  return out;
}

}  // namespace kparity::emulate
