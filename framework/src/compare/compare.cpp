// Walks over two arrays block by block: a block that certainly agrees costs one quick pass, any other is looked at
// element by element. The quick question and the full report share the walk's judge.
#include "kparity/compare/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "arrangement.hpp"
#include "judge.hpp"
#include "kparity/error.hpp"
#include "number_text.hpp"
#include "pattern.hpp"

namespace kparity::compare {

namespace {

using result::Comparison;
using result::Mismatch;

/// Elements times the size of one; empty if it is negative or too large to count.
std::optional<std::uint64_t> product(const std::vector<std::int64_t>& shape, std::uint64_t size_of_one) {
  std::uint64_t count = size_of_one;
  for (const std::int64_t extent : shape)
    if (extent < 0 || __builtin_mul_overflow(count, static_cast<std::uint64_t>(extent), &count)) return std::nullopt;
  return count;
}

std::string size_problem(const std::vector<std::int64_t>& shape, DType dtype, std::size_t expected,
                         std::size_t actual) {
  const auto bytes = product(shape, size_of(dtype));
  if (!bytes) return fmt::format("the shape [{}] has a negative extent or is too large", fmt::join(shape, ", "));
  if (expected == *bytes && actual == *bytes) return "";
  return fmt::format("the shape [{}] needs {} bytes, but the reference gave {} and the implementation {}",
                     fmt::join(shape, ", "), *bytes, expected, actual);
}

/// What a function of the author's says of each element; empty where a rule judges. An element that it does not write
/// about differs.
std::vector<double> shares_of(const spec::OutputSpec& output, const std::vector<std::int64_t>& shape,
                              std::span<const std::byte> expected, std::span<const std::byte> actual,
                              std::uint64_t elements, const Context& context) {
  if (output.tolerance.form.kind != spec::custom_form) return {};
  if (context.custom == nullptr)
    throw InvalidArgument(fmt::format("the function that judges '{}' was not loaded", output.name));
  std::vector<double> shares(elements, std::numeric_limits<double>::quiet_NaN());
  if (elements > 0) (*context.custom)(expected, actual, shape, shares);
  return shares;
}

bool is_difference(Status status) {
  return status == Status::differ || status == Status::explainable;
}

/// Calls `look(first, count)` for the blocks of an array until it answers false.
template <class Look>
bool for_blocks(std::uint64_t elements, const Look& look) {
  for (std::uint64_t first = 0; first < elements; first += block_size)
    if (!look(first, std::min<std::uint64_t>(block_size, elements - first))) return false;
  return true;
}

template <class T>
Measure measure_whole(const Judge& judge, std::span<const std::byte> expected, std::span<const std::byte> actual) {
  if constexpr (std::is_floating_point_v<T>) {
    if (judge.whole())
      return judge.whole()->measure(std::type_identity<T>{}, expected.data(), actual.data(),
                                    expected.size() / sizeof(T));
  }
  return {};
}

// --- the quick question ----------------------------------------------------------------------------------------------

template <class T>
bool all_agree(const Judge& judge, std::uint64_t first, const std::byte* expected, const std::byte* actual,
               std::size_t count, double& used, std::uint64_t& exceptions) {
  for (std::size_t i = 0; i < count; ++i) {
    const Judgement judgement = judge.pair(first + i, load<T>(expected, i), load<T>(actual, i));
    used = std::max(used, judgement.used);
    exceptions += judgement.status == Status::exception ? 1 : 0;
    if (is_difference(judgement.status)) return false;
  }
  return true;
}

template <class T>
bool agrees_as(const Judge& judge, std::span<const std::byte> expected, std::span<const std::byte> actual,
               double& used) {
  std::uint64_t exceptions = 0;
  const bool elements_agree = for_blocks(expected.size() / sizeof(T), [&](std::uint64_t first, std::uint64_t count) {
    const std::byte* e = expected.data() + first * sizeof(T);
    const std::byte* a = actual.data() + first * sizeof(T);
    const double share = judge.quick_share<T>(first, e, a, count, std::min(used, 1.0));
    if (share > 1) return all_agree<T>(judge, first, e, a, count, used, exceptions);
    used = std::max(used, share);
    return true;
  });
  const double share = judge.share_of(exceptions, expected.size() / sizeof(T));
  used = std::max(used, share);
  if (share > 1) return false;
  if (!elements_agree || !judge.whole()) return elements_agree;
  const Measure whole = measure_whole<T>(judge, expected, actual);
  used = std::max(used, used_of(whole));
  return whole.within();
}

// --- the full report -------------------------------------------------------------------------------------------------

/// A mismatch worth showing, before it is written out.
struct Finding {
  std::uint64_t index = 0;
  Judgement judgement;
};

/// Differences without a number (NaN, infinity) are the worst; then the share of the bound counts, then the difference.
bool is_worse(const Judgement& one, const Judgement& other) {
  const auto size = [](const Judgement& j) {
    return j.note.empty() ? j.measure.amount : std::numeric_limits<double>::infinity();
  };
  if (one.used != other.used) return one.used > other.used;
  return size(one) > size(other);
}

struct Tally {
  std::optional<Finding> first, worst;
  std::uint64_t exceptions = 0;
  std::optional<Finding> first_exception;

