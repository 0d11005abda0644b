// The grammar of signatures, in three steps: tokens, parameters that may still name type parameters, and one signature
// per combination of types.
#include "kparity/spec/signature_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "declaration.hpp"
#include "kparity/identifier.hpp"
#include "names.hpp"
#include "scalar_types.hpp"

namespace kparity::spec {

namespace {

constexpr std::size_t most_instantiations = 64;
constexpr std::size_t most_parameters = 256;

// --- Tokens ---

struct Token {
  std::string_view text;  // a word with its `::`, a number, or one other character; "..." and "&&" are one token
  std::size_t offset = 0;
};

bool is_word_part(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == ' ' || text[i] == '\t' || text[i] == '\n' || text[i] == '\r') {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < text.size()) {
      if (is_word_part(text[end])) {
        ++end;
      } else if (text.substr(end, 2) == "::" && end + 2 < text.size() && is_word_part(text[end + 2])) {
        end += 2;
      } else {
        break;
      }
    }
    if (end == i) end = text.substr(i, 3) == "..." ? i + 3 : text.substr(i, 2) == "&&" ? i + 2 : i + 1;
    tokens.push_back({text.substr(i, end - i), i});
    i = end;
  }
  return tokens;
}

// --- Parameters that may name type parameters ---

// A parameter with the names of its types still open.
struct Open {
  std::string name;
  std::size_t offset = 0;
  std::string type_parameter;  // "T"; empty if `dtype` holds
  DType dtype = DType::int32;
  bool is_pointer = false, is_const = false;
  const StructSpec* structure = nullptr;
  std::string struct_argument;  // the type parameter in `Particles<T>`
  std::vector<Open> fields;
};

class Failure {
 public:
  Failure(std::size_t offset, std::string message) : offset_(offset), message_(std::move(message)) {}
  std::size_t offset() const noexcept { return offset_; }
  const std::string& message() const noexcept { return message_; }

 private:
  std::size_t offset_;
  std::string message_;
};

[[noreturn]] void fail(std::size_t offset, std::string message) {
  throw Failure(offset, std::move(message));
}

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// What a declaration may refer to.
struct Scope {
  std::vector<std::string> types;
  const std::vector<StructSpec>* structs = nullptr;  // null inside a struct

  const StructSpec* find_struct(std::string_view name) const {
    if (!structs) return nullptr;
    for (const StructSpec& entry : *structs) {
      if (entry.name == name) return &entry;
    }
    return nullptr;
  }

  std::vector<std::string> known_types() const {
    std::vector<std::string> names = types;
    if (structs) {
      for (const StructSpec& entry : *structs) names.push_back(entry.name);
    }
    const std::vector<std::string> scalars = scalar_names();
    names.insert(names.end(), scalars.begin(), scalars.end());
    return names;
  }
};

// Parses one parameter or one field out of a run of tokens.
class ParameterParser {
 public:
  ParameterParser(const std::vector<Token>& tokens, std::size_t end_offset, const Scope& scope)
      : tokens_(tokens), end_offset_(end_offset), scope_(scope) {}

  Open parse() {
    if (tokens_.empty()) fail(end_offset_, "expected a parameter");
    refuse_views();
    qualifiers();
    type();
    qualifiers();
    pointer();
    name();
    brackets();
    if (!at_end()) fail(here(), fmt::format("expected ',' or ')' before '{}'", peek()));
    check_type();
    return std::move(open_);
  }

 private:
  bool at_end() const { return position_ == tokens_.size(); }
  std::string_view peek() const { return at_end() ? std::string_view() : tokens_[position_].text; }
  std::size_t here() const { return at_end() ? end_offset_ : tokens_[position_].offset; }

  bool accept(std::string_view text) {
    if (peek() != text) return false;
    ++position_;
    return true;
  }

  // Views have a shape of their own (several template arguments, references), so they are named before anything else.
  void refuse_views() const {
    constexpr std::string_view views[] = {"ArrayView", "span", "mdspan", "array", "vector"};
    for (const Token& token : tokens_) {
      const std::string_view last = token.text.substr(token.text.rfind(':') + 1);
      const bool is_view = std::find(std::begin(views), std::end(views), last) != std::end(views);
      const bool is_type = &token != tokens_.data() + tokens_.size() - 1;  // the last word is the parameter's name
      if (is_view && is_type && !scope_.find_struct(last)) {
        fail(token.offset, fmt::format("views such as '{}' are not supported yet; use a raw pointer", token.text));
      }
    }
  }

