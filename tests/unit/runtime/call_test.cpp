// What calls on the host accept, convert and refuse.
#include <gtest/gtest.h>

#include <array>
#include <list>
#include <span>

#include "kernels.hpp"
#include "kparity/array.hpp"
#include "kparity/error.hpp"

namespace kparity {
namespace {

using test::axpy_kernel;
using test::message_from;

void fill(double a, double* y, int n) {
  for (int i = 0; i < n; ++i) y[i] = a;
}

template <class T>
void store(T value, T* out) {
  *out = value;
}

template <class T>
T stored(auto value) {
  const Kernel kernel("store", {host<&store<T>>()}, {.host = {.parameters = {"value", "out"}}});
  T out{};
  kernel(value, &out);
  return out;
}

template <class E, class T>
std::string refused(auto value) {
  return message_from<E>([&] { stored<T>(value); });
}

// ---- arrays --------------------------------------------------------------------------------------------------------

TEST(Call, takes_ranges_spans_arrays_and_pointers) {
  const Kernel axpy = axpy_kernel();
  const std::vector<double> x{1, 2, 3};
  const std::array<double, 3> fixed{1, 2, 3};
  const double plain[3] = {1, 2, 3};
  std::vector<double> y(3);
  axpy(2.0, x, y, 3);
  axpy(2.0, fixed, std::span<double>(y), 3);
  axpy(2.0, plain, y.data(), 3);
  axpy(2.0, std::span(x), y, 3);
  axpy(2.0, Array<double>({1, 2, 3}), y, 3);
  axpy(2.0, array_ref(x), array_ref(y), 3);
  axpy(2.0, std::vector<double>{1, 2, 3}, y, 3);
  EXPECT_EQ(y, (std::vector<double>{14, 28, 42}));
}

TEST(Call, case_01_a_launch_size_changes_nothing_on_the_host) {
  KernelOptions options;
  options.cuda = test::some_source();
  const Kernel axpy = axpy_kernel(std::move(options));
  std::vector<double> x{1, 2}, with(2), without(2);
  axpy(2.0, x, without, 2);
  axpy.with({.threads = {2}, .block = {64}, .shared_memory = 16})(2.0, x, with, 2);
  EXPECT_EQ(with, without);
  EXPECT_EQ(with, (std::vector<double>{2, 4}));
}

TEST(Call, launch_options_are_checked_on_the_host_too) {
  const Kernel axpy = axpy_kernel();
  std::vector<double> x(1), y(1);
  EXPECT_THROW(axpy.with({.block = {1025}})(2.0, x, y, 1), InvalidArgument);
  EXPECT_THROW(axpy.with({.threads = {1}, .grid = {1}})(2.0, x, y, 1), TypeMismatch);
  EXPECT_THROW(axpy.with({.threads = {1}, .block = {8, 8}})(2.0, x, y, 1), InvalidArgument);
  EXPECT_NO_THROW(axpy.with({.block = {256}})(2.0, x, y, 1));
}

TEST(Call, a_wrong_element_type_names_kernel_argument_type_and_parameter) {
  const Kernel axpy = axpy_kernel();
  std::vector<float> x(3);
  std::vector<double> y(3);
  EXPECT_EQ(message_from<TypeMismatch>([&] { axpy(2.0, x, y, 3); }),
            "kernel 'axpy': argument 2 of 4 (const double* x) is a host array of float");
}

TEST(Call, a_wrong_count_shows_the_signature) {
  const Kernel axpy = axpy_kernel();
  std::vector<double> x(3);
  EXPECT_EQ(message_from<TypeMismatch>([&] { axpy(2.0, x, 3); }),
            "kernel 'axpy': 3 arguments given, 4 needed: void axpy(double a, const double* x, double* y, int n)");
  EXPECT_THROW(axpy(), TypeMismatch);
  EXPECT_THROW(axpy(1, 2, 3, 4, 5, 6), TypeMismatch);
}

TEST(Call, const_data_is_refused_where_the_kernel_writes) {
  const Kernel axpy = axpy_kernel();
  const std::vector<double> x(3), y(3);
  EXPECT_EQ(
      message_from<TypeMismatch>([&] { axpy(2.0, x, y, 3); }),
      "kernel 'axpy': argument 3 of 4 (double* y) is a host array of const double, which the kernel could write to");
}

TEST(Call, scalars_and_arrays_are_not_mixed_up) {
  const Kernel axpy = axpy_kernel();
  std::vector<double> x(3), y(3);
  EXPECT_EQ(message_from<TypeMismatch>([&] { axpy(x, x, y, 3); }),
            "kernel 'axpy': argument 1 of 4 (double a) is a host array of double");
  EXPECT_EQ(message_from<TypeMismatch>([&] { axpy(2.0, 1.0, y, 3); }),
            "kernel 'axpy': argument 2 of 4 (const double* x) is a double");
}

TEST(Call, strided_arrays_are_refused) {
  const Kernel axpy = axpy_kernel();
  std::vector<double> x(6), y(3);
  const std::string message =
      message_from<TypeMismatch>([&] { axpy(2.0, array_ref(x.data(), Shape(3), Shape(2)), y, 3); });
  EXPECT_NE(message.find("(const double* x) is not contiguous"), std::string::npos) << message;
}

TEST(Call, device_arrays_are_refused_on_the_host) {
  const Kernel axpy = axpy_kernel();
  std::vector<double> x(3), y(3);
  const std::string message = message_from<TypeMismatch>([&] { axpy(2.0, device_pointer(x.data(), 3), y, 3); });
  EXPECT_NE(
      message.find("argument 2 of 4 (const double* x) is a device array of double, but the call runs on the host"),
      std::string::npos)
      << message;
}

TEST(Call, a_null_pointer_fits_any_pointer) {
  EXPECT_NO_THROW(axpy_kernel()(2.0, nullptr, nullptr, 0));
  EXPECT_THROW(axpy_kernel()(nullptr, nullptr, nullptr, 0), TypeMismatch);
}

TEST(Call, what_a_host_kernel_throws_arrives) {
  static const auto thrower = +[](int*) { throw std::range_error("inside"); };
  KernelDefinition definition =
      test::mark_definition({{"reference", [] {
                                return LoadedHost{{[](void** a) { thrower(*static_cast<int**>(a[0])); }}, {}, nullptr};
                              }}});
  EXPECT_THROW(test::marked_by(Kernel(std::move(definition))), std::range_error);
}

// ---- scalars -------------------------------------------------------------------------------------------------------

TEST(Call, case_54_integers_and_booleans_arrive_exactly) {
  EXPECT_EQ(stored<double>(2), 2.0);
  EXPECT_EQ(stored<int>(10), 10);
  EXPECT_EQ(stored<int>(true), 1);
  EXPECT_EQ(stored<bool>(1), true);
  EXPECT_EQ(stored<float>(-3), -3.0F);
  EXPECT_EQ(stored<double>(1.5F), 1.5);
  EXPECT_EQ(stored<int>('a'), 'a');
}

TEST(Call, case_55_integers_are_judged_by_value_and_doubles_never_become_something_smaller) {
  EXPECT_EQ((refused<TypeMismatch, int>(2.5)), "kernel 'store': argument 1 of 2 (int value) is a double");
  EXPECT_EQ((refused<RangeOverflow, int>(2147483648L)),
            "kernel 'store': argument 1 of 2 (int value) is 2147483648, which does not fit into int");
  EXPECT_EQ(stored<int>(5L), 5);
  EXPECT_EQ(stored<int>(std::size_t{5}), 5);
  EXPECT_EQ((refused<TypeMismatch, float>(1.0)),
            "kernel 'store': argument 1 of 2 (float value) is a double, which would lose digits; convert it yourself");
}

TEST(Call, integers_at_the_ends_of_their_ranges) {
  EXPECT_EQ(stored<int>(-2147483648L), INT32_MIN);
  EXPECT_NE((refused<RangeOverflow, int>(-2147483649L)), "no exception");
  EXPECT_NE((refused<RangeOverflow, unsigned>(-1)), "no exception");
  EXPECT_EQ(stored<unsigned>(4294967295L), UINT32_MAX);
  EXPECT_EQ(stored<unsigned long>(UINT64_MAX), UINT64_MAX);
  EXPECT_NE((refused<RangeOverflow, long>(UINT64_MAX)), "no exception");
  EXPECT_EQ(stored<long long>(INT64_MIN), INT64_MIN);
  EXPECT_NE((refused<RangeOverflow, signed char>(128)), "no exception");
  EXPECT_NE((refused<RangeOverflow, bool>(2)), "no exception");
}

TEST(Call, an_integer_without_exact_floating_value_is_refused) {
  EXPECT_EQ(stored<double>(1L << 53), 9007199254740992.0);
  EXPECT_EQ((refused<RangeOverflow, double>((1L << 53) + 1)),
            "kernel 'store': argument 1 of 2 (double value) is 9007199254740993, which has no exact value in double");
  EXPECT_EQ(stored<double>(INT64_MIN), -9223372036854775808.0);
  EXPECT_NE((refused<RangeOverflow, float>(16777217)), "no exception");
  EXPECT_EQ(stored<float>(16777218), 16777218.0F);
}

// ---- instantiations ------------------------------------------------------------------------------------------------

Kernel scale_kernel() {
  return Kernel("scale", {host<&test::scale<float>, &test::scale<double>>()},
                {.host = {.parameters = {"a", "x", "n"}}});
}

TEST(Call, the_argument_types_pick_the_instantiation) {
  std::vector<float> f{1, 2};
  std::vector<double> d{1, 2};
  const Kernel scale = scale_kernel();
  scale(2.0F, f, 2);
  scale(2.0, d, 2);
  scale(3, f, 2);
  EXPECT_EQ(f, (std::vector<float>{6, 12}));
  EXPECT_EQ(d, (std::vector<double>{2, 4}));
}

TEST(Call, a_double_never_becomes_a_float_silently) {
  std::vector<float> f{1, 2};
  const std::string message = message_from<TypeMismatch>([&] { scale_kernel()(2.0, f, 2); });
  EXPECT_NE(message.find("(float a) is a double, which would lose digits"), std::string::npos) << message;
  EXPECT_NE(message.find("; the kernel has float, float*, int and double, double*, int"), std::string::npos) << message;
}

TEST(Call, scalars_alone_may_be_ambiguous) {
  static std::array<double, 2> seen{};
  static const auto note_float = +[](void** a) { seen[0] = static_cast<double>(*static_cast<float*>(a[0])); };
  static const auto note_double = +[](void** a) { seen[1] = *static_cast<double*>(a[0]); };
  Parameter a;
  a.name = "a";
  a.dtype = DType::float32;
  Signature of_float{"note", {a}, "T=float"}, of_double = of_float;
  of_double.parameters[0].dtype = DType::float64;
  of_double.types = "T=double";
  KernelDefinition definition;
  definition.name = "note";
  definition.instantiations = {of_float, of_double};
  definition.hosts = {{"reference", [] { return LoadedHost{{note_float, note_double}, {}, nullptr}; }}};
  const Kernel note(std::move(definition));
  note(1.5F);
  note(2.5);
  EXPECT_EQ(seen, (std::array<double, 2>{1.5, 2.5}));
  EXPECT_EQ(message_from<TypeMismatch>([&] { note(1); }),
            "kernel 'note': the arguments fit T=float as well as T=double; pass the scalars with the exact type");
}

TEST(Call, calls_made_again_take_the_same_instantiation_and_are_still_checked) {
  const Kernel scale = scale_kernel();
  std::vector<float> f{1, 1};
  std::vector<double> d{1, 1};
  const std::vector<double> constant{1, 1};
  for (int i = 0; i < 3; ++i) {
    scale(2.0F, f, 2);
    scale(3.0, d, 2);
    scale(3.0, d.data(), 1);
    EXPECT_THROW(scale(3.0, constant, 2), TypeMismatch);
    EXPECT_THROW(scale(3.0F, d.data(), 3000000000L), RangeOverflow);
    EXPECT_THROW(scale(3.0, f, 2), TypeMismatch);
  }
  EXPECT_EQ(f, (std::vector<float>{8, 8}));
  EXPECT_EQ(d, (std::vector<double>{729, 27}));
}

// ---- structures ----------------------------------------------------------------------------------------------------

struct Field {
  double* values;
  int n;
};
struct Wider {
  double* values;
  long n, m;
};

void fill_field(Field field, double value) {
  fill(value, field.values, field.n);
}

TEST(Call, structures_pass_by_value_if_size_and_alignment_agree) {
  const Kernel kernel("fill_field", {host<&fill_field>()}, {.host = {.parameters = {"field", "value"}}});
  std::vector<double> values(3);
  kernel(Field{values.data(), 3}, 4.0);
  EXPECT_EQ(values, (std::vector<double>{4, 4, 4}));
  kernel(Field{values.data(), 2}, 5.0);
  kernel(Field{values.data(), 1}, 6.0);
  EXPECT_EQ(values, (std::vector<double>{6, 5, 4}));
  const std::string message = message_from<TypeMismatch>([&] { kernel(Wider{values.data(), 3, 3}, 4.0); });
  EXPECT_NE(message.find("argument 1 of 2 ("), std::string::npos) << message;
  EXPECT_NE(message.find("is a structure, 24 bytes, alignment 8; "), std::string::npos) << message;
  EXPECT_NE(message.find("Field has 16 bytes, alignment 8"), std::string::npos) << message;
  EXPECT_THROW(kernel(1.0, 4.0), TypeMismatch);
}

// ---- groups --------------------------------------------------------------------------------------------------------

// Stands for the last two parameters of fill().
struct Buffer {
  std::vector<double> values;
  int host_forms = 0, device_forms = 0;
  auto host_form() {
    ++host_forms;
    return std::tuple<std::vector<double>&, int>(values, static_cast<int>(values.size()));
  }
  auto device_form() {
    ++device_forms;
    return std::tuple(device_pointer(values.data(), 3), 3);
  }
};

// One argument.
struct Factor {
  double value;
  double host_form() const { return value; }
};

struct DeviceOnly {
  auto device_form() const { return 1.0; }
};

TEST(Call, a_group_is_replaced_by_its_host_form) {
  const Kernel kernel("fill", {host<&fill>()}, {.host = {.parameters = {"a", "y", "n"}}});
  Buffer buffer{std::vector<double>(3)};
  kernel(Factor{2.0}, buffer);
  EXPECT_EQ(buffer.values, (std::vector<double>{2, 2, 2}));
  EXPECT_EQ(buffer.host_forms, 1);
  EXPECT_EQ(buffer.device_forms, 0);
  EXPECT_NE(message_from<TypeMismatch>([&] { kernel(DeviceOnly{}, buffer); }).find("no host_form()"),
            std::string::npos);
}

}  // namespace
}  // namespace kparity
