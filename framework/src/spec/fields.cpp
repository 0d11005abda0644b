// Keys of a map against their table, and single values from their text.
#include "fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "names.hpp"

namespace kparity::spec {

namespace {

std::string of(const std::string& what) {
  return what.empty() ? "" : " of " + what;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string shown(std::string_view text) {
  constexpr std::size_t longest = 60;
  return "'" + std::string(text.substr(0, longest)) + (text.size() > longest ? "...'" : "'");
}

void report_duplicates(const std::vector<Entry>& entries, const std::string& what, Problems& problems) {
  for (auto entry = entries.begin(); entry != entries.end(); ++entry) {
    const auto first =
        std::find_if(entries.begin(), entry, [&](const Entry& earlier) { return earlier.key == entry->key; });
    if (first == entry) continue;
    report(problems, entry->where,
           fmt::format("duplicate key {}{}; it is already given at line {}", shown(entry->key), of(what),
                       first->where.line));
  }
}

void report_unknown(const std::vector<Entry>& entries, const Block& block, const std::string& what,
                    const MoreKeys& more, Problems& problems) {
  std::vector<std::string> known = more.names;
  const std::vector<std::string> of_block = names_of(block);
  known.insert(known.end(), of_block.begin(), of_block.end());
  for (const Entry& entry : entries) {
    if (std::find(known.begin(), known.end(), entry.key) != known.end()) continue;
    std::string message;
    if (more.what.empty()) {
      message =
          fmt::format("unknown key {}{}{}", shown(entry.key), of(what), suggestion(entry.key, known, "known keys"));
    } else {
      message = fmt::format("unknown field {} of {}{}", shown(entry.key), more.what,
                            suggestion(entry.key, known, "known fields"));
    }
    report(problems, entry.where, std::move(message));
  }
}

// The unknown key that was probably meant to be `name`, or null.
const Entry* misspelt(const Node& map, const std::string& name, const std::vector<std::string>& known) {
  const auto found = std::find_if(map.entries.begin(), map.entries.end(), [&](const Entry& entry) {
    return std::find(known.begin(), known.end(), entry.key) == known.end() && nearest(entry.key, known) == name;
  });
  return found == map.entries.end() ? nullptr : &*found;
}

// A misspelt key has been reported as unknown, unless no key is.
void report_missing(const Node& node, const std::string& name, const Block& block, const std::string& what,
                    const MoreKeys& more, Problems& problems) {
  const Entry* meant = misspelt(node, name, names_of(block));
  if (meant == nullptr) {
    report(problems, node.where, fmt::format("missing key '{}'{}", name, of(what)));
  } else if (more.any) {
    report(problems, meant->where,
           fmt::format("unknown key {}{} (did you mean '{}'?)", shown(meant->key), of(what), name));
  }
}

// A scalar's text, unless the node is something else.
const std::string* scalar(const Node& node, const std::string& what, std::string_view wanted, Problems& problems) {
  if (node.kind == Node::Kind::scalar) return &node.text;
  report(problems, node.where, fmt::format("{} must be {}, not {}", what, wanted, what_is(node)));
  return nullptr;
}

// The digits of a number with `_` between them.
std::optional<std::string> without_separators(std::string_view text) {
  std::string digits;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') {
      digits += text[i];
    } else if (i == 0 || i + 1 == text.size() || !is_digit(text[i - 1]) || !is_digit(text[i + 1])) {
      return std::nullopt;
    }
  }
  return digits;
}

// Splits "2.5GiB" into its number and its unit and looks the unit up.
struct Unit {
  std::string_view name;
  double factor;
};

std::optional<double> read_quantity(const Node& node, const std::string& what, const std::string& wanted,
                                    const std::vector<Unit>& units, Problems& problems) {
  const std::string* text = scalar(node, what, wanted, problems);
  if (!text) return std::nullopt;
  const std::size_t split = std::min(text->find_first_not_of("0123456789._"), text->size());
  const std::string_view unit = std::string_view(*text).substr(split);
  const auto number = to_number(std::string_view(*text).substr(0, split));
  for (const Unit& known : units) {
    if (number && *number > 0 && unit == known.name) return *number * known.factor;
  }
  report(problems, node.where, fmt::format("{} must be {}, not {}", what, wanted, shown(*text)));
  return std::nullopt;
}

}  // namespace

Fields::Fields(const Node& node, const Block& block, std::string what, Problems& problems, const MoreKeys& more)
    : node_(&node), what_(std::move(what)) {
  if (node.kind != Node::Kind::map) {
    const std::string subject = what_.empty() ? "a spec" : what_;
    report(problems, node.where, fmt::format("{} must be a map of keys, not {}", subject, what_is(node)));
    return;
  }
  report_duplicates(node.entries, what_, problems);
  if (!more.any) report_unknown(node.entries, block, what_, more, problems);
  for (const Key& rule : block.keys) {
    if (rule.required && !find(rule.name)) report_missing(node, rule.name, block, what_, more, problems);
  }
}