  void qualifiers() {
    while (!at_end()) {
      if (accept("const")) {
        open_.is_const = true;
      } else if (accept("volatile")) {
        fail(tokens_[position_ - 1].offset, "volatile is not supported");
      } else {
        return;
      }
    }
  }

  void type() {
    type_offset_ = here();
    accept("struct");
    if (peek() == "...") fail(here(), "variable arguments (...) are not supported");
    if (is_built_in_word(peek())) {
      built_in_type();
    } else if (is_word_part(peek().empty() ? ' ' : peek()[0])) {
      named_type();
    } else {
      fail(here(), at_end() ? "expected a type" : fmt::format("expected a type before '{}'", peek()));
    }
  }

  void built_in_type() {
    std::vector<std::string_view> words;
    std::string spelling;
    while (is_built_in_word(peek()) || peek() == "const") {
      if (accept("const")) {
        open_.is_const = true;
        continue;
      }
      words.push_back(peek());
      spelling += (spelling.empty() ? "" : " ") + std::string(peek());
      ++position_;
    }
    if (const auto dtype = scalar_of(words)) {
      open_.dtype = *dtype;
    } else if (spelling == "void") {
      fail(type_offset_, "void is no type of data; give the type of the elements");
    } else if (spelling == "long double") {
      fail(type_offset_, "long double is not supported: devices do not have it");
    } else {
      fail(type_offset_, fmt::format("'{}' is not a type", spelling));
    }
  }

  void named_type() {
    const std::string name(peek());
    ++position_;
    if (contains(scope_.types, name)) {
      open_.type_parameter = name;
    } else if (const auto scalar = scalar_named(name)) {
      open_.dtype = *scalar;
    } else if (const StructSpec* structure = scope_.find_struct(name)) {
      open_.structure = structure;
      template_argument();
    } else {
      unknown_type(name);
    }
  }

  void unknown_type(const std::string& name) const {
    if (!is_identifier(name) && name.find("::") == std::string::npos) {
      fail(type_offset_, fmt::format("expected a type before '{}'", name));
    }
    const std::string near = did_you_mean(name, scope_.known_types());
    const char* hint = near.empty() ? "; scalars, type parameters of `types:` and structs of `structs:` are known" : "";
    fail(type_offset_, fmt::format("unknown type '{}'{}{}", name, near, hint));
  }

  void template_argument() {
    if (!accept("<")) return;
    const std::size_t offset = here();
    const std::string argument(peek());
    if (!at_end()) ++position_;
    if (!accept(">")) fail(here(), "a struct template of a spec has one argument, a type parameter");
    if (!contains(scope_.types, argument)) {
      fail(offset,
           fmt::format("'{}' is not a type parameter; the argument of a struct template must be one of `types:`{}",
                       argument, did_you_mean(argument, scope_.types)));
    }
    open_.struct_argument = argument;
  }

  void pointer() {
    while (!at_end()) {
      if (peek() == "*") {
        if (open_.is_pointer) fail(here(), "a pointer to a pointer is not supported");
        open_.is_pointer = true;
        ++position_;
      } else if (peek() == "&" || peek() == "&&") {
        fail(here(), "references are not supported: a kernel's arguments are copied to the device; pass by value");
      } else if (peek() == "__restrict__" || peek() == "__restrict" || peek() == "restrict") {
        if (!open_.is_pointer) fail(here(), fmt::format("'{}' needs a pointer", peek()));
        ++position_;
      } else if (peek() == "const" && open_.is_pointer) {
        ++position_;  // of the pointer itself, which says nothing about the elements
      } else if (peek() == "(") {
        fail(here(), "function pointers are not supported");
      } else {
        return;
      }
    }
  }

  void name() {
    if (at_end()) fail(end_offset_, "a parameter has no name");
    if (peek() == "[" || peek() == "=") fail(here(), "a parameter has no name");
    open_.name = std::string(peek());
    open_.offset = here();
    if (const std::string why = why_no_name(open_.name); !why.empty()) {
      // Two words in a row that are no type: the first was meant as one.
      fail(here(), is_identifier(open_.name) || is_word_part(open_.name[0])
                       ? why
                       : fmt::format("expected a name before '{}'", open_.name));
    }
    ++position_;
  }

