// Edits of a case: single elements and blocks that a shrunk case has made simpler than its seed does. They stand in the
// token, so that it remains all that is needed to replay the case.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include "prepared.hpp"
#include "scalar.hpp"

namespace kparity::generate {

namespace {

const PreparedArray* find_array(const Prepared& prepared, std::string_view name) {
  const auto found = std::ranges::find(prepared.arrays, name, &PreparedArray::name);
  return found == prepared.arrays.end() || found->input == nullptr ? nullptr : &*found;
}

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || result.ec != std::errc{} || result.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::string edits_text(const std::vector<Edit>& edits, char separator) {
  std::string text;
  for (const Edit& edit : edits) {
    const std::string place =
        edit.end == edit.first + 1 ? fmt::format("{}", edit.first) : fmt::format("{}:{}", edit.first, edit.end);
    text += fmt::format("{}[{}]={}{}", edit.array, place, to_text(edit.value), separator);
  }
  return text;
}

Edit parse_edit(const Prepared& prepared, const Case& drawn, std::string_view place, std::string_view value) {
  const auto refuse = [&](const std::string& why) {
    throw InvalidArgument(fmt::format("'{}={}': {}", place, value, why));
  };
  const auto open = place.find('['), colon = place.find(':', open);
  if (!place.ends_with(']')) refuse("expected 'x[3]=1' or 'x[0:16]=1'");
  const bool is_block = colon != std::string_view::npos;
  const auto first = number(place.substr(open + 1, (is_block ? colon : place.size() - 1) - open - 1));
  const auto end = is_block ? number(place.substr(colon + 1, place.size() - colon - 2)) : first.value_or(0) + 1;
  if (!first || !end) refuse("expected 'x[3]=1' or 'x[0:16]=1'");
  Edit edit{std::string(place.substr(0, open)), *first, *end, {}};
  const PreparedArray* array = find_array(prepared, edit.array);
  if (array == nullptr) refuse(fmt::format("'{}' is no array that is an input", edit.array));
  const DType dtype = array->dtypes[drawn.instantiation];
  const auto read = scalar_from_text(dtype, value);
  if (!read) refuse(fmt::format("'{}' is no {}", value, c_name(dtype)));
  edit.value = *read;
  if (const std::string why = why_no_edit(prepared, drawn, edit); !why.empty()) refuse(why);
  return edit;
}

std::string why_no_edit(const Prepared& prepared, const Case& drawn, const Edit& edit) {
  const PreparedArray* array = find_array(prepared, edit.array);
  if (array == nullptr) return fmt::format("'{}' is no array that is an input", edit.array);
  if (!array->kind->independent || array->kind->range == nullptr || array->is_scratch)
    return fmt::format("the elements of '{}' are not drawn one by one", edit.array);
  const Values values = values_of(prepared, drawn);
  const Measured measured = measure(*array, drawn, values);
  if (!measured.problem.empty()) return measured.problem;
  if (edit.first >= edit.end || edit.end > measured.elements)
    return fmt::format("[{}:{}] is no part of '{}', which has {} elements", edit.first, edit.end, edit.array,
                       measured.elements);
  const Range legal = array->kind->range(argument_of(*array->input, edit.value.dtype, values));
  if (legal.empty() || !is_legal(legal, edit.value))
    return fmt::format("{} is outside the bounds of the generator of '{}': {}", to_text(edit.value), edit.array,
                       to_text(legal, edit.value.dtype));
  return "";
}

void fit_edits(const Prepared& prepared, Case& drawn) {
  if (drawn.edits.empty()) return;
  const Values values = values_of(prepared, drawn);
  for (Edit& edit : drawn.edits)
    if (const PreparedArray* array = find_array(prepared, edit.array))
      edit.end = std::min(edit.end, measure(*array, drawn, values).elements);
  std::erase_if(drawn.edits, [&](const Edit& edit) { return !why_no_edit(prepared, drawn, edit).empty(); });
}

void apply_edits(const Case& drawn, std::string_view array, std::span<std::byte> out) {
  for (const Edit& edit : drawn.edits) {
    if (edit.array != array) continue;
    const std::size_t size = size_of(edit.value.dtype);
    for (std::uint64_t i = edit.first; i < std::min<std::uint64_t>(edit.end, out.size() / size); ++i)
      std::memcpy(out.data() + i * size, &edit.value.bits, size);
  }
}

}  // namespace kparity::generate
