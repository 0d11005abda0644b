// The process is the unit and the round the pair: within a round all arms meet the same drift, and the null arm, which
// is the base once more, shows what differences the machine makes by itself.
#include "kparity/bench/against.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "random.hpp"
#include "statistics.hpp"

namespace kparity::bench {

namespace {

using result::Change;
using result::ChangeVerdict;

constexpr double controls_agree_within = 0.03;
constexpr double wanted_agreement = 0.8;  // of rounds, in sign
constexpr double spreads_of_the_floor = 3;
constexpr double median_efficiency = 1.2533;  // the standard error of a median over that of a mean
constexpr double to_sigma = 1.4826;           // the median absolute deviation of a normal distribution

/// One row over the rounds of a stage: logarithms of head and of null over base, the machine's drift taken out.
struct Paired {
  std::vector<double> head, null, base_seconds, head_seconds;
};
using Stage = std::map<std::string, Paired>;

struct Round {
  ArmTimes base, head, null;
  ArmTimes& of(Arm arm) { return arm == Arm::base ? base : arm == Arm::head ? head : null; }
};

/// One of the six orders of the arms.
std::array<Arm, 3> order_of(std::uint64_t seed, std::size_t round) {
  std::array<Arm, 3> order{Arm::base, Arm::head, Arm::null};
  const auto which = random_below(seed, round, 6);
  for (std::uint64_t i = 0; i < which; ++i) std::next_permutation(order.begin(), order.end());
  return order;
}

/// What the controls say about two arms: the middle of their logarithmic ratios, and how far they are apart.
struct Shift {
  double middle = 0, spread = 0;
};

Shift shift_between(const ArmTimes& from, const ArmTimes& to) {
  std::vector<double> ratios;
  for (const auto& [name, seconds] : from.controls)
    if (const auto other = to.controls.find(name); other != to.controls.end() && seconds > 0 && other->second > 0)
      ratios.push_back(std::log(other->second / seconds));
  if (ratios.empty()) return {};
  const auto [low, high] = std::ranges::minmax(ratios);
  return {median(ratios), high - low};
}

bool controls_agree(const Round& round) {
  return shift_between(round.base, round.head).spread <= controls_agree_within &&
         shift_between(round.base, round.null).spread <= controls_agree_within;
}

void add(const Round& round, Stage& stage) {
  const double head_shift = shift_between(round.base, round.head).middle;
  const double null_shift = shift_between(round.base, round.null).middle;
  for (const auto& [name, base] : round.base.rows) {
    const auto head = round.head.rows.find(name), null = round.null.rows.find(name);
    if (head == round.head.rows.end() || null == round.null.rows.end()) continue;
    if (base <= 0 || head->second <= 0 || null->second <= 0) continue;
    Paired& row = stage[name];
    row.head.push_back(std::log(head->second / base) - head_shift);
    row.null.push_back(std::log(null->second / base) - null_shift);
    row.base_seconds.push_back(base);
    row.head_seconds.push_back(head->second);
  }
}

double spread_of(const std::vector<double>& values) {
  const double middle = median(values);
  std::vector<double> distances;
  for (const double value : values) distances.push_back(std::fabs(value - middle));
  return to_sigma * median(std::move(distances));
}

/// Half of its own, half of all rows: a row of few rounds may look quiet by chance.
double pooled_spread(const Stage& stage) {
  std::vector<double> spreads;
  for (const auto& [name, row] : stage) spreads.push_back(spread_of(row.null));
  return spreads.empty() ? 0 : median(spreads);
}

struct Judged {
  ChangeVerdict verdict = ChangeVerdict::unresolved;
  double middle = 0, floor = 0;
  result::Interval interval{};
  std::size_t agreeing = 0;
};

/// The middle 90 % of the medians of resamples.
result::Interval interval_of(const std::vector<double>& values, std::uint64_t seed) {
  std::vector<double> medians;
  for (std::uint64_t sample = 0; sample < resamplings; ++sample) {
    std::vector<double> drawn;
    for (std::size_t i = 0; i < values.size(); ++i)
      drawn.push_back(values[random_below(seed, sample * values.size() + i, values.size())]);
    medians.push_back(median(std::move(drawn)));
  }
  return {quantile(medians, 0.05), quantile(medians, 0.95)};
}

/// `values` is the head or the null arm of a row.
Judged judge(const std::vector<double>& values, const Paired& row, double pooled, double threshold, double ignore_below,
             std::uint64_t seed) {
  Judged out;
  out.middle = median(values);
  const double spread = (spread_of(row.null) + pooled) / 2;
  out.floor = spreads_of_the_floor * median_efficiency * spread / std::sqrt(static_cast<double>(values.size()));
  out.interval = interval_of(values, seed);
  out.agreeing = static_cast<std::size_t>(
      std::ranges::count_if(values, [&](double value) { return std::signbit(value) == std::signbit(out.middle); }));
  const double base = median(row.base_seconds);
  const double least = std::max(std::log1p(threshold), out.floor);
  const bool is_unanimous = static_cast<double>(out.agreeing) >= wanted_agreement * static_cast<double>(values.size());
  const bool is_large = base * std::fabs(std::expm1(out.middle)) > ignore_below;
  if (std::fabs(out.middle) > least && is_unanimous && is_large) {
    out.verdict = out.middle > 0 ? ChangeVerdict::slower : ChangeVerdict::faster;
  } else if (out.interval.low >= -std::log1p(threshold) && out.interval.high <= std::log1p(threshold)) {
    out.verdict = ChangeVerdict::same;
  }
  return out;
}

bool is_change(ChangeVerdict verdict) {
  return verdict == ChangeVerdict::slower || verdict == ChangeVerdict::faster;
}

/// The parts of "axpy/impl:openmp/what:kernel/n:1000".
void name_parts(const std::string& name, Change& change) {
  change.name = name;
  std::size_t at = 0;
  for (bool is_first = true; at <= name.size(); is_first = false) {
    const std::size_t end = std::min(name.find('/', at), name.size());
    const std::string part = name.substr(at, end - at);
    if (is_first) {
      change.kernel = part;
    } else if (part.starts_with("impl:")) {
      change.implementation = part.substr(5);
    } else if (!part.starts_with("what:")) {
      std::string point = part;
      std::ranges::replace(point, ':', '=');
      change.point += (change.point.empty() ? "" : " ") + point;
    }
    at = end + 1;
  }
}

Change change_of(const std::string& name, const Paired& row, const Judged& judged, double threshold) {
  Change change;
  name_parts(name, change);
  change.verdict = judged.verdict;
  change.base = median(row.base_seconds);
  change.head = median(row.head_seconds);
  change.change = std::expm1(judged.middle);
  change.low = std::expm1(judged.interval.low);
  change.high = std::expm1(judged.interval.high);
  change.threshold = threshold;
  change.visible = std::expm1(std::max(judged.floor, std::log1p(threshold)));
  change.rounds = row.head.size();
  change.agreeing = judged.agreeing;
  return change;
}

/// One comparison from the first round to the verdicts.
class Comparison {
 public:
  Comparison(const std::function<ArmTimes(Arm, const std::vector<std::string>&)>& measure,
             const AgainstOptions& options, const std::function<void(const std::string&)>& told)
      : measure_(measure), options_(options), told_(told) {}