  void brackets() {
    if (peek() == "=") fail(here(), "default arguments are not supported");
    if (!accept("[")) return;
    if (!accept("]")) fail(here(), fmt::format("'{}[]' takes no extent; give it in `shape:`", open_.name));
    if (open_.is_pointer || peek() == "[")
      fail(here(), "arrays of arrays are not supported; use a pointer to elements");
    open_.is_pointer = true;
  }

  void check_type() const {
    if (open_.structure && open_.is_pointer) {
      fail(type_offset_,
           fmt::format("a pointer to a struct is not supported; pass '{}' by value", open_.structure->name));
    }
  }

  const std::vector<Token>& tokens_;
  std::size_t end_offset_;
  const Scope& scope_;
  std::size_t position_ = 0, type_offset_ = 0;
  Open open_;
};

// --- The whole declaration ---

struct OpenSignature {
  std::string kernel;
  std::size_t kernel_offset = 0;
  std::vector<Open> parameters;
};

// Tokens between the commas of the outermost level.
struct Piece {
  std::vector<Token> tokens;
  std::size_t end_offset = 0;
};

std::vector<Piece> split_at_commas(const std::vector<Token>& tokens, std::size_t first, std::size_t last,
                                   std::size_t end_offset) {
  std::vector<Piece> pieces(1);
  int depth = 0;
  for (std::size_t i = first; i < last; ++i) {
    const std::string_view text = tokens[i].text;
    if (text == "<" || text == "(" || text == "[") ++depth;
    if (text == ">" || text == ")" || text == "]") --depth;
    if (text == "," && depth <= 0) {
      pieces.back().end_offset = tokens[i].offset;
      pieces.emplace_back();
    } else {
      pieces.back().tokens.push_back(tokens[i]);
    }
  }
  pieces.back().end_offset = end_offset;
  return pieces;
}

// Reads "void name (" and returns the index of the first token of the parameters.
std::size_t read_head(const std::vector<Token>& tokens, std::size_t end_offset, OpenSignature& signature) {
  const auto text = [&](std::size_t i) { return i < tokens.size() ? tokens[i].text : std::string_view(); };
  const auto offset = [&](std::size_t i) { return i < tokens.size() ? tokens[i].offset : end_offset; };
  constexpr std::string_view decorations[] = {"extern",     "static",    "inline", "template", "__global__",
                                              "__device__", "constexpr", "[",      "struct"};
  if (std::find(std::begin(decorations), std::end(decorations), text(0)) != std::end(decorations)) {
    fail(offset(0), fmt::format("a signature starts with void, without '{}'", text(0)));
  }
  if (text(0) != "void" || text(1) == "*") fail(offset(0), "a kernel returns void");
  const std::string name(text(1));
  if (name == "(" || name.empty()) fail(offset(1), "expected the kernel's name after void");
  if (const std::string why = why_no_name(name); !why.empty()) fail(offset(1), why);
  if (text(2) != "(") fail(offset(2), fmt::format("expected '(' after '{}'", name));
  signature.kernel = name;
  signature.kernel_offset = offset(1);
  return 3;
}

std::size_t find_closing(const std::vector<Token>& tokens, std::size_t first, std::size_t end_offset) {
  int depth = 1;
  for (std::size_t i = first; i < tokens.size(); ++i) {
    if (tokens[i].text == "(") ++depth;
    if (tokens[i].text == ")" && --depth == 0) return i;
  }
  fail(end_offset, "missing ')' at the end of the signature");
}

void check_end(const std::vector<Token>& tokens, std::size_t closing) {
  std::size_t next = closing + 1;
  if (next < tokens.size() && tokens[next].text == ";") ++next;
  if (next < tokens.size())
    fail(tokens[next].offset, fmt::format("nothing may follow ')', but '{}' does", tokens[next].text));
}

// Turns an offset into a problem; where the text is not verbatim in the file, offsets are no columns.
class Reporter {
 public:
  Reporter(const Location& where, bool offsets_are_columns, Problems& problems)
      : where_(where), offsets_are_columns_(offsets_are_columns), problems_(problems) {}

