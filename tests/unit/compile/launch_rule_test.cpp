// Launch rules that are functions of `<kernel>.cpp`: their forms, when they are compiled, and what is refused.
#include <gmock/gmock.h>

#include "kparity/compile/catalog.hpp"
#include "kparity/compile/compiler.hpp"
#include "kparity/compile/wrapper.hpp"
#include "kparity/error.hpp"
#include "kparity/kernel.hpp"
#include "small_kernels.hpp"

namespace kparity::compile {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

class LaunchRuleFunction : public testing::Test {
 protected:
  LaunchRuleFunction() { use_private_cache(); }

  KernelSource folder(const std::map<std::string, std::string>& sources) {
    std::string spec = axpy_spec();
    spec.replace(spec.find("threads: n"), 10, "threads: function");
    scratch_.write("axpy/axpy.yaml", spec);
    scratch_.write("axpy/axpy_reference.cpp", axpy_source());
    scratch_.write("axpy/axpy_cuda.cu", "");
    for (const auto& [name, text] : sources) scratch_.write("axpy/" + name, text);
    return read_sources(scratch_.path() + "/axpy", small_vocabulary()).at(0);
  }

  /// The shape of a call with n = 1000.
  LaunchShape shape(const std::string& rule) {
    const KernelSource source = folder({{"axpy.cpp", rule}});
    EXPECT_TRUE(source.problems.empty());
    const Kernel kernel(definition(*source.spec, source.folder));
    std::vector<double> x(1000), y(1000);
    return kernel.launch_shape(2.0, x, y, 1000);
  }

  ScratchFolder scratch_;
};

const std::string parameters = "(double, const double*, double*, int n)";

TEST_F(LaunchRuleFunction, gives_one_size_or_up_to_three) {
  EXPECT_EQ(shape("static int axpy_threads" + parameters + " { return n / 2; }\n").grid,
            (std::array<unsigned, 3>{4, 1, 1}));
  EXPECT_EQ(shape("#include <array>\nnamespace { std::array<long, 3> axpy_threads" + parameters +
                  " { return {n, 2, 3}; } }\n")
                .grid,
            (std::array<unsigned, 3>{8, 2, 3}));
  EXPECT_EQ(shape("template <class T>\nstatic unsigned axpy_threads(T, const T*, T*, int n) { return n; }\n").grid,
            (std::array<unsigned, 3>{8, 1, 1}));
}

TEST_F(LaunchRuleFunction, of_too_many_sizes_is_refused_at_the_call) {
  const std::string rule =
      "#include <vector>\nstatic std::vector<int> axpy_threads" + parameters + " { return {1, 1, 1, n}; }\n";
  EXPECT_THAT([&] { shape(rule); }, ThrowsMessage<InvalidArgument>(HasSubstr("'axpy_threads' must give 1 to 3 sizes")));
}

TEST_F(LaunchRuleFunction, must_return_integers) {
  EXPECT_THAT([&] { shape("static double axpy_threads" + parameters + " { return 1.5 * n; }\n"); },
              ThrowsMessage<CompileError>(HasSubstr("axpy_threads must return integers")));
}

TEST_F(LaunchRuleFunction, that_is_missing_or_of_other_parameters_is_told_at_the_spec) {
  EXPECT_THAT([&] { shape("static int other_name(int n) { return n; }\n"); },
              ThrowsMessage<CompileError>(HasSubstr("axpy_threads")));
  EXPECT_THAT([&] { shape("static int axpy_threads(int n) { return n; }\n"); },
              ThrowsMessage<CompileError>(AllOf(HasSubstr("axpy.yaml:11"), HasSubstr("axpy_threads"))));
}

TEST_F(LaunchRuleFunction, without_its_file_is_a_problem_of_the_folder) {
  const KernelSource source = folder({});
  ASSERT_EQ(source.problems.size(), 1U);
  EXPECT_EQ(source.problems[0].where.line, 11);
  EXPECT_THAT(source.problems[0].message, AllOf(HasSubstr("axpy.cpp"), HasSubstr("axpy_threads")));
}

TEST_F(LaunchRuleFunction, is_compiled_when_a_launch_first_asks) {
  const KernelSource source = folder({{"axpy.cpp", "#error not now\n"}});
  const Kernel kernel(definition(*source.spec, source.folder));
  std::vector<double> x(3), y(3);
  EXPECT_NO_THROW(kernel(2.0, x, y, 3));
  EXPECT_THROW(kernel.launch_shape(2.0, x, y, 3), CompileError);
  scratch_.write("axpy/axpy.cpp", "static int axpy_threads" + parameters + " { return n; }\n");
  EXPECT_EQ(kernel.launch_shape(2.0, x, y, 3).grid[0], 1U) << "a failure is not remembered";
}

}  // namespace
}  // namespace kparity::compile
