// Reads opt-outs and applies them to the findings of a launch.
#include "opt_outs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "kparity/error.hpp"
#include "launch_findings.hpp"

namespace kparity::parity {

namespace {

namespace fs = std::filesystem;
using emulate::Finding;
using emulate::FindingKind;

constexpr FindingKind ignorable[] = {FindingKind::race, FindingKind::uninitialised, FindingKind::undefined};
constexpr std::string_view mark = "kparity: ignore";
constexpr const char* form = "// kparity: ignore race: why it may stay";

std::optional<FindingKind> kind_named(std::string_view name) {
  for (const FindingKind kind : ignorable)
    if (emulate::name_of(kind) == name) return kind;
  return std::nullopt;
}

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

/// "race: both write the same" in the line `number`.
OptOut parsed(const std::string& file, unsigned number, std::string_view rest, bool stands_alone) {
  const std::string where = fmt::format("{}:{}", fs::path(file).filename().string(), number);
  const auto colon = rest.find(':');
  const std::string_view name = trimmed(rest.substr(0, colon));
  const std::string_view reason = colon == std::string_view::npos ? "" : trimmed(rest.substr(colon + 1));
  const auto kind = kind_named(name);
  if (!kind)
    throw RuntimeFailure(fmt::format(
        "{}: '{}' is no finding that can be ignored; there are: race, uninitialised, undefined", where, name));
  if (reason.empty()) throw RuntimeFailure(fmt::format("{}: an opt-out needs a reason: {}", where, form));
  return {
      *kind, fs::path(file).lexically_normal().string(), stands_alone ? number + 1 : number, {}, std::string(reason),
      where};
}

bool is_at(const OptOut& opt_out, const emulate::Access& access) {
  return access.line == opt_out.line && fs::path(access.file).lexically_normal() == opt_out.file;
}

bool hides(const OptOut& opt_out, const Finding& finding) {
  if (finding.kind != opt_out.kind) return false;
  if (!opt_out.file.empty())
    return is_at(opt_out, finding.access) || (finding.second && is_at(opt_out, *finding.second));
  return opt_out.arrays.empty() ||
         std::find(opt_out.arrays.begin(), opt_out.arrays.end(), finding.array) != opt_out.arrays.end();
}

}  // namespace

std::vector<OptOut> opt_outs_in(const std::string& file, std::string_view text) {
  std::vector<OptOut> found;
  std::istringstream lines{std::string(text)};
  unsigned number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const auto comment = line.find("//");
    if (comment == std::string::npos) continue;
    const std::string_view words = trimmed(std::string_view(line).substr(comment + 2));
    if (!words.starts_with(mark)) continue;
    found.push_back(parsed(file, number, words.substr(mark.size()), trimmed(line.substr(0, comment)).empty()));
  }
  return found;
}

std::vector<OptOut> opt_outs_of(const spec::KernelSpec& spec, const CudaSource& source) {
  std::vector<OptOut> all;
  for (const spec::IgnoredFinding& ignored : spec.ignored_findings)
    all.push_back({*kind_named(ignored.finding), "", 0, ignored.arrays, ignored.reason,
                   fmt::format("{}:{}", fs::path(ignored.where.file).filename().string(), ignored.where.line)});
  for (const SourceFile& file : emulate::sources_of(source))
    for (OptOut& opt_out : opt_outs_in(file.path, file.text)) all.push_back(std::move(opt_out));
  return all;
}

std::optional<RunFinding> finding_of(const emulate::LaunchResult& result, std::vector<OptOut>& opt_outs) {
  std::vector<Finding> kept;
  for (std::size_t i = 0; i < result.findings.size(); ++i) {
    const Finding& finding = result.findings[i];
    const bool ended = !result.completed && i + 1 == result.findings.size();
    const auto hiding =
        std::find_if(opt_outs.begin(), opt_outs.end(), [&](const OptOut& each) { return hides(each, finding); });
    if (hiding != opt_outs.end() && !ended) {
      hiding->times += finding.times;
      continue;
    }
    kept.push_back(finding);
    if (hiding != opt_outs.end())
      kept.back().text += fmt::format(" (it ended the launch, so {} cannot hide it)", hiding->where);
  }
  auto found = finding_of(kept);
  if (found)
    found->only_unwritten_reads = result.completed && std::all_of(kept.begin(), kept.end(), [](const Finding& finding) {
                                    return finding.kind == FindingKind::uninitialised;
                                  });
  return found;
}

std::vector<std::string> account_of(const std::vector<OptOut>& opt_outs, bool all_kinds) {
  std::vector<std::string> lines;
  for (const OptOut& each : opt_outs) {
    const std::string_view kind = emulate::name_of(each.kind);
    if (each.times > 0)
      lines.push_back(fmt::format("{} ignored {} time{} ({}: {})", kind, each.times, each.times == 1 ? "" : "s",
                                  each.where, each.reason));
    else if (all_kinds)
      lines.push_back(fmt::format("the opt-out of {} at {} hides nothing: remove it", kind, each.where));
  }
  return lines;
}

}  // namespace kparity::parity