  result::ChangeReport run() {
    const Stage first = stage(options_.rounds, {}, "");
    report_.rounds = options_.rounds;
    const double pooled = pooled_spread(first);
    std::vector<std::string> suspicious;
    for (const auto& [name, row] : first) {
      const Judged judged = judged_head(name, row, pooled);
      if (is_change(judged.verdict)) suspicious.push_back(name);
      changes_[name] = change_of(name, row, judged, options_.threshold(name));
    }
    if (!suspicious.empty()) confirm(suspicious);
    return finish();
  }

 private:
  void tell(const std::string& what) const {
    if (told_) told_(what);
  }

  Judged judged_head(const std::string& name, const Paired& row, double pooled) const {
    return judge(row.head, row, pooled, options_.threshold(name), options_.ignore_below(name), options_.seed);
  }

  Stage stage(std::size_t rounds, const std::vector<std::string>& only, const std::string& word) {
    Stage stage;
    std::size_t done = 0;
    while (done < rounds) {
      tell(fmt::format("{}round {} of {}", word, done + 1, rounds));
      Round round;
      for (const Arm arm : order_of(options_.seed, next_round_++)) round.of(arm) = measure_(arm, only);
      remember_what_is_missing(round);
      // A restless machine is given another chance a few times; after that its noise shows in the null arm.
      if (!controls_agree(round) && report_.repeated_rounds < options_.most_repeated_rounds) {
        ++report_.repeated_rounds;
        continue;
      }
      add(round, stage);
      ++done;
    }
    return stage;
  }

