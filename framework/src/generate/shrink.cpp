// Simpler neighbours of a case. Every neighbour is legal and strictly smaller by a measure in whole numbers (sizes
// first, then other scalars, then the seed), so that any walk over neighbours ends.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>

#include "prepared.hpp"
#include "scalar.hpp"

namespace kparity::generate {

namespace {

std::uint64_t magnitude(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  return value < 0 ? 0 - bits : bits;
}

/// What reads well in a report and is neutral for no operation; the best first.
constexpr std::array simple_reals = {1.5, 2.0, 0.5, 3.0, -1.5, -2.0, 1.0, -1.0};

struct Decimal {
  unsigned digits = 0;
  unsigned exponent = 0;  // its magnitude
};

Decimal decimal_of(const ScalarValue& value) {
  char text[64];
  const double real = std::fabs(real_of(value));
  const auto end =
      value.dtype == DType::float32
          ? std::to_chars(text, text + sizeof text, static_cast<float>(real), std::chars_format::scientific).ptr
          : std::to_chars(text, text + sizeof text, real, std::chars_format::scientific).ptr;
  const auto mark = std::find(text, end, 'e');
  Decimal out{.digits = static_cast<unsigned>(mark - text)};
  std::from_chars(mark + 2, end, out.exponent);
  return out;
}

/// How complicated a scalar is; 0 is simplest.
std::uint64_t complexity(const ScalarValue& value, bool is_size) {
  if (!is_floating(value.dtype)) {
    const std::int64_t whole = whole_of(value);
    if (is_size || value.dtype == DType::boolean) return magnitude(whole);
    return whole >= 1 ? 2 * (magnitude(whole) - 1) : 2 * magnitude(whole) + 3;  // 1, 2, 3, 0, 4, -1, ...
  }
  const double real = real_of(value);
  const auto simple = std::ranges::find(simple_reals, real);
  if (simple != simple_reals.end()) return static_cast<std::uint64_t>(simple - simple_reals.begin());
  const Decimal decimal = decimal_of(value);
  return simple_reals.size() + std::uint64_t{2000} * decimal.digits + std::uint64_t{2} * decimal.exponent +
         (real < 0 ? 1 : 0);
}

struct Measure {
  Wide sizes = 0, others = 0;
  std::uint64_t seed = 0;

  bool operator<(const Measure& other) const {
    if (sizes != other.sizes) return sizes < other.sizes;
    return others != other.others ? others < other.others : seed < other.seed;
  }
};

Measure measure_of(const Prepared& prepared, const Case& drawn) {
  Measure out{.seed = drawn.seed};
  for (std::size_t i = 0; i < drawn.scalars.size(); ++i) {
    const bool is_size = prepared.scalars[i].is_size;
    (is_size ? out.sizes : out.others) += complexity(drawn.scalars[i], is_size);
  }
  return out;
}

/// Collects neighbours that are legal, smaller, and new.
class Neighbours {
 public:
  Neighbours(const Prepared& prepared, const Case& drawn)
      : prepared_(prepared), drawn_(drawn), limit_(measure_of(prepared, drawn)) {}

  /// Other scalars follow where their bounds depend on a changed one.
  void add(Case changed) {
    if (!settle(prepared_, changed)) return;
    fit_edits(prepared_, changed);
    if (!(measure_of(prepared_, changed) < limit_)) return;
    if (std::ranges::find(found_, changed) != found_.end()) return;
    if (problem_of(prepared_, changed, default_case_limit).empty()) found_.push_back(std::move(changed));
  }

  void add(std::size_t scalar, const ScalarValue& value) {
    Case changed = drawn_;
    changed.scalars[scalar] = value;
    add(std::move(changed));
  }

  std::vector<Case> take() { return std::move(found_); }

