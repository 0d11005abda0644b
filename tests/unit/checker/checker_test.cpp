// Device memory as the caller sees it, and the flags that kernels are compiled with.
#include "kparity/checker/checker.hpp"

#include <gmock/gmock.h>

#include <numeric>
#include <sstream>

#include "fixture.hpp"
#include "kparity/error.hpp"

namespace kparity::checker {

namespace {

TEST(DeviceMemory, copies_in_and_out) {
  Checker checker;
  std::vector<int> host(1000);
  std::iota(host.begin(), host.end(), 0);
  auto* device = static_cast<int*>(checker.allocate(4000, {"x", 4, false}));
  checker.copy_in(device, host.data(), 4000);
  std::vector<int> back(1000);
  checker.copy_out(back.data(), device, 4000);
  EXPECT_EQ(back, host);
  checker.fill(device + 10, 0, 40);
  checker.copy_out(back.data(), device, 4000);
  EXPECT_EQ(back[9], 9);
  EXPECT_EQ(back[19], 0);
  EXPECT_EQ(back[20], 20);
}

TEST(DeviceMemory, arrays_lie_apart) {
  Checker checker;
  std::vector<std::pair<char*, std::size_t>> arrays;
  for (std::size_t i = 0; i < 200; ++i) {
    const std::size_t bytes = i * 997 % 200'000;
    arrays.emplace_back(static_cast<char*>(checker.allocate(bytes, {"x", 1, true})), bytes);
    if (i % 3 == 0) {
      checker.free(arrays.front().first);
      arrays.erase(arrays.begin());
    }
  }
  std::sort(arrays.begin(), arrays.end());
  for (std::size_t i = 0; i + 1 < arrays.size(); ++i) {
    EXPECT_GE(arrays[i + 1].first - arrays[i].first, static_cast<std::ptrdiff_t>(arrays[i].second + 128));
  }
  for (const auto& [address, bytes] : arrays) EXPECT_EQ(reinterpret_cast<std::uintptr_t>(address) % 128, 0u);
}

TEST(DeviceMemory, mistakes_name_the_array) {
  Checker checker;
  auto* rho = static_cast<double*>(checker.allocate(800, {"rho", 8, false}));
  std::vector<double> host(200);
  const auto message = [](auto call) -> std::string {
    try {
      call();
    } catch (const InvalidArgument& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message([&] { checker.copy_in(rho + 1, host.data(), 800); }),
            "copy to the device: 800 bytes from byte 8 of 'rho', which has 800 bytes");
  EXPECT_EQ(message([&] { checker.copy_in(host.data(), host.data(), 8); }),
            "copy to the device: the device side is not memory of the emulated device");
  EXPECT_EQ(message([&] { checker.copy_out(rho, rho, 8); }),
            "copy from the device: the host side is device memory ('rho')");
  EXPECT_EQ(message([&] { checker.free(rho + 1); }), "no emulated device array begins at this address");
  EXPECT_EQ(message([&] { checker.free(host.data()); }), "no emulated device array begins at this address");
  EXPECT_EQ(checker.describe(rho + 12), "`rho`[12] of the device");
  EXPECT_EQ(checker.describe(host.data()), "");
  checker.free(rho);
  EXPECT_EQ(checker.describe(rho + 12), "device memory that is not allocated");
}

TEST(DeviceMemory, is_zero_when_it_begins_initialised) {
  Checker checker;
  for (const std::size_t bytes : {std::size_t{1000}, std::size_t{5'000'000}}) {
    void* first = checker.allocate(bytes, {"first", 1, true});
    checker.fill(first, 0x5a, bytes);
    checker.free(first);
    void* second = checker.allocate(bytes, {"second", 1, true});
    std::vector<char> host(bytes, 1);
    checker.copy_out(host.data(), second, bytes);
    EXPECT_EQ(host, std::vector<char>(bytes, 0));
  }
}

using DeviceMemoryDeathTest = testing::Test;

TEST(DeviceMemoryDeathTest, is_closed_to_the_host_between_launches) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  Checker checker;
  auto* x = static_cast<volatile int*>(checker.allocate(4, {"x", 4, false}));
  const int one = 1;
  checker.copy_in(const_cast<int*>(x), &one, 4);
  EXPECT_DEATH(*x = 2, "");
  Checker open({.close_device_memory = false});
  auto* y = static_cast<int*>(open.allocate(4, {"y", 4, false}));
  open.copy_in(y, &one, 4);
  EXPECT_EQ(*y, 1);
}

TEST(Flags, are_those_that_the_kernels_of_these_tests_were_compiled_with) {
  const auto joined = [](const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
  };
  ASSERT_FALSE(kernel_libraries().empty());
  for (const KernelLibrary& library : kernel_libraries()) {
    EXPECT_EQ(joined(compile_flags(library.compiler == "gcc" ? Compiler::gcc : Compiler::clang)), library.flags);
  }
  EXPECT_EQ(joined(link_flags()), KPARITY_LINK_FLAGS);
}

}  // namespace

}  // namespace kparity::checker
