// The words for findings.
#include "kparity/emulate/finding.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace kparity::emulate {

namespace {

std::string place_of(const Access& access) {
  if (access.file.empty()) return "";
  return fmt::format("{}:{}", std::filesystem::path(access.file).filename().string(), access.line);
}

std::string who_of(const Access& access) {
  return fmt::format("block {} thread {}", to_string(access.block), to_string(access.thread));
}

}  // namespace

std::string_view name_of(FindingKind kind) {
  switch (kind) {
    case FindingKind::barrier: return "barrier";
    case FindingKind::limit: return "limit";
    case FindingKind::bounds: return "bounds";
    case FindingKind::race: return "race";
    case FindingKind::uninitialised: return "uninitialised";
    case FindingKind::undefined: return "undefined";
    case FindingKind::trap: return "trap";
    case FindingKind::hang: return "hang";
  }
  return "unknown";
}

std::string to_string(const Index3& index) {
  return fmt::format("({},{},{})", index[0], index[1], index[2]);
}

std::string to_string(const Finding& finding) {
  if (finding.of_launch) return finding.text;
  std::string text = place_of(finding.access);
  if (!text.empty()) text += ": ";
  text += fmt::format("{}: {}", who_of(finding.access), finding.text);
  if (finding.second)
    text += fmt::format("; {} by {} at {}", finding.second->what, who_of(*finding.second), place_of(*finding.second));
  if (finding.times > 1) text += fmt::format(" ({} times)", finding.times);
  return text;
}

}  // namespace kparity::emulate