  void operator()(std::size_t offset, const std::string& message) {
    Location where = where_;
    if (offsets_are_columns_) where.column += static_cast<int>(offset);
    report(problems_, where, message);
    ++count_;
  }
  int count() const noexcept { return count_; }

 private:
  Location where_;
  bool offsets_are_columns_;
  Problems& problems_;
  int count_ = 0;
};

// Runs `step` and reports its failure.
template <class Step>
bool attempt(Reporter& reporter, Step step) {
  try {
    step();
    return true;
  } catch (const Failure& failure) {
    reporter(failure.offset(), failure.message());
    return false;
  }
}

std::vector<Open> parse_list(const std::vector<Piece>& pieces, const Scope& scope, Reporter& reporter) {
  std::vector<Open> parameters;
  for (const Piece& piece : pieces) {
    attempt(reporter, [&] {
      Open parameter = ParameterParser(piece.tokens, piece.end_offset, scope).parse();
      const auto same = [&](const Open& other) { return other.name == parameter.name; };
      if (std::any_of(parameters.begin(), parameters.end(), same)) {
        fail(parameter.offset, fmt::format("two parameters are called '{}'", parameter.name));
      }
      parameters.push_back(std::move(parameter));
    });
  }
  return parameters;
}

std::vector<Piece> parameter_pieces(std::string_view text, const std::vector<Token>& tokens, OpenSignature& signature) {
  const std::size_t first = read_head(tokens, text.size(), signature);
  const std::size_t closing = find_closing(tokens, first, text.size());
  check_end(tokens, closing);
  const bool is_empty = closing == first || (closing == first + 1 && tokens[first].text == "void");
  if (is_empty) fail(tokens[closing].offset, "a kernel needs parameters");
  auto pieces = split_at_commas(tokens, first, closing, tokens[closing].offset);
  if (pieces.size() > most_parameters) {
    fail(tokens[first].offset, fmt::format("{} parameters; {} is the limit", pieces.size(), most_parameters));
  }
  return pieces;
}

// --- Structs ---

std::string type_used_by(const std::vector<Open>& fields, std::size_t offset) {
  std::string used;
  for (const Open& field : fields) {
    if (field.type_parameter.empty() || field.type_parameter == used) continue;
    if (!used.empty()) {
      fail(offset, fmt::format("a struct may use one type parameter, not both {} and {}", used, field.type_parameter));
    }
    used = field.type_parameter;
  }
  return used;
}

std::vector<Open> parse_fields(const StructSpec& structure, const Scope& scope, Reporter& reporter) {
  std::vector<Piece> pieces;
  for (const std::string& field : structure.fields) {
    std::vector<Token> tokens = tokens_of(field);
    if (!tokens.empty() && tokens.back().text == ";") tokens.pop_back();
    pieces.push_back({std::move(tokens), field.size()});
  }
  return parse_list(pieces, {scope.types, nullptr}, reporter);
}

void add_fields(Open& parameter, const Scope& scope) {
  const StructSpec& structure = *parameter.structure;
  Problems problems;
  Reporter reporter(structure.where, false, problems);
  parameter.fields = parse_fields(structure, scope, reporter);
  if (!problems.empty()) {
    fail(parameter.offset, fmt::format("struct '{}': {}", structure.name, problems.front().message));
  }
  const std::string used = type_used_by(parameter.fields, parameter.offset);
  if (used == parameter.struct_argument) return;
  const std::string wanted = used.empty() ? structure.name : structure.name + "<" + used + ">";
  fail(parameter.offset, fmt::format("the fields of struct '{}' use {}; write {}", structure.name,
                                     used.empty() ? "no type parameter" : used, wanted));
}

// --- One signature per combination of types ---

// The chosen type of each type parameter.
using Choice = std::vector<std::pair<std::string, DType>>;

DType chosen(const Choice& choice, const std::string& name) {
  for (const auto& [type, dtype] : choice) {
    if (type == name) return dtype;
  }
  return DType::int32;
}

Parameter closed(const Open& open, const Choice& choice) {
  Parameter parameter;
  parameter.name = open.name;
  if (open.structure) {
    parameter.kind = ParameterKind::structure;
    parameter.struct_name = open.structure->name;
    if (!open.struct_argument.empty()) {
      parameter.struct_name += "<" + std::string(c_name(chosen(choice, open.struct_argument))) + ">";
    }
    for (const Open& field : open.fields) parameter.fields.push_back(closed(field, choice));
    return parameter;
  }
  parameter.kind = open.is_pointer ? ParameterKind::pointer : ParameterKind::scalar;
  parameter.dtype = open.type_parameter.empty() ? open.dtype : chosen(choice, open.type_parameter);
  parameter.is_const = open.is_pointer && open.is_const;
  return parameter;
}

