// Counted transfers, nested counts, and places where none is allowed.
#include "kparity/transfers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>
#include <vector>

#include "kparity/array.hpp"
#include "kparity/conversion.hpp"
#include "kparity/error.hpp"
#include "kparity/warning.hpp"
#include "support/fake_device.hpp"

namespace kparity {
namespace {

using test::FakeDeviceScope;
using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::ThrowsMessage;

void record(TransferKind kind, std::optional<std::size_t> bytes = {}, CallSite where = CallSite::current()) {
  record_transfer({.kind = kind, .what = "test", .where = where, .bytes = bytes});
}

TEST(Transfers, case_78_nested_counters_each_see_their_block) {
  TransferCounter outer, inner;
  {
    const auto counting = count_transfers(outer);
    record(TransferKind::to_host, 8);
    {
      const auto also_counting = count_transfers(inner);
      record(TransferKind::to_device, 16);
    }
    record(TransferKind::to_host, 8);
  }
  record(TransferKind::to_host, 8);
  EXPECT_EQ(outer.total(), 3U);
  EXPECT_EQ(inner.total(), 1U);
  EXPECT_EQ(outer.bytes(TransferKind::to_host), 16U);
  EXPECT_EQ(inner.bytes(TransferKind::to_device), 16U);
}

TEST(Transfers, case_78_the_same_counter_in_nested_scopes_counts_once) {
  TransferCounter counter;
  {
    const auto first = count_transfers(counter);
    {
      const auto second = count_transfers(counter);
      record(TransferKind::to_host);
    }
    record(TransferKind::to_host);
  }
  EXPECT_EQ(counter.total(), 2U);
}

TEST(Transfers, case_78_counters_are_removed_after_exceptions) {
  TransferCounter counter;
  try {
    const auto counting = count_transfers(counter);
    record(TransferKind::to_host);
    throw std::runtime_error("stop");
  } catch (const std::runtime_error&) {
  }
  EXPECT_FALSE(transfers_are_counted());
  record(TransferKind::to_host);
  EXPECT_EQ(counter.total(), 1U);
}

TEST(Transfers, scopes_may_end_in_any_order) {
  TransferCounter a, b;
  auto first = std::make_unique<TransferScope>(a);
  auto second = std::make_unique<TransferScope>(b);
  first.reset();
  record(TransferKind::to_host);
  second.reset();
  EXPECT_EQ(a.total(), 0U);
  EXPECT_EQ(b.total(), 1U);
}

TEST(Transfers, events_carry_the_callers_line_and_the_bytes) {
  FakeDeviceScope fake;
  const std::vector<float> x(10);
  const auto transfers = count_transfers();
  const unsigned line = __LINE__ + 1;
  const Array<float> dx(x, Place::device);
  const auto back = dx.to_vector();
  const std::vector<TransferEvent> events = transfers->events();
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].kind, TransferKind::to_device);
  EXPECT_EQ(events[0].bytes, 40U);
  EXPECT_EQ(events[0].where.line, line);
  EXPECT_THAT(events[0].where.file, EndsWith("transfers_test.cpp"));
  EXPECT_TRUE(events[0].blocking);
  EXPECT_FALSE(events[0].implicit);
  EXPECT_EQ(events[1].kind, TransferKind::to_host);
  EXPECT_EQ(events[1].where.line, line + 1);
}

TEST(Transfers, case_80_a_failed_copy_is_no_event) {
  FakeDeviceScope fake;
  Array<double> dx({1, 2, 3}, Place::device);
  std::vector<double> host(3);
  const auto transfers = count_transfers();
  fake->fail_next_copy("the device fell over");
  EXPECT_THROW(copy(array_ref(dx), array_ref(host)), RuntimeFailure);
  EXPECT_EQ(transfers->total(), 0U);
  copy(array_ref(dx), array_ref(host));
  EXPECT_EQ(transfers->total(), 1U);
}

TEST(Transfers, case_80_device_only_conversions_are_device_copies_and_allowed) {
  FakeDeviceScope fake;
  const Array<double> dx({1.5, 2.5}, Place::device);
  const auto transfers = count_transfers();
  assert_no_transfers([&] {
    const KernelArray narrow = as_kernel_array(dx, Place::device, DType::float32);
    EXPECT_EQ(narrow.array_ref().dtype, DType::float32);
  });
  EXPECT_EQ(transfers->count(TransferKind::device_copy), 1U);
  EXPECT_EQ(transfers->bytes(TransferKind::device_copy), 8U);
  EXPECT_EQ(transfers->total(), 1U);
}

TEST(Transfers, host_copies_are_none) {
  std::vector<double> x{1, 2}, y(2);
  const auto transfers = count_transfers();
  copy(array_ref(x), array_ref(y));
  (void)as_kernel_array(x, Place::host, DType::float32);
  EXPECT_EQ(transfers->total(), 0U);
}

TEST(Transfers, syncs_are_no_transfers) {
  const auto transfers = count_transfers();
  record(TransferKind::sync);
  EXPECT_EQ(transfers->total(), 0U);
  EXPECT_EQ(transfers->count(TransferKind::sync), 1U);
  EXPECT_THAT(transfers->report(), HasSubstr("0 transfers and 1 sync"));
}

TEST(Transfers, report_groups_by_kind_and_line) {
  const auto transfers = count_transfers();
  const unsigned line = __LINE__ + 1;
  for (int i = 0; i < 3; ++i) record(TransferKind::to_host, 8);
  record(TransferKind::to_host, 1);
  record(TransferKind::fallback);
  record_transfer({.kind = TransferKind::to_device, .what = "elsewhere", .where = {}, .bytes = 5, .implicit = true});
  const std::string report = transfers->report();
  EXPECT_THAT(report, HasSubstr("6 transfers\n"));
  EXPECT_THAT(report, HasSubstr("3 times, 24 bytes"));
  EXPECT_THAT(report, HasSubstr("transfers_test.cpp:" + std::to_string(line) + "  test\n"));
  EXPECT_THAT(report, HasSubstr("1 time, 1 byte "));
  EXPECT_THAT(report, HasSubstr("(call site not known)  elsewhere (implicit)"));
  EXPECT_EQ(std::count(report.begin(), report.end(), '\n'), 5);
}

