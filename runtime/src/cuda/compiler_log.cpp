// Reads the words of the CUDA compiler for the lines that a person acts on.
#include "cuda/compiler_log.hpp"

#include <optional>

#include "cuda/program_text.hpp"

namespace kparity::cuda {

namespace {

struct Message {
  std::string place;  // "axpy_cuda.cu(12)"
  std::string words;
};

std::string_view next_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  const std::string_view line = rest.substr(0, end);
  rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  return line;
}

/// `place: error: words`, `place: catastrophic error: words`, `place: error #123-D: words`, `ptxas error : words`.
std::optional<Message> error_in(std::string_view line) {
  const std::size_t word = line.find("error");
  if (word == std::string_view::npos || line.find("warning") < word) return std::nullopt;
  const std::size_t colon = line.find(':', word);
  if (colon == std::string_view::npos || colon - word > 20) return std::nullopt;
  const std::size_t end_of_place = line.substr(0, word).rfind("): ");
  const std::size_t words = line.find_first_not_of(' ', colon + 1);
  Message out;
  if (end_of_place != std::string_view::npos) out.place = std::string(line.substr(0, end_of_place + 1));
  if (words != std::string_view::npos) out.words = std::string(line.substr(words));
  return out;
}

std::optional<Message> first_message(std::string_view log) {
  while (!log.empty()) {
    if (auto message = error_in(next_line(log))) return message;
  }
  return std::nullopt;
}

/// What the compiler says of `f<3>` and `f<float>` where `f` is a function.
bool names_no_template(std::string_view words) {
  return words.find("operand types are incompatible") != std::string_view::npos ||
         words.find("type name is not allowed") != std::string_view::npos ||
         words.find("not a template") != std::string_view::npos;
}

/// What stands behind `start`, up to the next quotation mark; empty if it is not there.
std::string quoted_after(std::string_view log, std::string_view start) {
  const std::size_t begin = log.find(start);
  if (begin == std::string_view::npos) return "";
  const std::string_view rest = log.substr(begin + start.size());
  return std::string(rest.substr(0, rest.find('"')));
}

constexpr std::string_view no_kernel = "address of a non-__global__ function";

/// "file(12)" as "file:12", as editors know it.
std::string with_colon(const std::string& place) {
  const std::size_t open = place.rfind('(');
  if (open == std::string::npos) return place;
  return place.substr(0, open) + ":" + place.substr(open + 1, place.size() - open - 2);
}

}  // namespace

std::string first_error(std::string_view log) {
  const auto message = first_message(log);
  if (!message) return std::string(next_line(log));
  return message->place.empty() ? message->words : with_colon(message->place) + ": " + message->words;
}

std::string type_of_entity(std::string_view log) {
  return quoted_after(log, "initialize an entity of type \"");
}

std::string type_of_value(std::string_view log) {
  return quoted_after(log, "a value of type \"");
}

bool refuses_type(std::string_view log, const Checked& checked) {
  if (log.find(no_kernel) != std::string_view::npos) return true;
  const auto message = first_message(log);
  return message && message->place.starts_with(check_name(checked.kernel));
}

bool lacks_type(std::string_view log, const Checked& checked) {
  const auto message = first_message(log);
  return message && message->place.starts_with(check_name(checked.kernel)) &&
         message->words.find("instance of") != std::string::npos;
}

std::string headline(std::string_view log, const Checked& checked, const std::string& actual) {
  const auto message = first_message(log);
  const std::string about = "kernel '" + checked.kernel + "': ";
  if (log.find(no_kernel) != std::string_view::npos) {
    return about + checked.path + ": '" + checked.kernel + "' is no __global__ function";
  }
  if (!message || !message->place.starts_with(check_name(checked.kernel))) return about + first_error(log);
  const bool is_undefined = message->words.find("undefined") != std::string::npos;
  if (is_undefined && checked.has_template_args &&
      message->words.find('"' + checked.kernel + '"') == std::string::npos) {
    return about + checked.path + ": template_args: " + message->words;
  }
  if (is_undefined) {
    return about + checked.path + " does not define the function '" + checked.kernel + "'; expected __global__ " +
           checked.declaration;
  }
  if (checked.has_template_args && names_no_template(message->words)) {
    return about + checked.path + ": '" + checked.kernel +
           "' is no template, but template_args are given: " + message->words;
  }
  const std::string words = actual.empty() ? message->words : "its type is \"" + actual + "\"";
  const std::string hint =
      words.find('&') != std::string::npos ? "; a kernel cannot take references: they would be host addresses" : "";
  return about + checked.path + " does not match the signature '" + checked.declaration + "': " + words + hint;
}

}  // namespace kparity::cuda