std::string spelled(const Choice& choice) {
  std::string out;
  for (const auto& [type, dtype] : choice) out += (out.empty() ? "" : ",") + type + "=" + std::string(c_name(dtype));
  return out;
}

// All combinations; the last type parameter varies fastest.
std::vector<Choice> combinations(const std::vector<TypeParameter>& types) {
  std::vector<Choice> all{{}};
  for (const TypeParameter& type : types) {
    std::vector<Choice> longer;
    for (const Choice& choice : all) {
      for (const DType dtype : type.choices) {
        longer.push_back(choice);
        longer.back().emplace_back(type.name, dtype);
      }
    }
    all = std::move(longer);
  }
  return all;
}

std::size_t combination_count(const std::vector<TypeParameter>& types) {
  std::size_t count = 1;
  for (const TypeParameter& type : types) {
    if (count > most_instantiations) break;
    count *= type.choices.size();
  }
  return count;
}

void note_use(const Open& open, Declaration& declaration) {
  const auto note = [](std::vector<std::string>& names, const std::string& name) {
    if (!name.empty() && !contains(names, name)) names.push_back(name);
  };
  note(declaration.used_types, open.type_parameter);
  note(declaration.used_types, open.struct_argument);
  if (open.structure) note(declaration.used_structs, open.structure->name);
}

}  // namespace

std::string check_field(std::string_view text, const std::vector<TypeParameter>& types, const Location& where,
                        bool offsets_are_columns, Problems& problems) {
  Reporter reporter(where, offsets_are_columns, problems);
  Scope scope;
  for (const TypeParameter& type : types) scope.types.push_back(type.name);
  const std::vector<Open> fields = parse_fields({"", "", {std::string(text)}, {}}, scope, reporter);
  return fields.empty() ? "" : fields.front().name;
}

Declaration parse_declaration(std::string_view text, const std::vector<TypeParameter>& types,
                              const std::vector<StructSpec>& structs, const Location& where, bool offsets_are_columns,
                              Problems& problems) {
  Reporter reporter(where, offsets_are_columns, problems);
  Scope scope{{}, &structs};
  for (const TypeParameter& type : types) scope.types.push_back(type.name);

  const std::vector<Token> tokens = tokens_of(text);
  OpenSignature open;
  std::vector<Piece> pieces;
  attempt(reporter, [&] { pieces = parameter_pieces(text, tokens, open); });
  open.parameters = parse_list(pieces, scope, reporter);

  Declaration declaration{open.kernel, open.kernel_offset, {}, {}, {}, {}, false};
  for (Open& parameter : open.parameters) {
    note_use(parameter, declaration);
    declaration.offsets.push_back(parameter.offset);
    if (!parameter.structure) continue;
    if (parameter.structure->fields.empty()) {
      declaration.has_empty_struct = true;
    } else {
      attempt(reporter, [&] { add_fields(parameter, scope); });
    }
  }
  if (const std::size_t count = combination_count(types); count > most_instantiations) {
    reporter(0, fmt::format("`types:` asks for more than {} instantiations", most_instantiations));
  }
  if (reporter.count() > 0 || declaration.has_empty_struct) return declaration;

  for (const Choice& choice : combinations(types)) {
    Signature signature{open.kernel, {}, spelled(choice)};
    for (const Open& parameter : open.parameters) signature.parameters.push_back(closed(parameter, choice));
    declaration.instantiations.push_back(std::move(signature));
  }
  return declaration;
}

std::vector<Signature> parse_signature(std::string_view text, const std::vector<TypeParameter>& types,
                                       const std::vector<StructSpec>& structs, const Location& where) {
  Problems problems;
  Declaration declaration = parse_declaration(text, types, structs, where, true, problems);
  if (declaration.has_empty_struct) report(problems, where, "a struct has no fields");
  if (!problems.empty()) throw SpecError(std::move(problems));
  return std::move(declaration.instantiations);
}

}  // namespace kparity::spec
