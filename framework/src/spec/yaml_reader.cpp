// From YAML text to a tree of nodes with places. Takes the parser's events rather than its nodes, because those lose
// duplicate keys and expand aliases. Nothing else in kparity includes the YAML library.
#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>

#include "node.hpp"

namespace kparity::spec {

namespace {

constexpr std::size_t most_nested = 32;

[[noreturn]] void fail(const Location& where, const std::string& message) {
  throw SpecError({{where, message}});
}

// The lines of a text, to turn the parser's byte columns into columns of characters.
class Places {
 public:
  Places(std::string_view text, std::string file) : text_(text), file_(std::move(file)) {
    starts_.push_back(0);
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\n') starts_.push_back(i + 1);
    }
  }

  Location at(std::size_t position) const {
    const auto after = std::upper_bound(starts_.begin(), starts_.end(), position);
    const auto line = static_cast<std::size_t>(after - starts_.begin()) - 1;
    const std::string_view before = text_.substr(starts_[line], position - starts_[line]);
    const auto is_character = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
    const auto characters = std::count_if(before.begin(), before.end(), is_character);
    return {file_, static_cast<int>(line) + 1, static_cast<int>(characters) + 1};
  }

  Location at(const YAML::Mark& mark) const { return at(position(mark)); }

  std::size_t position(const YAML::Mark& mark) const {
    if (mark.is_null() || mark.line < 0) return 0;
    const std::size_t line = std::min(static_cast<std::size_t>(mark.line), starts_.size() - 1);
    return std::min(starts_[line] + static_cast<std::size_t>(std::max(mark.column, 0)), text_.size());
  }

  std::string_view text() const { return text_; }

 private:
  std::string_view text_;
  std::string file_;
  std::vector<std::size_t> starts_;
};

// Whether the quote at the start of `text` has its other one; the parser takes the end of the file for it.
bool is_closed(std::string_view text) {
  const char quote = text[0];
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '\\' && quote == '"') {
      ++i;
    } else if (text[i] == quote) {
      return true;  // a doubled '' closes and opens again, and is closed by what follows
    }
  }
  return false;
}

// Builds the tree from the parser's events. A map in the making keeps its key until the value arrives.
class TreeBuilder : public YAML::EventHandler {
 public:
  explicit TreeBuilder(const Places& places) : places_(places) {}

  Node take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override { add(made(Node::Kind::null, mark)); }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    fail(places_.at(mark), "aliases (*name) are not allowed in a spec; write the value out");
  }

  void OnAnchor(const YAML::Mark& mark, const std::string& name) override {
    if (!name.empty()) fail(places_.at(mark), "anchors (&name) are not allowed in a spec; write the value out");
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, const std::string& value) override {
    check_tag(tag, mark);
    Node node = made(Node::Kind::scalar, mark);
    node.text = value;
    const std::size_t start = places_.position(mark);
    const std::string_view rest = places_.text().substr(start);
    node.quoted = tag == "!" && !rest.empty() && (rest[0] == '"' || rest[0] == '\'');
    if (node.quoted && !is_closed(rest)) fail(node.where, "the quote is not closed");
    const std::size_t skipped = node.quoted ? 1 : 0;
    node.verbatim = rest.substr(std::min(skipped, rest.size())).starts_with(value);
    node.text_where = node.verbatim ? places_.at(start + skipped) : node.where;
    add(std::move(node));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    open(Node::Kind::list, mark, tag);
  }
  void OnSequenceEnd() override { close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, YAML::EmitterStyle::value) override {
    open(Node::Kind::map, mark, tag);
  }
  void OnMapEnd() override { close(); }

 private:
  struct Open {
    Node node;
    bool has_key = false;
    Entry entry;
  };

  Node made(Node::Kind kind, const YAML::Mark& mark) const {
    Node node;
    node.kind = kind;
    node.where = node.text_where = places_.at(mark);
    return node;
  }

  void check_tag(const std::string& tag, const YAML::Mark& mark) const {
    if (!tag.empty() && tag != "?" && tag != "!") {
      fail(places_.at(mark), fmt::format("tags ({}) are not allowed in a spec", tag));
    }
  }

  void open(Node::Kind kind, const YAML::Mark& mark, const std::string& tag) {
    check_tag(tag, mark);
    if (open_.size() >= most_nested)
      fail(places_.at(mark), fmt::format("nested more than {} levels deep", most_nested));
    open_.push_back({made(kind, mark), false, {}});
  }

  void close() {
    Node done = std::move(open_.back().node);
    open_.pop_back();
    add(std::move(done));
  }

  void add(Node node) {
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& parent = open_.back();
    if (parent.node.kind == Node::Kind::list) {
      parent.node.items.push_back(std::move(node));
    } else if (!parent.has_key) {
      parent.entry = keyed(std::move(node));
      parent.has_key = true;
    } else {
      // An absent value has no place of its own; its key has.
      if (node.kind == Node::Kind::null) node.where = node.text_where = parent.entry.where;
      parent.entry.value = std::move(node);
      parent.node.entries.push_back(std::move(parent.entry));
      parent.has_key = false;
    }
  }

  static Entry keyed(Node key) {
    if (key.kind != Node::Kind::scalar) fail(key.where, fmt::format("a key must be a word, not {}", what_is(key)));
    if (key.text == "<<" && !key.quoted) {
      fail(key.where, "merge keys (<<) are not allowed in a spec; write the entries out");
    }
    return {std::move(key.text), std::move(key.where), {}};
  }

  const Places& places_;
  std::vector<Open> open_;
  Node root_;
};

