// Compiled CUDA code on disk: kept, found again, and never trusted when damaged.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "cuda/code_cache.hpp"
#include "cuda/nvrtc.hpp"
#include "kparity/files.hpp"
#include "kparity/warning.hpp"
#include "support/cuda_sources.hpp"

namespace kparity::cuda {
namespace {

namespace fs = std::filesystem;

class CodeCache : public testing::Test {
 protected:
  CompiledProgram get(const std::string& key = std::string(64, 'a')) {
    return cached_program(folder_.path(), key, [this] {
      ++compilations_;
      return program();
    });
  }
  static CompiledProgram program() {
    return {std::string("\x7f"
                        "ELF\0code\n",
                        10),
            {"_Z4axpy", ""},
            {},
            "a warning\n"};
  }
  static void expect_same(const CompiledProgram& got) {
    EXPECT_EQ(got.code, program().code);
    EXPECT_EQ(got.symbols, program().symbols);
    EXPECT_EQ(got.log, program().log);
  }

  test::Folder folder_;
  int compilations_ = 0;
};

TEST_F(CodeCache, keeps_what_was_compiled) {
  expect_same(get());
  expect_same(get());
  EXPECT_EQ(compilations_, 1);
  get(std::string(64, 'b'));
  EXPECT_EQ(compilations_, 2);
}

TEST_F(CodeCache, a_truncated_entry_is_compiled_again) {
  get();
  const std::string entry = folder_.path() + "/" + std::string(64, 'a') + ".cuda";
  ASSERT_TRUE(fs::exists(entry));
  for (const std::uintmax_t size : {fs::file_size(entry) - 1, std::uintmax_t{5}, std::uintmax_t{0}}) {
    fs::resize_file(entry, size);
    const int before = compilations_;
    expect_same(get());
    EXPECT_EQ(compilations_, before + 1);
    expect_same(get());
    EXPECT_EQ(compilations_, before + 1);
  }
}

TEST_F(CodeCache, a_flipped_bit_is_noticed) {
  get();
  const std::string entry = folder_.path() + "/" + std::string(64, 'a') + ".cuda";
  std::string bytes = read_file(entry);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
  std::ofstream(entry, std::ios::binary) << bytes;
  expect_same(get());
  EXPECT_EQ(compilations_, 2);
}

TEST_F(CodeCache, a_failure_is_never_kept) {
  const auto fail = []() -> CompiledProgram { throw CompileFailure("no"); };
  EXPECT_THROW(cached_program(folder_.path(), std::string(64, 'a'), fail), CompileFailure);
  expect_same(get());
  EXPECT_EQ(compilations_, 1);
}

TEST_F(CodeCache, without_a_folder_everything_is_compiled) {
  for (int i = 0; i < 2; ++i) {
    cached_program("", "key", [this] {
      ++compilations_;
      return program();
    });
  }
  EXPECT_EQ(compilations_, 2);
}

TEST_F(CodeCache, a_folder_that_cannot_be_used_costs_a_warning_and_no_kernel) {
  fs::create_directories(folder_.path() + "/" + std::string(64, 'a') + ".cuda/in_the_way");
  fs::create_directories(folder_.path() + "/" + std::string(64, 'a') + ".cuda.sum/in_the_way");
  std::vector<std::string> warnings;
  const WarningScope scope([&](const std::string& message) { warnings.push_back(message); });
  expect_same(get());
  expect_same(get());
  EXPECT_EQ(compilations_, 2);
  EXPECT_LE(warnings.size(), 1U);  // once per process
}

class ProgramKey : public testing::Test {
 protected:
  void SetUp() override {
    if (find_nvrtc() == nullptr) GTEST_SKIP() << why_no_nvrtc();
    write("axpy", "first");
  }

