// Turns the types of a signature and the arguments of a source into what stands between the angle brackets.
#include "template_arguments.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

#include "kparity/cuda_source.hpp"

namespace kparity {

namespace {

struct TypeArgument {
  std::string name, type;
};

/// Of "T=float,I=int".
std::vector<TypeArgument> type_arguments(const std::string& types) {
  std::vector<TypeArgument> out;
  for (std::size_t begin = 0; begin < types.size();) {
    const std::size_t end = std::min(types.find(',', begin), types.size());
    const std::size_t equals = std::min(types.find('=', begin), end);
    const std::size_t type = std::min(equals + 1, end);
    out.push_back({types.substr(begin, equals - begin), types.substr(type, end - type)});
    begin = end + 1;
  }
  return out;
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// "sizeof(float)" for "sizeof(T)".
std::string with_types(const std::string& text, const std::vector<TypeArgument>& types) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end == at) ++end;
    const std::string word = text.substr(at, end - at);
    const auto type = std::find_if(types.begin(), types.end(), [&](const auto& each) { return each.name == word; });
    out += type == types.end() ? word : type->type;
    at = end;
  }
  return out;
}

}  // namespace

std::string template_arguments(const CudaSource& source, const Signature& signature) {
  const std::vector<TypeArgument> types = type_arguments(signature.types);
  std::string out;
  for (const std::string& argument : source.template_args)
    out += (out.empty() ? "" : ",") + with_types(argument, types);
  if (!out.empty()) return out;
  for (const TypeArgument& each : types) out += (out.empty() ? "" : ",") + each.type;
  return out;
}

std::string function_of(const std::string& kernel, const CudaSource& source, const Signature& signature) {
  return source.template_args.empty() ? kernel : kernel + "<" + template_arguments(source, signature) + ">";
}

}  // namespace kparity