// The length of the UTF-8 sequence at the start of `text`, or 0 if it is none.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return 1;
  const std::size_t length = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
  if (byte(0) < 0xC2 || byte(0) > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  const bool overlong = (byte(0) == 0xE0 && byte(1) < 0xA0) || (byte(0) == 0xF0 && byte(1) < 0x90);
  const bool surrogate = byte(0) == 0xED && byte(1) > 0x9F;
  const bool too_large = byte(0) == 0xF4 && byte(1) > 0x8F;
  return overlong || surrogate || too_large ? 0 : length;
}

// The parser would guess another encoding or stop at the first odd character without a word.
void check_characters(const Places& places) {
  const std::string_view text = places.text();
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text.substr(i));
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte == 0) fail(places.at(i), "a NUL byte: this is a binary file, not YAML");
    if (length == 0) fail(places.at(i), fmt::format("byte 0x{:02x} is not UTF-8", byte));
    if ((byte < 0x20 && byte != '\n' && byte != '\r' && byte != '\t') || byte == 0x7f) {
      fail(places.at(i), fmt::format("control character 0x{:02x} in the text", byte));
    }
    i += length;
  }
}

// The parser's own words for this do not say what to do.
void check_tabs(const Places& places) {
  const std::string_view text = places.text();
  bool in_indentation = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (in_indentation && text[i] == '\t') fail(places.at(i), "a tab in the indentation; YAML wants spaces");
    in_indentation = text[i] == '\n' || (in_indentation && text[i] == ' ');
  }
}

// The parser says what it missed; the mistake is usually one of these.
std::string in_plain_words(const std::string& error) {
  if (error == "end of map flow not found") return "a '{' before this is not closed";
  if (error == "end of sequence flow not found") return "a '[' before this is not closed";
  if (error == "end of map not found") return "this does not continue the map above; check its indentation";
  return error;
}

std::string_view without_byte_order_mark(std::string_view text) {
  return text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text;
}

bool is_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  if (text.starts_with('.')) text.remove_prefix(1);
  return !text.empty() && text[0] >= '0' && text[0] <= '9' &&
         text.find_first_not_of("0123456789._eE+-") == std::string_view::npos;
}

}  // namespace

std::string_view what_is(const Node& node) {
  if (node.kind == Node::Kind::map) return "a map";
  if (node.kind == Node::Kind::list) return "a list";
  if (node.kind == Node::Kind::null) return "nothing";
  if (!node.quoted && (node.text == "true" || node.text == "false")) return "a boolean";
  return !node.quoted && is_number(node.text) ? "a number" : "text";
}

Node read_yaml(const std::string& text, const std::string& file) {
  const std::string plain(without_byte_order_mark(text));
  const Places places(plain, file);
  check_characters(places);
  check_tabs(places);
  TreeBuilder builder(places);
  std::istringstream stream(plain);
  try {
    YAML::Parser parser(stream);
    if (!parser.HandleNextDocument(builder)) fail({file, 1, 1}, "the file is empty");
    Node root = builder.take();
    TreeBuilder second(places);
    if (parser.HandleNextDocument(second)) {
      fail(second.take().where, "a second document; a spec file holds one");
    }
    return root;
  } catch (const YAML::Exception& error) {
    fail(places.at(error.mark), "not valid YAML: " + in_plain_words(error.msg));
  }
}

}  // namespace kparity::spec