 private:
  const Prepared& prepared_;
  const Case& drawn_;
  Measure limit_;
  std::vector<Case> found_;
};

/// All sizes at once: to their lowest values, then halved.
void shrink_sizes_together(const Prepared& prepared, const Case& drawn, Neighbours& neighbours) {
  if (prepared.sizes.size() < 2) return;
  for (const std::int64_t divisor : {std::int64_t{0}, std::int64_t{2}}) {
    Case changed = drawn;
    for (const std::size_t i : prepared.sizes) {
      const std::int64_t value = divisor == 0 ? 0 : whole_of(changed.scalars[i]) / divisor;
      changed.scalars[i] = scalar_from_whole(changed.scalars[i].dtype, value);
    }
    neighbours.add(std::move(changed));
  }
}

/// What a size of `value` may become, smallest first: edges, then ever smaller steps down from the value.
std::vector<std::int64_t> smaller_sizes(const PreparedScalar& scalar, const Range& legal, std::int64_t value) {
  std::set<std::int64_t> values = {legal.low, 0, 1, 2, 3, 31, 32, 33};
  const auto add_edges = [&](std::int64_t width) {
    for (std::int64_t multiple = width; multiple < value && multiple <= 4 * width; multiple += width) {
      values.insert({multiple - 1, multiple, multiple + 1});
    }
    values.insert({value / width * width, value / width * width + 1});
  };
  add_edges(scalar.elements_in_block);
  add_edges(scalar.block);
  for (std::int64_t step = value - value / 2; step > 0; step /= 2) values.insert(value - step);
  std::vector<std::int64_t> smaller;
  for (const std::int64_t candidate : values) {
    if (legal.contains(candidate) && magnitude(candidate) < magnitude(value)) smaller.push_back(candidate);
  }
  return smaller;
}

void shrink_size(const Prepared& prepared, const Case& drawn, std::size_t size, Neighbours& neighbours) {
  const Range legal = range_of(prepared.scalars[size], drawn, values_of(prepared, drawn));
  const auto& value = drawn.scalars[size];
  for (const std::int64_t smaller : smaller_sizes(prepared.scalars[size], legal, whole_of(value))) {
    neighbours.add(size, scalar_from_whole(value.dtype, smaller));
  }
}

void shrink_whole(const Case& drawn, std::size_t scalar, const Range& legal, Neighbours& neighbours) {
  const auto& value = drawn.scalars[scalar];
  const std::int64_t number = whole_of(value);
  std::vector<std::int64_t> candidates = {1, 2, 3, 0, -1, -2, legal.low, legal.high};
  for (std::int64_t part = number / 2; part != 0; part /= 2) candidates.push_back(number - part);
  candidates.push_back(number > 0 ? number - 1 : number < 0 ? number + 1 : 0);
  for (const std::int64_t candidate : candidates) {
    if (legal.contains(candidate)) neighbours.add(scalar, scalar_from_whole(value.dtype, candidate));
  }
}

void shrink_real(const Case& drawn, std::size_t scalar, const Range& legal, Neighbours& neighbours) {
  const auto& value = drawn.scalars[scalar];
  const double real = real_of(value);
  const auto add = [&](double candidate) {
    const auto simpler = scalar_from_real(value.dtype, candidate);
    if (is_legal(legal, simpler)) neighbours.add(scalar, simpler);
  };
  for (const double simple : simple_reals) add(simple);
  for (int digits = 0; digits < 3; ++digits) {  // rounded to one, two, three digits
    char text[64];
    const auto end = std::to_chars(text, text + sizeof text, real, std::chars_format::scientific, digits).ptr;
    double rounded = 0;
    std::from_chars(text, end, rounded);
    add(rounded);
    add(std::fabs(rounded));
  }
  add(std::fabs(real));
}

void shrink_scalar(const Prepared& prepared, const Case& drawn, std::size_t scalar, Neighbours& neighbours) {
  const Range legal = range_of(prepared.scalars[scalar], drawn, values_of(prepared, drawn));
  if (is_floating(drawn.scalars[scalar].dtype)) {
    shrink_real(drawn, scalar, legal, neighbours);
  } else {
    shrink_whole(drawn, scalar, legal, neighbours);
  }
}

void shrink_seed(const Case& drawn, Neighbours& neighbours) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    Case changed = drawn;
    changed.seed = seed;
    neighbours.add(std::move(changed));
  }
}

}  // namespace

std::vector<Case> shrinks(const Prepared& prepared, const Case& drawn) {
  if (!drawn.capture.empty()) return {};  // nothing smaller was captured
  Neighbours neighbours(prepared, drawn);
  shrink_sizes_together(prepared, drawn, neighbours);
  for (const std::size_t size : prepared.sizes) shrink_size(prepared, drawn, size, neighbours);
  for (std::size_t i = 0; i < prepared.scalars.size(); ++i) {
    if (!prepared.scalars[i].is_size) shrink_scalar(prepared, drawn, i, neighbours);
  }
  shrink_seed(drawn, neighbours);
  return neighbours.take();
}

}  // namespace kparity::generate
