// Halving blocks from the left, greedily: what can be set to a neutral value is, and the rest matters. An array for
// which that needs many edits keeps its values, since its token would say less than its seed.
#include "simplify.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>

namespace kparity::parity {

namespace {

using generate::ArrayPlan;
using generate::Case;
using generate::Edit;
using generate::ScalarValue;

constexpr unsigned most_calls = 400;
constexpr std::uint64_t most_blocks = 256;     // into which an array is cut
constexpr std::size_t most_edits = 24;         // of one array
constexpr std::uint64_t most_rounded = 16;     // elements whose values are made simpler
constexpr std::uint64_t most_that_matter = 3;  // for a fact worth telling

struct Block {
  std::uint64_t first, end;
};

/// The number behind a value, for floating-point types and others.
double number_of(const ScalarValue& value) {
  return visit_dtype(value.dtype, [&]<class T>(std::type_identity<T>) {
    T number;
    std::memcpy(&number, &value.bits, sizeof number);
    return static_cast<double>(number);
  });
}

/// With so many digits.
double rounded(double number, int digits) {
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, number, std::chars_format::scientific, digits - 1).ptr;
  double result = number;
  std::from_chars(text, end, result);
  return result;
}

/// Simpler than a value, the simplest first; 0 and 1 were tried before.
std::vector<ScalarValue> simpler_values(const ScalarValue& value) {
  const double number = number_of(value);
  std::vector<ScalarValue> simpler;
  const auto add = [&](double candidate) {
    const ScalarValue made = generate::scalar_from_real(value.dtype, candidate);
    if (made != value && std::ranges::find(simpler, made) == simpler.end()) simpler.push_back(made);
  };
  if (!std::isfinite(number) || value.dtype == DType::boolean) return simpler;
  for (const double small : {2., -1., 3., -2.})
    if (std::fabs(small) < std::fabs(number) || !is_floating(value.dtype)) add(small);
  if (is_floating(value.dtype)) {
    if (std::fabs(number) < 1e15) add(std::trunc(number));
    for (const int digits : {1, 2, 3}) add(rounded(number, digits));
  }
  if (!is_floating(value.dtype) && std::fabs(number) <= 3) simpler.clear();
  return simpler;
}

class Simplifier {
 public:
  Simplifier(const generate::Generator& generator, const Case& drawn, const std::function<bool(const Case&)>& fails)
      : generator_(generator), fails_(fails) {
    out_.drawn = drawn;
  }

  Simplified run() {
    if (generator_.calls(out_.drawn).size() > 1) return std::move(out_);
    for (const ArrayPlan& array : generator_.plan(out_.drawn))
      if (array.is_input && !array.is_scratch && array.elements > 0) simplify(array);
    return std::move(out_);
  }

 private:
  bool is_spent() const { return calls_ >= most_calls; }

  /// Keeps the edit if the case still fails with it.
  bool try_edit(const Edit& edit) {
    if (is_spent() || !generator_.why_no_edit(out_.drawn, edit).empty()) return false;
    Case changed = out_.drawn;
    Edit* const last = changed.edits.empty() ? nullptr : &changed.edits.back();
    if (last != nullptr && last->array == edit.array && last->end == edit.first && last->value == edit.value) {
      last->end = edit.end;
    } else {
      changed.edits.push_back(edit);
    }
    ++calls_;
    if (!fails_(changed)) return false;
    out_.drawn = std::move(changed);
    ++out_.steps;
    return true;
  }

  void simplify(const ArrayPlan& array) {
    const Simplified before = out_;
    matters_.clear();
    neutralise(array, {0, array.elements}, std::max<std::uint64_t>(1, array.elements / most_blocks));
    const std::size_t edits = out_.drawn.edits.size() - before.drawn.edits.size();
    if (edits > most_edits) {
      out_ = before;
      return;
    }
    if (edits > 0 && !is_spent()) tell(array, before.drawn.edits.size());
    std::uint64_t left = 0;
    for (const Block& block : matters_) left += block.end - block.first;
    if (left > most_rounded) return;
    for (const Block& block : matters_)
      for (std::uint64_t i = block.first; i < block.end; ++i) round(array, i);
  }

  void neutralise(const ArrayPlan& array, const Block& block, std::uint64_t smallest) {
    for (const int neutral : {0, 1})
      if (try_edit({array.name, block.first, block.end, generate::scalar_from_whole(array.dtype, neutral)})) return;
    if (block.end - block.first <= smallest || is_spent()) {
      matters_.push_back(block);
      return;
    }
    const std::uint64_t middle = block.first + (block.end - block.first) / 2;
    neutralise(array, {block.first, middle}, smallest);
    neutralise(array, {middle, block.end}, smallest);
  }

  void round(const ArrayPlan& array, std::uint64_t index) {
    const std::size_t size = size_of(array.dtype);
    std::vector<std::byte> bytes(array.elements * size);
    generator_.fill(out_.drawn, array, bytes);
    ScalarValue value{array.dtype, 0};
    std::memcpy(&value.bits, bytes.data() + index * size, size);
    for (const ScalarValue& simpler : simpler_values(value))
      if (try_edit({array.name, index, index + 1, simpler})) return;
  }

  /// What the edits of an array from number `first` on mean.
  void tell(const ArrayPlan& array, std::size_t first) {
    std::vector<std::string> values;
    for (std::size_t i = first; i < out_.drawn.edits.size(); ++i) {
      std::string text = generate::to_text(out_.drawn.edits[i].value);
      if (std::ranges::find(values, text) == values.end()) values.push_back(std::move(text));
    }
    const std::string set = fmt::format("set to {}", fmt::join(values, " and "));
    std::vector<std::string> places;
    for (const Block& block : matters_) {
      if (block.end != block.first + 1) return;  // not looked at one by one
      places.push_back(fmt::format("[{}]", block.first));
    }
    if (places.empty()) {
      out_.facts.push_back(fmt::format("the values of {} do not matter: it fails with all {}", array.name, set));
    } else if (places.size() <= most_that_matter && places.size() < array.elements) {
      out_.facts.push_back(fmt::format("of {} only {} matter{}: it fails with the other {} {}", array.name,
                                       fmt::join(places, ", "), places.size() == 1 ? "s" : "",
                                       array.elements - places.size(), set));
    }
  }

  const generate::Generator& generator_;
  const std::function<bool(const Case&)>& fails_;
  Simplified out_;
  unsigned calls_ = 0;
  std::vector<Block> matters_;  // of the array that is looked at
};

}  // namespace

Simplified simplify_values(const generate::Generator& generator, const Case& drawn,
                           const std::function<bool(const Case&)>& fails) {
  return Simplifier(generator, drawn, fails).run();
}

}  // namespace kparity::parity
