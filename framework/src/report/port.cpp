// The table of formats of a port, and the pages that are printed from the tables of rules and states.
#include "kparity/report/port.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <stdexcept>

#include "plain_text.hpp"
#include "port_writers.hpp"

namespace kparity::report {

const std::vector<PortFormat>& port_formats() {
  static const std::vector<PortFormat> all = port_writers::collected_port_formats();
  return all;
}

const PortFormat& find_port_format(std::string_view name) {
  std::string known;
  for (const PortFormat& format : port_formats()) {
    if (format.name == name) return format;
    known += (known.empty() ? "" : ", ") + std::string(format.name);
  }
  throw std::invalid_argument("unknown format '" + std::string(name) + "'; there are: " + known);
}

std::string rules_markdown(const std::vector<result::RuleInfo>& rules) {
  std::string text =
      "## Rules of the gate\n\nSeverities by default, for kernels with `missing_cuda: raise` and `fallback`.\n\n"
      "| rule | finds | `raise` | `fallback` |\n| --- | --- | --- | --- |\n";
  for (const auto& rule : rules)
    text += fmt::format("| `{}` | **{}.** {} | {} | {} |\n", rule.id, rule.title, rule.meaning,
                        result::name_of(rule.if_raise), result::name_of(rule.if_fallback));
  return text;
}

std::string states_markdown() {
  std::string text = "## States of a port\n\n| state | means |\n| --- | --- |\n";
  for (const auto& info : result::port_state_table()) text += fmt::format("| `{}` | {} |\n", info.name, info.meaning);
  return text;
}

namespace port_writers {

std::string fingerprint(const result::Finding& finding) {
  const auto fnv1a = [&](std::uint64_t hash) {
    for (const std::string* part : {&finding.rule, &finding.kernel, &finding.subject}) {
      for (const char c : *part) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
      hash = (hash ^ 0xffu) * 0x100000001b3u;
    }
    return hash;
  };
  return fmt::format("{:016x}{:016x}", fnv1a(0xcbf29ce484222325u), fnv1a(0x84222325cbf29ce4u));
}

std::string place_of(const result::Finding& finding) {
  if (finding.file.empty()) return "";
  return finding.line > 0 ? fmt::format("{}:{}", finding.file, finding.line) : finding.file;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : repaired(text)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\n': out += "&#10;"; break;
      default: out += c;
    }
  }
  return out;
}

std::vector<const result::Finding*> to_show(const result::PortReport& report) {
  std::vector<const result::Finding*> shown;
  for (const result::Finding& finding : report.findings)
    if (finding.is_new || report.counts_old) shown.push_back(&finding);
  return shown;
}

std::string verdict_line(const result::PortReport& report) {
  const int code = result::exit_code(report);
  return fmt::format("{}: {}", code == 0 ? "green" : code == 1 ? "red" : "no verdict", result::exit_reason(report));
}

}  // namespace port_writers

}  // namespace kparity::report