  /// Fresh rounds for what looks changed; only what still does has changed.
  void confirm(const std::vector<std::string>& suspicious) {
    const Stage second = stage(options_.confirming_rounds, suspicious, "confirming, ");
    report_.confirming_rounds = options_.confirming_rounds;
    const double pooled = pooled_spread(second);
    for (const std::string& name : suspicious) {
      const auto found = second.find(name);
      if (found == second.end()) continue;
      const Paired& row = found->second;
      const ChangeVerdict before = changes_[name].verdict;
      const Judged judged = judged_head(name, row, pooled);
      changes_[name] = change_of(name, row, judged, options_.threshold(name));
      if (is_change(judged.verdict) && judged.verdict != before) changes_[name].verdict = ChangeVerdict::unresolved;
      const Judged null =
          judge(row.null, row, pooled, options_.threshold(name), options_.ignore_below(name), options_.seed);
      if (is_change(null.verdict))
        report_.no_verdict =
            fmt::format("the base differs from itself by {:+.1f} % in {}", 100 * std::expm1(null.middle), name);
    }
  }

  void remember_what_is_missing(const Round& round) {
    for (const auto& [name, seconds] : round.base.rows)
      if (!round.head.rows.contains(name)) one_sided_[name] = {ChangeVerdict::gone, seconds};
    for (const auto& [name, seconds] : round.head.rows)
      if (!round.base.rows.contains(name)) one_sided_[name] = {ChangeVerdict::added, seconds};
    for (const auto& [name, reason] : round.head.without_time) reasons_[name] = reason;
  }

  result::ChangeReport finish() {
    for (const auto& [name, side] : one_sided_) {
      if (changes_.contains(name)) continue;
      Change change;
      name_parts(name, change);
      change.verdict = side.first;
      (side.first == ChangeVerdict::gone ? change.base : change.head) = side.second;
      if (const auto reason = reasons_.find(name); reason != reasons_.end()) change.reason = reason->second;
      changes_[name] = change;
    }
    for (auto& [name, change] : changes_) report_.rows.push_back(std::move(change));
    return std::move(report_);
  }

  const std::function<ArmTimes(Arm, const std::vector<std::string>&)>& measure_;
  const AgainstOptions& options_;
  const std::function<void(const std::string&)>& told_;
  std::size_t next_round_ = 0;
  std::map<std::string, Change> changes_;
  std::map<std::string, std::pair<ChangeVerdict, double>> one_sided_;
  std::map<std::string, std::string> reasons_;
  result::ChangeReport report_;
};

}  // namespace

result::ChangeReport against(const std::function<ArmTimes(Arm, const std::vector<std::string>& only)>& measure,
                             const AgainstOptions& asked, const std::function<void(const std::string&)>& told) {
  AgainstOptions options = asked;
  if (!options.threshold) options.threshold = [](const std::string&) { return usual_threshold; };
  if (!options.ignore_below) options.ignore_below = [](const std::string&) { return usual_ignore_below; };
  return Comparison(measure, options, told).run();
}

}  // namespace kparity::bench
