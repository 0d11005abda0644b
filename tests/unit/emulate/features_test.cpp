// Kernels that check themselves against known values, in all orders of threads; one file of tests/data/emulation each.
#include <gmock/gmock.h>

#include <array>
#include <filesystem>
#include <map>
#include <numeric>
#include <set>
#include <sstream>

#include "emulated.hpp"
#include "kparity/cuda_compile.hpp"
#include "kparity/emulate/supported.hpp"
#include "kparity/emulate/token.hpp"
#include "kparity/files.hpp"

struct Box {
  double x, y, z, w;
};

namespace kparity::emulate {
namespace {

using testing::IsEmpty;

using Failures = std::vector<int>;  // by line of the file

std::string lines_of(const Failures& failures) {
  std::string text;
  for (std::size_t line = 0; line < failures.size(); ++line)
    if (failures[line] != 0) text += std::to_string(line) + " (" + std::to_string(failures[line]) + " times) ";
  return text;
}

/// Runs a kernel whose first parameter counts failures; the rest is made anew for every order.
template <class F, class Launch>
void expect_no_failures(const std::string& name, Launch&& launch) {
  const EmulatedKernel kernel = load_kernel<F>(name);
  Emulator emulator;
  for (const EmulationOptions& options : all_orders()) {
    Failures failures(400, 0);
    const LaunchResult result = launch(emulator, kernel, options, failures.data());
    EXPECT_THAT(texts_of(result), IsEmpty()) << name;
    EXPECT_TRUE(result.completed);
    EXPECT_EQ(lines_of(failures), "") << "lines of " << name << ".cu, order " << static_cast<int>(options.order);
  }
}

TEST(Features, integer_intrinsics) {
  expect_no_failures<void(int*)>("integers", [](auto& emulator, auto& kernel, auto& options, int* failures) {
    return launch_on(emulator, kernel, shape_of({1, 1, 1}, {1, 1, 1}), options, failures);
  });
}

TEST(Features, conversions_and_rounding) {
  expect_no_failures<void(int*, float)>("conversions", [](auto& emulator, auto& kernel, auto& options, int* failures) {
    return launch_on(emulator, kernel, shape_of({1, 1, 1}, {1, 1, 1}), options, failures, 0.0f);
  });
}

TEST(Features, mathematical_functions) {
  expect_no_failures<void(int*, float, double)>("math", [](auto& emulator, auto& kernel, auto& options, int* failures) {
    return launch_on(emulator, kernel, shape_of({1, 1, 1}, {1, 1, 1}), options, failures, 0.5f, 1.0);
  });
}

TEST(Features, overloads_of_mathematical_functions) {
  expect_no_failures<void(int*, float, double, int)>(
      "overloads", [](auto& emulator, auto& kernel, auto& options, int* failures) {
        return launch_on(emulator, kernel, shape_of({1, 1, 1}, {1, 1, 1}), options, failures, 0.5f, 0.5, 3);
      });
}

TEST(Features, overloads_that_a_library_declares_as_well) {
  expect_no_failures<void(int*, float, double, int)>(
      "library_overloads", [](auto& emulator, auto& kernel, auto& options, int* failures) {
        return launch_on(emulator, kernel, shape_of({1, 1, 1}, {1, 1, 1}), options, failures, 0.5f, 0.5, 3);
      });
}

TEST(Features, a_call_that_the_device_compiler_cannot_choose_for_is_refused_in_its_line) {
  for (const std::string call : {"floor(i)", "pow(i, i)", "fmax(x, 1.0)", "fma(x, 1.0, x)"}) {
    CudaSource source;
    source.files = {{"k_cuda.cu", "__global__ void k(float x, int i, double* y) {\n  *y = " + call + ";\n}\n"}};
    void (*const type)(float, int, double*) = nullptr;
    std::vector<Signature> instantiations{kparity::detail::signature_of_type(type)};
    try {
      compile_emulation("k", source, instantiations);
      ADD_FAILURE() << call;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), testing::AllOf(testing::HasSubstr("k_cuda.cu:2:"), testing::HasSubstr("deleted")));
    }
  }
}

TEST(Features, atomics) {
  expect_no_failures<void(int*, int*, unsigned long long*, double*, float*)>(
      "atomics", [](auto& emulator, auto& kernel, auto& options, int* failures) {
        std::vector<int> ints(16, 0);
        ints[4] = 0x7fffffff;
        std::vector<unsigned long long> longs(4, 0);
        std::vector<double> doubles(2, 0);
        std::vector<float> floats(1, 0);
        return launch_on(emulator, kernel, shape_of({1, 1, 1}, {64, 1, 1}), options, failures, ints.data(),
                         longs.data(), doubles.data(), floats.data());
      });
}

