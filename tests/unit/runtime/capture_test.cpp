// What a captured call leaves in its file, on both sides and by all ways of calling.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "kernels.hpp"
#include "kparity/array.hpp"
#include "kparity/error.hpp"
#include "kparity/launch.hpp"
#include "support/fake_device.hpp"
#include "support/npz_file.hpp"

namespace kparity {
namespace {

namespace fs = std::filesystem;
using test::FakeDeviceScope;
using test::FakeLaunch;
using test::message_from;
using test::read_npz_file;
using testing::HasSubstr;
using Doubles = std::vector<double>;

struct Particles {
  double* x;
  const float* weight;
  int n;
};
template <class V>
void visit_arrays(Particles& p, V&& visit) {
  visit(p.x, p.n);
}
struct Bare {  // without visit_arrays
  double* x;
  int n;
};
void push(Particles p, double dt) {
  for (int i = 0; i < p.n; ++i) p.x[i] += dt * static_cast<double>(p.weight[i]);
}
void bare(Bare p) {
  for (int i = 0; i < p.n; ++i) p.x[i] += 1;
}
void rows(ArrayView<const float, 2> a, double* sums) {
  for (long long i = 0; i < a.shape[0]; ++i)
    for (long long j = 0; j < a.shape[1]; ++j) sums[i] += static_cast<double>(a(i, j));
}

Parameter parameter(std::string name, ParameterKind kind, DType dtype = DType::float64, bool is_const = false) {
  Parameter made;
  made.name = std::move(name);
  made.kind = kind;
  made.dtype = dtype;
  made.is_const = is_const;
  return made;
}
Parameter scalar(std::string name, DType dtype) {
  return parameter(std::move(name), ParameterKind::scalar, dtype);
}
Parameter pointer(std::string name, DType dtype, bool is_const = false) {
  return parameter(std::move(name), ParameterKind::pointer, dtype, is_const);
}
Parameter particles_parameter(std::string name) {
  Parameter particles = parameter(std::move(name), ParameterKind::structure);
  particles.struct_name = "Particles";
  particles.fields = {pointer("x", DType::float64), pointer("weight", DType::float32, true), scalar("n", DType::int32)};
  return particles;
}
template <auto function>
KernelDefinition of_structure(std::string name, Parameter structure) {
  KernelDefinition definition;
  definition.name = name;
  definition.instantiations = {{std::move(name), {std::move(structure)}, ""}};
  definition.hosts = {{"reference", [] { return LoadedHost{{&entry<function>}, {}, nullptr}; }}};
  return definition;
}

class CaptureTest : public testing::Test {
 protected:
  void SetUp() override { fs::remove_all(folder); }
  void TearDown() override { fs::remove_all(folder); }

  static Kernel axpy() {
    KernelOptions options{.cuda = test::some_source(), .shapes = {{"x", {Expression("n")}}, {"y", {Expression("n")}}}};
    options.launch.threads = {Expression("n")};
    return test::axpy_kernel(options);
  }

