// What may be a name in a spec, and how messages list names.
#include "names.hpp"

#include "kparity/identifier.hpp"
#include "kparity/spec/problem.hpp"

namespace kparity::spec {

std::string why_no_name(std::string_view text) {
  const std::string quoted = "'" + std::string(text) + "'";
  if (!is_identifier(text)) return quoted + " is not an identifier (letters, digits and _, no digit first)";
  if (is_keyword(text)) return quoted + " is a keyword of C++";
  return "";
}

std::string join(const std::vector<std::string>& names, std::string_view separator) {
  std::string out;
  for (const std::string& name : names) {
    if (&name != names.data()) out += separator;
    out += name;
  }
  return out;
}

std::string suggestion(std::string_view name, const std::vector<std::string>& known, std::string_view words) {
  constexpr std::size_t most = 20;
  if (std::string near = did_you_mean(name, known); !near.empty()) return near;
  if (known.empty()) return "";
  const bool cut = known.size() > most;
  const std::vector<std::string> shown(known.begin(), cut ? known.begin() + most : known.end());
  return "; " + std::string(words) + ": " + join(shown) + (cut ? ", ..." : "");
}

}  // namespace kparity::spec