TEST(Transfers, are_seen_from_every_thread) {
  const auto transfers = count_transfers();
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([] {
      const auto own = count_transfers();
      for (int k = 0; k < 100; ++k) record(TransferKind::to_host, 1);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(transfers->total(), 400U);
}

TEST(NoTransfers, passes_results_and_exceptions_through) {
  EXPECT_EQ(assert_no_transfers([] { return 3; }), 3);
  int x = 0;
  int& same = assert_no_transfers([&]() -> int& { return x; });
  EXPECT_EQ(&same, &x);
  EXPECT_THROW(assert_no_transfers([] {
                 record(TransferKind::to_host);
                 throw std::logic_error("first");
               }),
               std::logic_error);
}

TEST(NoTransfers, throws_the_report) {
  for (const TransferKind kind :
       {TransferKind::to_host, TransferKind::to_device, TransferKind::kernel_conversion, TransferKind::fallback}) {
    EXPECT_THAT([&] { assert_no_transfers([&] { record(kind, 8); }); },
                ThrowsMessage<TransferViolation>(AllOf(HasSubstr("1 transfer\n"), HasSubstr(std::string(name_of(kind))),
                                                       HasSubstr("transfers_test.cpp:"))));
  }
}

TEST(NoTransfers, forbids_syncs_only_when_asked) {
  EXPECT_NO_THROW(assert_no_transfers([] { record(TransferKind::sync); }));
  EXPECT_THROW(assert_no_transfers([] { record(TransferKind::sync); }, {.forbid_syncs = true}), TransferViolation);
}

TEST(NoTransfers, a_scope_checks_when_told_and_warns_when_not) {
  std::vector<std::string> warnings;
  const WarningScope capture([&](const std::string& message) { warnings.push_back(message); });
  {
    NoTransferScope scope;
    record(TransferKind::to_host);
    EXPECT_THROW(scope.check(), TransferViolation);
  }
  { const NoTransferScope quiet; }
  EXPECT_THAT(warnings, IsEmpty());
  try {
    const NoTransferScope scope;
    record(TransferKind::to_host);
    throw std::runtime_error("something else went wrong");
  } catch (const std::runtime_error&) {
  }
  EXPECT_THAT(warnings, IsEmpty());
  {
    const NoTransferScope forgotten;
    record(TransferKind::to_host);
  }
  EXPECT_THAT(warnings, ElementsAre(HasSubstr("nobody called check()")));
  const WarningScope strict(warnings_as_errors());
  {
    const NoTransferScope forgotten;
    record(TransferKind::to_host);
  }
}

TEST(Budget, within_the_limits_nothing_is_said) {
  std::vector<std::string> warnings;
  const WarningScope capture([&](const std::string& message) { warnings.push_back(message); });
  TransferBudget budget("step", {.count = 2, .bytes = 16, .kinds = {{.kind = TransferKind::to_host, .count = 1}}});
  record(TransferKind::to_host, 8);
  record(TransferKind::sync);
  record(TransferKind::to_device, 8);
  EXPECT_THAT(budget.violations(), IsEmpty());
  budget.check();
  budget.warn_if_exceeded();
  EXPECT_THAT(warnings, IsEmpty());
}

TEST(Budget, names_the_call_site_that_exceeded_each_limit) {
  TransferBudget budget("step", {.count = 2, .kinds = {{.kind = TransferKind::to_host, .bytes = 10}}});
  record(TransferKind::to_host, 8);
  const unsigned line = __LINE__ + 1;
  record(TransferKind::to_host, 8);
  record(TransferKind::to_device, 8);
  const std::string place = "transfers_test.cpp:";
  EXPECT_THAT(budget.violations(),
              ElementsAre(AllOf(HasSubstr("transfers: 3, 2 allowed"), HasSubstr(place + std::to_string(line + 1))),
                          AllOf(HasSubstr("to_host: 16 bytes, 10 allowed"), HasSubstr(place + std::to_string(line)))));
  EXPECT_THAT([&] { budget.check(); },
              ThrowsMessage<TransferViolation>(
                  AllOf(HasSubstr("transfer budget 'step'"), HasSubstr("is exceeded"), HasSubstr("3 transfers\n"))));
}

TEST(Budget, warns_if_nobody_checked_and_counts_what_happens_in_inner_ones) {
  std::vector<std::string> warnings;
  const WarningScope capture([&](const std::string& message) { warnings.push_back(message); });
  {
    const TransferBudget outer("outer", {.count = 0});
    {
      TransferBudget inner("inner", {.count = 1});
      record(TransferKind::to_host, 8);
      inner.check();
    }
  }
  EXPECT_THAT(warnings, ElementsAre(HasSubstr("transfer budget 'outer'")));
  try {
    const TransferBudget budget("thrown", {.count = 0});
    record(TransferKind::to_host);
    throw std::runtime_error("something else went wrong");
  } catch (const std::runtime_error&) {
  }
  EXPECT_EQ(warnings.size(), 1U);
}

TEST(Budget, a_kind_is_limited_once) {
  EXPECT_THROW(
      const TransferBudget budget("x", {.kinds = {{.kind = TransferKind::sync}, {.kind = TransferKind::sync}}}),
      InvalidArgument);
}

}  // namespace
}  // namespace kparity
