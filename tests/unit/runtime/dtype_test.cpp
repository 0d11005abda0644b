// Data types: C++ spelling, sizes, and the way back to a C++ type.
#include "kparity/dtype.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace kparity {
namespace {

TEST(DType, every_type_has_one_enumerator_and_comes_back_from_it) {
  std::set<std::string> c_names, names;
  for (int i = 0; i <= static_cast<int>(DType::float64); ++i) {
    const auto dtype = static_cast<DType>(i);
    visit_dtype(dtype, [&]<class T>(std::type_identity<T>) {
      EXPECT_EQ(dtype_of<T>, dtype);
      EXPECT_EQ(size_of(dtype), sizeof(T));
      EXPECT_EQ(is_signed(dtype), std::is_signed_v<T>);
    });
    c_names.emplace(c_name(dtype));
    names.emplace(name_of(dtype));
  }
  EXPECT_EQ(c_names.size(), 14U);
  EXPECT_EQ(names.size(), 14U);
}

TEST(DType, long_and_long_long_are_different_types) {
  EXPECT_NE(dtype_of<long>, dtype_of<long long>);
  EXPECT_EQ(c_name(DType::long64), "long");
  EXPECT_EQ(name_of(DType::long64), "long64");
}

TEST(DType, kinds) {
  EXPECT_TRUE(is_floating(DType::float32));
  EXPECT_FALSE(is_integer(DType::boolean));
  EXPECT_TRUE(is_integer(DType::char8));
}

}  // namespace
}  // namespace kparity