TEST(Features, warp_collectives) {
  expect_no_failures<void(int*)>("warps", [](auto& emulator, auto& kernel, auto& options, int* failures) {
    return launch_on(emulator, kernel, shape_of({3, 1, 1}, {40, 1, 1}), options, failures);
  });
}

TEST(Features, shared_memory_and_barriers) {
  expect_no_failures<void(int*)>("shared", [](auto& emulator, auto& kernel, auto& options, int* failures) {
    return launch_on(emulator, kernel, shape_of({2, 2, 1}, {8, 4, 1}, 256), options, failures);
  });
}

TEST(Features, language) {
  expect_no_failures<void(int*, int*, Box)>("language", [](auto& emulator, auto& kernel, auto& options, int* failures) {
    std::vector<int> visits(8 * 24, 0);
    const LaunchResult result =
        launch_on(emulator, kernel, shape_of({2, 2, 2}, {4, 2, 3}), options, failures, visits.data(), Box{1, 2, 3, 4});
    EXPECT_EQ(visits, std::vector<int>(8 * 24, 1));
    return result;
  });
}

TEST(Features, cooperative_groups) {
  expect_no_failures<void(int*)>("groups", [](auto& emulator, auto& kernel, auto& options, int* failures) {
    return launch_on(emulator, kernel, shape_of({2, 1, 1}, {64, 1, 1}), options, failures);
  });
}

TEST(Features, half_and_bfloat16) {
  expect_no_failures<void(int*, float)>("halves", [](auto& emulator, auto& kernel, auto& options, int* failures) {
    return launch_on(emulator, kernel, shape_of({1, 1, 1}, {1, 1, 1}), options, failures, 1.0f);
  });
}

TEST(Features, complex_numbers_and_constants) {
  expect_no_failures<void(int*, double)>("complex", [](auto& emulator, auto& kernel, auto& options, int* failures) {
    return launch_on(emulator, kernel, shape_of({1, 1, 1}, {1, 1, 1}), options, failures, 1.0);
  });
}

TEST(Features, packed_integers) {
  expect_no_failures<void(int*, unsigned, unsigned)>(
      "packed", [](auto& emulator, auto& kernel, auto& options, int* failures) {
        return launch_on(emulator, kernel, shape_of({1, 1, 1}, {1, 1, 1}), options, failures, 0x80ff7f01u, 0x7f01ff80u);
      });
}

TEST(Features, sums_and_extremes) {
  expect_no_failures<void(int*, int)>("dpx", [](auto& emulator, auto& kernel, auto& options, int* failures) {
    return launch_on(emulator, kernel, shape_of({1, 1, 1}, {1, 1, 1}), options, failures, 1);
  });
}

TEST(Features, functions_of_float_by_their_names_in_c) {
  expect_no_failures<void(int*, float, double)>(
      "single", [](auto& emulator, auto& kernel, auto& options, int* failures) {
        return launch_on(emulator, kernel, shape_of({1, 1, 1}, {1, 1, 1}), options, failures, 0.5f, 1.0);
      });
}

TEST(Features, rounding_modes) {
  expect_no_failures<void(int*, float, double, int)>(
      "rounding", [](auto& emulator, auto& kernel, auto& options, int* failures) {
        return launch_on(emulator, kernel, shape_of({1, 1, 1}, {1, 1, 1}), options, failures, 1.0f, 1.0, 1);
      });
}

TEST(Features, every_function_of_small_floats) {
  const auto launch = [](auto& emulator, auto& kernel, auto& options, int* failures) {
    return launch_on(emulator, kernel, shape_of({1, 1, 1}, {1, 1, 1}), options, failures, 1.0f, 0.0f);
  };
  expect_no_failures<void(int*, float, float)>("half_names", launch);
  expect_no_failures<void(int*, float, float)>("bfloat_names", launch);
}

TEST(Features, vectors_loads_and_scopes) {
  expect_no_failures<void(int*, int*, float*)>("names", [](auto& emulator, auto& kernel, auto& options, int* failures) {
    std::vector<int> ints(8, 0);
    alignas(16) std::array<float, 4> floats{};
    return launch_on(emulator, kernel, shape_of({1, 1, 1}, {1, 1, 1}), options, failures, ints.data(), floats.data());
  });
}

