// Draws descriptors: sizes by the family, other scalars by their own generator but away from neutral values, and a seed
// for the arrays. All randomness comes from (campaign seed, family, index, name), so a case needs none of those before
// it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "captured_contents.hpp"
#include "family.hpp"
#include "hash.hpp"
#include "listing.hpp"
#include "prepared.hpp"
#include "scalar.hpp"

namespace kparity::generate {

namespace {

constexpr unsigned attempts = 8;

/// Which case is being drawn, and for which time.
struct Request {
  const Prepared& prepared;
  const Family& family;
  std::uint64_t campaign_seed, index;
  unsigned attempt;

  Random random(std::uint64_t purpose) const {
    const std::uint64_t stream = mix(mix(hash_text(family.info.name) ^ purpose) + index) + attempt;
    return Random({.seed = campaign_seed, .argument = stream});
  }
};

/// 10^k for 0 <= k <= 22: exact.
constexpr std::array<double, 23> powers_of_ten = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                  1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/// The value times 10^k; correctly rounded where `value` is a whole number.
double times_power_of_ten(double value, int k) {
  const double power = powers_of_ten[static_cast<std::size_t>(std::abs(k))];
  return k < 0 ? value / power : value * power;
}

/// The value cut to four decimal digits, so that tokens stay short; a binary fraction still has all of its bits.
double cut_decimals(double value) {
  constexpr int digits = 4, most = 18;
  const double magnitude = std::fabs(value);
  if (magnitude < 1e-18 || magnitude >= 1e18) return value;
  int exponent = magnitude < 1 ? -most : 0;  // 10^exponent <= magnitude < 10^(exponent + 1)
  while (magnitude >= times_power_of_ten(1, exponent + 1)) ++exponent;
  const int shift = digits - 1 - exponent;
  const auto whole = static_cast<std::int64_t>(times_power_of_ten(magnitude, shift));
  const double cut = times_power_of_ten(static_cast<double>(whole), -shift);
  return value < 0 ? -cut : cut;
}

ScalarValue shortened(const Range& legal, const ScalarValue& value) {
  if (legal.whole) return value;
  const auto cut = scalar_from_real(value.dtype, cut_decimals(real_of(value)));
  return is_legal(legal, cut) ? cut : value;
}

bool equals_other_size(const Prepared& prepared, const Case& drawn, std::size_t position, std::int64_t value) {
  return std::any_of(prepared.sizes.begin(), prepared.sizes.begin() + static_cast<std::ptrdiff_t>(position),
                     [&](std::size_t i) { return whole_of(drawn.scalars[i]) == value; });
}

std::int64_t draw_size(const Request& request, const Case& drawn, std::size_t scalar, const Range& legal,
                       bool is_large) {
  const auto& prepared = request.prepared;
  const auto place = std::ranges::find(prepared.sizes, scalar);
  SizeRequest size{.low = legal.low,
                   .high = legal.high,
                   .block = prepared.scalars[scalar].block,
                   .elements_in_block = prepared.scalars[scalar].elements_in_block,
                   .constants = prepared.scalars[scalar].constants,
                   .is_pitch = prepared.scalars[scalar].is_pitch,
                   .index = request.index,
                   .position = static_cast<std::size_t>(place - prepared.sizes.begin()),
                   .sizes = prepared.sizes.size(),
                   .attempt = request.attempt,
                   .is_large = is_large};
  Random random = request.random(prepared.scalars[scalar].stream);
  std::int64_t value = request.family.size(size, random);
  for (unsigned i = 0;
       i < attempts && !request.family.equal_sizes && equals_other_size(prepared, drawn, size.position, value); ++i) {
    ++size.attempt;
    value = request.family.size(size, random);
  }
  return value;
}

/// Draws all scalars in the order of dependence; the problem says why it cannot be done.
std::string draw_scalars(const Request& request, Case& drawn, bool is_large) {
  const auto& prepared = request.prepared;
  const Values values = values_of(prepared, drawn);
  for (const std::size_t i : prepared.order) {
    const auto& scalar = prepared.scalars[i];
    const Argument argument = argument_of(*scalar.input, drawn.scalars[i].dtype, values);
    if (auto problem = scalar.kind->why_not(argument, 1); !problem.empty()) {
      return fmt::format("'{}': {}", scalar.input->name, problem);
    }
    const Range legal = scalar.kind->range(argument);
    if (scalar.is_size) {
      drawn.scalars[i] = scalar_from_whole(argument.dtype, draw_size(request, drawn, i, legal, is_large));
    } else {
      Random random = request.random(scalar.stream);
      drawn.scalars[i] = draw_scalar(scalar, argument, legal, random);
      if (request.family.scalar) drawn.scalars[i] = request.family.scalar(legal, drawn.scalars[i], random);
    }
  }
  return {};
}

std::int64_t above_lowest(const Prepared& prepared, const Case& drawn, const Values& values, std::size_t size) {
  const Range legal = range_of(prepared.scalars[size], drawn, values);
  return whole_of(drawn.scalars[size]) - std::max<std::int64_t>(legal.low, std::min<std::int64_t>(legal.high, 0));
}

/// Halves the largest size until all arrays fit the budget, or nothing is left to halve.
void reduce(const Prepared& prepared, Case& drawn, std::uint64_t budget) {
  const Values values = values_of(prepared, drawn);
  while (!measure_all(prepared, drawn, values, budget).problem.empty()) {
    std::size_t largest = prepared.scalars.size();
    std::int64_t most = 0;
    for (const std::size_t i : prepared.sizes) {
      const std::int64_t above = above_lowest(prepared, drawn, values, i);
      if (above <= most) continue;
      most = above;
      largest = i;
    }
    if (most == 0) return;
    auto& size = drawn.scalars[largest];
    size = scalar_from_whole(size.dtype, whole_of(size) - (most + 1) / 2);
    if (!settle(prepared, drawn)) return;
  }
}

/// Draws for the given time; returns what is wrong with the result.
std::string try_to_draw(const Request& request, Case& drawn) {
  try {
    Random random = request.random(0);
    drawn.seed = random.next() >> 32;  // half the digits in a token, and still four thousand million arrays
    const bool is_large = request.family.is_large(random);
    if (auto problem = draw_scalars(request, drawn, is_large); !problem.empty()) return problem;
    reduce(request.prepared, drawn, is_large ? request.family.budget : small_budget);
    return problem_of(request.prepared, drawn, std::max(default_case_limit, request.family.budget));
  } catch (const InvalidArgument& error) {  // a bound that cannot be evaluated for these sizes
    return error.what();
  }
}

/// Moves one size, or with `scalar` beyond the last all sizes, to their lowest values: `nonzeros` to 0 where there are
/// no rows.
Case with_lowest(const Prepared& prepared, Case drawn, std::size_t scalar) {
  for (const std::size_t i : prepared.sizes) {
    if (i == scalar || scalar >= prepared.scalars.size())
      drawn.scalars[i] = scalar_from_whole(drawn.scalars[i].dtype, 0);
  }
  settle(prepared, drawn);
  return drawn;
}

bool repair(const Prepared& prepared, Case& drawn) {
  for (std::size_t position = 0; position <= prepared.sizes.size(); ++position) {
    const bool all = position == prepared.sizes.size();
    // From the last size on: the first one is what the family walks through its edges.
    const std::size_t scalar = all ? prepared.scalars.size() : prepared.sizes[prepared.sizes.size() - 1 - position];
    Case repaired = with_lowest(prepared, drawn, scalar);
    if (!problem_of(prepared, repaired, default_case_limit).empty()) continue;
    drawn = std::move(repaired);
    return true;
  }
  return false;
}

}  // namespace

bool is_neutral(const Range& legal, const ScalarValue& value) {
  if (legal.whole) {
    const std::int64_t number = whole_of(value);
    return !is_floating(value.dtype) && -1 <= number && number <= 1;
  }
  const double magnitude = std::fabs(real_of(value));
  return magnitude < 0.05 * std::max(std::fabs(legal.least), std::fabs(legal.most)) || std::fabs(magnitude - 1) < 0.05;
}

ScalarValue draw_scalar(const PreparedScalar& scalar, const Argument& argument, const Range& legal, Random& random) {
  ScalarValue value{.dtype = argument.dtype, .bits = 0};
  for (unsigned i = 0; i < attempts; ++i) {
    alignas(8) std::byte bytes[8] = {};
    scalar.kind->fill(argument, {.seed = random.next(), .argument = scalar.stream},
                      std::span(bytes).first(size_of(argument.dtype)));
    std::memcpy(&value.bits, bytes, sizeof bytes);
    value = shortened(legal, value);
    if (!is_neutral(legal, value)) break;
  }
  return value;
}

const std::vector<Family>& family_table() {
  static const std::vector<Family> table = family::all_families();
  return table;
}

const Family& find_family(std::string_view name) {
  std::vector<std::string> names;
  for (const auto& family : family_table()) {
    if (family.info.name == name) return family;
    names.push_back(family.info.name);
  }
  throw InvalidArgument(
      fmt::format("unknown family '{}'{}; there are: {}", name, spec::did_you_mean(name, names), listed(names)));
}

std::vector<Case> calls(const Prepared& prepared, const Case& drawn) {
  const Family& family = family_of(drawn);
  return family.calls ? family.calls(prepared, drawn) : std::vector<Case>{drawn};
}

std::vector<std::string> classes(const Prepared& prepared, const Case& drawn) {
  const Family& family = family_of(drawn);
  return family.classes ? family.classes(prepared, drawn) : std::vector<std::string>();
}

Case draw(const Prepared& prepared, std::size_t instantiation, std::string_view family, std::uint64_t campaign_seed,
          std::uint64_t index) {
  if (instantiation >= prepared.spec->instantiations.size()) {
    throw InvalidArgument(fmt::format("'{}' has {} instantiations, there is no number {}", prepared.spec->kernel,
                                      prepared.spec->instantiations.size(), instantiation));
  }
  Case drawn{.instantiation = instantiation, .family = std::string(family), .scalars = {}};
  drawn.scalars.reserve(prepared.scalars.size());
  for (const auto& scalar : prepared.scalars)
    drawn.scalars.push_back({.dtype = scalar.dtypes[instantiation], .bits = 0});
  const Family& chosen = find_family(family);
  std::string problem;
  for (unsigned attempt = 0; attempt < attempts; ++attempt) {
    problem = try_to_draw({prepared, chosen, campaign_seed, index, attempt}, drawn);
    if (problem.empty() || (attempt == 0 && settle(prepared, drawn) && repair(prepared, drawn))) return drawn;
  }
  throw InvalidArgument(fmt::format("{}: no legal case could be drawn: {}", prepared.spec->kernel, problem));
}

}  // namespace kparity::generate
