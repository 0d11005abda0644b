// Catalogues from folders: what is listed, what is compiled and when, how failures are remembered.
#include "kparity/compile/catalog.hpp"

#include <gmock/gmock.h>

#include <atomic>

#include "kparity/compile/compiler.hpp"
#include "kparity/compile/host_file.hpp"
#include "kparity/compile/host_kind.hpp"
#include "kparity/cuda_compile.hpp"
#include "kparity/cuda_source.hpp"
#include "kparity/error.hpp"
#include "small_kernels.hpp"

namespace kparity::compile {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string broken_source = "static void axpy(double a, const double* x, double* y, int n) { y[0] = oops; }\n";

class Catalog : public testing::Test {
 protected:
  Catalog() { use_private_cache(); }

  /// Reference and simd, the simd one as given.
  KernelSource folder(const std::string& simd) {
    return axpy_folder(scratch_, {{"axpy_reference.cpp", axpy_source()}, {"axpy_simd.cpp", simd}});
  }

  ScratchFolder scratch_;
};

TEST_F(Catalog, case_32_an_implementation_that_fails_to_load_is_unavailable_with_its_cause) {
  const KernelCatalog catalog = make_catalog({folder(broken_source)});
  const Kernel& axpy = catalog.at("axpy");
  EXPECT_FALSE(axpy.available("simd"));
  EXPECT_TRUE(axpy.available("reference"));
  EXPECT_THAT(axpy.why_unavailable("simd"), testing::AllOf(HasSubstr("axpy_simd.cpp:1:"), HasSubstr("oops")));
  ASSERT_TRUE(axpy.errors().contains("simd"));
  try {
    std::rethrow_exception(axpy.errors().at("simd"));
  } catch (const CompileError& error) {
    EXPECT_THAT(error.log(), HasSubstr("oops"));
  }
}

TEST_F(Catalog, case_34_asking_for_a_failed_implementation_gives_the_compiler_s_words_as_cause) {
  const KernelCatalog catalog = make_catalog({folder(broken_source)});
  try {
    catalog.at("axpy").host("simd");
    FAIL();
  } catch (const ImplementationUnavailable& error) {
    EXPECT_THAT(error.what(), testing::AllOf(HasSubstr("axpy"), HasSubstr("simd"), HasSubstr("oops")));
    EXPECT_THROW(std::rethrow_if_nested(error), CompileError);
  }
}

TEST_F(Catalog, case_35_an_implementation_that_is_not_there_is_named_with_those_that_are) {
  const KernelCatalog catalog = make_catalog({folder(axpy_source())});
  try {
    catalog.at("axpy").host("fortran");
    FAIL();
  } catch (const ImplementationUnavailable& error) {
    EXPECT_THAT(error.what(),
                testing::AllOf(HasSubstr("axpy"), HasSubstr("fortran"), HasSubstr("simd"), HasSubstr("reference")));
  }
}

TEST_F(Catalog, row_30_implementations_are_listed_in_order_of_preference_with_the_reference_last) {
  const KernelSource source = axpy_folder(scratch_, {{"axpy_fortran.f90", ""},
                                                     {"axpy_openmp.cpp", ""},
                                                     {"axpy_reference.cpp", ""},
                                                     {"axpy_simd.cpp", ""},
                                                     {"axpy_cuda.cu", ""}});
  EXPECT_THAT(make_catalog({source}).at("axpy").implementations(),
              ElementsAre("openmp", "simd", "fortran", "reference", "cuda"));
}

TEST_F(Catalog, case_40_the_compile_hook_runs_once_per_implementation_and_never_for_listing) {
  std::vector<std::string> compiled;
  CatalogOptions options;
  options.compile_host = [&](const spec::KernelSpec& spec, const spec::HostFile& file) {
    compiled.push_back(file.implementation);
    return compile_host_file(spec, file);
  };
  const KernelCatalog catalog = make_catalog({folder(axpy_source())}, options);
  const Kernel& axpy = catalog.at("axpy");
  EXPECT_THAT(axpy.implementations(), ElementsAre("simd", "reference"));
  EXPECT_EQ(catalog.names().size(), 1U);
  EXPECT_TRUE(axpy.errors().empty());
  EXPECT_THAT(compiled, testing::IsEmpty());
  for (int i = 0; i < 5; ++i) EXPECT_EQ(call_axpy(axpy.host("simd")), 24);
  EXPECT_TRUE(axpy.available("simd"));
  EXPECT_THAT(compiled, ElementsAre("simd"));
}

TEST_F(Catalog, row_25_a_failed_compilation_is_not_tried_again) {
  int tries = 0;
  CatalogOptions options;
  options.compile_host = [&](const spec::KernelSpec&, const spec::HostFile&) -> std::string {
    ++tries;
    throw CompileError("no", "log");
  };
  const KernelCatalog catalog = make_catalog({folder(axpy_source())}, options);
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(catalog.at("axpy").available("simd"));
  EXPECT_EQ(tries, 1);
}

TEST_F(Catalog, row_34_a_fallback_replaces_a_file_or_comes_before_the_reference) {
  LoadedHost mine;
  mine.entries = {[](void** arguments) { (*static_cast<double**>(arguments[2]))[1] = 7; }};
  CatalogOptions options;
  options.host_fallback["axpy"] = {{"simd", mine}, {"blas", mine}};
  const KernelCatalog catalog = make_catalog({folder(broken_source)}, options);
  const Kernel& axpy = catalog.at("axpy");
  EXPECT_THAT(axpy.implementations(), ElementsAre("simd", "blas", "reference"));
  EXPECT_EQ(call_axpy(axpy.host("simd")), 7);
  EXPECT_TRUE(axpy.available("blas"));
}

TEST_F(Catalog, row_35_absence_can_be_simulated_and_nothing_is_compiled_then) {
  CatalogOptions options;
  options.unavailable["simd"] = "no vector unit today";
  options.compile_host = [](const spec::KernelSpec&, const spec::HostFile& file) -> std::string {
    ADD_FAILURE() << "compiled " << file.implementation;
    throw RuntimeFailure("");
  };
  const KernelCatalog catalog = make_catalog({folder(axpy_source())}, options);
  EXPECT_EQ(catalog.at("axpy").why_unavailable("simd"), "no vector unit today");
}

TEST_F(Catalog, case_41_three_folders_one_unported_one_unrelated) {
  folder(axpy_source());
  scratch_.write("axpy/axpy_cuda.cu", "#include \"../common/index.cuh\"\n__global__ void axpy();\n");
  scratch_.write("common/index.cuh", "// index\n");
  std::string scale = axpy_spec();
  scale.replace(scale.find("kernel: axpy"), 12, "kernel: scale");
  scale.replace(scale.find("void axpy"), 9, "void scale");
  scratch_.write("scale/scale.yaml", scale);
  scratch_.write("scale/scale_reference.cpp", axpy_source());
  scratch_.write("notes/readme.txt", "no kernel");
  const auto sources = read_sources(scratch_.path(), small_vocabulary());
  ASSERT_EQ(sources.size(), 2U);
  for (const KernelSource& source : sources) {
    EXPECT_TRUE(source.problems.empty()) << source.folder.name << ": " << spec::to_string(source.problems.front());
  }
  const KernelCatalog catalog = make_catalog(sources);
  EXPECT_THAT(catalog.names(), ElementsAre("axpy", "scale"));
  EXPECT_TRUE(catalog.at("axpy").has_cuda());
  EXPECT_FALSE(catalog.at("scale").has_cuda());
  EXPECT_EQ(catalog.at("scale").definition().expected_cuda_path, scratch_.path() + "/scale/scale_cuda.cu");
  const CudaSource& cuda = *catalog.at("axpy").definition().cuda;
  EXPECT_EQ(cuda.path, scratch_.path() + "/axpy/axpy_cuda.cu");
  ASSERT_EQ(cuda.files.size(), 2U);
  EXPECT_EQ(cuda.files[1].name, "../common/index.cuh");
  EXPECT_EQ(cuda.files[1].text, "// index\n");
}

TEST_F(Catalog, case_44_further_global_functions_of_a_file_are_no_kernels_of_the_catalogue) {
  folder(axpy_source());
  scratch_.write("axpy/axpy_cuda.cu",
                 "__global__ void first(int n) {}\n// __global__ void commented(int n) {}\n"
                 "__global__ void axpy(double a, const double* x, double* y, int n) {}\n"
                 "__global__ void last(int n) {}\n");
  const KernelCatalog catalog = make_catalog(read_sources(scratch_.path(), small_vocabulary()));
  EXPECT_THAT(catalog.names(), ElementsAre("axpy"));
  EXPECT_THAT(global_functions(*catalog.at("axpy").definition().cuda), ElementsAre("first", "axpy", "last"));
}

TEST_F(Catalog, case_48_headers_come_from_the_own_folder_then_from_those_given) {
  if (!why_no_nvrtc().empty()) GTEST_SKIP() << why_no_nvrtc();
  folder(axpy_source());
  scratch_.write("axpy/axpy_cuda.cu",
                 "#include \"own.cuh\"\n#include \"common/which.cuh\"\n"
                 "__global__ void axpy(double a, const double* x, double* y, int n) { y[n] = OWN * WHICH; }\n");
  scratch_.write("axpy/own.cuh", "#define OWN 1\n");
  scratch_.write("common/which.cuh", "#define WHICH 2\n");
  scratch_.write("other/common/which.cuh", "#error other\n");
  const auto failure = [&](const std::string& cuda) {
    scratch_.write("axpy/axpy.yaml", axpy_spec() + cuda);
    const KernelCatalog catalog = make_catalog(read_sources(scratch_.path() + "/axpy", small_vocabulary()));
    const KernelDefinition& definition = catalog.at("axpy").definition();
    return compile_cuda("axpy", *definition.cuda, definition.instantiations, "sm_90").failure;
  };
  EXPECT_EQ(failure(""), "");
  EXPECT_THAT(failure("cuda: {include_dirs: [../other]}\n"), HasSubstr("other"));
  EXPECT_EQ(failure("cuda: {include_dirs: [.., ../other]}\n"), "");
  EXPECT_THAT(failure("cuda: {include_dirs: []}\n"), HasSubstr("common/which.cuh"));
  scratch_.write("axpy/common/which.cuh", "#define WHICH 3\n");
  EXPECT_EQ(failure("cuda: {include_dirs: [../other]}\n"), "");
}

TEST_F(Catalog, template_arguments_of_the_spec_reach_the_compiler) {
  if (!why_no_nvrtc().empty()) GTEST_SKIP() << why_no_nvrtc();
  folder(axpy_source());
  scratch_.write("axpy/axpy.yaml", axpy_spec() + "cuda: {template_args: [double, 4]}\n");
  scratch_.write("axpy/axpy_cuda.cu",
                 "template <class T, int k> __global__ void axpy(double a, const double* x, double* y, int n) {\n"
                 "  for (int i = 0; i < k; ++i) y[k * n + i] = T(a) * x[i];\n}\n");
  const KernelCatalog catalog = make_catalog(read_sources(scratch_.path() + "/axpy", small_vocabulary()));
  const KernelDefinition& definition = catalog.at("axpy").definition();
  const CudaCompilation compiled = compile_cuda("axpy", *definition.cuda, definition.instantiations, "sm_90");
  ASSERT_EQ(compiled.failure, "");
  EXPECT_THAT(compiled.kernels.at(0).symbol, HasSubstr("axpyIdLi4E"));
}

TEST_F(Catalog, case_42_the_parent_and_the_folder_itself_give_the_same_kernel) {
  const KernelSource alone = folder(axpy_source());
  const KernelCatalog one = make_catalog({alone});
  const KernelCatalog all = make_catalog(read_sources(scratch_.path(), small_vocabulary()));
  EXPECT_EQ(one.at("axpy").implementations(), all.at("axpy").implementations());
  EXPECT_EQ(one.at("axpy").definition().expected_cuda_path, all.at("axpy").definition().expected_cuda_path);
}

TEST_F(Catalog, case_43_a_folder_without_the_reference_names_folder_and_file) {
  const KernelSource source = axpy_folder(scratch_, {{"axpy_simd.cpp", axpy_source()}});
  EXPECT_FALSE(source.problems.empty());
  try {
    definition(*source.spec, source.folder);
    FAIL();
  } catch (const FileNotFound& error) {
    EXPECT_THAT(error.what(), testing::AllOf(HasSubstr(scratch_.path() + "/axpy'"), HasSubstr("axpy_reference.cpp")));
  }
  EXPECT_EQ(make_catalog({source}).size(), 0U);
}

TEST_F(Catalog, case_43_a_file_instead_of_a_folder_is_no_kernel_folder) {
  const std::string file = scratch_.write("axpy.yaml", axpy_spec());
  EXPECT_THROW(read_sources(file, small_vocabulary()), NotAKernelFolder);
  EXPECT_THROW(read_sources(scratch_.path() + "/none", small_vocabulary()), FileNotFound);
}

TEST_F(Catalog, row_12_a_broken_folder_does_not_take_the_others_down) {
  folder(axpy_source());
  scratch_.write("bad/bad.yaml", "kernel: bad\nsignature: nonsense\n");
  scratch_.write("bad/bad_reference.cpp", "");
  scratch_.write("worse/worse_opnmp.cpp", "");
  scratch_.write("worse/worse_fortran.cpp", "");
  const auto sources = read_sources(scratch_.path(), small_vocabulary());
  ASSERT_EQ(sources.size(), 3U);
  EXPECT_FALSE(sources[1].problems.empty());
  std::string problems;
  for (const spec::Problem& problem : sources[2].problems) problems += spec::to_string(problem) + "\n";
  EXPECT_THAT(problems, testing::AllOf(HasSubstr("'opnmp' is no kind of host implementation (did you mean 'openmp'?)"),
                                       HasSubstr("ends in '.f90', not in '.cpp'"), HasSubstr("worse_reference.cpp")));
  EXPECT_THAT(make_catalog(sources).names(), ElementsAre("axpy"));
}

TEST_F(Catalog, row_37_everything_can_be_loaded_ahead_with_several_compilers) {
  const KernelCatalog catalog = make_catalog({folder(broken_source)});
  load_ahead(catalog, 2);
  EXPECT_EQ(catalog.at("axpy").errors().size(), 1U);
  compile_ahead({folder(axpy_source())}, 2);
  EXPECT_EQ(call_axpy(make_catalog({folder(axpy_source())}).at("axpy").host("simd")), 24);
}

TEST_F(Catalog, what_failed_ahead_is_not_compiled_again_and_its_words_are_kept) {
  std::atomic<int> tries{0};
  const CompileHost compile = remembering_failures([&](const spec::KernelSpec& spec, const spec::HostFile& file) {
    ++tries;
    return compile_host_file(spec, file);
  });
  const KernelSource source = folder(broken_source);
  compile_ahead({source}, 2, compile);
  EXPECT_EQ(tries, 2);
  const KernelCatalog catalog = make_catalog({source}, {.compile_host = compile});
  EXPECT_TRUE(catalog.at("axpy").available("reference"));
  EXPECT_EQ(tries, 3);  // it is in the cache
  EXPECT_THAT(catalog.at("axpy").why_unavailable("simd"), HasSubstr("oops"));
  EXPECT_EQ(tries, 3);
}

}  // namespace
}  // namespace kparity::compile
