// Kernel folders: which files count, and what is said about a set that is not complete.
#include "kparity/spec/folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace kparity::spec {
namespace {

namespace fs = std::filesystem;
using testing::AnyOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class Folder : public testing::Test {
 protected:
  Folder() : root_(fs::path(testing::TempDir()) / ("kparity_folder_" + std::to_string(getpid()))) {
    fs::create_directories(root_);
  }
  ~Folder() override { fs::remove_all(root_); }

  void add(const std::string& file) const {
    const fs::path path = root_ / file;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << "// " << file << "\n";
  }
  std::string at(const std::string& file) const { return (root_ / file).string(); }

  fs::path root_;
};

std::vector<std::string> implementations(const KernelFolder& folder) {
  std::vector<std::string> names;
  for (const HostFile& file : folder.hosts) names.push_back(file.implementation);
  return names;
}

std::string problems(const KernelFolder& folder) {
  std::string out;
  for (const Problem& problem : folder.problems) out += to_string(problem) + "\n";
  return out;
}

TEST_F(Folder, lists_the_files_of_a_kernel) {
  for (const char* file : {"axpy.yaml", "axpy_reference.cpp", "axpy_openmp.cpp", "axpy_fortran.f90", "axpy_cuda.cu",
                           "axpy.cpp", "notes.txt", "axpy_notes.md", "other_openmp.cpp", "axpy_.cpp"}) {
    add(std::string("axpy/") + file);
  }
  const KernelFolder folder = read_folder(at("axpy"));
  EXPECT_EQ(folder.name, "axpy");
  EXPECT_EQ(folder.spec_file, at("axpy/axpy.yaml"));
  EXPECT_THAT(implementations(folder), ElementsAre("fortran", "openmp", "reference"));
  EXPECT_EQ(folder.hosts[0].path, at("axpy/axpy_fortran.f90"));
  EXPECT_EQ(folder.cuda_file, at("axpy/axpy_cuda.cu"));
  EXPECT_EQ(folder.extra_file, at("axpy/axpy.cpp"));
  EXPECT_EQ(problems(folder), "");
  EXPECT_EQ(read_folder(at("axpy") + "/").name, "axpy");
}

TEST_F(Folder, an_unported_kernel_knows_where_its_device_file_belongs) {
  add("axpy/axpy_reference.cpp");
  const KernelFolder folder = read_folder(at("axpy"));
  EXPECT_FALSE(folder.cuda_file.has_value());
  EXPECT_FALSE(folder.spec_file.has_value());
  EXPECT_EQ(folder.expected_cuda_path, at("axpy/axpy_cuda.cu"));
  EXPECT_EQ(problems(folder), "");
}

TEST_F(Folder, a_missing_reference_is_a_problem_that_names_the_file) {
  add("axpy/axpy_openmp.cpp");
  EXPECT_THAT(problems(read_folder(at("axpy"))), HasSubstr("no reference implementation; add axpy_reference.cpp"));
}

TEST_F(Folder, a_name_that_is_no_function_is_a_problem) {
  add("my kernel/my kernel.yaml");
  add("my kernel/my kernel_reference.cpp");
  add("while/while_reference.cpp");
  add("2d/2d_reference.cpp");
  EXPECT_THAT(problems(read_folder(at("my kernel"))), HasSubstr("'my kernel' is not an identifier"));
  EXPECT_THAT(problems(read_folder(at("while"))), HasSubstr("'while' is a keyword of C++"));
  EXPECT_THAT(problems(read_folder(at("2d"))), HasSubstr("'2d' is not an identifier"));
}

TEST_F(Folder, an_implementation_has_one_file_and_a_name) {
  add("axpy/axpy_reference.cpp");
  add("axpy/axpy_reference.f90");
  add("axpy/axpy_cuda.cpp");
  add("axpy/axpy_my-own.cpp");
  const std::string all = problems(read_folder(at("axpy")));
  EXPECT_THAT(all, HasSubstr("is also the file of 'reference'"));
  EXPECT_THAT(all, HasSubstr("'cuda' is the device implementation; its file is axpy_cuda.cu"));
  EXPECT_THAT(all, HasSubstr("'my-own' is not an identifier"));
}

TEST_F(Folder, case_43_a_file_or_a_folder_without_any_of_the_files_is_no_kernel_folder) {
  add("readme/readme.md");
  EXPECT_THROW(read_folder(at("readme")), NotAKernelFolder);
  EXPECT_THROW(read_folder(at("readme/readme.md")), NotAKernelFolder);
  EXPECT_THROW(read_folder(at("nowhere")), FileNotFound);
  EXPECT_THROW(find_kernel_folders(at("nowhere")), FileNotFound);
}

TEST_F(Folder, case_41_finds_kernel_folders_sorted_and_ignores_others) {
  add("specs/dot/dot_reference.cpp");
  add("specs/axpy/axpy.yaml");
  add("specs/push/push_cuda.cu");
  add("specs/common/thread_index.cuh");
  add("specs/CMakeLists.txt");
  std::vector<std::string> names;
  for (const KernelFolder& folder : find_kernel_folders(at("specs"))) names.push_back(folder.name);
  EXPECT_THAT(names, ElementsAre("axpy", "dot", "push"));
}

TEST_F(Folder, a_file_that_is_not_read_because_of_its_name_is_a_problem) {
  add("axpy/axpy_reference.cpp");
  add("axpy/axpy.yml");
  add("axpy/axpy_simd.cc");
  add("axpy/axpy_fortran.f");
  add("axpy/axpy.cu");
  const std::string all = problems(read_folder(at("axpy")));
  EXPECT_THAT(all, HasSubstr("axpy.yml: this file is not read: the spec is called axpy.yaml"));
  EXPECT_THAT(all, HasSubstr("axpy_simd.cc: this file is not read: host implementations end in .cpp or .f90"));
  EXPECT_THAT(all, HasSubstr("axpy_fortran.f: this file is not read"));
  EXPECT_THAT(all, HasSubstr("axpy.cu: this file is not read: the CUDA version is called axpy_cuda.cu"));
  add("axpy/axpy.yaml");
  add("axpy/axpy_cuda.cu");
  EXPECT_THAT(problems(read_folder(at("axpy"))), Not(AnyOf(HasSubstr("axpy.yml"), HasSubstr("axpy.cu"))));
}

TEST_F(Folder, a_kernel_in_a_folder_of_another_name_is_found_and_has_a_problem) {
  add("specs/my dot/dot.yaml");
  add("specs/my dot/dot_reference.cpp");
  add("specs/data/table.yaml");
  const auto folders = find_kernel_folders(at("specs"));
  ASSERT_EQ(folders.size(), 1u);
  EXPECT_THAT(problems(folders[0]), HasSubstr("holds the kernel 'dot' and must be called 'dot'"));
  EXPECT_EQ(find_kernel_folders(at("specs/my dot")).size(), 1u);
}

TEST_F(Folder, a_file_instead_of_a_folder_is_refused_with_its_folder) {
  add("axpy/axpy.yaml");
  try {
    find_kernel_folders(at("axpy/axpy.yaml"));
    FAIL() << "was taken for a folder";
  } catch (const NotAKernelFolder& error) {
    EXPECT_THAT(error.what(), HasSubstr("give its folder '" + at("axpy") + "'"));
  }
}

TEST_F(Folder, a_kernel_folder_is_found_as_itself) {
  add("axpy/axpy_reference.cpp");
  const auto folders = find_kernel_folders(at("axpy"));
  ASSERT_EQ(folders.size(), 1u);
  EXPECT_EQ(folders[0].name, "axpy");
}

TEST_F(Folder, other_endings_can_be_asked_for) {
  add("axpy/axpy_reference.cpp");
  add("axpy/axpy_ispc.ispc");
  EXPECT_THAT(implementations(read_folder(at("axpy"), {".cpp", ".ispc"})), ElementsAre("ispc", "reference"));
}

TEST_F(Folder, comparisons_in_cpp_are_no_implementation) {
  for (const char* file : {"axpy.yaml", "axpy_reference.cpp", "axpy_compare.cpp"}) add("axpy/" + std::string(file));
  const KernelFolder folder = read_folder(at("axpy"));
  EXPECT_THAT(implementations(folder), ElementsAre("reference"));
  EXPECT_EQ(folder.comparators_file, at("axpy/axpy_compare.cpp"));
  EXPECT_EQ(problems(folder), "");
}

}  // namespace
}  // namespace kparity::spec