const Node* Fields::find(std::string_view key) const {
  for (const Entry& entry : node_->entries) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

bool is_misspelt(const Node& map, const std::string& name, const std::vector<std::string>& known) {
  return misspelt(map, name, known) != nullptr;
}

std::vector<const Entry*> read_entries(const Node& node, const std::string& what, Problems& problems) {
  if (node.kind != Node::Kind::map) {
    report(problems, node.where, fmt::format("{} must be a map of names, not {}", what, what_is(node)));
    return {};
  }
  report_duplicates(node.entries, what, problems);
  std::vector<const Entry*> entries;
  for (const Entry& entry : node.entries) {
    const auto same = [&](const Entry* earlier) { return earlier->key == entry.key; };
    if (std::none_of(entries.begin(), entries.end(), same)) entries.push_back(&entry);
  }
  return entries;
}

std::optional<std::string> read_text(const Node& node, const std::string& what, Problems& problems) {
  const std::string* text = scalar(node, what, "text", problems);
  if (!text) return std::nullopt;
  if (text->find_first_not_of(" \t\r\n") != std::string::npos) return *text;
  report(problems, node.where, what + " is empty");
  return std::nullopt;
}

std::optional<std::string> read_word(const Node& node, const std::string& what, const std::vector<std::string>& words,
                                     Problems& problems) {
  const std::string* text = scalar(node, what, "one of " + join(words), problems);
  if (!text) return std::nullopt;
  if (std::find(words.begin(), words.end(), *text) != words.end()) return *text;
  report(problems, node.where,
         fmt::format("{} must be one of {}, not {}{}", what, join(words), shown(*text), did_you_mean(*text, words)));
  return std::nullopt;
}

std::optional<bool> read_boolean(const Node& node, const std::string& what, Problems& problems) {
  const std::string* text = scalar(node, what, "true or false", problems);
  if (!text) return std::nullopt;
  if (!node.quoted && *text == "true") return true;
  if (!node.quoted && *text == "false") return false;
  report(problems, node.where, fmt::format("{} must be true or false, not {}", what, shown(*text)));
  return std::nullopt;
}

std::optional<std::int64_t> read_integer(const Node& node, const std::string& what, std::int64_t least,
                                         Problems& problems) {
  const std::string* text = scalar(node, what, "an integer", problems);
  if (!text) return std::nullopt;
  if (const std::string why = why_no_number(*text); !why.empty()) {
    report(problems, node.text_where, fmt::format("{}: {}", what, why));
    return std::nullopt;
  }
  const std::string digits = without_separators(*text).value_or("");
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc::result_out_of_range) {
    report(problems, node.text_where, fmt::format("{}: {} does not fit 64 bits", what, shown(*text)));
  } else if (error != std::errc() || end != digits.data() + digits.size()) {
    report(problems, node.text_where, fmt::format("{} must be an integer, not {}", what, shown(*text)));
  } else if (value < least) {
    report(problems, node.text_where, fmt::format("{} must be at least {}, not {}", what, least, value));
  } else {
    return value;
  }
  return std::nullopt;
}

std::optional<double> read_number(const Node& node, const std::string& what, Problems& problems) {
  const std::string* text = scalar(node, what, "a number", problems);
  if (!text) return std::nullopt;
  if (auto number = to_number(*text)) return number;
  const std::string why = why_no_number(*text);
  report(problems, node.text_where,
         why.empty() ? fmt::format("{} must be a number, not {}", what, shown(*text)) : what + ": " + why);
  return std::nullopt;
}

