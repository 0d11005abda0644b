// A spec file as read, before it means anything: maps, lists and words with the place of each. Own types, so that only
// yaml_reader.cpp sees the YAML library.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kparity/spec/problem.hpp"

namespace kparity::spec {

struct Entry;

struct Node {
  enum class Kind { null, scalar, list, map };

  Kind kind = Kind::null;
  std::string text;  // scalars
  bool quoted = false;
  Location where;              // of the first character, quote included
  Location text_where;         // of the first character of `text`
  bool verbatim = false;       // `text` stands in the file as it is, so offsets into it are columns
  std::vector<Node> items;     // lists
  std::vector<Entry> entries;  // maps, in the order of the file, duplicate keys included
};

struct Entry {
  std::string key;
  Location where;
  Node value;
};

/// "a map", "a list", "nothing", "a number", "a boolean" or "text": for messages.
std::string_view what_is(const Node& node);

/// The tree of a YAML text. Throws SpecError for what is no YAML, is not one document, or uses anchors, aliases, merge
/// keys, tags, or nests too deeply.
Node read_yaml(const std::string& text, const std::string& file);

}  // namespace kparity::spec
