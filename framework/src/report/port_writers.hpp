// The formats of port/ as the build collects them, and what several of them share.
#pragma once

#include <string>
#include <vector>

#include "kparity/report/port.hpp"

namespace kparity::report::port_writers {

std::vector<PortFormat> collected_port_formats();

/// 32 hexadecimal digits of what a finding is about, whatever line it is in: the same in each run.
std::string fingerprint(const result::Finding& finding);

/// "specs/sort/sort.yaml:3", or what there is of it.
std::string place_of(const result::Finding& finding);

/// For XML and HTML, as text and between double quotes.
std::string escaped(std::string_view text);

/// Those that a reader of a change should see: new ones, and old ones where they count.
std::vector<const result::Finding*> to_show(const result::PortReport& report);

/// "red: 1 error, new here", "green: no finding counts".
std::string verdict_line(const result::PortReport& report);

}  // namespace kparity::report::port_writers
