// Speed of case generation: filling arrays in GB/s, drawing descriptors per second, small cases in microseconds.
// Processor time of one core. kparity_bench_generate [elements] (default 10 million).
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "kparity/generate/generate.hpp"

namespace {

using namespace kparity;

spec::Field real(std::string name, double value) {
  return {std::move(name), spec::Real(value), {}};
}
spec::Field whole(std::string name, std::string text) {
  return {std::move(name), Expression(std::move(text)), {}};
}

struct Array {
  std::string name;
  DType dtype;
  spec::KindUse generate;
};

/// void kernel(int n, double a, arrays...), all arrays of n elements.
spec::KernelSpec spec_of(const std::vector<Array>& arrays) {
  spec::KernelSpec spec;
  spec.kernel = "kernel";
  Signature signature;
  const auto add = [&](const std::string& name, DType dtype, spec::KindUse generate, std::vector<Expression> shape) {
    Parameter parameter;
    parameter.name = name;
    parameter.dtype = dtype;
    parameter.kind = shape.empty() ? ParameterKind::scalar : ParameterKind::pointer;
    spec::InputSpec input;
    input.name = name;
    input.path = {signature.parameters.size(), std::nullopt};
    input.generate = std::move(generate);
    input.shape = std::move(shape);
    signature.parameters.push_back(parameter);
    spec.inputs.push_back(std::move(input));
  };
  add("n", DType::int32, {"integer", {whole("min", "0"), whole("max", "100000000")}, {}}, {});
  add("a", DType::float64, {"uniform", {real("min", -10), real("max", 10)}, {}}, {});
  for (const auto& array : arrays) add(array.name, array.dtype, array.generate, {Expression("n")});
  spec.instantiations = {signature};
  spec.launch.threads = {Expression("n")};
  return spec;
}

generate::Case case_of(std::int64_t n, std::uint64_t seed) {
  return {0, "realistic", seed, {{DType::int32, static_cast<std::uint64_t>(n)}, {DType::float64, 0}}};
}

/// Seconds of processor time of the fastest of several runs, each of `repeats` calls; per call. Other programs do not
/// count.
template <class F>
double seconds_per_call(int repeats, F call) {
  double best = 1e30;
  for (int run = 0; run < 5; ++run) {
    const std::clock_t start = std::clock();
    for (int i = 0; i < repeats; ++i) call(run * repeats + i);
    best = std::min(best, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / repeats);
  }
  return best;
}

void print_fill_speeds(std::int64_t n) {
  const std::vector<Array> arrays = {
      {"uniform", DType::float64, {"uniform", {real("min", -1), real("max", 1)}, {}}},
      {"uniform", DType::float32, {"uniform", {real("min", -1), real("max", 1)}, {}}},
      {"integer", DType::int32, {"integer", {whole("min", "-1000"), whole("max", "1000")}, {}}},
      {"integer", DType::int64, {"integer", {whole("min", "-1000"), whole("max", "1000")}, {}}},
      {"indices", DType::int32, {"indices", {whole("below", "n")}, {}}},
      {"boolean", DType::boolean, {"boolean", {}, {}}},
      {"normal", DType::float64, {"normal", {}, {}}},
      {"log_uniform", DType::float64, {"log_uniform", {real("min", 1e-3), real("max", 1e3)}, {}}},
      {"sorted", DType::float64, {"sorted", {real("min", 0), real("max", 1)}, {}}},
      {"distinct", DType::int32, {"distinct", {real("min", 0), real("max", 2e9)}, {}}},
      {"offsets", DType::int32, {"offsets", {whole("total", "5*n")}, {}}},
      {"permutation", DType::int32, {"permutation", {}, {}}},
  };
  std::printf("filling %lld elements\n", static_cast<long long>(n));
  std::vector<std::byte> memory(static_cast<std::size_t>(n) * 8);
  for (const auto& array : arrays) {
    const auto spec = spec_of({array});
    const generate::Generator generator(spec);
    const auto plan = generator.plan(case_of(n, 1)).at(0);
    const auto out = std::span(memory).first(plan.elements * size_of(plan.dtype));
    const double seconds =
        seconds_per_call(1, [&](int i) { generator.fill(case_of(n, static_cast<std::uint64_t>(i)), plan, out); });
    std::printf("  %-12s %-10s %7.2f GB/s\n", array.name.c_str(), std::string(c_name(array.dtype)).c_str(),
                static_cast<double>(out.size()) / seconds * 1e-9);
  }
}

void print_small_cases() {
  const spec::KindUse uniform{"uniform", {real("min", -1), real("max", 1)}, {}};
  const auto spec = spec_of({{"x", DType::float64, uniform}, {"y", DType::float64, uniform}});
  const generate::Generator generator(spec);
  std::uint64_t seeds = 0;
  std::printf("small cases, microseconds each\n");
  for (const char* family : {"realistic", "shapes"}) {
    const double seconds = seconds_per_call(
        20000, [&](int i) { seeds += generator.draw(0, family, 1, static_cast<std::uint64_t>(i)).seed; });
    std::printf("  draw %-19s %7.3f\n", family, seconds * 1e6);
  }
  const auto drawn = case_of(500, 5);
  const double planned = seconds_per_call(20000, [&](int) { seeds += generator.plan(drawn).size(); });
  std::printf("  plan                     %7.3f\n", planned * 1e6);
  const auto arrays = generator.plan(drawn);
  std::vector<double> memory(500);
  const double filled = seconds_per_call(20000, [&](int) {
    for (const auto& array : arrays) generator.fill(drawn, array, std::as_writable_bytes(std::span(memory)));
  });
  std::printf("  fill two of 500 doubles  %7.3f\n", filled * 1e6);
  std::printf("(checksum %llx)\n", static_cast<unsigned long long>(seeds));
}

}  // namespace

int main(int argc, char** argv) {
  print_fill_speeds(argc > 1 ? std::atoll(argv[1]) : 10000000);
  print_small_cases();
}
