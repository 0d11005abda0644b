// Values out of the blocks of a file, with what they are called in messages.
#include <fmt/format.h>

#include "reading.hpp"

namespace kparity::spec {

std::string named(std::string_view key, const std::string& what) {
  return fmt::format("'{}' of {}", key, what);
}

std::string word_or(Reading& reading, const Fields& fields, const Block& block, std::string_view key,
                    const std::string& fallback) {
  const Node* node = fields.find(key);
  if (!node) return fallback;
  const std::string what = fields.what().empty() ? fmt::format("'{}'", key) : named(key, fields.what());
  return read_word(*node, what, find_key(block, key)->words, reading.problems).value_or(fallback);
}

std::vector<std::string> texts_or_none(Reading& reading, const Fields& fields, std::string_view key) {
  const Node* node = fields.find(key);
  return node ? read_texts(*node, named(key, fields.what()), reading.problems) : std::vector<std::string>();
}

std::vector<const Entry*> entries_or_none(Reading& reading, const Fields& fields, std::string_view key) {
  const Node* node = fields.find(key);
  return node ? read_entries(*node, fmt::format("'{}'", key), reading.problems) : std::vector<const Entry*>();
}

}  // namespace kparity::spec
