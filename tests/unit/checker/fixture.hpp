// What the tests of the checker share: a checker, a scheduler, device arrays, and the tests being run for each
// compiler.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gpu.hpp"
#include "kernels.hpp"

namespace kparity::checker {

constexpr ThreadOrder all_orders[] = {ThreadOrder::ascending, ThreadOrder::descending, ThreadOrder::shuffled,
                                      ThreadOrder::shuffled_with_pauses};

class CheckerTest : public testing::TestWithParam<KernelLibrary> {
 protected:
  /// An initialised array on the device.
  template <typename T>
  T* array(const std::string& name, const std::vector<T>& contents) {
    const std::size_t bytes = contents.size() * sizeof(T);
    auto* device = static_cast<T*>(checker.allocate(bytes, {name, sizeof(T), false}));
    checker.copy_in(device, contents.data(), bytes);
    return device;
  }
  template <typename T>
  T* zeros(const std::string& name, std::size_t count) {
    return array(name, std::vector<T>(count));
  }
  template <typename T>
  std::vector<T> contents(const T* device, std::size_t count) {
    std::vector<T> host(count);
    checker.copy_out(host.data(), device, count * sizeof(T));
    return host;
  }
  template <typename Function>
  Function* kernel_of(const std::string& name) {
    return kernel<Function>(GetParam(), name);
  }

  explicit CheckerTest(const Options& options = {}) : checker(options) {}

  Checker checker;
  Gpu gpu{checker};
};

inline std::string compiler_name(const testing::TestParamInfo<KernelLibrary>& info) {
  return info.param.compiler;
}

}  // namespace kparity::checker
