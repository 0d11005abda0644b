// Each way of getting the order of accesses wrong that the checker promises to find, with places and names, and the
// silent twins.
#include "fixture.hpp"

namespace kparity::checker {

namespace {

/// Kernels of races.cpp, with how they are launched. All must give exactly the expected findings in all thread orders.
class Races : public CheckerTest {
 protected:
  // In some orders a value is also read before it was written.
  Races() : CheckerTest({.find_uninitialised = false}) {}

  /// Both accesses of every finding are on marked lines of the kernel, and there is a finding.
  void expect_race(const std::string& name, const std::string& array, const LaunchResult& result) {
    const std::set<unsigned> lines = lines_with("races.cpp", name + ": one access");
    EXPECT_FALSE(result.findings.empty()) << name << ": no race found";
    for (const Seen& seen : result.findings) {
      EXPECT_EQ(seen.kind, kparity_finding_race) << seen.text;
      EXPECT_EQ(seen.array, array) << seen.text;
      EXPECT_TRUE(seen.file.ends_with("checker_kernels/races.cpp")) << seen.file;
      EXPECT_TRUE(seen.second_file.ends_with("checker_kernels/races.cpp")) << seen.second_file;
      EXPECT_TRUE(lines.contains(seen.line)) << name << ": line " << seen.line << ": " << seen.text;
      EXPECT_TRUE(lines.contains(seen.second_line)) << name << ": second line " << seen.second_line;
    }
  }
  template <typename Launch>
  void in_all_orders(const std::string& name, const std::string& array, Launch launch) {
    for (const ThreadOrder order : all_orders) {
      SCOPED_TRACE(static_cast<int>(order));
      expect_race(name, array, launch(order));
    }
  }
};

TEST_P(Races, missing_barrier) {
  auto* in = zeros<float>("in", 64);
  auto* out = zeros<float>("out", 64);
  auto* run = kernel_of<void(const float*, float*)>("missing_barrier");
  in_all_orders("missing_barrier", "tile", [&](ThreadOrder order) {
    return gpu.launch([&] { run(in, out); }, {1, 1, 1}, {64, 1, 1}, order);
  });
}

TEST_P(Races, missing_barrier_in_a_reduction) {
  auto* in = zeros<float>("in", 128);
  auto* out = zeros<float>("out", 1);
  auto* run = kernel_of<void(const float*, float*)>("reduction_without_barrier");
  in_all_orders("reduction_without_barrier", "sum", [&](ThreadOrder order) {
    return gpu.launch([&] { run(in, out); }, {1, 1, 1}, {128, 1, 1}, order);
  });
}

TEST_P(Races, missing_second_barrier) {
  auto* in = zeros<float>("in", 64);
  auto* out = zeros<float>("out", 64);
  auto* run = kernel_of<void(const float*, float*)>("missing_second_barrier");
  in_all_orders("missing_second_barrier", "tile", [&](ThreadOrder order) {
    return gpu.launch([&] { run(in, out); }, {1, 1, 1}, {64, 1, 1}, order);
  });
}

TEST_P(Races, atomic_counter_read_before_the_barrier) {
  auto* out = zeros<int>("out", 64);
  auto* run = kernel_of<void(int*)>("counter_before_barrier");
  in_all_orders("counter_before_barrier", "count", [&](ThreadOrder order) {
    return gpu.launch([&] { run(out); }, {1, 1, 1}, {64, 1, 1}, order);
  });
}

TEST_P(Races, values_of_another_warp_after_a_warp_sync) {
  auto* out = zeros<int>("out", 64);
  auto* run = kernel_of<void(int*)>("wrong_warp");
  in_all_orders("wrong_warp", "values", [&](ThreadOrder order) {
    return gpu.launch([&] { run(out); }, {1, 1, 1}, {64, 1, 1}, order);
  });
}

TEST_P(Races, values_of_the_other_half_after_a_half_warp_sync) {
  auto* out = zeros<int>("out", 32);
  auto* run = kernel_of<void(int*)>("half_warp_mask");
  in_all_orders("half_warp_mask", "values", [&](ThreadOrder order) {
    return gpu.launch([&] { run(out); }, {1, 1, 1}, {32, 1, 1}, order);
  });
}

TEST_P(Races, writes_of_the_same_value) {
  auto* flag = zeros<int>("flag", 1);
  auto* run = kernel_of<void(int*)>("same_value_writes");
  in_all_orders("same_value_writes", "flag", [&](ThreadOrder order) {
    return gpu.launch([&] { run(flag); }, {1, 1, 1}, {2, 1, 1}, order);
  });
}

TEST_P(Races, deposit_without_an_atomic_with_all_there_is_to_say) {
  auto* cell = array<int>("cell", {0, 1, 2, 24, 4, 5, 24, 7});
  auto* rho = zeros<int>("rho", 40);
  auto* run = kernel_of<void(const int*, int*)>("plain_deposit");
  in_all_orders("plain_deposit", "rho", [&](ThreadOrder order) {
    return gpu.launch([&] { run(cell, rho); }, {1, 1, 1}, {8, 1, 1}, order);
  });
  const LaunchResult result = gpu.launch([&] { run(cell, rho); }, {1, 1, 1}, {2, 2, 2});
  ASSERT_FALSE(result.findings.empty());
  const Seen& seen = result.findings[0];
  EXPECT_EQ(seen.text, "read of `rho`[24] in global memory");
  EXPECT_EQ(seen.second_text, "write");
  EXPECT_EQ(seen.element, 24);
  EXPECT_EQ(seen.thread.x, 0u);
  EXPECT_EQ(seen.thread.y, 1u);
  EXPECT_EQ(seen.thread.z, 1u);
  EXPECT_EQ(seen.second_thread.x, 1u);
  EXPECT_EQ(seen.second_thread.y, 1u);
  EXPECT_EQ(seen.second_thread.z, 0u);
}

TEST_P(Races, last_block_sum_without_its_fence) {
  auto* in = zeros<int>("in", 16);
  auto* partial = zeros<int>("partial", 16);
  auto* out = zeros<int>("out", 1);
  for (const char* name : {"last_block_without_fence", "last_block_with_narrow_fence"}) {
    auto* run = kernel_of<void(const int*, int*, int*, int*)>(name);
    in_all_orders(name, "partial", [&](ThreadOrder order) {
      auto* count = zeros<int>("count", 1);
      return gpu.launch([&] { run(in, partial, count, out); }, {16, 1, 1}, {32, 1, 1}, order);
    });
  }
}

TEST_P(Races, across_4_and_across_2000_blocks) {
  auto* run = kernel_of<void(int*)>("across_blocks");
  auto* x = zeros<int>("x", 4 * 64);
  in_all_orders("across_blocks", "x", [&](ThreadOrder order) {
    return gpu.launch([&] { run(x); }, {4, 1, 1}, {64, 1, 1}, order);
  });
  auto* y = zeros<int>("x", 2000 * 1024);
  const LaunchResult result = gpu.launch([&] { run(y); }, {50, 20, 2}, {1024, 1, 1});
  expect_race("across_blocks", "x", result);
  ASSERT_FALSE(result.findings.empty());
  // Found at once in block 1, of which block 0 has written the first element.
  EXPECT_EQ(result.findings[0].block.x, 1u);
  EXPECT_EQ(result.findings[0].second_block.x, 0u);
  unsigned count = 0;
  for (const Seen& seen : result.findings) count += seen.count;
  EXPECT_EQ(count, 2000u);
}

TEST_P(Races, atomics_of_block_scope_across_blocks) {
  auto* count = zeros<int>("count", 1);
  auto* run = kernel_of<void(int*)>("atomic_of_block_scope");
  in_all_orders("atomic_of_block_scope", "count", [&](ThreadOrder order) {
    return gpu.launch([&] { run(count); }, {2, 1, 1}, {32, 1, 1}, order);
  });
}

TEST_P(Races, plain_read_of_what_another_thread_adds_to) {
  auto* count = zeros<int>("count", 1);
  auto* out = zeros<int>("out", 1);
  auto* run = kernel_of<void(int*, int*)>("plain_read_of_atomic");
  in_all_orders("plain_read_of_atomic", "count", [&](ThreadOrder order) {
    return gpu.launch([&] { run(count, out); }, {1, 1, 1}, {64, 1, 1}, order);
  });
}

TEST_P(Races, warp_synchronous_code_that_relies_on_volatile) {
  auto* in = zeros<int>("in", 64);
  auto* out = zeros<int>("out", 1);
  auto* run = kernel_of<void(const int*, int*)>("volatile_tail");
  in_all_orders("volatile_tail", "sum", [&](ThreadOrder order) {
    return gpu.launch([&] { run(in, out); }, {1, 1, 1}, {32, 1, 1}, order);
  });
}

TEST_P(Races, a_lock_without_fences) {
  auto* lock = zeros<int>("lock", 1);
  auto* x = zeros<int>("x", 1);
  auto* run = kernel_of<void(int*, int*)>("lock_without_fences");
  in_all_orders("lock_without_fences", "x", [&](ThreadOrder order) {
    return gpu.launch([&] { run(lock, x); }, {2, 1, 1}, {32, 1, 1}, order);
  });
}

TEST_P(Races, copies_of_structs) {
  auto* x = zeros<double>("x", 3 * 32);
  auto* run = kernel_of<void(double*)>("struct_copy");
  in_all_orders("struct_copy", "x", [&](ThreadOrder order) {
    return gpu.launch([&] { run(x); }, {1, 1, 1}, {32, 1, 1}, order);
  });
}

TEST_P(Races, bytes) {
  auto* bytes = zeros<unsigned char>("x", 32);
  auto* run = kernel_of<void(unsigned char*)>("bytes_of_a_word");
  in_all_orders("bytes_of_a_word", "x", [&](ThreadOrder order) {
    return gpu.launch([&] { run(bytes); }, {1, 1, 1}, {64, 1, 1}, order);
  });
  auto* word = zeros<int>("x", 1);
  auto* mixed = kernel_of<void(int*)>("word_and_bytes");
  in_all_orders("word_and_bytes", "x", [&](ThreadOrder order) {
    return gpu.launch([&] { mixed(word); }, {1, 1, 1}, {4, 1, 1}, order);
  });
}

INSTANTIATE_TEST_SUITE_P(Compilers, Races, testing::ValuesIn(kernel_libraries()), compiler_name);

class Ordered : public CheckerTest {
 protected:
  template <typename Launch>
  void silent(Launch launch) {
    for (const ThreadOrder order : all_orders) {
      const LaunchResult result = launch(order);
      EXPECT_FALSE(result.abandoned);
      for (const Seen& seen : result.findings) {
        ADD_FAILURE() << "order " << static_cast<int>(order) << ": " << seen.file << ":" << seen.line << ": "
                      << seen.text << " / " << seen.second_line << " " << seen.second_text;
      }
    }
  }
};

TEST_P(Ordered, barriers) {
  auto* in = zeros<float>("in", 128);
  auto* out = zeros<float>("out", 3 * 128);
  for (const char* name : {"with_barrier", "reduction"}) {
    auto* run = kernel_of<void(const float*, float*)>(name);
    silent([&](ThreadOrder order) { return gpu.launch([&] { run(in, out); }, {3, 1, 1}, {128, 1, 1}, order); });
  }
  auto* twice = kernel_of<void(const float*, float*)>("with_second_barrier");
  silent([&](ThreadOrder order) { return gpu.launch([&] { twice(in, out); }, {1, 1, 1}, {128, 1, 1}, order); });
  auto* counts = zeros<int>("counts", 64);
  auto* counter = kernel_of<void(int*)>("counter_after_barrier");
  silent([&](ThreadOrder order) { return gpu.launch([&] { counter(counts); }, {1, 1, 1}, {64, 1, 1}, order); });
}

TEST_P(Ordered, warps) {
  auto* out = zeros<int>("out", 72);
  for (const char* name : {"own_warp", "own_half_warp"}) {
    auto* run = kernel_of<void(int*)>(name);
    silent([&](ThreadOrder order) { return gpu.launch([&] { run(out); }, {1, 1, 1}, {64, 1, 1}, order); });
  }
  auto* own = kernel_of<void(int*)>("own_warp");  // the last warp has eight lanes
  silent([&](ThreadOrder order) { return gpu.launch([&] { own(out); }, {1, 1, 1}, {72, 1, 1}, order); });
  auto* sum = kernel_of<void(int*)>("warp_reduction");
  silent([&](ThreadOrder order) { return gpu.launch([&] { sum(out); }, {1, 1, 1}, {32, 1, 1}, order); });
}

TEST_P(Ordered, atomics) {
  auto* cell = zeros<int>("cell", 256);
  auto* rho = zeros<int>("rho", 4);
  auto* run = kernel_of<void(const int*, int*)>("atomic_deposit");
  silent([&](ThreadOrder order) { return gpu.launch([&] { run(cell, rho); }, {4, 1, 1}, {64, 1, 1}, order); });
  EXPECT_EQ(contents(rho, 1)[0], 4 * 256);
  auto* narrow = kernel_of<void(int*)>("block_scope_within_block");
  silent([&](ThreadOrder order) { return gpu.launch([&] { narrow(rho); }, {4, 1, 1}, {64, 1, 1}, order); });
}

TEST_P(Ordered, last_block_sums) {
  std::vector<int> ones(300, 1);
  auto* in = array("in", ones);
  auto* partial = zeros<int>("partial", 300);
  auto* out = zeros<int>("out", 1);
  auto* run = kernel_of<void(const int*, int*, int*, int*)>("last_block");
  silent([&](ThreadOrder order) {
    auto* count = zeros<int>("count", 1);
    return gpu.launch([&] { run(in, partial, count, out); }, {300, 1, 1}, {32, 1, 1}, order);
  });
  EXPECT_EQ(contents(out, 1)[0], 300);
  auto* many = zeros<int>("partial", 40 * 64);
  auto* all = kernel_of<void(int*, int*, int*)>("last_block_of_all_threads");
  silent([&](ThreadOrder order) {
    auto* count = zeros<int>("count", 1);
    return gpu.launch([&] { all(many, count, out); }, {40, 1, 1}, {64, 1, 1}, order);
  });
  EXPECT_EQ(contents(out, 1)[0], 40 * 64);
}

TEST_P(Ordered, own_parts_of_many_blocks_again_and_again) {
  auto* x = zeros<int>("x", 8 * 256);
  auto* run = kernel_of<void(int*)>("own_part");
  silent([&](ThreadOrder order) { return gpu.launch([&] { run(x); }, {8, 1, 1}, {256, 1, 1}, order); });
  // Other blocks and threads own the elements now: launches are ordered.
  silent([&](ThreadOrder order) { return gpu.launch([&] { run(x); }, {256, 1, 1}, {8, 1, 1}, order); });
}

TEST_P(Ordered, locks_with_fences) {
  auto* lock = zeros<int>("lock", 1);
  auto* x = zeros<int>("x", 1);
  auto* run = kernel_of<void(int*, int*)>("lock_with_fences");
  silent([&](ThreadOrder order) { return gpu.launch([&] { run(lock, x); }, {3, 1, 1}, {64, 1, 1}, order); });
  EXPECT_EQ(contents(x, 1)[0], 4 * 3 * 64);
}

TEST_P(Ordered, a_maximum_by_compare_and_exchange) {
  std::vector<int> values(128);
  for (int i = 0; i < 128; ++i) values[static_cast<std::size_t>(i)] = i * 37 % 128;
  auto* in = array("in", values);
  auto* most = zeros<int>("most", 1);
  auto* run = kernel_of<void(const int*, int*)>("cas_maximum");
  silent([&](ThreadOrder order) { return gpu.launch([&] { run(in, most); }, {2, 1, 1}, {64, 1, 1}, order); });
  EXPECT_EQ(contents(most, 1)[0], 127);

  // Without the tolerance the first read of the loop is a race.
  Checker strict({.tolerate_cas_loops = false});
  Gpu strict_gpu(strict);
  auto* in2 = static_cast<int*>(strict.allocate(sizeof(int) * 128, {"in", 4, true}));
  auto* most2 = static_cast<int*>(strict.allocate(sizeof(int), {"most", 4, true}));
  EXPECT_FALSE(strict_gpu.launch([&] { run(in2, most2); }, {2, 1, 1}, {64, 1, 1}).findings.empty());
}

TEST_P(Ordered, neighbouring_bytes_and_halves) {
  auto* bytes = zeros<unsigned char>("bytes", 256);
  auto* run = kernel_of<void(unsigned char*)>("own_bytes");
  silent([&](ThreadOrder order) { return gpu.launch([&] { run(bytes); }, {2, 1, 1}, {128, 1, 1}, order); });
  auto* halves = zeros<short>("halves", 64);
  auto* out = zeros<int>("out", 32);
  auto* mixed = kernel_of<void(short*, int*)>("own_halves_then_word");
  silent([&](ThreadOrder order) { return gpu.launch([&] { mixed(halves, out); }, {1, 1, 1}, {64, 1, 1}, order); });
}

TEST_P(Ordered, reads_of_one_element_by_all) {
  auto* in = zeros<double>("in", 2);
  auto* out = zeros<double>("out", 1024);
  auto* run = kernel_of<void(const double*, double*)>("all_read_one");
  silent([&](ThreadOrder order) { return gpu.launch([&] { run(in, out); }, {4, 1, 1}, {256, 1, 1}, order); });
}

TEST_P(Ordered, flags_between_blocks) {
  for (const char* name : {"volatile_flags", "flag_by_atomics"}) {
    auto* run = kernel_of<void(int*, int*)>(name);
    auto* data = zeros<int>("data", 1);
    silent([&](ThreadOrder order) {
      auto* flag = zeros<int>("flag", 16);
      return gpu.launch([&] { run(flag, data); }, {16, 1, 1}, {32, 1, 1}, order);
    });
    EXPECT_EQ(contents(data, 1)[0], 4 * 16);
  }
}

INSTANTIATE_TEST_SUITE_P(Compilers, Ordered, testing::ValuesIn(kernel_libraries()), compiler_name);

}  // namespace

}  // namespace kparity::checker
