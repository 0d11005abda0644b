// Reading .npz files, whole and damaged ones; NumPy's own are read in the test of the tool.
#include "npz_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "kparity/error.hpp"
#include "kparity/npz.hpp"

namespace kparity::generate {
namespace {

using testing::HasSubstr;

class NpzFileTest : public testing::Test {
 protected:
  ~NpzFileTest() override { std::filesystem::remove(path); }

  static std::string good() {
    const double x[6] = {1, 2, 3, 4, 5, 6};
    const int n = 7;
    std::ostringstream out;
    const std::vector<NpzArray> arrays{{"x", DType::float64, {2, 3}, std::as_bytes(std::span(x))},
                                       {"p.n", DType::int32, {}, std::as_bytes(std::span(&n, 1))},
                                       {"none", DType::uint8, {0}, {}}};
    write_npz(arrays, out);
    return out.str();
  }

  std::string message_of(const std::string& bytes) const {
    std::ofstream(path, std::ios::binary) << bytes;
    try {
      const NpzFile file(path);
      std::vector<std::byte> all(48);
      file.read(file.entries().front(), all);
    } catch (const InvalidArgument& error) {
      return error.what();
    }
    return "";
  }

  const std::string path = testing::TempDir() + "kparity-npz-" + std::to_string(::getpid()) + ".npz";
};

TEST_F(NpzFileTest, lists_and_reads_what_the_runtime_writes) {
  std::ofstream(path, std::ios::binary) << good();
  const NpzFile file(path);
  ASSERT_EQ(file.entries().size(), 3u);
  const NpzEntry& x = *file.find("x");
  EXPECT_EQ(x.type, "<f8");
  EXPECT_EQ(x.shape, (std::vector<std::int64_t>{2, 3}));
  EXPECT_FALSE(x.is_fortran_order);
  double values[6] = {};
  file.read(x, std::as_writable_bytes(std::span(values)));
  EXPECT_THAT(values, testing::ElementsAre(1, 2, 3, 4, 5, 6));
  int n = 0;
  file.read(*file.find("p.n"), std::as_writable_bytes(std::span(&n, 1)));
  EXPECT_EQ(n, 7);
  EXPECT_TRUE(file.find("p.n")->shape.empty());
  file.read(*file.find("none"), {});
  EXPECT_EQ(file.find("y"), nullptr);
}

TEST_F(NpzFileTest, a_read_of_another_size_is_refused) {
  std::ofstream(path, std::ios::binary) << good();
  const NpzFile file(path);
  std::vector<std::byte> too_few(40);
  EXPECT_THROW(file.read(*file.find("x"), too_few), InvalidArgument);
}

TEST_F(NpzFileTest, says_what_is_wrong_with_a_file) {
  EXPECT_EQ(message_of(good()), "");
  EXPECT_THAT(message_of(""), HasSubstr("is no .npz file"));
  EXPECT_THAT(message_of("PK, or what?"), HasSubstr("is no .npz file"));
  std::string changed = good();
  changed[changed.find("NUMPY") + 6 + 118 + 3] ^= 1;  // an element
  EXPECT_THAT(message_of(changed), HasSubstr("is damaged"));
  std::string compressed = good();
  compressed[compressed.find("PK\x01\x02") + 10] = 8;
  EXPECT_THAT(message_of(compressed), HasSubstr("np.savez_compressed"));
  std::string other = good();
  other.replace(other.rfind("x.npy"), 5, "x.txt");
  EXPECT_THAT(message_of(other), HasSubstr("it holds 'x.txt'"));
  EXPECT_THAT(message_of(good()), "");
  std::filesystem::remove(path);
  try {
    const NpzFile file(path);
    FAIL();
  } catch (const InvalidArgument& error) {
    EXPECT_EQ(error.what(), "'" + path + "' cannot be read");
  }
}

TEST_F(NpzFileTest, a_file_that_ends_early_or_lies_about_its_places_is_damaged_and_nothing_worse) {
  const std::string whole = good();
  for (std::size_t size = 0; size < whole.size(); size += 7) EXPECT_NE(message_of(whole.substr(0, size)), "") << size;
  const std::size_t directory = whole.find("PK\x01\x02");
  for (std::size_t at = directory; at < whole.size(); ++at) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 0x55);
    message_of(changed);  // must return
  }
}

}  // namespace
}  // namespace kparity::generate