  void add(std::uint64_t index, const Judgement& judgement) {
    const Finding finding{index, judgement};
    if (!first) first = finding;
    if (!worst || is_worse(judgement, worst->judgement)) worst = finding;
  }
};

template <class T>
void set_distance(Mismatch& mismatch, T expected, T actual, const Judgement& judgement) {
  mismatch.difference = judgement.measure.amount;
  if constexpr (std::is_floating_point_v<T>) {
    mismatch.difference = std::fabs(static_cast<double>(actual) - static_cast<double>(expected));
    mismatch.ulps =
        is_finite(expected) && is_finite(actual) ? static_cast<double>(steps_between(expected, actual)) : std::nan("");
  }
}

template <class T>
Mismatch written_out(const Subject& subject, const Finding& finding) {
  const std::byte* expected = subject.expected.data() + finding.index * sizeof(T);
  const std::byte* actual = subject.actual.data() + finding.index * sizeof(T);
  Mismatch mismatch;
  mismatch.index = finding.index;
  if (subject.shape.size() > 1) mismatch.position = position_of(finding.index, subject.shape);
  mismatch.expected = decimal_text(subject.dtype, expected);
  mismatch.got = decimal_text(subject.dtype, actual);
  mismatch.expected_bits = bits_text(subject.dtype, expected);
  mismatch.got_bits = bits_text(subject.dtype, actual);
  set_distance(mismatch, load<T>(expected, 0), load<T>(actual, 0), finding.judgement);
  if (finding.judgement.note.empty()) mismatch.bound = subject.judge.bound_text(finding.judgement);
  mismatch.used = finding.judgement.used;
  mismatch.note = note_of(subject, finding.index);
  if (mismatch.note.empty()) mismatch.note = finding.judgement.note;
  return mismatch;
}

template <class T>
void look_at_each(const Subject& subject, std::uint64_t first, std::uint64_t count, Comparison& comparison,
                  Tally& tally, PatternFinder& pattern) {
  for (std::uint64_t i = first; i < first + count; ++i) {
    const Judgement judgement =
        subject.judge.pair(i, load<T>(subject.expected.data(), i), load<T>(subject.actual.data(), i));
    if (judgement.status != Status::not_compared) ++comparison.compared;
    comparison.used = std::max(comparison.used, judgement.used);
    if (judgement.status == Status::exception) {
      ++tally.exceptions;
      if (!tally.first_exception) tally.first_exception = Finding{i, judgement};
    }
    if (!is_difference(judgement.status)) continue;
    ++comparison.mismatches;
    comparison.explainable += judgement.status == Status::explainable ? 1 : 0;
    tally.add(i, judgement);
    pattern.add(i);
  }
}

/// The element to show where only the whole is wrong: the one with the largest difference.
template <class T>
Finding most_different(const Subject& subject) {
  Finding most;
  for (std::uint64_t i = 0; i < subject.elements; ++i) {
    const Judgement judgement =
        subject.judge.pair(i, load<T>(subject.expected.data(), i), load<T>(subject.actual.data(), i));
    if constexpr (std::is_floating_point_v<T>) {
      const double difference = std::fabs(static_cast<double>(load<T>(subject.actual.data(), i)) -
                                          static_cast<double>(load<T>(subject.expected.data(), i)));
      if (judgement.status == Status::agree && difference > most.judgement.measure.amount) {
        most = {i, judgement};
        most.judgement.measure.amount = difference;
      }
    }
  }
  return most;
}

void judge_exceptions(const Subject& subject, Comparison& comparison, Tally& tally) {
  comparison.used = std::max(comparison.used, subject.judge.share_of(tally.exceptions, subject.elements));
  const std::string excess = subject.judge.excess_of(tally.exceptions, subject.elements);
  if (excess.empty()) return;
  comparison.whole = excess;
  if (!tally.first) tally.first = tally.first_exception;
}

template <class T>
void judge_whole(const Subject& subject, Comparison& comparison, Tally& tally) {
  if (!subject.judge.whole()) return;
  const Measure whole = measure_whole<T>(subject.judge, subject.expected, subject.actual);
  comparison.used = std::max(comparison.used, used_of(whole));
  if (whole.within()) return;
  comparison.whole = subject.judge.whole()->excess_text(whole);
  if (!tally.worst) tally.worst = most_different<T>(subject);
}

template <class T>
void compare_as(const Subject& subject, Comparison& comparison) {
  Tally tally;
  PatternFinder pattern(subject);
  for_blocks(subject.elements, [&](std::uint64_t first, std::uint64_t count) {
    const double share =
        subject.judge.quick_share<T>(first, subject.expected.data() + first * sizeof(T),
                                     subject.actual.data() + first * sizeof(T), count, std::min(comparison.used, 1.0));
    if (share > 1) {
      look_at_each<T>(subject, first, count, comparison, tally, pattern);
    } else {
      comparison.compared += count;
      comparison.used = std::max(comparison.used, share);
    }
    return true;
  });
  judge_exceptions(subject, comparison, tally);
  judge_whole<T>(subject, comparison, tally);
  if (tally.first) comparison.first = written_out<T>(subject, *tally.first);
  if (tally.worst) comparison.worst = written_out<T>(subject, *tally.worst);
  comparison.pattern = pattern.text();
  if (comparison.agrees() || subject.elements > Comparison::shown_whole) return;
  comparison.all_expected = element_texts(subject.dtype, subject.expected);
  comparison.all_got = element_texts(subject.dtype, subject.actual);
}

void judge_as_it_is(const Subject& subject, Comparison& comparison) {
  visit_storage(subject.dtype, [&]<class T>(std::type_identity<T>) { compare_as<T>(subject, comparison); });
}

// --- outputs that are arranged first ---------------------------------------------------------------------------------

/// Two arranged arrays with what it takes to judge them as they are.
struct Rearranged {
  Arranged arranged;
  spec::OutputSpec output;  // with the tolerance that holds for them
  Derived derived;
  Context context;

