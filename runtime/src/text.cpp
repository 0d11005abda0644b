// Small text tools for messages.
#include "text.hpp"

#include <algorithm>

namespace kparity::text {

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (const std::string& part : parts) {
    if (&part != parts.data()) out += separator;
    out += part;
  }
  return out;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before_last, last);
    std::swap(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replace, last[j] + 1, row[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& known) {
  constexpr std::size_t most_shown = 3, longest = 256;  // a longer name is garbage, and the distance is quadratic
  if (name.size() > longest) return "";
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(name, candidate);
    if (distance <= std::max<std::size_t>(1, std::min(name.size(), candidate.size()) / 3)) {
      near.emplace_back(distance, "'" + candidate + "'");
    }
  }
  if (near.empty()) return "";
  std::sort(near.begin(), near.end());
  std::vector<std::string> shown;
  for (const auto& [distance, candidate] : near) {
    if (shown.size() < most_shown && distance <= near.front().first + 1) shown.push_back(candidate);
  }
  return " (did you mean " + join(shown, " or ") + "?)";
}

std::string normalised(std::string_view value) {
  const std::string_view blanks = " \t\r\n\v\f";
  const std::size_t first = value.find_first_not_of(blanks);
  if (first == std::string_view::npos) return "";
  std::string out(value.substr(first, value.find_last_not_of(blanks) - first + 1));
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

}  // namespace kparity::text