  /// The kernel and its header in a folder of the given name.
  void write(const std::string& name, const std::string& header) {
    source_.path = folder_.write(name + "/axpy_cuda.cu", "#include \"part.cuh\"\n" + test::axpy_text);
    folder_.write(name + "/parts/part.cuh", "// " + header);
    source_.include_dirs = {"parts"};
  }
  std::string key(const std::string& architecture = "sm_90", bool debug = false) const {
    return program_key({"axpy", &source_, signatures_, architecture, debug, true});
  }

  test::Folder folder_;
  CudaSource source_;
  std::vector<Signature> signatures_{test::axpy_signature()};
};

TEST_F(ProgramKey, changes_with_all_that_matters) {
  std::set<std::string> keys{key(), key("sm_80"), key("sm_90", true)};
  source_.options = {"-DA", "-DB"};
  keys.insert(key());
  source_.options = {"-DB", "-DA"};
  keys.insert(key());
  source_.options.clear();
  write("axpy", "second");
  keys.insert(key());
  signatures_.front().parameters.back().dtype = DType::int64;
  keys.insert(key());
  EXPECT_EQ(keys.size(), 7U);
}

TEST_F(ProgramKey, does_not_change_with_the_place) {
  const std::string before = key(), debug_before = key("sm_90", true);
  EXPECT_EQ(key(), before);
  write("moved", "first");
  EXPECT_EQ(key(), before);
  EXPECT_NE(key("sm_90", true), debug_before);  // line information names the files
}

TEST_F(ProgramKey, changes_with_a_header_that_is_not_kept_with_the_text) {
  source_.files = {{"axpy_cuda.cu", "#include \"part.cuh\"\n" + test::axpy_text}};
  source_.path.clear();
  source_.include_dirs = {folder_.path() + "/axpy/parts"};
  folder_.write("axpy/parts/part.cuh", "#include \"deeper.cuh\"\n");
  folder_.write("axpy/parts/deeper.cuh", "// first\n");
  const std::string before = key();
  EXPECT_EQ(key(), before);
  folder_.write("axpy/parts/deeper.cuh", "// second\n");
  EXPECT_NE(key(), before);
  source_.include_dirs.clear();
  source_.options = {"-I" + folder_.path() + "/axpy/parts"};
  const std::string by_option = key();
  folder_.write("axpy/parts/deeper.cuh", "// third\n");
  EXPECT_NE(key(), by_option);
  source_.files.front().text = "#define H \"part.cuh\"\n#include H\n";
  EXPECT_EQ(key(), "");
}

TEST_F(ProgramKey, changes_with_the_template_arguments) {
  const std::string before = key();
  source_.template_args = {"3"};
  EXPECT_NE(key(), before);
}

TEST_F(ProgramKey, there_is_none_where_an_include_cannot_be_followed) {
  source_.path = folder_.write("axpy/axpy_cuda.cu", "#define H \"part.cuh\"\n#include H\n" + test::axpy_text);
  EXPECT_EQ(key(), "");
  write("axpy", "first");
  source_.options = {"--pre-include=part.cuh"};
  EXPECT_EQ(key(), "");
}

TEST(PackedProgram, only_a_whole_entry_is_read) {
  const CompiledProgram program{std::string(3, '\0'), {"f", "g"}, {}, "log"};
  const std::string bytes = packed(program);
  const auto whole = unpacked(bytes);
  ASSERT_TRUE(whole.has_value());
  EXPECT_EQ(whole->symbols, program.symbols);
  EXPECT_FALSE(unpacked("").has_value());
  EXPECT_FALSE(unpacked("kparity cuda 1\n99999999999999999999\n").has_value());
  EXPECT_FALSE(unpacked("kparity cuda 1\n5\nabc").has_value());
  EXPECT_FALSE(unpacked(bytes + "x").has_value());
  // Cut off behind a field it is shorter by a symbol; the checksum of the entry is what notices that.
  EXPECT_FALSE(unpacked(std::string_view(bytes).substr(0, bytes.size() - 1)).has_value());
}

}  // namespace
}  // namespace kparity::cuda