std::optional<std::string> read_date(const Node& node, const std::string& what, Problems& problems) {
  const std::string* text = scalar(node, what, "a date as 2027-03-01", problems);
  if (!text) return std::nullopt;
  const auto part = [&](std::size_t from, std::size_t count) {
    int value = -1;
    std::from_chars(text->data() + from, text->data() + from + count, value);
    return value;
  };
  const auto is_shaped = [&] {
    for (std::size_t i = 0; i < text->size(); ++i) {
      if (i == 4 || i == 7 ? (*text)[i] != '-' : !is_digit((*text)[i])) return false;
    }
    return text->size() == 10;
  };
  if (is_shaped()) {
    const int year = part(0, 4), month = part(5, 2), day = part(8, 2);
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    const int days[] = {31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (month >= 1 && month <= 12 && day >= 1 && day <= days[month - 1]) return *text;
    report(problems, node.where, fmt::format("{}: there is no day {}", what, *text));
  } else {
    report(problems, node.where, fmt::format("{} must be a date as 2027-03-01, not {}", what, shown(*text)));
  }
  return std::nullopt;
}

std::optional<std::int64_t> read_bytes(const Node& node, const std::string& what, Problems& problems) {
  const std::vector<Unit> units{{"B", 1}, {"KiB", 1024}, {"MiB", 1048576}, {"GiB", 1073741824}};
  const auto bytes = read_quantity(node, what, "a size as 2GiB (B, KiB, MiB, GiB)", units, problems);
  if (!bytes) return std::nullopt;
  constexpr double most = 9.0e18;
  if (*bytes <= most) return static_cast<std::int64_t>(*bytes);
  report(problems, node.where, fmt::format("{}: {} does not fit 64 bits", what, shown(node.text)));
  return std::nullopt;
}

std::optional<double> read_duration(const Node& node, const std::string& what, Problems& problems) {
  const std::vector<Unit> units{{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}};
  return read_quantity(node, what, "a time as 2us (ns, us, ms, s)", units, problems);
}

std::optional<double> read_percent(const Node& node, const std::string& what, Problems& problems) {
  return read_quantity(node, what, "a percentage as 8%", {{"%", 0.01}}, problems);
}

std::optional<Expression> read_expression(const Node& node, const std::string& what, Problems& problems) {
  const std::string* text = scalar(node, what, "an integer expression", problems);
  if (!text) return std::nullopt;
  if (const std::string why = why_no_number(*text); !why.empty()) {
    report(problems, node.text_where, fmt::format("{}: {}", what, why));
    return std::nullopt;
  }
  if (to_number(*text) && text->find_first_not_of("-0123456789_") != std::string::npos) {
    report(problems, node.text_where, fmt::format("{} must be an integer, not {}", what, shown(*text)));
    return std::nullopt;
  }
  try {
    return Expression(*text);
  } catch (const ExpressionError& error) {
    Location where = node.text_where;
    if (node.verbatim) where.column += static_cast<int>(error.column());
    report(problems, where,
           fmt::format("{}: {}{}", what, error.what(),
                       is_cut_at_comma(node) ? " (an expression with a comma needs quotes in a list)" : ""));
    return std::nullopt;
  }
}

bool is_cut_at_comma(const Node& node) {
  return std::count(node.text.begin(), node.text.end(), '(') > std::count(node.text.begin(), node.text.end(), ')');
}

std::vector<std::string> read_texts(const Node& node, const std::string& what, Problems& problems) {
  std::vector<std::string> texts;
  if (node.kind != Node::Kind::list) {
    report(problems, node.where, fmt::format("{} must be a list, not {}", what, what_is(node)));
    return texts;
  }
  for (const Node& item : node.items) {
    if (auto text = read_text(item, "an entry of " + what, problems)) texts.push_back(std::move(*text));
  }
  return texts;
}

bool looks_like_number(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  if (text.starts_with('.')) text.remove_prefix(1);
  return !text.empty() && is_digit(text[0]);
}

std::optional<double> to_number(std::string_view text) {
  const auto digits = without_separators(text);
  if (!digits || digits->empty() || !why_no_number(text).empty()) return std::nullopt;
  if (!looks_like_number(*digits)) return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(digits->data(), digits->data() + digits->size(), value);
  if (error != std::errc() || end != digits->data() + digits->size()) return std::nullopt;
  return value;
}

std::string why_no_number(std::string_view text) {
  const std::string word = shown(text);
  const bool signed_text = text.starts_with('-') || text.starts_with('+');
  const std::string_view bare = signed_text ? text.substr(1) : text;
  if (bare == ".nan" || bare == ".NaN" || bare == ".NAN" || bare == ".inf" || bare == ".Inf" || bare == ".INF") {
    return word + " is not a finite number";
  }
  if (bare.empty() || !looks_like_number(bare)) return "";
  if (text.starts_with('+')) return "a number has no plus sign; write " + std::string(bare);
  if (bare.size() > 1 && bare[0] == '0' && (bare[1] == 'x' || bare[1] == 'X')) {
    return word + " is hexadecimal; only decimal numbers are allowed";
  }
  if (bare.size() > 1 && bare[0] == '0' && (bare[1] == 'b' || bare[1] == 'B' || bare[1] == 'o' || bare[1] == 'O')) {
    return word + " is not decimal; only decimal numbers are allowed";
  }
  const std::size_t digits = std::min(bare.find_first_not_of("0123456789_"), bare.size());
  if (digits > 1 && bare[0] == '0' && (bare[1] == '_' || is_digit(bare[1]))) {
    return word + " looks octal; write it without the leading zero";
  }
  if (bare.find_first_not_of("0123456789_.eE+-") != std::string_view::npos) return "";
  const auto plain = without_separators(bare);
  if (!plain) return word + ": a '_' stands between two digits only";
  double value = 0;
  const auto [end, error] = std::from_chars(plain->data(), plain->data() + plain->size(), value);
  if (error != std::errc::result_out_of_range || end != plain->data() + plain->size()) return "";
  const bool tiny = plain->find("e-") != std::string::npos || plain->find("E-") != std::string::npos;
  return word + (tiny ? " is too small for a double" : " is too large for a double");
}

}  // namespace kparity::spec