TEST(Features, functions_of_compute_capability_9_and_10) {
  expect_no_failures<void(int*, float, float*)>(
      "recent", [](auto& emulator, auto& kernel, auto& options, int* failures) {
        alignas(16) std::array<float, 4> four{1, 2, 3, 4};
        return launch_on(emulator, kernel, shape_of({1, 1, 1}, {2, 1, 1}), options, failures, 1.0f, four.data());
      });
}

TEST(Features, headers_of_an_installed_toolkit) {
  if (toolkit_folder().empty()) GTEST_SKIP() << "no CUDA toolkit is installed";
  expect_no_failures<void(int*, float)>("toolkit", [](auto& emulator, auto& kernel, auto& options, int* failures) {
    return launch_on(emulator, kernel, shape_of({1, 1, 1}, {1, 1, 1}), options, failures, 1.0f);
  });
}

TEST(Features, every_supported_name_is_called_somewhere) {
  std::set<std::string, std::less<>> called;
  for (const auto& file : std::filesystem::directory_iterator(std::string(KPARITY_TEST_DATA) + "/emulation")) {
    const std::string text = read_file(file.path().string());
    for (const Token& token : tokenise(text).all) called.emplace(token.spelling);
  }
  for (const SupportedGroup& group : supported_groups()) {
    std::istringstream names{std::string(group.names)};
    for (std::string name; names >> name;) EXPECT_TRUE(called.contains(name)) << name << " of " << group.title;
  }
}

TEST(Features, a_kernel_without_barriers_needs_no_fibers) {
  EXPECT_FALSE(load_kernel<void(int*)>("integers").needs_fibers());
  EXPECT_TRUE(load_kernel<void(int*)>("shared").needs_fibers());
}

template <class F>
Signature type_of() {
  return kparity::detail::signature_of_type(static_cast<F*>(nullptr));
}

/// Every kernel of tests/data/emulation, by the name of its file.
std::map<std::string, Signature> kernel_types() {
  return {{"atomics", type_of<void(int*, int*, unsigned long long*, double*, float*)>()},
          {"bfloat_names", type_of<void(int*, float, float)>()},
          {"complex", type_of<void(int*, double)>()},
          {"conversions", type_of<void(int*, float)>()},
          {"dpx", type_of<void(int*, int)>()},
          {"faults", type_of<void(int, int, const double*, double*)>()},
          {"groups", type_of<void(int*)>()},
          {"half_names", type_of<void(int*, float, float)>()},
          {"halves", type_of<void(int*, float)>()},
          {"index_overflow", type_of<void(int, int, int, float*)>()},
          {"integers", type_of<void(int*)>()},
          {"language", type_of<void(int*, int*, Box)>()},
          {"library_overloads", type_of<void(int*, float, double, int)>()},
          {"math", type_of<void(int*, float, double)>()},
          {"names", type_of<void(int*, int*, float*)>()},
          {"order", type_of<void(const int*, int*)>()},
          {"overloads", type_of<void(int*, float, double, int)>()},
          {"packed", type_of<void(int*, unsigned, unsigned)>()},
          {"planted", type_of<void(int, int*)>()},
          {"recent", type_of<void(int*, float, float*)>()},
          {"rounding", type_of<void(int*, float, double, int)>()},
          {"shared", type_of<void(int*)>()},
          {"single", type_of<void(int*, float, double)>()},
          {"toolkit", type_of<void(int*, float)>()},
          {"warps", type_of<void(int*)>()},
          {"wide_shared", type_of<void(int*)>()}};
}

/// What passes here must be what the device compiler takes.
TEST(Features, the_device_compiler_takes_the_same_files) {
  if (!why_no_nvrtc().empty()) GTEST_SKIP() << why_no_nvrtc();
  std::map<std::string, Signature> types = kernel_types();
  for (const auto& file : std::filesystem::directory_iterator(std::string(KPARITY_TEST_DATA) + "/emulation")) {
    if (file.path().extension() != ".cu") continue;
    const std::string name = file.path().stem().string();
    if (name == "toolkit" && toolkit_folder().empty()) continue;
    ASSERT_TRUE(types.contains(name)) << "kernel_types() lacks " << name;
    Signature& signature = types.at(name);
    signature.kernel = name;
    CudaSource source;
    source.path = file.path().string();
    const std::string failure =
        compile_cuda(name, source, std::span(&signature, 1), nvrtc_architectures().back()).failure;
    if (name == "wide_shared") {
      EXPECT_THAT(failure, testing::HasSubstr("shared"));  // more than a device has, which the emulation refuses, too
    } else {
      EXPECT_EQ(failure, "") << name;
    }
  }
}

}  // namespace
}  // namespace kparity::emulate
