// Compiled CUDA code on disk: kept, found again, and never trusted when damaged.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "cuda/code_cache.hpp"
#include "kparity/files.hpp"
#include "kparity/warning.hpp"
#include "support/cuda_sources.hpp"

namespace kparity::cuda {
namespace {

namespace fs = std::filesystem;

class CodeCache : public testing::Test {
 protected:
  CompiledProgram get(const std::string& key = "key") {
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
  get("another");
  EXPECT_EQ(compilations_, 2);
}

TEST_F(CodeCache, a_truncated_entry_is_compiled_again) {
  get();
  const std::string entry = folder_.path() + "/key.cuda";
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
  const std::string entry = folder_.path() + "/key.cuda";
  std::string bytes = read_file(entry);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
  std::ofstream(entry, std::ios::binary) << bytes;
  expect_same(get());
  EXPECT_EQ(compilations_, 2);
}

TEST_F(CodeCache, a_failure_is_never_kept) {
  const auto fail = []() -> CompiledProgram { throw CompileFailure("no"); };
  EXPECT_THROW(cached_program(folder_.path(), "key", fail), CompileFailure);
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
  fs::create_directories(folder_.path() + "/key.cuda/in_the_way");
  fs::create_directories(folder_.path() + "/key.cuda.sum/in_the_way");
  std::vector<std::string> warnings;
  const WarningScope scope([&](const std::string& message) { warnings.push_back(message); });
  expect_same(get());
  expect_same(get());
  EXPECT_EQ(compilations_, 2);
  EXPECT_LE(warnings.size(), 1U);  // once per process
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