  Rearranged(const spec::OutputSpec& original, DType dtype, std::uint64_t elements, std::span<const std::byte> expected,
             std::span<const std::byte> actual, const Context& given)
      : arranged(arrange(original, dtype, elements, expected, actual, given)), output(original) {
    if (arranged.exactly) output.tolerance = {.form = {"exact", {}, {}}, .elementwise = {}, .within = {}, .reason = ""};
    context.values = given.values;
    context.inputs = given.inputs;
    context.outputs = given.outputs;
    if (given.derived == nullptr) return;
    derived = {arranged.allowances, given.derived->origin, given.derived->close_decisions};
    if (!arranged.allowances.empty()) context.derived = &derived;
  }
  Rearranged(const Rearranged&) = delete;

  Judge judge() const { return {output, {context, arranged.dtype, arranged.expected}}; }
};

/// What other arrays hold at an index says nothing about the arranged one.
Context without_arrays(Context context) {
  context.inputs.clear();
  context.outputs.clear();
  return context;
}

void put_back(const Arranged& arranged, const std::vector<std::int64_t>& shape, std::optional<Mismatch>& mismatch) {
  if (!mismatch) return;
  if (!arranged.keeps_places) {
    if (mismatch->note.empty()) mismatch->note = "in ascending order";
    return;
  }
  mismatch->index = arranged.defined[mismatch->index];
  if (shape.size() > 1) mismatch->position = position_of(mismatch->index, shape);
}

void compare_arranged(const Rearranged& made, Comparison& comparison) {
  const Arranged& arranged = made.arranged;
  const Judge judge = made.judge();
  comparison.rule = made.output.comparison.kind == spec::elementwise
                        ? judge.text()
                        : made.output.comparison.kind + ", " + judge.text();
  comparison.whole = arranged.fault;
  if (!arranged.fault.empty()) return;
  const std::vector<std::int64_t> shape{static_cast<std::int64_t>(arranged.elements())};
  const Context context = without_arrays(made.context);
  const Subject subject{arranged.dtype, shape, arranged.elements(), arranged.expected, arranged.actual, judge, context};
  judge_as_it_is(subject, comparison);
  put_back(arranged, comparison.shape, comparison.first);
  put_back(arranged, comparison.shape, comparison.worst);
}

}  // namespace

Comparison compare(const spec::OutputSpec& output, DType dtype, const std::vector<std::int64_t>& shape,
                   std::span<const std::byte> expected, std::span<const std::byte> actual, const Context& context) {
  Comparison comparison;
  comparison.output = output.name;
  comparison.shape = shape;
  comparison.elements = product(shape, 1).value_or(0);
  comparison.whole = size_problem(shape, dtype, expected.size(), actual.size());
  if (!comparison.whole.empty()) return comparison;
  if (!is_judged_as_it_is(output)) {
    compare_arranged({output, dtype, comparison.elements, expected, actual, context}, comparison);
    return comparison;
  }
  const auto shares = shares_of(output, shape, expected, actual, comparison.elements, context);
  const Judge judge(output, {context, dtype, expected, shares});
  comparison.rule = judge.text();
  judge_as_it_is({dtype, shape, comparison.elements, expected, actual, judge, context}, comparison);
  return comparison;
}

std::string rule_text(const spec::OutputSpec& output, bool floating) {
  const std::string order = output.comparison.kind == spec::elementwise ? "" : output.comparison.kind + ", ";
  if (floating && output.tolerance.form.kind == spec::auto_form) return order + std::string(spec::auto_form);
  const Context none;
  return order + text_of(output, floating, {none, floating ? DType::float64 : DType::int32, {}});
}

bool agrees_on_branches(const spec::OutputSpec& output, DType dtype, std::span<const std::byte> expected,
                        std::span<const std::byte> actual, const Context& context) {
  struct Side {
    Derived derived;
    Context context;
    std::span<const std::byte> values;
    std::unique_ptr<Judge> judge;
  };
  std::vector<std::unique_ptr<Side>> sides;
  const auto add = [&](std::span<const std::byte> values, std::span<const Allowance> allowances) {
    auto side = std::make_unique<Side>(Side{{allowances, context.derived->origin, 0}, context, values, nullptr});
    side->context.derived = &side->derived;
    side->judge = std::make_unique<Judge>(output, Occasion{side->context, dtype, values});
    sides.push_back(std::move(side));
  };
  add(expected, context.derived->allowances);
  for (const Branch& branch : context.derived->branches) add(branch.values, branch.allowances);
  return visit_storage(dtype, [&]<class T>(std::type_identity<T>) {
    for (std::size_t i = 0; i < actual.size() / sizeof(T); ++i) {
      const T got = load<T>(actual.data(), i);
      const auto takes = [&](const std::unique_ptr<Side>& side) {
        return side->judge->pair(i, load<T>(side->values.data(), i), got).status != Status::differ;
      };
      if (std::ranges::none_of(sides, takes)) return false;
    }
    return true;
  });
}

std::vector<double> rooms(const spec::OutputSpec& output, DType dtype, std::span<const std::byte> values,
                          const Context& context) {
  std::vector<double> all(values.size() / size_of(dtype));
  const Judge judge(output, {context, dtype, values});
  const auto fill = [&]<class T>(T) {
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = judge.room(i, load<T>(values.data(), i));
  };
  if (dtype == DType::float32) fill(0.F);
  if (dtype == DType::float64) fill(0.);
  return all;
}

bool agrees(const spec::OutputSpec& output, DType dtype, const std::vector<std::int64_t>& shape,
            std::span<const std::byte> expected, std::span<const std::byte> actual, double& used,
            const Context& context) {
  used = 0;
  const auto bytes = product(shape, size_of(dtype));
  if (expected.size() != bytes || actual.size() != bytes) return false;
  if (!is_judged_as_it_is(output)) {
    const Rearranged made(output, dtype, *product(shape, 1), expected, actual, context);
    if (!made.arranged.fault.empty()) return false;
    const Judge judge = made.judge();
    return visit_storage(made.arranged.dtype, [&]<class T>(std::type_identity<T>) {
      return agrees_as<T>(judge, made.arranged.expected, made.arranged.actual, used);
    });
  }
  const auto shares = shares_of(output, shape, expected, actual, *product(shape, 1), context);
  const Judge judge(output, {context, dtype, expected, shares});
  return visit_storage(dtype,
                       [&]<class T>(std::type_identity<T>) { return agrees_as<T>(judge, expected, actual, used); });
}

std::vector<std::string> element_texts(DType dtype, std::span<const std::byte> elements) {
  std::vector<std::string> texts;
  for (std::size_t at = 0; at < elements.size(); at += size_of(dtype))
    texts.push_back(decimal_text(dtype, elements.data() + at));
  return texts;
}

}  // namespace kparity::compare
