// A cursor over one map of a spec file: hands out the values of known keys once and reports the rest. And the readers
// of single values, which report what they cannot read and answer nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "keys.hpp"
#include "kparity/expression.hpp"
#include "node.hpp"

namespace kparity::spec {

using Problems = std::vector<Problem>;

inline void report(Problems& problems, const Location& where, std::string message) {
  problems.push_back({where, std::move(message)});
}

/// Keys that stand in a map beside those of its table: the fields of a chosen generator or tolerance.
struct MoreKeys {
  std::string what;  // "generator 'uniform'"; an unknown key is then called one of its fields
  std::vector<std::string> names;
  bool any = false;  // nothing is known about them, so no key is unknown
};

/// Checks a map against its table while it is made: duplicate, unknown, reserved and missing keys. What is not a map
/// has no entries and is reported.
class Fields {
 public:
  /// `what` names the map in messages: "input 'x'".
  Fields(const Node& node, const Block& block, std::string what, Problems& problems, const MoreKeys& more = {});

  /// The value of a key, or null if it is absent.
  const Node* find(std::string_view key) const;
  const Location& where() const noexcept { return node_->where; }
  const std::string& what() const noexcept { return what_; }

 private:
  const Node* node_;
  std::string what_;
};

/// Whether a map has an unknown key that was probably meant to be `name`; then saying that `name` is missing adds
/// nothing.
bool is_misspelt(const Node& map, const std::string& name, const std::vector<std::string>& known);

/// The entries of a map from names to something, each key once; reports what is no map and duplicate keys.
std::vector<const Entry*> read_entries(const Node& node, const std::string& what, Problems& problems);

// Single values. `what` names the value in messages: "'header' of struct 'Particles'".

std::optional<std::string> read_text(const Node& node, const std::string& what, Problems& problems);
std::optional<std::string> read_word(const Node& node, const std::string& what, const std::vector<std::string>& words,
                                     Problems& problems);
std::optional<bool> read_boolean(const Node& node, const std::string& what, Problems& problems);
/// An integer from `least` on; `1_000` is 1000.
std::optional<std::int64_t> read_integer(const Node& node, const std::string& what, std::int64_t least,
                                         Problems& problems);
/// A finite decimal number.
std::optional<double> read_number(const Node& node, const std::string& what, Problems& problems);
std::optional<std::string> read_date(const Node& node, const std::string& what, Problems& problems);
/// "2GiB" in bytes.
std::optional<std::int64_t> read_bytes(const Node& node, const std::string& what, Problems& problems);
/// "2us" in seconds.
std::optional<double> read_duration(const Node& node, const std::string& what, Problems& problems);
/// "8%" as 0.08.
std::optional<double> read_percent(const Node& node, const std::string& what, Problems& problems);
/// A parsed expression; its names are not checked.
std::optional<Expression> read_expression(const Node& node, const std::string& what, Problems& problems);
/// Whether a list took `min(a, b)` apart at its comma and this is the first half.
bool is_cut_at_comma(const Node& node);
std::vector<std::string> read_texts(const Node& node, const std::string& what, Problems& problems);

/// Why `text` is no number that a spec accepts, or empty: octal-looking, hexadecimal, not finite, beyond double.
std::string why_no_number(std::string_view text);
/// The number, if `text` is one.
std::optional<double> to_number(std::string_view text);
/// Whether `text` begins as a number does, so that a message should speak of numbers and not of expressions.
bool looks_like_number(std::string_view text);

}  // namespace kparity::spec
