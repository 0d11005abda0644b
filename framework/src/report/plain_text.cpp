// Text helpers. UTF-8 is decoded by hand, strictly: overlong forms and surrogates are broken text, too.
#include "plain_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kparity::report {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

std::size_t length_of_lead(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return 2;
  if (lead >= 0xE0 && lead < 0xF0) return 3;
  return lead >= 0xF0 && lead < 0xF5 ? 4 : 0;
}

/// Overlong forms, surrogates, the two noncharacters at the end of the first plane, and what lies beyond Unicode.
bool is_forbidden(std::uint32_t code, std::size_t length) {
  if (length == 3 && code < 0x800) return true;
  if (length == 4 && (code < 0x10000 || code > 0x10FFFF)) return true;
  return (code >= 0xD800 && code < 0xE000) || code == 0xFFFE || code == 0xFFFF;
}

/// Bytes of the character that begins `text`; 0 if it is none.
std::size_t character_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t length = length_of_lead(lead);
  if (length == 0 || length > text.size()) return 0;
  std::uint32_t code = length == 1 ? lead : lead & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(text[i])) return 0;
    code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3Fu);
  }
  return is_forbidden(code, length) ? 0 : length;
}

/// Bytes of the terminal sequence "ESC [ ... letter" that begins `text`; 0 if there is none.
std::size_t colour_length(std::string_view text) {
  if (text.size() < 2 || text[0] != '\x1b' || text[1] != '[') return 0;
  const auto end = std::find_if(text.begin() + 2, text.end(), [](char c) { return c >= 0x40 && c <= 0x7E; });
  return end == text.end() ? 0 : static_cast<std::size_t>(end - text.begin()) + 1;
}

bool is_printable(char byte) {
  const auto value = static_cast<unsigned char>(byte);
  return byte == '\n' || byte == '\t' || (value >= 0x20 && value != 0x7F);
}

/// Where to break a text that is too long: the last blank within `room` columns, else the first blank there is.
std::size_t break_of(std::string_view text, std::size_t room) {
  std::size_t columns = 0, last_blank = std::string_view::npos;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ' ' && i > 0 && (columns <= room || last_blank == std::string_view::npos)) last_blank = i;
    columns += !is_continuation(text[i]);
    if (columns > room && last_blank != std::string_view::npos) break;
  }
  return last_blank;
}

std::string_view without_blanks_around(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::string wrapped_line(std::string_view line, std::size_t room, const std::string& line_end) {
  std::string result;
  while (columns_of(line) > room) {
    const std::size_t at = break_of(line, room);
    if (at == std::string_view::npos) break;
    result += without_blanks_around(line.substr(0, at));
    result += line_end;
    line = without_blanks_around(line.substr(at));
  }
  return result.append(line);
}

}  // namespace

std::string repaired(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    if (const std::size_t colour = colour_length(text)) {
      text.remove_prefix(colour);
      continue;
    }
    const std::size_t length = character_length(text);
    const bool good = length > 1 || (length == 1 && is_printable(text[0]));
    const bool is_return_of_a_line_end = text.starts_with("\r\n");
    if (good) {
      result += text.substr(0, length);
    } else if (!is_return_of_a_line_end) {
      result += replacement;
    }
    text.remove_prefix(good ? length : 1);
  }
  return result;
}

std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char byte) { return !is_continuation(byte); }));
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  const std::size_t room = width > indent + 20 ? width - indent : 20;
  const std::string line_end = "\n" + std::string(indent, ' ');
  std::string result;
  for (const std::string_view line : lines_of(text)) {
    if (!result.empty()) result += line_end;
    result += wrapped_line(line, room, line_end);
  }
  return result;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string count_text(std::uint64_t count) {
  if (count < 10000) return fmt::format("{}", count);
  double value = static_cast<double>(count);
  for (const std::string_view unit : {"k", "M", "G", "T"}) {
    value /= 1000;
    if (value < 9.95) return fmt::format("{:.1f} {}", value, unit);
    if (value < 999.5) return fmt::format("{:.0f} {}", value, unit);
  }
  return fmt::format("{:.2g}", static_cast<double>(count));
}

std::string counted(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count_text(count), noun, count == 1 ? "" : "s");
}

std::string seconds_text(double seconds) {
  if (!(seconds < 1e7)) return "a long time";
  if (seconds < 9.95) return fmt::format("{:.2g} s", seconds < 0.01 ? 0.01 : seconds);
  if (seconds < 119.5) return fmt::format("{:.0f} s", seconds);
  const auto whole = static_cast<std::uint64_t>(std::lround(seconds));
  return fmt::format("{} min {} s", whole / 60, whole % 60);
}

std::string used_text(double used) {
  if (used == 0) return "no difference";
  if (!std::isfinite(used)) return "beyond any bound";
  if (used <= 0.005) return "used less than 1 % of the bound";
  if (used <= 1) return fmt::format("used {:.0f} % of the bound", 100 * used);
  if (used < 1.05) return "used a little more than the bound";
  return fmt::format("used {:.2g} times the bound", used);
}

std::string rules_text(const std::vector<result::Rule>& rules) {
  bool derived = false, estimated = false, stated = false;
  for (const result::Rule& rule : rules) {
    estimated |= rule.text.starts_with("auto, estimated");
    derived |= rule.text.starts_with("auto");
    stated |= rule.is_override;
  }
  std::string text = estimated ? "auto, estimated" : derived ? "auto" : "";
  if (stated) text += text.empty() ? "stated" : " and stated";
  return text;
}

std::vector<Override> overrides_of(const std::vector<result::Outcome>& outcomes) {
  std::vector<Override> overrides;
  for (const result::Outcome& outcome : outcomes)
    for (const result::Rule& rule : outcome.rules) {
      Override entry{outcome.kernel + "." + rule.output, rule.text + (rule.reason.empty() ? "" : "; " + rule.reason)};
      const auto known = [&](const Override& other) { return other.output == entry.output; };
      if (rule.is_override && std::ranges::none_of(overrides, known)) overrides.push_back(std::move(entry));
    }
  return overrides;
}

std::string listed(const std::vector<std::string>& names, std::size_t most) {
  const std::size_t shown = names.size() <= most ? names.size() : most - 1;
  const std::string some = fmt::format("{}", fmt::join(names.begin(), names.begin() + static_cast<long>(shown), ", "));
  return shown == names.size() ? some : fmt::format("{} and {} more", some, names.size() - shown);
}

}  // namespace kparity::report
