// Values at which formulas break, strewn among ordinary ones and crossed with sizes at edges. Only values that the
// bounds of a generator admit are drawn, and those beyond them that an input allows by `special:`; so the spec decides
// what a kernel must bear.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "elements.hpp"
#include "family.hpp"
#include "hash.hpp"
#include "scalar.hpp"

namespace kparity::generate::family {

namespace {

enum class Class : std::uint8_t { zero, one, end, subnormal, border, tie, equal, nan, inf, extreme };
constexpr std::array<const char*, 10> names = {"zero", "one",   "end", "subnormal", "border",
                                               "tie",  "equal", "nan", "inf",       "extreme"};

/// What may stand in one array of one case.
struct Palette {
  std::vector<Class> classes;
  Range legal;
  Stream stream;
  std::uint32_t one_in = 4;         // of the first elements; later ones are rarer
  std::optional<std::int64_t> all;  // every element has this value instead
};

/// Largest magnitude at an end of the range with which sums of products do not overflow.
double largest_end(DType dtype) {
  return dtype == DType::float32 ? 1e10 : 1e90;
}

bool is_declared(const spec::InputSpec& input, std::string_view value) {
  return std::ranges::find(input.special, value) != input.special.end();
}

/// A tolerance that somebody stated was made for values as the generator draws them.
bool has_stated_tolerance(const spec::KernelSpec& spec) {
  return std::ranges::any_of(spec.outputs, [&](const spec::OutputSpec& output) {
    const auto& form = output.tolerance.form.kind;
    return output.role != spec::Role::scratch && form != spec::auto_form && form != "exact" &&
           std::ranges::any_of(spec.instantiations, [&](const Signature& signature) {
             return is_floating(at(signature, output.path).dtype);
           });
  });
}

bool flushes_subnormals(const spec::KernelSpec& spec) {
  return std::ranges::any_of(spec.cuda_options, [](const std::string& option) {
    return option.ends_with("use_fast_math") || option.ends_with("ftz=true");
  });
}

bool contains_whole(const Range& legal) {
  return std::ceil(legal.least) <= std::floor(legal.most);
}

void add_real_classes(const spec::KernelSpec& spec, DType dtype, Palette& palette) {
  const Range& legal = palette.legal;
  const auto add = [&](bool holds, Class each) {
    if (holds) palette.classes.push_back(each);
  };
  const double smallest = dtype == DType::float32 ? static_cast<double>(std::numeric_limits<float>::denorm_min())
                                                  : std::numeric_limits<double>::denorm_min();
  add(legal.contains(0.), Class::zero);
  add(legal.contains(1.) || legal.contains(-1.), Class::one);
  add(std::max(std::fabs(legal.least), std::fabs(legal.most)) <= largest_end(dtype), Class::end);
  add((legal.contains(smallest) || legal.contains(-smallest)) && !flushes_subnormals(spec), Class::subnormal);
  add(contains_whole(legal), Class::border);
  palette.classes.push_back(Class::tie);
}

void add_whole_classes(Palette& palette) {
  const auto add = [&](bool holds, Class each) {
    if (holds) palette.classes.push_back(each);
  };
  add(palette.legal.contains(std::int64_t{0}), Class::zero);
  add(palette.legal.contains(std::int64_t{1}) || palette.legal.contains(std::int64_t{-1}), Class::one);
  add(true, Class::end);
  add(true, Class::tie);
}

/// Values beyond the bounds are in half of the cases only, so that the others show what they hide.
void add_declared_classes(const spec::KernelSpec& spec, const spec::InputSpec& input, Palette& palette) {
  const std::uint64_t mask = mix(palette.stream.seed ^ palette.stream.argument);
  for (const Class each : {Class::subnormal, Class::nan, Class::inf, Class::extreme}) {
    if (!is_declared(input, names[static_cast<std::size_t>(each)])) continue;
    if (each == Class::subnormal && flushes_subnormals(spec)) continue;
    if ((mask >> static_cast<unsigned>(each) & 1) != 0) palette.classes.push_back(each);
  }
}

Palette palette_of(const spec::KernelSpec& spec, const PreparedArray& array, const Argument& argument,
                   std::uint64_t seed) {
  Palette palette;
  if (array.input == nullptr || array.is_scratch || !array.kind->independent || array.input->nothing_special)
    return palette;
  palette.legal = array.kind->range(argument);
  palette.stream = {.seed = seed, .argument = array.stream ^ hash_text("special")};
  const std::uint64_t choice = mix(palette.stream.seed + palette.stream.argument);
  palette.one_in = choice % 2 == 0 ? 4 : 16;
  if (palette.legal.empty()) return palette;
  if (palette.legal.whole) {
    add_whole_classes(palette);
    const bool may_be_equal = !is_floating(argument.dtype) && array.kind->may_be_equal;
    if (may_be_equal && choice / 2 % 4 == 0) {
      const std::int64_t low = palette.legal.low, high = palette.legal.high;
      const std::int64_t middle =
          static_cast<std::int64_t>((static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low)) / 2) + low;
      palette.all = std::array{low, high, middle}[choice / 8 % 3];
    }
  } else if (!has_stated_tolerance(spec)) {
    add_real_classes(spec, argument.dtype, palette);
  }
  if (is_floating(argument.dtype)) add_declared_classes(spec, *array.input, palette);
  return palette;
}

// --- where -----------------------------------------------------------------------------------------------------------

constexpr std::uint64_t dense = 64;  // elements in which specials are frequent; beyond, one in so many

/// Calls use(index, word) for the elements that become special; a smaller array has the same ones.
template <class Use>
void for_each_special(const Palette& palette, std::uint64_t elements, Use use) {
  if (palette.classes.empty()) return;
  const std::uint64_t first = std::min(elements, dense), blocks = elements > dense ? (elements - 1) / dense : 0;
  std::vector<std::uint32_t> words(first + blocks);
  fill_from_words(palette.stream, std::span(words), [](std::uint32_t word) { return word; });
  for (std::uint64_t i = 0; i < first; ++i)
    if (words[i] % palette.one_in == 0) use(i, words[i]);
  for (std::uint64_t block = 1; block <= blocks; ++block) {
    const std::uint32_t word = words[dense + block - 1];
    if (const std::uint64_t i = dense * block + word % dense; i < elements) use(i, word);
  }
}

Class class_of(const Palette& palette, std::uint32_t word) {
  return palette.classes[(word >> 8) % palette.classes.size()];
}

// --- what ------------------------------------------------------------------------------------------------------------

template <class T>
T with_sign(T value, std::uint32_t choice, const Range& legal) {
  const T other = -value;
  const bool turn = (choice & 1) != 0;
  if (legal.contains(static_cast<double>(turn ? other : value))) return turn ? other : value;
  return turn ? value : other;
}

/// Whole numbers and halves near `own`, and their neighbours: where roundings and comparisons decide.
template <class T>
T border_near(T own, std::uint32_t choice, const Range& legal) {
  constexpr T infinity = std::numeric_limits<T>::infinity();
  const T low = static_cast<T>(std::ceil(legal.least)), high = static_cast<T>(std::floor(legal.most));
  const T sign = legal.both_signs && own < 0 ? T(-1) : T(1);
  const T whole = std::clamp(std::trunc(sign * own), low, high);
  const std::array<T, 4> candidates = {whole, whole + T(0.5), std::nextafter(whole, infinity),
                                       std::nextafter(whole, -infinity)};
  const T chosen = candidates[choice % candidates.size()];
  return sign * (legal.contains(static_cast<double>(chosen)) ? chosen : whole);
}

template <class T>
T real_value(Class each, std::uint32_t choice, T own, T first, const Range& legal) {
  using Limits = std::numeric_limits<T>;
  const bool negative = (choice & 1) != 0;
  switch (each) {
    case Class::zero: return negative && (legal.both_signs || legal.least < 0) ? T(-0.) : T(0);
    case Class::one: return with_sign(T(1), choice, legal);
    case Class::end: {
      const T at_end = static_cast<T>((choice & 2) != 0 ? legal.least : legal.most);
      return legal.both_signs && negative ? -at_end : at_end;
    }
    case Class::subnormal: {
      const std::array<T, 3> tiny = {Limits::denorm_min(), Limits::min() / 2, Limits::min()};
      if (legal.whole) return negative ? -tiny[(choice >> 1) % tiny.size()] : tiny[(choice >> 1) % tiny.size()];
      const T value = with_sign(tiny[(choice >> 1) % tiny.size()], choice, legal);
      return legal.contains(static_cast<double>(value)) ? value : with_sign(tiny[0], choice, legal);
    }
    case Class::border: return border_near(own, choice, legal);
    case Class::nan: return negative ? -Limits::quiet_NaN() : Limits::quiet_NaN();
    case Class::inf: return negative ? -Limits::infinity() : Limits::infinity();
    case Class::extreme: return negative ? Limits::lowest() : Limits::max();
    default: return first;
  }
}

template <class T>
T whole_value(Class each, std::uint32_t choice, T first, const Range& legal) {
  switch (each) {
    case Class::zero: return T(0);
    case Class::one:
      return legal.contains(std::int64_t{(choice & 1) != 0 ? 1 : -1}) ? T((choice & 1) != 0 ? 1 : -1)
                                                                      : T(legal.contains(std::int64_t{1}) ? 1 : -1);
    case Class::end: return static_cast<T>((choice & 1) != 0 ? legal.low : legal.high);
    default: return first;
  }
}

template <class T>
void write(const Palette& palette, std::span<T> out) {
  if (out.empty()) return;
  if (palette.all) {
    std::ranges::fill(out, static_cast<T>(*palette.all));
    return;
  }
  const T first = out.front();
  for_each_special(palette, out.size(), [&](std::uint64_t i, std::uint32_t word) {
    const Class each = class_of(palette, word);
    const std::uint32_t choice = word >> 16;
    if constexpr (std::is_floating_point_v<T>) {
      if (!palette.legal.whole || each == Class::subnormal || each >= Class::nan) {
        out[i] = real_value(each, choice, out[i], first, palette.legal);
        return;
      }
    }
    out[i] = whole_value(each, choice, first, palette.legal);
  });
}

void contents(const ContentsRequest& request, std::span<std::byte> out) {
  const Palette palette = palette_of(*request.prepared.spec, request.array, request.argument, request.drawn.seed);
  visit_dtype(request.argument.dtype, [&]<class T>(std::type_identity<T>) { write(palette, elements_of<T>(out)); });
}

std::vector<std::string> classes(const Prepared& prepared, const Case& drawn) {
  std::array<bool, names.size()> found{};
  const Values values = values_of(prepared, drawn);
  for (const auto& array : prepared.arrays) {
    if (array.input == nullptr) continue;
    const std::uint64_t elements = measure(array, drawn, values).elements;
    if (elements == 0) continue;
    const Argument argument = argument_of(*array.input, array.dtypes[drawn.instantiation], values);
    const Palette palette = palette_of(*prepared.spec, array, argument, drawn.seed);
    if (palette.all) {
      found[static_cast<std::size_t>(Class::equal)] = true;
      continue;
    }
    for_each_special(palette, elements, [&](std::uint64_t, std::uint32_t word) {
      found[static_cast<std::size_t>(class_of(palette, word))] = true;
    });
  }
  std::vector<std::string> text;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (found[i]) text.emplace_back(names[i]);
  return text;
}

/// One scalar in four is 0, 1, -1 or an end of its range.
ScalarValue scalar(const Range& legal, const ScalarValue& drawn, Random& random) {
  if (random.below(4) != 0) return drawn;
  const std::uint64_t choice = random.below(4);
  ScalarValue value = drawn;
  if (!is_floating(drawn.dtype) || legal.whole) {
    const std::int64_t number = std::array<std::int64_t, 4>{0, 1, legal.low, legal.high}[choice];
    value = scalar_from_whole(drawn.dtype, number);
  } else {
    const double limit = largest_end(drawn.dtype);
    const double number = std::array<double, 4>{0, 1, legal.least, legal.most}[choice];
    if (!(std::fabs(number) <= limit)) return drawn;
    value = scalar_from_real(drawn.dtype, number);
  }
  return is_legal(legal, value) ? value : drawn;
}

std::string why_not(const Prepared& prepared) {
  bool is_held_back = false;
  for (const auto& array : prepared.arrays) {
    if (array.input == nullptr || array.is_scratch || array.input->nothing_special) continue;
    if (!array.input->special.empty()) return "";
    if (!array.kind->independent) continue;
    const bool is_real = is_floating(array.dtypes.front()) && array.input->generate.kind != "integer";
    if (!is_real || !has_stated_tolerance(*prepared.spec)) return "";
    is_held_back = true;
  }
  return is_held_back ? "a tolerance is stated, and no input says `special:`"
                      : "no input is an array whose values are drawn one by one";
}

}  // namespace

Family special() {
  return {
      .info = {.name = "special",
               .doc = "Values at which formulas break, as far as the bounds of the generators and `special:` of the "
                      "inputs allow them, crossed with sizes at edges.",
               .classes = {{"zero", "0 and, where negative numbers are allowed, -0."},
                           {"one", "1 or -1."},
                           {"end", "The smallest and the largest value of the range."},
                           {"subnormal",
                            "Subnormal numbers and the smallest normal one; among whole numbers only with "
                            "`special: [subnormal]`."},
                           {"border", "Whole numbers, halves, and their neighbours."},
                           {"tie", "Elements equal to the first one."},
                           {"equal", "All elements the same: indices and booleans."},
                           {"nan", "NaN of both signs; only with `special: [nan]`."},
                           {"inf", "Infinities; only with `special: [inf]`."},
                           {"extreme", "The largest finite numbers; only with `special: [extreme]`."}}},
      .weight = 8,
      .is_large = [](Random&) { return false; },
      .size = [](const SizeRequest& request,
                 Random& random) { return request.index % 2 == 1 ? edge_size(request) : any_size(request, random); },
      .why_not = why_not,
      .scalar = scalar,
      .contents = contents,
      .classes = classes};
}

}  // namespace kparity::generate::family
