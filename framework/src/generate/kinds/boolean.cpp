// Draws true with a given probability, independently for each element; 1 and 0 for integer masks.
#include "elements.hpp"
#include "kind.hpp"

namespace kparity::generate::kinds {

namespace {

spec::FieldRule probability() {
  auto field = optional_field("probability", spec::FieldType::real, "0.5", "Of true, in [0, 1].");
  field.at_least = 0;
  field.at_most = 1;
  return field;
}

Range range(const Argument&) {
  return {.low = 0, .high = 1};
}

std::string why_not(const Argument& argument, std::uint64_t) {
  const double probability = argument.real("probability", 0.5);
  if (probability >= 0 && probability <= 1) return {};
  return "probability must be in [0, 1]";
}

void fill(const Argument& argument, const Stream& stream, std::span<std::byte> out) {
  const std::uint64_t limit = static_cast<std::uint64_t>(argument.real("probability", 0.5) * 0x1p32);
  visit_dtype(argument.dtype, [&]<class T>(std::type_identity<T>) {
    fill_from_words(stream, elements_of<T>(out), [=](std::uint32_t word) { return static_cast<T>(word < limit); });
  });
}

}  // namespace

Kind boolean() {
  return {.rule = {.name = "boolean",
                   .doc = "True with a given probability; 1 and 0 for integers.",
                   .fields = {probability()},
                   .for_floats = false,
                   .for_booleans = true},
          .why_not = why_not,
          .fill = fill,
          .range = range,
          .independent = true,
          .may_be_equal = true};
}

}  // namespace kparity::generate::kinds
