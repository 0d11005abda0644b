// `+` for `-` and the other way round.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "kind.hpp"

namespace kparity::mutate::kinds {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 4> others = {
    {{"+", "-"}, {"-", "+"}, {"+=", "-="}, {"-=", "+="}}};

std::vector<Mutant> find(const Source& source) {
  std::vector<Mutant> found;
  for (std::size_t i = 1; i < source.size(); ++i) {
    const std::string_view op = source.operator_at(i);
    const auto other = std::find_if(others.begin(), others.end(), [&](const auto& pair) { return pair.first == op; });
    if (other == others.end() || !source.is_code(i)) continue;
    if (op == "+" && !source.ends_value(i - 1)) continue;  // a sign without effect
    found.push_back(source.mutant("sign", i, i + op.size() - 1, std::string(other->second)));
  }
  return found;
}

}  // namespace

Kind sign() {
  return {{"sign", "`+` becomes `-`, and the other way round", "inputs that are not zero and not symmetric"}, find};
}

}  // namespace kparity::mutate::kinds
