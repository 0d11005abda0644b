// References to arrays that a program has: views of other libraries, layout, address ranges, impossible shapes.
#include "kparity/array.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "kparity/devices.hpp"
#include "kparity/error.hpp"
#include "kparity/transfers.hpp"
#include "support/fake_device.hpp"

namespace foreign {

/// A view of some other library, made known by a function beside it.
struct Grid {
  float* cells;
  int rows, columns;
};

kparity::ArrayRef array_ref(const Grid& grid) {
  return kparity::array_ref(grid.cells, {grid.rows, grid.columns});
}

}  // namespace foreign

namespace kparity {
namespace {

using test::FakeDeviceScope;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

static_assert(ArrayLike<std::vector<double>> && ArrayLike<const std::vector<double>> &&
              ArrayLike<std::span<const int>>);
static_assert(ArrayLike<double[3]> && ArrayLike<double*> && ArrayLike<const double*> && ArrayLike<std::array<bool, 2>>);
static_assert(ArrayLike<Array<float>> && ArrayLike<const Array<float>> && ArrayLike<ArrayRef>);
static_assert(ArrayLike<foreign::Grid>);
static_assert(!ArrayLike<double> && !ArrayLike<void*> && !ArrayLike<std::vector<bool>> && !ArrayLike<double**>);
static_assert(!std::is_copy_constructible_v<Array<double>> && std::is_nothrow_move_constructible_v<Array<double>>);

TEST(ArrayRef, describes_what_a_program_has) {
  std::vector<double> vector(5);
  const std::vector<float> constant(3);
  int c_array[4] = {};
  std::span<const long> span;

  EXPECT_EQ(to_string(array_ref(vector)), "host double[5]");
  EXPECT_EQ(array_ref(vector).data, vector.data());
  EXPECT_FALSE(array_ref(vector).is_const);
  EXPECT_EQ(to_string(array_ref(constant)), "host const float[3]");
  EXPECT_EQ(to_string(array_ref(c_array)), "host int[4]");
  EXPECT_EQ(to_string(array_ref(span)), "host const long[0]");
  EXPECT_EQ(to_string(array_ref(vector.data())), "host double[unknown extent]");
  EXPECT_EQ(to_string(array_ref(constant.data())), "host const float[unknown extent]");
  EXPECT_EQ(to_string(array_ref(vector.data(), {2, 2})), "host double[2][2]");
  EXPECT_EQ(to_string(array_ref(vector.data(), {})), "host double of rank 0");
  EXPECT_EQ(to_string(array_ref(vector.data(), {2, 2}, {1, 2})), "host double[2][2] with strides (1, 2)");
  EXPECT_EQ(to_string(device_pointer(vector.data())), "device double[unknown extent]");
  EXPECT_EQ(to_string(device_pointer(constant.data(), 3)), "device const float[3]");
}

TEST(ArrayRef, a_view_of_another_library_is_found_beside_it) {
  float cells[6] = {};
  const foreign::Grid grid{cells, 2, 3};
  EXPECT_EQ(to_string(array_ref(grid)), "host float[2][3]");
}

TEST(ArrayRef, knows_contiguity) {
  double data[24] = {};
  EXPECT_TRUE(is_contiguous(array_ref(data)));
  EXPECT_TRUE(is_contiguous(array_ref(&data[0])));
  EXPECT_TRUE(is_contiguous(array_ref(data, {2, 3, 4})));
  EXPECT_TRUE(is_contiguous(array_ref(data, {})));
  EXPECT_TRUE(is_contiguous(array_ref(data, {0, 7}, {99, -3})));
  EXPECT_TRUE(is_contiguous(array_ref(data, {3, 1}, {1, 77})));
  EXPECT_FALSE(is_contiguous(array_ref(data, {3, 2}, {1, 3})));
  EXPECT_FALSE(is_contiguous(array_ref(data, {3}, {2})));
  EXPECT_FALSE(is_contiguous(array_ref(data, {3}, {-1})));
  EXPECT_FALSE(is_contiguous(array_ref(data, {3}, {0})));
}

TEST(ArrayRef, address_ranges_cover_all_elements) {
  double data[24] = {};
  const auto base = reinterpret_cast<std::uintptr_t>(&data[0]);
  EXPECT_EQ(address_range(array_ref(data)), (AddressRange{base, base + 192}));
  EXPECT_EQ(address_range(array_ref(&data[23], {24}, {-1})), (AddressRange{base, base + 192}));
  EXPECT_EQ(address_range(array_ref(&data[20], {3, 2}, {-10, 3})), (AddressRange{base, base + 192}));
  EXPECT_EQ(address_range(array_ref(data, {})), (AddressRange{base, base + 8}));
  EXPECT_TRUE(address_range(array_ref(data, {0})).is_empty());

  EXPECT_TRUE(overlap({0, 10}, {9, 12}));
  EXPECT_FALSE(overlap({0, 10}, {10, 12}));
  EXPECT_FALSE(overlap({5, 5}, {0, 10}));
}

TEST(ArrayRef, refuses_impossible_shapes) {
  double data[2] = {};
  EXPECT_THROW(array_ref(data, {-1}), InvalidArgument);
  EXPECT_THROW(array_ref(data, {1LL << 40, 1LL << 40}), InvalidArgument);
  EXPECT_THROW(array_ref(data, {1LL << 61}), InvalidArgument);
  EXPECT_TRUE(is_contiguous(array_ref(data, {1LL << 40, 1LL << 40, 0})));
  EXPECT_TRUE(is_contiguous(array_ref(data, {0, 1LL << 40, 1LL << 40})));
  EXPECT_THROW(array_ref(data, {2, 2}, {1}), InvalidArgument);
  EXPECT_THROW(Shape({1, 1, 1, 1, 1, 1, 1, 1, 1}), InvalidArgument);
  EXPECT_THROW(address_range(array_ref(data, {3}, {1LL << 62})), InvalidArgument);
  EXPECT_THAT([&] { element_count(array_ref(&data[0])); },
              ThrowsMessage<InvalidArgument>(HasSubstr("pass its extent too, as in array_ref(p, n)")));
  EXPECT_THAT([&] { byte_count(device_pointer(&data[0])); },
              ThrowsMessage<InvalidArgument>(HasSubstr("device_pointer(p, n)")));
}

TEST(ArrayRef, gives_typed_access_only_where_it_is_right) {
  std::vector<double> x{1, 2, 3};
  const std::vector<double> constant{1, 2};
  array_ref(x).as<double>()[1] = 5;
  EXPECT_EQ(x[1], 5);
  EXPECT_EQ(array_ref(constant).as<const double>().size(), 2U);
  EXPECT_THROW(array_ref(constant).as<double>(), TypeMismatch);
  EXPECT_THROW(array_ref(x).as<float>(), TypeMismatch);
  EXPECT_THROW(device_pointer(x.data(), 3).as<double>(), TypeMismatch);
  EXPECT_THROW(array_ref(x.data(), {2}, {2}).as<double>(), TypeMismatch);
  EXPECT_THROW(array_ref(x.data()).as<double>(), InvalidArgument);
}

TEST(Array, describes_itself_as_array_ref_describes_its_memory) {
  for (const Shape& shape : {Shape(5), Shape(0), Shape{}, Shape{3, 4}, Shape{2, 0, 7}, Shape{2, 3, 1, 4, 1, 2, 2, 1}}) {
    Array<float> array(shape);
    const ArrayRef own = array.array_ref(), wanted = array_ref(array.data(), shape);
    EXPECT_EQ(own.data, wanted.data);
    EXPECT_EQ(shape_of(own), shape);
    EXPECT_EQ(strides_of(own), strides_of(wanted)) << to_string(wanted);
    EXPECT_FALSE(own.is_const);
    EXPECT_TRUE(std::as_const(array).array_ref().is_const);
  }
}

TEST(Copy, follows_strides_in_both_arrays) {
  std::vector<int> from(12);
  std::iota(from.begin(), from.end(), 0);
  std::vector<int> to(24, -1);
  copy(array_ref(from.data(), {3, 4}), array_ref(to.data(), {3, 4}, {2, 6}));  // every second, columns first
  EXPECT_THAT(to, ElementsAre(0, -1, 4, -1, 8, -1, 1, -1, 5, -1, 9, -1, 2, -1, 6, -1, 10, -1, 3, -1, 7, -1, 11, -1));

  std::vector<int> reversed(12);
  copy(array_ref(&from[11], {2, 6}, {-6, -1}), array_ref(reversed.data(), {2, 6}));
  EXPECT_THAT(reversed, ElementsAre(11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
}

TEST(Copy, an_array_onto_its_own_reverse_is_right) {
  std::vector<int> x{1, 2, 3, 4, 5};
  copy(array_ref(&x[4], {5}, {-1}), array_ref(x));
  EXPECT_THAT(x, ElementsAre(5, 4, 3, 2, 1));
}

TEST(Copy, handles_rank_zero_and_empty_arrays) {
  double a = 3, b = 0;
  copy(array_ref(&a, {}), array_ref(&b, {}));
  EXPECT_EQ(b, 3);
  copy(array_ref(static_cast<double*>(nullptr), {0}), array_ref(&b, {0}));
  EXPECT_EQ(b, 3);
}

TEST(Copy, refuses_what_cannot_be_right) {
  std::vector<double> x(3);
  const std::vector<double> constant(3);
  std::vector<double> y(4);
  EXPECT_THROW(copy(array_ref(x), array_ref(y)), TypeMismatch);
  EXPECT_THROW(copy(array_ref(x), array_ref(constant)), InvalidArgument);
  EXPECT_THROW(copy(array_ref(x), array_ref(y.data())), InvalidArgument);
  EXPECT_THROW(copy(array_ref(static_cast<double*>(nullptr), {3}), array_ref(x)), InvalidArgument);
}

TEST(Copy, converts_between_all_data_types_without_undefined_behaviour) {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> from{-infinity, -1e300, -1.9, -0.0, 0.5, 200.7, 1e300, infinity, NAN};
  std::vector<signed char> small(9);
  copy(array_ref(from), array_ref(small));
  EXPECT_THAT(small, ElementsAre(-128, -128, -1, 0, 0, 127, 127, 127, 0));
  std::vector<unsigned long long> large(9);
  copy(array_ref(from), array_ref(large));
  EXPECT_THAT(large, ElementsAre(0, 0, 0, 0, 0, 200, ~0ULL, ~0ULL, 0));
  std::array<bool, 9> flags{};
  copy(array_ref(from), array_ref(flags));
  EXPECT_THAT(flags, ElementsAre(true, true, true, false, true, true, true, true, true));

  for (int a = 0; a <= static_cast<int>(DType::float64); ++a) {
    for (int b = 0; b <= static_cast<int>(DType::float64); ++b) {
      visit_dtype(static_cast<DType>(a), [&]<class From>(std::type_identity<From>) {
        visit_dtype(static_cast<DType>(b), [&]<class To>(std::type_identity<To>) {
          const std::array<From, 3> source{From(0), From(1), From(1)};
          std::array<To, 3> target{To(1), To(0), To(0)};
          copy(array_ref(source), array_ref(target));
          EXPECT_THAT(target, ElementsAre(To(0), To(1), To(1))) << a << " to " << b;
        });
      });
    }
  }
}

TEST(Array, owns_zeroed_memory_of_any_shape) {
  Array<double> x(Shape{2, 3});
  EXPECT_THAT(x.values(), ElementsAre(0, 0, 0, 0, 0, 0));
  EXPECT_EQ(to_string(x.array_ref()), "host double[2][3]");
  EXPECT_EQ(to_string(std::as_const(x).array_ref()), "host const double[2][3]");
  EXPECT_EQ(Array<int>().size(), 0U);
  EXPECT_EQ(Array<int>(Shape(0)).to_vector().size(), 0U);
  EXPECT_EQ(Array<int>(Shape{}).size(), 1U);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(x.data()) % 64, 0U);
  EXPECT_THROW(Array<int>(Shape(-2)), InvalidArgument);
}

TEST(Array, copies_its_source_and_never_by_accident) {
  std::vector<double> x{1, 2, 3};
  Array<double> a(x);
  x[0] = 9;
  EXPECT_THAT(a.values(), ElementsAre(1, 2, 3));
  Array<double> b(a, Place::host);
  b.values()[0] = 7;
  EXPECT_THAT(a.values(), ElementsAre(1, 2, 3));
  Array<double> moved(std::move(b));
  EXPECT_THAT(moved.values(), ElementsAre(7, 2, 3));
  EXPECT_THROW(Array<float>{x}, TypeMismatch);
  EXPECT_THROW(Array<double>{x.data()}, InvalidArgument);
}

TEST(Array, moves_to_the_device_and_back) {
  FakeDeviceScope fake;
  const std::vector<double> x{1, 2, 3};
  const auto transfers = count_transfers();
  {
    Array<double> dx(x, Place::device);
    EXPECT_EQ(dx.place(), Place::device);
    EXPECT_EQ(dx.device(), 0);
    EXPECT_TRUE(fake->owns(dx.data()));
    EXPECT_THROW(dx.values(), TypeMismatch);
    EXPECT_THAT(dx.to_vector(), ElementsAre(1, 2, 3));
    Array<double> second(dx, Place::device);
    EXPECT_NE(second.data(), dx.data());
    EXPECT_THAT(second.to_vector(), ElementsAre(1, 2, 3));
    const Array<double> zeros(Shape(4), Place::device);
    EXPECT_THAT(zeros.to_vector(), ElementsAre(0, 0, 0, 0));
    EXPECT_EQ(fake->live_allocations(), 3U);
  }
  EXPECT_EQ(fake->live_allocations(), 0U);
  EXPECT_EQ(transfers->count(TransferKind::to_device), 1U);
  EXPECT_EQ(transfers->count(TransferKind::device_copy), 1U);
  EXPECT_EQ(transfers->count(TransferKind::to_host), 3U);
}

TEST(Array, is_allocated_on_the_current_device) {
  FakeDeviceScope fake(2);
  fake->set_current(1);
  Array<int> x({4, 5}, Place::device);
  fake->set_current(0);
  EXPECT_EQ(x.device(), 1);
  EXPECT_THAT(x.to_vector(), ElementsAre(4, 5));
}

TEST(Array, without_a_device_says_why) {
  if (!why_no_device().empty()) {
    EXPECT_THAT([] { Array<double>({1.0}, Place::device); }, ThrowsMessage<RuntimeFailure>(HasSubstr(why_no_device())));
    EXPECT_EQ(device_count(), 0);
    EXPECT_THAT([] { device_name(0); }, ThrowsMessage<InvalidArgument>(HasSubstr(why_no_device())));
  }
}

/// Every pair of a source and a target layout must carry the same elements, wherever the two are.
TEST(Copy, any_layout_to_any_layout_between_all_places) {
  struct Layout {
    const char* name;
    Shape strides;
    std::int64_t offset, storage;
  };
  const Shape shape{2, 3, 4};
  const std::vector<Layout> layouts{{"rows", {12, 4, 1}, 0, 24},  {"columns", {1, 2, 6}, 0, 24},
                                    {"gaps", {40, 10, 2}, 1, 80}, {"backwards", {-12, -4, -1}, 23, 24},
                                    {"mixed", {1, -2, 6}, 4, 24}, {"padded rows", {15, 5, 1}, 0, 30}};
  FakeDeviceScope fake(2);
  for (const Layout& a : layouts) {
    for (const Layout& b : layouts) {
      for (int places = 0; places < 9; ++places) {
        const int from_device = places % 3 - 1, to_device = places / 3 - 1;  // -1 is the host
        const auto storage = [&](const Layout& layout, int device) {
          fake->set_current(std::max(device, 0));
          std::vector<int> fill(static_cast<std::size_t>(layout.storage), -7);
          return Array<int>(fill, device < 0 ? Place::host : Place::device);
        };
        const auto view = [&](Array<int>& array, const Layout& layout) {
          return kparity::array_ref(array.data() + layout.offset, shape, layout.strides, array.place(), array.device());
        };
        Array<int> from = storage(a, from_device), to = storage(b, to_device);
        std::vector<int> numbers(24), result(24);
        std::iota(numbers.begin(), numbers.end(), 100);
        copy(array_ref(numbers.data(), shape), view(from, a));
        copy(view(from, a), view(to, b));
        copy(view(to, b), array_ref(result.data(), shape));
        EXPECT_EQ(result, numbers) << a.name << " to " << b.name << " devices " << from_device << " " << to_device;
        const std::vector<int> all = to.to_vector();
        EXPECT_EQ(std::count(all.begin(), all.end(), -7), b.storage - 24) << "the gaps are left alone";
      }
    }
  }
  EXPECT_EQ(fake->live_allocations(), 0U);
}

}  // namespace
}  // namespace kparity
