// `__shared__ T a[16], b;` becomes a structure with these members, its place in the arena, and references of the same
// names, so that types, sizeof and decay stay what they were. `extern __shared__ T s[];` becomes a reference to an
// array of unknown bound over the dynamic part.
#include "shared_declaration.hpp"

#include <fmt/format.h>

namespace kparity::emulate {

namespace {

bool opens(std::string_view spelling) {
  return spelling == "(" || spelling == "[" || spelling == "{";
}

bool closes(std::string_view spelling) {
  return spelling == ")" || spelling == "]" || spelling == "}";
}

/// Behind the bracket that closes the one at `at`.
std::size_t past_bracket(std::span<const Token> tokens, std::size_t at) {
  int depth = 0;
  for (; at < tokens.size(); ++at) {
    depth += opens(tokens[at].spelling) ? 1 : closes(tokens[at].spelling) ? -1 : 0;
    if (depth == 0) return at + 1;
  }
  return at;
}

/// The name in a declarator (with the specifiers in front of the first one): the last identifier outside brackets and
/// attributes before the first `[` or the end. Empty for a pointer to an array and the like.
std::string_view declared_name(std::span<const Token> tokens) {
  std::string_view name;
  int angles = 0;
  for (std::size_t i = 0; i < tokens.size();) {
    const std::string_view spelling = tokens[i].spelling;
    if (spelling == "__attribute__" || spelling == "alignas" || spelling == "decltype" || spelling == "__align__") {
      i = past_bracket(tokens, i + 1);
      continue;
    }
    if (spelling == "[" && i + 1 < tokens.size() && tokens[i + 1].spelling == "[" && name.empty()) {  // [[attribute]]
      i = past_bracket(tokens, i);
      continue;
    }
    if (angles == 0 && spelling == "[") break;
    if (angles == 0 && spelling == "(") return "";
    if (spelling == "{") {
      i = past_bracket(tokens, i);
      continue;
    }
    angles += spelling == "<" ? 1 : spelling == ">" ? -1 : 0;
    if (angles == 0 && tokens[i].kind == TokenKind::identifier) name = spelling;
    ++i;
  }
  return name;
}

/// The declarators, split at commas outside brackets and template arguments.
std::vector<std::span<const Token>> declarators(std::span<const Token> tokens) {
  std::vector<std::span<const Token>> parts;
  std::size_t begin = 0;
  int depth = 0, angles = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string_view spelling = tokens[i].spelling;
    depth += opens(spelling) ? 1 : closes(spelling) ? -1 : 0;
    if (depth == 0) angles += spelling == "<" ? 1 : spelling == ">" ? -1 : 0;
    if (depth == 0 && angles <= 0 && spelling == ",") {
      parts.push_back(tokens.subspan(begin, i - begin));
      begin = i + 1;
    }
  }
  parts.push_back(tokens.subspan(begin));
  return parts;
}

bool is_storage(std::string_view spelling) {
  return spelling == "__shared__" || spelling == "static" || spelling == "extern";
}

}  // namespace

SharedDeclaration parse_shared(std::span<const Token> tokens) {
  SharedDeclaration out;
  std::vector<Token> kept;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string_view spelling = tokens[i].spelling;
    if (spelling == "extern") out.dynamic = true;
    if (is_storage(spelling)) continue;
    // A typedef takes no alignas; the dynamic part is aligned well enough for every type.
    if (out.dynamic && spelling == "alignas") {
      i = past_bracket(tokens, i + 1) - 1;
      continue;
    }
    // What stood together stays together: `<<` is two tokens here.
    const bool together = !kept.empty() && kept.back().spelling.data() + kept.back().spelling.size() == spelling.data();
    if (!together && !kept.empty()) out.declaration += ' ';
    out.declaration += spelling;
    kept.push_back(tokens[i]);
  }
  for (const auto part : declarators(kept)) {
    const std::string_view name = declared_name(part);
    if (name.empty()) return {};
    out.names.emplace_back(name);
  }
  return out;
}

std::string replacement(const SharedDeclaration& declaration, std::size_t number) {
  std::string text;
  if (declaration.dynamic) {
    // Named in a scope of its own, so that a type of the same name stays reachable.
    text = fmt::format("struct KparityDynamic{} {{ typedef {}; }};", number, declaration.declaration);
    for (const std::string& name : declaration.names)
      text += fmt::format(
          " auto& {0} = *reinterpret_cast<typename KparityDynamic{1}::{0}*>("
          "kparity_dynamic_shared(\"{0}\", kparity_here()));",
          name, number);
    return text;
  }
  text = fmt::format(
      "struct KparityShared{0} {{ {1}; }}; static KparitySharedSlot kparity_slot_{0}; "
      "auto& kparity_shared_{0} = kparity_shared<KparityShared{0}>(kparity_slot_{0}, \"{2}\", "
      "kparity_here());",
      number, declaration.declaration, fmt::join(declaration.names, ", "));
  for (const std::string& name : declaration.names)
    text += fmt::format(" auto& {0} = kparity_shared_{1}.{0};", name, number);
  return text;
}

}  // namespace kparity::emulate
