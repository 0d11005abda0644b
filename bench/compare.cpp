// Speed of comparing: prints GB/s of agrees() per form beside memcmp over equal arrays, by turns, and the time for a
// small array. Counted are the bytes of both arrays, once; one thread, processor time; the data agree within the bound
// but are not equal bit for bit, except for `exact`.
#include "kparity/compare/compare.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

namespace {

using namespace kparity;

spec::OutputSpec output_of(const std::string& kind, std::vector<spec::Field> fields) {
  spec::OutputSpec output;
  output.name = "y";
  output.tolerance.form = {kind, std::move(fields), {}};
  return output;
}

/// Processor time of this thread, which other programs on the machine do not lengthen by much.
double seconds_now() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Seconds per call of `work`, in the fastest of `rounds` rounds of `repeats` calls.
template <class Work>
double seconds_of(int rounds, int repeats, const Work& work) {
  double fastest = 1e9;
  for (int round = 0; round < rounds; ++round) {
    const double start = seconds_now();
    for (int repeat = 0; repeat < repeats; ++repeat) work();
    fastest = std::min(fastest, (seconds_now() - start) / repeats);
  }
  return fastest;
}

template <class T>
void must_agree(const spec::OutputSpec& output, const std::vector<T>& expected, const std::vector<T>& actual) {
  const std::vector<std::int64_t> shape{static_cast<std::int64_t>(expected.size())};
  double used = 0;
  if (!compare::agrees(output, dtype_of<T>, shape, std::as_bytes(std::span(expected)), std::as_bytes(std::span(actual)),
                       used))
    std::printf("unexpected: %s does not agree\n", output.tolerance.form.kind.c_str());
}

/// Keeps a compiler from dropping a call whose answer nobody needs.
volatile int sink = 0;

template <class T>
std::vector<T> data(std::size_t count, T factor) {
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = factor * (T(1) + T(i % 1000));
  return values;
}

template <class T>
void measure(const char* type, const spec::OutputSpec& output, T factor) {
  constexpr std::size_t many = 10'000'000, few = 500;
  const auto expected = data<T>(many, T(1)), same = expected, actual = data<T>(many, factor);
  double large = 1e9, plain = 1e9;
  for (int turn = 0; turn < 9; ++turn) {
    large = std::min(large, seconds_of(1, 1, [&] { must_agree(output, expected, actual); }));
    plain =
        std::min(plain, seconds_of(1, 1, [&] { sink = std::memcmp(expected.data(), same.data(), many * sizeof(T)); }));
  }
  const std::vector<T> small_expected(expected.begin(), expected.begin() + few);
  const std::vector<T> small_actual(actual.begin(), actual.begin() + few);
  const double small = seconds_of(200, 100, [&] { must_agree(output, small_expected, small_actual); });
  const double gigabytes = 2.0 * many * sizeof(T) / 1e9;
  std::printf("%-9s %-7s n = 10^7: %6.2f GB/s (memcmp %6.2f, %4.1f times as fast)   n = 500: %7.1f ns\n",
              output.tolerance.form.kind.c_str(), type, gigabytes / large, gigabytes / plain, large / plain,
              small * 1e9);
}

spec::Field number(const char* name, double value) {
  return {name, spec::Real(value), {}};
}

template <class T>
void measure_floating(const char* type, T factor) {
  measure<T>(type, output_of("exact", {}), T(1));
  measure<T>(type, output_of("ulp", {number("ulp", 4)}), factor);
  measure<T>(type, output_of("relative", {number("rel", 1e-6), number("abs", 1e-12)}), factor);
  spec::OutputSpec norm = output_of("norm", {{"norm", std::string("l2_rel"), {}}, number("max", 1e-6)});
  norm.tolerance.elementwise = output_of("relative", {number("rel", 1e-6)}).tolerance.form;
  measure<T>(type, norm, factor);
}

}  // namespace

int main() {
  measure_floating<double>("double", 1.0 + 2e-16);
  measure_floating<float>("float", 1.0f + 1e-7f);
  measure<int>("int", output_of("exact", {}), 1);
}
