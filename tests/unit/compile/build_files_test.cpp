// The files for a build, compiled and linked by hand into a program that calls the catalogue.
#include "kparity/compile/build_files.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <iterator>
#include <sstream>

#include "cpp_text.hpp"
#include "kparity/compile/compiler.hpp"
#include "kparity/compile/files.hpp"
#include "kparity/error.hpp"
#include "small_kernels.hpp"

namespace kparity::compile {
namespace {

using testing::HasSubstr;
using testing::UnorderedElementsAre;

std::vector<std::string> names(const BuildFiles& files) {
  std::vector<std::string> out;
  for (const auto& [name, text] : files.texts) out.push_back(name);
  return out;
}

TEST(BuildFiles, are_table_header_and_two_files_per_implementation) {
  const ScratchFolder scratch;
  const KernelSource source = axpy_folder(scratch, {{"axpy_reference.cpp", axpy_source()},
                                                    {"axpy_simd.cpp", axpy_source()},
                                                    {"axpy_openmp.cpp", axpy_source()},
                                                    {"axpy_cuda.cu", "#include \"a.cuh\"\n"},
                                                    {"a.cuh", "text\n"}});
  const BuildFiles files = build_files("mine", "p", {source}, {{"openmp", "no OpenMP here"}});
  EXPECT_THAT(names(files), UnorderedElementsAre("mine.hpp", "mine_table.cpp", "mine.libs", "axpy_reference.cpp",
                                                 "axpy_reference.flags", "axpy_simd.cpp", "axpy_simd.flags"));
  const std::string folder = scratch.path() + "/axpy/";
  EXPECT_THAT(files.dependencies,
              UnorderedElementsAre(folder + "axpy.yaml", folder + "axpy_cuda.cu", folder + "a.cuh"));
  EXPECT_THAT(files.texts.at("mine.hpp"),
              testing::AllOf(HasSubstr("namespace mine {"), HasSubstr("kparity::Kernel& axpy();")));
  EXPECT_THAT(files.texts.at("mine_table.cpp"),
              testing::AllOf(HasSubstr("kparity_p_axpy_simd_0"), HasSubstr("no OpenMP here")));
  EXPECT_THAT(files.texts.at("axpy_simd.flags"), HasSubstr("\"-O3\"\n"));
}

TEST(BuildFiles, carry_linker_flags_of_the_spec_in_the_linker_s_own_words) {
  const ScratchFolder scratch;
  KernelSource source = axpy_folder(scratch, {{"axpy_reference.cpp", axpy_source()}});
  source.spec->host_flags = {{"", {"-lm", "-Wl,-rpath,/some where", "-DX=\"a b\""}}};
  const BuildFiles files = build_files("mine", "", {source}, {});
  EXPECT_EQ(files.texts.at("mine.libs"), "\"-lm\"\n\"-rpath\"\n\"/some where\"\n");
  EXPECT_THAT(files.texts.at("axpy_reference.flags"), HasSubstr("\"-DX=\\\"a b\\\"\"\n"));
}

TEST(BuildFiles, are_refused_with_every_problem_of_every_spec) {
  const ScratchFolder scratch;
  scratch.write("a/a.yaml", "kernel: a\nsignature: void a(\n");
  scratch.write("b/b_reference.cpp", "");
  scratch.write("b/b.yaml", "kernel: [");
  try {
    build_files("mine", "", read_sources(scratch.path(), small_vocabulary()), {});
    FAIL();
  } catch (const spec::SpecError& error) {
    EXPECT_THAT(error.what(),
                testing::AllOf(HasSubstr("a.yaml:2:"), HasSubstr("b.yaml:1:"), HasSubstr("a_reference.cpp")));
  }
}

TEST(BuildFiles, have_a_part_for_the_kernels_own_file_whether_its_spec_uses_it_or_not) {
  const ScratchFolder scratch;
  KernelSource source = axpy_folder(scratch, {{"axpy_reference.cpp", axpy_source()}, {"axpy.cpp", "text\n"}});
  const BuildFiles unused = build_files("mine", "", {source}, {});
  EXPECT_THAT(names(unused), testing::IsSupersetOf({"axpy_threads.cpp", "axpy_threads.flags"}));
  EXPECT_THAT(unused.texts.at("axpy_threads.cpp"), testing::Not(HasSubstr("#include")));
  source.spec->threads_function = spec::Location{source.spec->file, 12, 19};
  EXPECT_THAT(build_files("mine", "", {source}, {}).texts.at("axpy_threads.cpp"), HasSubstr("/axpy/axpy.cpp\""));
}

TEST(BuildFiles, refuse_a_kernel_that_would_hide_the_catalogue) {
  const ScratchFolder scratch;
  KernelSource source = axpy_folder(scratch, {{"axpy_reference.cpp", axpy_source()}});
  source.spec->kernel = "catalog";
  EXPECT_THROW(build_files("mine", "", {source}, {}), InvalidArgument);
}

/// Compiles the files of a catalogue `mine` and a main function into one program and runs it.
ProcessResult run_with_main(const ScratchFolder& scratch, const BuildFiles& files, const std::string& main) {
  std::vector<std::string> command{KPARITY_BUILD_CXX, "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror"};
  std::istringstream flags(KPARITY_BUILD_FLAGS);
  command.insert(command.end(), std::istream_iterator<std::string>(flags), {});
  command.insert(command.end(), {"-I" KPARITY_SOURCE_DIR "/runtime/include", scratch.write("main.cpp", main)});
  for (const auto& [name, text] : files.texts) {
    const std::string path = scratch.write("build/" + name, text);
    if (name.ends_with(".cpp")) command.push_back(path);
  }
  command.emplace_back(KPARITY_RUNTIME_LIBRARY);
  if (const std::string cudart = KPARITY_CUDART_LIBRARY; !cudart.empty())
    command.insert(command.end(), {cudart, "-lrt"});
  command.insert(command.end(), {"-ldl", "-pthread", "-o", scratch.path() + "/program"});
  const ProcessResult compiled = run_process(command);
  EXPECT_EQ(compiled.exit_code, 0) << compiled.output;
  return run_process({scratch.path() + "/program"});
}

TEST(BuildFiles, make_a_program_whose_kernels_run_and_that_notices_merged_templates) {
  const ScratchFolder scratch;
  std::string merged = "template <class T>\nvoid axpy(T a, const T* x, T* y, int n) {\n";
  merged += "  for (int i = 0; i < n; ++i) y[i] += a * x[i];\n}\n";
  const std::string rule = "static long axpy_threads(double, const double*, double*, int n) { return 300L * n; }\n";
  KernelSource source = axpy_folder(scratch, {{"axpy_reference.cpp", merged},
                                              {"axpy_simd.cpp", merged},
                                              {"axpy_openmp.cpp", axpy_source()},
                                              {"axpy_fortran.f90", ""},
                                              {"axpy.cpp", rule},
                                              {"axpy_cuda.cu", "// \"text\"\n"}});
  source.spec->launch.threads.clear();
  source.spec->threads_function = spec::Location{source.spec->file, 12, 19};
  const BuildFiles files = build_files("mine", "mine", {source}, {{"fortran", "no gfortran here"}});
  const ProcessResult result =
      run_with_main(scratch, files,
                    "#include <cstdio>\n#include \"build/mine.hpp\"\n"
                    "int main() {\n"
                    "  double a = 2, xs[]{1, 2}, ys[]{10, 20};\n  double *x = xs, *y = ys;\n"
                    "  int n = 2;\n  void* arguments[]{&a, &x, &y, &n};\n"
                    "  mine::axpy().host(\"openmp\").witnessed[0](arguments);\n"
                    "  const auto& kernel = mine::catalog().at(\"axpy\");\n"
                    "  std::printf(\"%g %llu\\n\", ys[1], *kernel.host(\"openmp\").witness);\n"
                    "  for (const auto& name : kernel.implementations())\n"
                    "    std::printf(\"%s: %s\\n\", name.c_str(),\n"
                    "                kernel.why_unavailable(name).c_str());\n"
                    "  std::puts(kernel.definition().cuda->files[0].text.c_str());\n"
                    "  std::printf(\"%u blocks\\n\", kernel.launch_shape(a, x, y, n).grid[0]);\n"
                    "}\n");
  EXPECT_THAT(result.output,
              testing::AllOf(HasSubstr("24 1\n"), HasSubstr("openmp: \n"), HasSubstr("fortran: no gfortran here\n"),
                             HasSubstr("// \"text\"\n"), HasSubstr("5 blocks\n"),
                             HasSubstr("implementations 'simd' and 'reference' of kernel 'axpy' were merged")));
}

TEST(CppText, keeps_every_byte) {
  EXPECT_EQ(cpp_literal("a\"\\\n\t\x01\xff?"), "\"a\\\"\\\\\\n\\t\\001\\377?\"");
  const std::string text = cpp_long_string(std::string(100000, 'x') + "\nlast", "  ");
  EXPECT_THAT(text, HasSubstr("last"));
  EXPECT_EQ(static_cast<std::size_t>(std::count(text.begin(), text.end(), 'x')), 100000U);
  EXPECT_GE(std::count(text.begin(), text.end(), '+'), 3);
  EXPECT_EQ(cpp_long_string("", ""), "std::string()");
  EXPECT_THROW(cpp_path("a\"b"), InvalidArgument);
}

}  // namespace
}  // namespace kparity::compile