  const std::string folder = testing::TempDir() + "kparity-capture-" + std::to_string(::getpid());
  const std::string file = folder + "/made/axpy.npz";
};

TEST_F(CaptureTest, the_next_call_writes_its_arguments_as_they_are_before_it_runs) {
  const Kernel kernel = axpy();
  Doubles x{1, 2, 3}, y{4, 5, 6};
  kernel(2.0, x, y, 3);
  kernel.capture(file);
  kernel(2.0, x, y, 3);
  EXPECT_EQ(y, (Doubles{8, 13, 18}));
  const auto entries = read_npz_file(file);
  ASSERT_EQ(entries.size(), 4U);
  EXPECT_EQ(entries.at("a").as<double>(), Doubles{2});
  EXPECT_EQ(entries.at("a").shape(), "()");
  EXPECT_EQ(entries.at("x").as<double>(), (Doubles{1, 2, 3}));
  EXPECT_EQ(entries.at("x").type(), "<f8");
  EXPECT_EQ(entries.at("x").shape(), "(3, )");
  EXPECT_EQ(entries.at("y").as<double>(), (Doubles{6, 9, 12}));
  EXPECT_EQ(entries.at("n").as<int>(), std::vector<int>{3});
  EXPECT_FALSE(fs::exists(file + ".part"));
}

TEST_F(CaptureTest, only_the_next_call_is_written) {
  const Kernel kernel = axpy();
  Doubles x{1}, y{1};
  kernel.capture(file);
  kernel(1.0, x, y, 1);
  fs::remove(file);
  kernel(1.0, x, y, 1);
  EXPECT_FALSE(fs::exists(file));
}

TEST_F(CaptureTest, a_scalar_has_the_type_of_its_parameter) {
  const Kernel kernel = axpy();
  Doubles x{1}, y{1};
  kernel.capture(file);
  kernel(1, x, y, 1L);
  const auto entries = read_npz_file(file);
  EXPECT_EQ(entries.at("a").type(), "<f8");
  EXPECT_EQ(entries.at("n").type(), "<i4");
}

TEST_F(CaptureTest, bare_pointers_have_the_stated_shape) {
  const Kernel kernel = axpy();
  Doubles x{1, 2, 3}, y{4, 5, 6};
  kernel.capture(file);
  kernel(2.0, x.data(), y.data(), 2);
  EXPECT_EQ(read_npz_file(file).at("x").as<double>(), (Doubles{1, 2}));
}

TEST_F(CaptureTest, calls_by_every_way_are_captured) {
  const Kernel kernel = axpy(), copy = kernel;
  const auto typed = kernel.typed<void(double, const double*, double*, int)>();
  const KernelCall chosen = kernel.get_kernel();
  Doubles x{1, 2}, y{3, 4};
  double a = 2;
  const double* px = x.data();
  double* py = y.data();
  int n = 2;
  void* values[]{&a, &px, &py, &n};
  const std::vector<std::function<void()>> ways{
      [&] { kernel(a, x, y, n); }, [&] { copy(a, px, py, n); },  [&] { kernel.with({.block = {32}})(a, x, y, n); },
      [&] { chosen(a, x, y, n); }, [&] { typed(a, px, py, n); }, [&] { kernel.call_erased(0, values); }};
  for (const auto& call : ways) call();  // every way has found its entry once
  for (std::size_t way = 0; way < ways.size(); ++way) {
    kernel.capture(file);
    const Doubles before = y;
    ways[way]();
    ASSERT_TRUE(fs::exists(file)) << way;
    EXPECT_EQ(read_npz_file(file).at("y").as<double>(), before) << way;
    EXPECT_EQ(y[0], before[0] + 2) << way;
    fs::remove(file);
    ways[way]();
    EXPECT_FALSE(fs::exists(file)) << way;
  }
}

TEST_F(CaptureTest, structures_are_written_field_by_field) {
  KernelDefinition definition = of_structure<&push>("push", particles_parameter("p"));
  definition.instantiations[0].parameters.push_back(scalar("dt", DType::float64));
  definition.shapes = {{"p.weight", {Expression("p.n")}}};
  const Kernel kernel(definition);
  Doubles x{1, 2};
  const std::vector<float> weight{3, 4, 5};
  kernel.capture(file);
  kernel(Particles{x.data(), weight.data(), 2}, 0.5);
  const auto entries = read_npz_file(file);
  EXPECT_EQ(entries.size(), 4U);
  EXPECT_EQ(entries.at("p.x").as<double>(), (Doubles{1, 2}));
  EXPECT_EQ(entries.at("p.weight").as<float>(), (std::vector<float>{3, 4}));
  EXPECT_EQ(entries.at("p.n").as<int>(), std::vector<int>{2});
  EXPECT_EQ(entries.at("dt").as<double>(), Doubles{0.5});
}

TEST_F(CaptureTest, strided_views_are_made_contiguous) {
  const Kernel kernel("rows", {host<&rows>()}, {.host = {.parameters = {"a", "sums"}}});
  const std::vector<float> a{1, 2, 3, 4, 5, 6};
  Doubles sums{0, 0};
  kernel.capture(file);
  kernel(array_ref(a.data(), {2, 2}, {3, 1}), sums);
  const auto entries = read_npz_file(file);
  EXPECT_EQ(entries.at("a").shape(), "(2, 2, )");
  EXPECT_EQ(entries.at("a").as<float>(), (std::vector<float>{1, 2, 4, 5}));
  EXPECT_EQ(sums, (Doubles{3, 9}));
}

TEST_F(CaptureTest, what_cannot_be_captured_is_refused_by_name_and_the_kernel_does_not_run) {
  const Kernel no_shapes = test::axpy_kernel();
  Doubles x{1}, y{1};
  no_shapes.capture(file);
  EXPECT_THAT(message_from<InvalidArgument>([&] { no_shapes(1.0, x, y.data(), 1); }),
              testing::StartsWith("kernel 'axpy': cannot capture argument 3 of 4 (double* y): it is a pointer, of "
                                  "which the extent is not known"));
  EXPECT_EQ(y[0], 1);
  EXPECT_FALSE(fs::exists(file));
  no_shapes(1.0, x, y.data(), 1);  // the request is used up
  EXPECT_EQ(y[0], 2);

  const Kernel kernel = axpy();
  kernel.capture(file);
  EXPECT_EQ(message_from<InvalidArgument>([&] { kernel(1.0, x, y, 3); }),
            "kernel 'axpy': cannot capture argument 2 of 4 (const double* x): it has 1 elements, but its shape [n] "
            "has 3");
  kernel.capture(file);
  EXPECT_THAT(message_from<InvalidArgument>([&] { kernel(1.0, nullptr, y, 1); }), HasSubstr("it is null"));
  kernel.capture(file);
  EXPECT_THAT(message_from<InvalidArgument>([&] { kernel(1.0, x, y, -1); }), HasSubstr("negative extent -1"));
  Parameter fields = parameter("p", ParameterKind::structure);
  fields.struct_name = "Bare";
  fields.fields = {pointer("x", DType::float64), scalar("n", DType::int32)};
  const Kernel bare_pointers(of_structure<&bare>("bare", fields));
  bare_pointers.capture(file);
  EXPECT_THAT(message_from<InvalidArgument>([&] { bare_pointers(Bare{x.data(), 1}); }), HasSubstr("field p.x"));

  const Kernel opaque("push", {host<&push>()}, {.host = {.parameters = {"p", "dt"}}});
  opaque.capture(file);
  EXPECT_THAT(message_from<InvalidArgument>([&] {
                opaque(Particles{x.data(), nullptr, 1}, 1.0);
              }),
              HasSubstr("whose fields are not known"));
}

TEST_F(CaptureTest, a_file_that_cannot_be_written_is_a_failure_of_the_call) {
  const Kernel kernel = axpy();
  Doubles x{1}, y{1};
  kernel.capture("/proc/nowhere/axpy.npz");
  EXPECT_THAT(message_from<RuntimeFailure>([&] { kernel(1.0, x, y, 1); }),
              HasSubstr("cannot write '/proc/nowhere/axpy.npz'"));
}

TEST_F(CaptureTest, device_arrays_come_back_first) {
  FakeDeviceScope fake;
  const BackendScope cuda{Backend::cuda};
  fake->add_kernel("axpy", [](const FakeLaunch& launch) { launch.argument<double*>(2)[0] = 7; });
  const Kernel kernel = axpy();
  const Array<double> x{{1, 2}, Place::device};
  Array<double> y{{3, 4}, Place::device};
  kernel.capture(file);
  kernel(2.0, x, y, 2);
  EXPECT_EQ(read_npz_file(file).at("y").as<double>(), (Doubles{3, 4}));
  EXPECT_EQ(y.to_vector(), (Doubles{7, 4}));

  kernel.capture(file);
  kernel(2.0, device_pointer(x.data()), device_pointer(y.data()), 1);
  EXPECT_EQ(read_npz_file(file).at("y").as<double>(), Doubles{7});

  kernel.capture(file);
  kernel.typed<void(double, const double*, double*, int)>()(2.0, x.data(), y.data(), 2);
  EXPECT_EQ(read_npz_file(file).at("x").as<double>(), (Doubles{1, 2}));
}

TEST_F(CaptureTest, arguments_of_a_host_kernel_that_stands_in_come_back_from_the_device) {
  FakeDeviceScope fake;
  const BackendScope cuda{Backend::cuda};
  const test::CollectedWarnings warnings;
  const Kernel kernel = test::axpy_kernel({.missing_cuda = MissingCudaPolicy::fallback});
  const Array<double> x{{1, 2}, Place::device};
  Array<double> y{{3, 4}, Place::device};
  kernel.capture(file);
  kernel(2.0, x, y, 2);
  EXPECT_EQ(read_npz_file(file).at("y").as<double>(), (Doubles{3, 4}));
  EXPECT_EQ(y.to_vector(), (Doubles{5, 8}));
}

}  // namespace
}  // namespace kparity
