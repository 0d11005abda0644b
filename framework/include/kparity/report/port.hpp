// Writes what `status` and `gate` found, for people, programs and the hosts of pull requests. A format is one file of
// port/; each keeps within what its host accepts, and says what it left out.
#pragma once

#include <ostream>
#include <string_view>
#include <vector>

#include "kparity/report/report.hpp"
#include "kparity/result/port.hpp"

namespace kparity::report {

struct PortFormat {
  std::string_view name;  // "sarif"
  std::string_view doc;
  void (*write)(const result::PortReport& report, const Style& style, std::ostream& out);
};

/// All of them, in alphabetical order.
const std::vector<PortFormat>& port_formats();
/// Throws std::invalid_argument listing the formats.
const PortFormat& find_port_format(std::string_view name);

/// The table of rules as Markdown, for `kparity describe rules` and docs/gate.md.
std::string rules_markdown(const std::vector<result::RuleInfo>& rules);
/// The table of states as Markdown.
std::string states_markdown();

}  // namespace kparity::report
