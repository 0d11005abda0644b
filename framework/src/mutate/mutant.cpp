// The table of kinds, and all that is common to them.
#include "kparity/mutate/mutant.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "kind.hpp"
#include "kparity/error.hpp"
#include "source.hpp"

namespace kparity::mutate {

namespace {

const std::vector<Kind>& all_kinds() {
  static const std::vector<Kind> all = kinds::collected_kinds();
  return all;
}

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

bool is_kind(std::string_view name) {
  const auto& table = kind_table();
  return std::any_of(table.begin(), table.end(), [&](const KindInfo& each) { return each.name == name; });
}

std::string kind_names() {
  std::vector<std::string_view> names;
  for (const KindInfo& each : kind_table()) names.push_back(each.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

const std::vector<KindInfo>& kind_table() {
  static const std::vector<KindInfo> table = [] {
    std::vector<KindInfo> rows;
    for (const Kind& kind : all_kinds()) rows.push_back(kind.info);
    return rows;
  }();
  return table;
}

std::vector<Mutant> mutants_of(std::string_view text, std::string_view kernel) {
  const Source source(text, kernel);
  std::vector<Mutant> all;
  for (const Kind& kind : all_kinds())
    for (Mutant& mutant : kind.find(source)) all.push_back(std::move(mutant));
  std::stable_sort(all.begin(), all.end(), [](const Mutant& a, const Mutant& b) { return a.begin < b.begin; });
  return all;
}

std::string text_with(std::string_view text, const Mutant& mutant) {
  std::string changed(text);
  return changed.replace(mutant.begin, mutant.end - mutant.begin, mutant.after);
}

std::vector<Equivalent> equivalents_in(const std::string& file, std::string_view text) {
  constexpr std::string_view mark = "kparity: equivalent";
  std::vector<Equivalent> found;
  std::istringstream lines{std::string(text)};
  std::uint32_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const auto comment = line.find("//");
    if (comment == std::string::npos) continue;
    std::string_view words = trimmed(std::string_view(line).substr(comment + 2));
    if (!words.starts_with(mark)) continue;
    words.remove_prefix(mark.size());
    const auto colon = words.find(':');
    const std::string_view kind = trimmed(words.substr(0, colon));
    const std::string_view reason = colon == std::string_view::npos ? "" : trimmed(words.substr(colon + 1));
    const std::string where = fmt::format("{}:{}", std::filesystem::path(file).filename().string(), number);
    if (!is_kind(kind))
      throw RuntimeFailure(fmt::format("{}: '{}' is no kind of mutant; there are: {}", where, kind, kind_names()));
    if (reason.empty())
      throw RuntimeFailure(
          fmt::format("{}: an equivalent mutant needs a reason: // kparity: equivalent {}: why it "
                      "changes nothing",
                      where, kind));
    const bool alone = trimmed(std::string_view(line).substr(0, comment)).empty();
    found.push_back({std::string(kind), alone ? number + 1 : number, std::string(reason)});
  }
  return found;
}

}  // namespace kparity::mutate
