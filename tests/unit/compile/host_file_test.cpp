// Host files through the real compiler: what is accepted, what is refused and how, when it compiles again.
#include "kparity/compile/host_file.hpp"

#include <gmock/gmock.h>

#include <vector>

#include "kparity/compile/cache.hpp"
#include "kparity/compile/compiler.hpp"
#include "kparity/compile/host_kind.hpp"
#include "kparity/compile/wrapper.hpp"
#include "kparity/error.hpp"
#include "kparity/spec/reader.hpp"
#include "small_kernels.hpp"

namespace kparity::compile {
namespace {

using testing::HasSubstr;
using testing::Not;

class HostFile : public testing::Test {
 protected:
  HostFile() { use_private_cache(); }

  KernelSource folder(const std::string& source) { return axpy_folder(scratch_, {{"axpy_reference.cpp", source}}); }

  LoadedHost load(const KernelSource& source) {
    const spec::HostFile& file = source.folder.hosts.at(0);
    return open_host_file(compile_host_file(*source.spec, file), *source.spec, file.implementation);
  }

  std::string failure(const std::string& source) {
    try {
      load(folder(source));
      return "compiled";
    } catch (const CompileError& error) {
      return error.what();
    }
  }

  ScratchFolder scratch_;
};

TEST_F(HostFile, runs_and_counts) {
  const LoadedHost host = load(folder(axpy_source()));
  EXPECT_EQ(call_axpy(host), 24);
  ASSERT_NE(host.witness, nullptr);
  EXPECT_EQ(*host.witness, 0U);
  EXPECT_EQ(call_axpy(host, true), 24);
  EXPECT_EQ(call_axpy(host, true), 24);
  EXPECT_EQ(*host.witness, 2U);
}

TEST_F(HostFile, may_define_its_function_in_an_unnamed_namespace_as_a_template_or_beside_overloads) {
  const std::string body = "(T a, const T* x, T* y, int n) { for (int i = 0; i < n; ++i) y[i] += a * x[i]; }\n";
  const std::vector<std::string> sources{
      "namespace {\n" + axpy_source().substr(7) + "}\n", "template <class T>\nstatic void axpy" + body,
      "namespace { template <class T>\nvoid axpy" + body + "}\n",
      axpy_source() + "static void axpy(float, const float*, float*, int) {}\n",
      "static void axpy(const double a, const double* __restrict__ x, double* __restrict__ y, const int n) noexcept "
      "{\n"
      "  for (int i = 0; i < n; ++i) y[i] += a * x[i];\n}\n"};
  for (const std::string& source : sources) {
    EXPECT_EQ(call_axpy(load(folder(source))), 24) << source;
  }
}

TEST_F(HostFile, may_include_kparity_itself) {
  EXPECT_EQ(call_axpy(load(
                folder("#include \"" KPARITY_SOURCE_DIR "/runtime/include/kparity/thunk.hpp\"\n" + axpy_source()))),
            24);
}

TEST_F(HostFile, with_an_error_is_reported_with_its_line) {
  EXPECT_THAT(failure("// fine\n" + axpy_source() + "int broken = no_such_name;\n"),
              testing::AllOf(HasSubstr("axpy_reference.cpp does not compile: "), HasSubstr("axpy_reference.cpp:5:"),
                             HasSubstr("no_such_name"), Not(HasSubstr("\n"))));
}

TEST_F(HostFile, without_its_function_or_of_another_type_is_reported_at_the_signature) {
  EXPECT_THAT(failure("static void other() {}\n"),
              testing::AllOf(HasSubstr("axpy_reference.cpp does not fit its spec: "), HasSubstr("axpy.yaml:3:"),
                             HasSubstr("axpy")));
  const std::string float_x = "static void axpy(double a, const float* x, double* y, int n) { y[0] = a * x[0] * n; }\n";
  EXPECT_THAT(failure(float_x),
              testing::AllOf(HasSubstr("axpy.yaml:3:"), HasSubstr("const float"), HasSubstr("const double")));
  EXPECT_THAT(failure("static void axpy(double a, double* x, double* y, int n) { y[0] = a * x[0] * n; }\n"),
              HasSubstr("axpy.yaml:3:"));
  EXPECT_THAT(
      failure("static void axpy(double a, const double* x, double* y, long n) { y[0] = a * x[0] * double(n); }\n"),
      HasSubstr("axpy.yaml:3:"));
}

TEST_F(HostFile, with_external_linkage_is_refused) {
  const std::string words = failure("// fine\n\n" + axpy_source().substr(7));
  EXPECT_THAT(words, testing::MatchesRegex("axpy_reference.cpp does not compile: .*/axpy_reference.cpp:3:[0-9]+: "
                                           "error: 'axpy' must be static or in an unnamed namespace"));
}

TEST_F(HostFile, says_itself_why_it_cannot_run_here) {
  const std::string probe = "static const char* axpy_available() { return \"needs 4096 bits\"; }\n";
  try {
    load(folder(axpy_source() + probe));
    FAIL();
  } catch (const ImplementationUnavailable& error) {
    EXPECT_STREQ(error.what(), "needs 4096 bits");
  }
  EXPECT_EQ(call_axpy(load(folder(axpy_source() + "static const char* axpy_available() { return nullptr; }\n"))), 24);
}

TEST_F(HostFile, is_compiled_again_when_an_included_file_changes_and_only_then) {
  const std::string header = scratch_.write("axpy/factor.hpp", "#include \"more.hpp\"\n");
  scratch_.write("axpy/more.hpp", "constexpr double factor = 1;\n");
  const KernelSource source = folder("#include \"factor.hpp\"\n" + axpy_source());
  const std::string first = compile_host_file(*source.spec, source.folder.hosts[0]);
  EXPECT_EQ(compile_host_file(*source.spec, source.folder.hosts[0]), first);
  scratch_.write("axpy/more.hpp", "constexpr double factor = 2;\n");
  const std::string second = compile_host_file(*source.spec, source.folder.hosts[0]);
  EXPECT_NE(second, first);
  scratch_.write("axpy/more.hpp", "constexpr double factor = 1;\n");
  EXPECT_EQ(compile_host_file(*source.spec, source.folder.hosts[0]), first);
}

TEST_F(HostFile, is_compiled_again_when_a_computed_include_changes) {
  scratch_.write("axpy/value.hpp", "constexpr double extra = 0;\n");
  const KernelSource source = folder("#define NAME \"value.hpp\"\n#include NAME\n" + axpy_source());
  const std::string first = compile_host_file(*source.spec, source.folder.hosts[0]);
  scratch_.write("axpy/value.hpp", "constexpr double extra = 1;\n");
  EXPECT_NE(compile_host_file(*source.spec, source.folder.hosts[0]), first);
}

TEST_F(HostFile, is_compiled_with_the_flags_of_the_spec) {
  KernelSource source = folder("#include <angle.hpp>\n#ifndef FACTOR\n#error no factor\n#endif\n" + axpy_source());
  scratch_.write("common/angle.hpp", "");
  EXPECT_THROW(compile_host_file(*source.spec, source.folder.hosts[0]), CompileError);
  source.spec->host_include_dirs = {"../common"};
  source.spec->host_flags = {{"", {"-DFACTOR=2"}}, {"openmp", {"-DOTHER"}}, {"reference", {"-lm", "-DMORE"}}};
  EXPECT_EQ(call_axpy(load(source)), 24);
  EXPECT_THAT(host_compile_flags(*source.spec, source.folder.hosts[0]),
              testing::ElementsAre("-ffp-contract=off", "-fvisibility=hidden", "-O2", "-DFACTOR=2", "-DMORE",
                                   "-I" + scratch_.path() + "/common"));
  EXPECT_THAT(host_link_flags(*source.spec, source.folder.hosts[0]), testing::ElementsAre("-lm"));
}

TEST_F(HostFile, of_kind_openmp_has_threads) {
  if (!find_host_kind("openmp")->disabled.empty()) GTEST_SKIP() << find_host_kind("openmp")->disabled;
  const KernelSource source =
      axpy_folder(scratch_, {{"axpy_openmp.cpp", "#ifndef _OPENMP\n#error no OpenMP\n#endif\n" + axpy_source()}});
  try {
    EXPECT_EQ(call_axpy(load(source)), 24);
  } catch (const ImplementationUnavailable& error) {
    GTEST_SKIP() << error.what();
  }
}

TEST_F(HostFile, of_kind_fortran_is_bound_to_c) {
  const std::string good =
      "subroutine axpy(a, x, y, n) bind(c, name=\"axpy_fortran\")\n  use iso_c_binding\n  implicit none\n"
      "  integer(c_int), value :: n\n  real(c_double), value :: a\n  real(c_double) :: x(n), y(n)\n"
      "  y = y + a * x\nend subroutine axpy\n";
  const KernelSource source = axpy_folder(scratch_, {{"axpy_fortran.f90", good}});
  try {
    EXPECT_EQ(call_axpy(load(source)), 24);
  } catch (const ImplementationUnavailable& error) {
    GTEST_SKIP() << error.what();
  }
  const KernelSource broken = axpy_folder(scratch_, {{"axpy_fortran.f90", "subroutine axpy(\n" + good}});
  EXPECT_THROW(
      {
        try {
          load(broken);
        } catch (const CompileError& error) {
          EXPECT_THAT(error.what(), testing::AllOf(HasSubstr("axpy_fortran.f90:1:"), HasSubstr("Error: ")));
          throw;
        }
      },
      CompileError);
  const KernelSource unbound =
      axpy_folder(scratch_, {{"axpy_fortran.f90", "subroutine other() bind(c)\nend subroutine other\n"}});
  EXPECT_THROW(load(unbound), Error);
}

TEST_F(HostFile, of_an_unknown_kind_is_unavailable) {
  const KernelSource source = axpy_folder(scratch_, {{"axpy_vector.cpp", axpy_source()}});
  EXPECT_THROW(load(source), ImplementationUnavailable);
}

TEST_F(HostFile, with_a_struct_is_checked_field_by_field) {
  const auto spec_text = [](const std::string& fields) {
    return "kernel: axpy\nsignature: void axpy(P<T> p)\ntypes: {T: [float, double]}\n"
           "structs:\n  P: {header: p.hpp, fields: [" +
           fields +
           "]}\n"
           "inputs:\n  p.n: {generate: integer, role: size}\n  p.x: {generate: uniform, shape: [p.n]}\n"
           "outputs:\n  p.x: {tolerance: exact, reason: a test}\n";
  };
  scratch_.write("axpy/p.hpp", "template <class T>\nstruct P {\n  T* x;\n  int n;\n};\n");
  scratch_.write("axpy/axpy_reference.cpp",
                 "#include \"p.hpp\"\ntemplate <class T>\nstatic void axpy(P<T> p) { p.x[0] = T(p.n); }\n");
  const std::string yaml = scratch_.path() + "/axpy/axpy.yaml";
  const spec::HostFile file{"reference", scratch_.path() + "/axpy/axpy_reference.cpp"};
  const auto outcome = [&](const std::string& fields) -> std::string {
    scratch_.write("axpy/axpy.yaml", spec_text(fields));
    const spec::KernelSpec spec = spec::read(yaml, small_vocabulary());
    try {
      const LoadedHost host = open_host_file(compile_host_file(spec, file), spec, "reference");
      EXPECT_EQ(host.entries.size(), 2U);
      return "compiled";
    } catch (const CompileError& error) {
      return error.what();
    }
  };
  EXPECT_EQ(outcome("\"T* x\", \"int n\""), "compiled");
  EXPECT_THAT(outcome("\"int n\", \"T* x\""),
              testing::AllOf(HasSubstr("axpy.yaml:5:"), HasSubstr("is not at the place")));
  EXPECT_THAT(outcome("\"T* x\", \"long n\""), HasSubstr("P<float>::n is no long as the spec says"));
}

TEST(WrapperSource, has_symbols_that_a_prefix_keeps_apart) {
  EXPECT_EQ(entry_symbol("", "axpy", "openmp", 0), "kparity_axpy_openmp_0");
  EXPECT_EQ(entry_symbol("mine", "axpy", "openmp", 1), "kparity_mine_axpy_openmp_1");
}

}  // namespace
}  // namespace kparity::compile
