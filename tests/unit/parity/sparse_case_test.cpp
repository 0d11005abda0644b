// The judgement of a case whose arrays are larger than the memory of the machine, with kernels that touch no more of
// them than a test has time for.
#include "sparse_case.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "small_kernels.hpp"

namespace kparity::parity {
namespace {

using result::Verdict;
using testing::HasSubstr;

spec::KernelSpec far_spec() {
  return read_spec(R"(kernel: far
signature: void far(long long n, const signed char* x, signed char* y)
inputs:
  n: {generate: integer, min: 0, max: 5000000000, role: size}
  x: {generate: integer, shape: [n], min: -60, max: 60}
outputs:
  y: {shape: [n]}
)",
                   "far");
}

/// Calls use(i) for what lies around the windows of an array of n bytes.
template <class Use>
void near_the_windows(long long n, Use use) {
  constexpr long long bits31 = 1LL << 31, room = 1LL << 18;
  for (const long long place : {0LL, bits31, 2 * bits31, n / 2, n})
    for (long long i = std::max(0LL, place - room); i < std::min(n, place + room); ++i) use(i);
}

void twice(long long n, const signed char* x, signed char* y) {
  near_the_windows(n, [&](long long i) { y[i] = static_cast<signed char>(2 * x[i]); });
}

void twice_by_32_bits(long long n, const signed char* x, signed char* y) {
  near_the_windows(n, [&](long long i) {
    const auto short_index = static_cast<unsigned>(i);
    y[short_index] = static_cast<signed char>(2 * x[short_index]);
  });
}

void changes_its_input(long long n, const signed char* x, signed char* y) {
  twice(n, x, y);
  const_cast<signed char*>(x)[123456789] += 1;
}

CaseResult judge(Entry tested, const std::string& n) {
  const auto spec = far_spec();
  const LoadedHost reference_host{{entry<&twice>}, {}, nullptr}, host{{tested}, {}, nullptr};
  const auto drawn = generate::parse_token(spec, "far:n=" + n + ",family=sparse,seed=7").drawn;
  return run_sparse_case(spec, drawn, host_subject("reference", reference_host), host_subject("openmp", host), {});
}

TEST(SparseCase, equal_windows_pass_and_count) {
  const CaseResult result = judge(entry<&twice>, "2147487747");
  EXPECT_EQ(result.verdict, Verdict::pass) << result.reason;
  EXPECT_GT(result.compared, 300'000u);
  EXPECT_LT(result.compared, 3'000'000u);
  EXPECT_TRUE(result.rules.at(0).changed);
}

TEST(SparseCase, an_index_of_32_bits_is_enough_up_to_there_and_fails_beyond) {
  EXPECT_EQ(judge(entry<&twice_by_32_bits>, "2147487747").verdict, Verdict::pass);
  const CaseResult result = judge(entry<&twice_by_32_bits>, "4294971395");
  EXPECT_EQ(result.verdict, Verdict::fail);
  ASSERT_EQ(result.comparisons.size(), 1u);
  ASSERT_TRUE(result.comparisons[0].first);
  EXPECT_EQ(result.comparisons[0].first->index, 1ULL << 32);
  EXPECT_EQ(result.comparisons[0].first->note, "poison");
}

TEST(SparseCase, a_changed_input_fails_wherever_it_is) {
  const CaseResult result = judge(entry<&changes_its_input>, "2147487747");
  EXPECT_EQ(result.verdict, Verdict::fail);
  EXPECT_THAT(result.reason, HasSubstr("'openmp' changed its input 'x'"));
}

TEST(SparseCase, without_a_place_for_such_arrays_nothing_is_judged) {
  const auto spec = far_spec();
  const LoadedHost host{{entry<&twice>}, {}, nullptr};
  Subject elsewhere = host_subject("openmp", host);
  elsewhere.run_in_place = nullptr;
  const auto drawn = generate::parse_token(spec, "far:n=2147487747,family=sparse,seed=7").drawn;
  EXPECT_TRUE(run_sparse_case(spec, drawn, host_subject("reference", host), elsewhere, {}).outside);
}

}  // namespace
}  // namespace kparity::parity
