// Takes the defined elements out of an output, sees that the others were left alone, and has the comparison of the spec
// put them in order.
#include "arrangement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "element.hpp"
#include "kparity/error.hpp"

namespace kparity::compare {

namespace {

std::int64_t value_of(const Expression& expression, const Context& context) {
  return expression.evaluate([&](std::string_view name) {
    if (!context.values)
      throw InvalidArgument(fmt::format("`defined` names '{}', whose value is not known here", name));
    return context.values(name);
  });
}

std::uint64_t count_of(const spec::Defined& defined, std::uint64_t elements, const Context& context) {
  double count = 0;
  if (defined.array.empty()) {
    count = static_cast<double>(value_of(defined.count.value_or(Expression()), context));
  } else if (const NamedArray array = array_named(context, defined.array); !array.bytes.empty()) {
    count = element_as_double(array, 0);
  }
  return count <= 0 ? 0 : std::min(elements, static_cast<std::uint64_t>(count));
}

/// The indices of a region in ascending order; what of it lies beyond the output is left out, as `first` does.
std::vector<std::uint64_t> indices_of_region(const spec::OutputSpec& output, std::uint64_t elements,
                                             const Context& context) {
  std::vector<std::uint64_t> indices{0};  // over the axes so far
  for (std::size_t d = 0; d < output.defined.region.size(); ++d) {
    const std::int64_t extent = value_of(output.shape[d], context);
    const std::int64_t from = std::max<std::int64_t>(value_of(output.defined.region[d].from, context), 0);
    const std::int64_t to = std::min(value_of(output.defined.region[d].to, context), extent);
    std::vector<std::uint64_t> next;
    for (const std::uint64_t index : indices)
      for (std::int64_t i = from; i < to; ++i)
        next.push_back(index * static_cast<std::uint64_t>(extent) + static_cast<std::uint64_t>(i));
    indices = std::move(next);
  }
  std::erase_if(indices, [&](std::uint64_t index) { return index >= elements; });
  return indices;
}

/// Why an element that is not defined was touched nevertheless; empty if none was.
std::string touched_outside(const spec::OutputSpec& output, DType dtype, std::uint64_t elements,
                            const std::vector<std::uint64_t>& defined, std::span<const std::byte> actual,
                            const Context& context) {
  if (!output.defined.untouched_outside || (context.initial.empty() && context.poisons.empty())) return "";
  const std::size_t size = size_of(dtype);
  const auto is_untouched = [&](std::uint64_t index) {
    const std::byte* element = actual.data() + index * size;
    if (!context.initial.empty()) return std::memcmp(element, context.initial.data() + index * size, size) == 0;
    return std::ranges::any_of(context.poisons, [&](std::span<const std::byte> pattern) {
      for (std::size_t k = 0; k < size; ++k)
        if (element[k] != pattern[(index * size + k) % pattern.size()]) return false;
      return true;
    });
  };
  auto next = defined.begin();
  for (std::uint64_t i = 0; i < elements; ++i) {
    if (next != defined.end() && *next == i) {
      ++next;
    } else if (!is_untouched(i)) {
      return fmt::format("element [{}] is not defined, but was written; {} of {} are defined", i, defined.size(),
                         elements);
    }
  }
  return "";
}

}  // namespace

const std::vector<Arrangement>& arrangements() {
  static const std::vector<Arrangement> all = comparisons::all_comparisons();
  return all;
}

std::vector<spec::KindRule> comparison_rules() {
  std::vector<spec::KindRule> rules;
  for (const Arrangement& arrangement : arrangements()) rules.push_back(arrangement.rule);
  return rules;
}

bool is_judged_as_it_is(const spec::OutputSpec& output) {
  return output.comparison.kind == spec::elementwise && output.defined.kind == spec::Defined::Kind::all;
}

std::optional<std::vector<std::uint64_t>> defined_elements(const spec::OutputSpec& output, std::uint64_t elements,
                                                           const Context& context) {
  const spec::Defined& defined = output.defined;
  if (defined.kind == spec::Defined::Kind::all) return std::nullopt;
  std::vector<std::uint64_t> indices;
  if (defined.kind == spec::Defined::Kind::first) {
    indices.resize(count_of(defined, elements, context));
    std::iota(indices.begin(), indices.end(), std::uint64_t{0});
    return indices;
  }
  if (defined.kind == spec::Defined::Kind::region) return indices_of_region(output, elements, context);
  const NamedArray mask = array_named(context, defined.array);
  for (std::uint64_t i = 0; i < elements; ++i)
    if (element_as_double(mask, i) != 0) indices.push_back(i);
  return indices;
}

std::vector<std::byte> chosen(std::span<const std::byte> array, std::size_t size_of_one,
                              const std::vector<std::uint64_t>& indices) {
  std::vector<std::byte> bytes(indices.size() * size_of_one);
  for (std::size_t i = 0; i < indices.size(); ++i)
    std::memcpy(bytes.data() + i * size_of_one, array.data() + indices[i] * size_of_one, size_of_one);
  return bytes;
}

void reorder_expected(Arranged& arranged, const std::vector<std::uint64_t>& order) {
  arranged.expected = chosen(arranged.expected, size_of(arranged.dtype), order);
  arranged.keeps_places = false;
  if (arranged.allowances.empty()) return;
  std::vector<Allowance> allowances;
  for (const std::uint64_t index : order) {
    const Allowance& from = arranged.allowances[index];
    const double offset = std::fabs(from.offset);
    allowances.push_back(from.linear == 0 ? from : Allowance{0, from.statistical + offset, from.linear + offset});
  }
  arranged.allowances = std::move(allowances);
}

void reorder_actual(Arranged& arranged, const std::vector<std::uint64_t>& order) {
  arranged.actual = chosen(arranged.actual, size_of(arranged.dtype), order);
  arranged.keeps_places = false;
}

std::vector<std::uint64_t> ascending(DType dtype, std::span<const std::byte> array) {
  std::vector<std::uint64_t> order(array.size() / size_of(dtype));
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  visit_storage(dtype, [&]<class T>(std::type_identity<T>) {
    std::ranges::stable_sort(order, [&](std::uint64_t a, std::uint64_t b) {
      const T x = load<T>(array.data(), a), y = load<T>(array.data(), b);
      if constexpr (std::is_floating_point_v<T>) {
        if (std::isnan(x) || std::isnan(y)) return !std::isnan(x) && std::isnan(y);
      }
      return x < y;
    });
  });
  return order;
}

Arranged arrange(const spec::OutputSpec& output, DType dtype, std::uint64_t elements,
                 std::span<const std::byte> expected, std::span<const std::byte> actual, const Context& context) {
  Arranged arranged;
  arranged.dtype = dtype;
  if (auto defined = defined_elements(output, elements, context)) {
    arranged.defined = std::move(*defined);
    arranged.fault = touched_outside(output, dtype, elements, arranged.defined, actual, context);
  } else {
    arranged.defined.resize(elements);
    std::iota(arranged.defined.begin(), arranged.defined.end(), std::uint64_t{0});
  }
  arranged.expected = chosen(expected, size_of(dtype), arranged.defined);
  arranged.actual = chosen(actual, size_of(dtype), arranged.defined);
  if (context.derived && !context.derived->allowances.empty())
    for (const std::uint64_t index : arranged.defined)
      arranged.allowances.push_back(context.derived->allowances[index]);
  if (!arranged.fault.empty() || output.comparison.kind == spec::elementwise) return arranged;
  const auto used = std::ranges::find_if(
      arrangements(), [&](const Arrangement& each) { return each.rule.name == output.comparison.kind; });
  if (used == arrangements().end())
    throw InvalidArgument(fmt::format("unknown comparison '{}'", output.comparison.kind));
  const Occasion occasion{context, dtype, expected};
  used->arrange(Fields(output.comparison, occasion), arranged);
  return arranged;
}

}  // namespace kparity::compare
