// The bytes of an .npz, which NumPy's reader and every unzip take; NumPy itself reads one in the test of `--save`.
#include "kparity/npz.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace kparity {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string written(const std::vector<NpzArray>& arrays) {
  std::ostringstream out;
  write_npz(arrays, out);
  return out.str();
}

TEST(Npz, says_type_and_shape_of_every_array) {
  const double x[6] = {1, 2, 3, 4, 5, 6};
  const bool b = true;
  const std::string file = written({{"x", DType::float64, {2, 3}, std::as_bytes(std::span(x))},
                                    {"b", DType::boolean, {}, std::as_bytes(std::span(&b, 1))},
                                    {"u", DType::uint32, {0}, {}}});
  EXPECT_THAT(file, StartsWith("PK\x03\x04"));
  EXPECT_THAT(file, HasSubstr("x.npy\x93NUMPY"));
  EXPECT_THAT(file, HasSubstr("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3, ), }"));
  EXPECT_THAT(file, HasSubstr("{'descr': '|b1', 'fortran_order': False, 'shape': (), }"));
  EXPECT_THAT(file, HasSubstr("{'descr': '<u4', 'fortran_order': False, 'shape': (0, ), }"));
}

TEST(Npz, elements_begin_at_a_multiple_of_64_within_their_file) {
  const float x[1] = {1};
  const std::string file = written({{"some_name", DType::float32, {1}, std::as_bytes(std::span(x))}});
  const auto begin = file.find("\x93NUMPY");
  const auto length = static_cast<unsigned char>(file[begin + 8]) + 256 * static_cast<unsigned char>(file[begin + 9]);
  EXPECT_EQ((10 + length) % 64, 0);
  EXPECT_EQ(file[begin + 10 + length - 1], '\n');
  EXPECT_EQ(file.compare(begin + 10 + length, 4, std::string("\x00\x00\x80\x3f", 4)), 0);
}

TEST(Npz, checks_its_contents_with_the_checksum_of_zip) {
  const unsigned char text[9] = {'1', '2', '3', '4', '5', '6', '7', '8', '9'};
  const std::string one = written({{"a", DType::uint8, {9}, std::as_bytes(std::span(text))}});
  const std::string other = written({{"a", DType::uint8, {9}, std::as_bytes(std::span(text))}});
  EXPECT_EQ(one, other) << "the same arrays make the same file";
  unsigned char changed[9];
  std::copy(std::begin(text), std::end(text), changed);
  changed[8] ^= 1;
  EXPECT_NE(one.substr(14, 4), written({{"a", DType::uint8, {9}, std::as_bytes(std::span(changed))}}).substr(14, 4));
}

}  // namespace
}  // namespace kparity
