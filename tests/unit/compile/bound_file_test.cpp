// References instantiated with numbers that carry bounds: what they are called with and leave behind, which forms of
// template are taken, and what is said of one that is none.
#include "kparity/compile/bound_file.hpp"

#include <gmock/gmock.h>

#include "kparity/compile/compiler.hpp"
#include "kparity/spec/reader.hpp"
#include "small_kernels.hpp"

namespace kparity::compile {
namespace {

using testing::HasSubstr;

class BoundFile : public testing::Test {
 protected:
  BoundFile() { use_private_cache(); }

  KernelSource axpy(const std::string& source, const std::string& more = "") {
    return axpy_folder(scratch_, {{"axpy_reference.cpp", more + source}});
  }
  std::vector<BoundEntry> open(const KernelSource& source) {
    return open_bounds(compile_bounds(*source.spec), *source.spec);
  }
  std::string failure(const KernelSource& source) {
    try {
      open(source);
      return "compiled";
    } catch (const CompileError& error) {
      return error.what();
    }
  }

  ScratchFolder scratch_;
};

constexpr const char* as_template =
    "template <class T>\nstatic void axpy(T a, const T* x, T* y, int n) {\n"
    "  for (int i = 0; i < n; ++i) y[i] += a * x[i];\n}\n";

/// y += 0.1 x with x = 1/3, y = 1.
struct Call {
  double a = .1;
  std::vector<double> x{1. / 3, 1. / 3}, y{1, 0};
  int n = 2;
  std::vector<Allowance> allowances{2};

  unsigned long long run(BoundEntry entry) {
    const double* px = x.data();
    double* py = y.data();
    void* arguments[] = {&a, &px, &py, &n};
    const long long elements[] = {2, 2};
    Allowance* const targets[] = {nullptr, allowances.data()};
    return entry(arguments, elements, targets, false, 0);
  }
};

TEST_F(BoundFile, leaves_values_and_allowances_behind) {
  Call call;
  EXPECT_EQ(call.run(open(axpy(as_template)).at(0)), 0u);
  EXPECT_EQ(call.y[0], 1 + .1 * (1. / 3));
  EXPECT_EQ(call.y[1], .1 * (1. / 3));
  EXPECT_GT(call.allowances[0].linear, 0x1p-53);
  EXPECT_LT(call.allowances[0].linear, 4 * 0x1p-53);
  EXPECT_GT(call.allowances[1].linear, 0);
  EXPECT_LT(call.allowances[1].linear, call.allowances[0].linear);
}

TEST_F(BoundFile, takes_functions_with_and_without_std) {
  const std::string source =
      "#include <cmath>\n#include <algorithm>\n#include <limits>\n"
      "template <class T>\nstatic T mean(T a, T b) { return (a + b) / 2; }\n"
      "template <class T>\nstatic void axpy(T a, const T* x, T* y, int n) {\n"
      "  using std::floor;\n"
      "  for (int i = 0; i < n; ++i) {\n"
      "    const T whole = floor(x[i]), root = std::sqrt(x[i] + T(1)), power = std::pow(x[i], 2);\n"
      "    T best = std::max(root, std::min(whole, power));\n"
      "    if (std::isnan(best) || best > std::numeric_limits<T>::max()) best = T{};\n"
      "    y[i] = mean(std::fabs(best), std::abs(a)) + static_cast<int>(whole) + fma(a, x[i], std::fma(a, a, a));\n"
      "  }\n}\n";
  Call call;
  EXPECT_EQ(call.run(open(axpy(source)).at(0)), 0u);
  const double x = 1. / 3, a = .1, expected = (std::sqrt(x + 1) + a) / 2 + std::fma(a, x, std::fma(a, a, a));
  EXPECT_NEAR(call.y[0], expected, 1e-15);
  EXPECT_GT(call.allowances[0].linear, 0);
  EXPECT_LT(call.allowances[0].linear, 1e-14);
}

TEST_F(BoundFile, says_why_a_reference_is_not_taken) {
  EXPECT_THAT(failure(axpy(axpy_source())), HasSubstr("carry bounds: it is no template of its floating-point types"));
  const std::string casts =
      "template <class T>\nstatic void axpy(T a, const T* x, T* y, int n) {\n"
      "  double sum = 0;\n  for (int i = 0; i < n; ++i) sum += x[i];\n  y[0] = a * T(sum);\n}\n";
  EXPECT_THAT(failure(axpy(casts)), HasSubstr("axpy_reference.cpp"));
  EXPECT_THAT(failure(axpy(casts)), HasSubstr("axpy_reference.cpp"));  // the second time from the cache
}

TEST_F(BoundFile, counts_decisions_that_are_closer_than_their_bounds) {
  const std::string source =
      "template <class T>\nstatic void axpy(T a, const T* x, T* y, int n) {\n"
      "  for (int i = 0; i < n; ++i) y[i] = x[i] * T(3) < T(1) ? a : -a;\n}\n";
  Call call;
  EXPECT_EQ(call.run(open(axpy(source)).at(0)), 2u);
}

TEST_F(BoundFile, takes_structures_and_every_type) {
  const std::string folder = scratch_.path() + "/move";
  scratch_.write("move/points.hpp", "template <class T>\nstruct Points { T* x; T scale; int n; };\n");
  scratch_.write("move/move_reference.cpp",
                 "#include \"points.hpp\"\ntemplate <class T>\nstatic void move(Points<T> p, const T* by) {\n"
                 "  for (int i = 0; i < p.n; ++i) p.x[i] += p.scale * by[i];\n}\n");
  const auto spec = spec::read_text(
      "kernel: move\nsignature: void move(Points<T> p, const T* by)\ntypes: {T: [float, double]}\n"
      "structs: {Points: {header: points.hpp, fields: [\"T* x\", \"T scale\", \"int n\"]}}\n"
      "inputs:\n  p.n: {generate: integer, role: size}\n"
      "  p.x: {generate: uniform, shape: [p.n]}\n"
      "  p.scale: {generate: uniform}\n  by: {generate: uniform, shape: [p.n]}\n"
      "outputs: {p.x: {}}\nlaunch: {threads: p.n}\n",
      folder + "/move.yaml", small_vocabulary());
  EXPECT_TRUE(has_derived_tolerance(spec));
  const auto entries = open_bounds(compile_bounds(spec), spec);
  ASSERT_EQ(entries.size(), 2u);
  struct Points {
    float* x;
    float scale;
    int n;
  };
  std::vector<float> x{1}, by{.1F};
  Points points{x.data(), .3F, 1};
  const float* pby = by.data();
  void* arguments[] = {&points, &pby};
  const long long elements[] = {1, 1};
  Allowance allowance;
  Allowance* const targets[] = {&allowance, nullptr};
  entries[0](arguments, elements, targets, false, 0);
  EXPECT_EQ(x[0], 1 + .3F * .1F);
  EXPECT_GT(allowance.linear, 0x1p-24);
  EXPECT_LT(allowance.linear, 4 * 0x1p-24);
}

}  // namespace
}  // namespace kparity::compile
