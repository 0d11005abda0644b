// The endpoint of a badge of shields.io: how many kernels are there, in one line of JSON.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "port_writers.hpp"

namespace kparity::report::port_writers {

namespace {

using result::PortState;

void write(const result::PortReport& report, const Style&, std::ostream& out) {
  nlohmann::ordered_json badge{{"schemaVersion", 1}, {"label", "CUDA kernels"}};
  if (report.kernels.empty()) {
    badge["message"] = report.why_nothing.empty() ? "no kernels" : "not known";
    badge["color"] = "red";
    badge["isError"] = true;
  } else {
    const auto at_least = [&](PortState state) {
      return std::count_if(report.kernels.begin(), report.kernels.end(),
                           [&](const auto& row) { return row.state >= state; });
    };
    const auto verified = at_least(PortState::verified), ported = at_least(PortState::declared);
    const auto all = static_cast<std::ptrdiff_t>(report.kernels.size());
    const auto shown = verified > 0 ? verified : ported;
    badge["message"] = fmt::format("{} of {} {}", shown, all, verified > 0 ? "verified" : "ported");
    badge["color"] = shown == all ? "brightgreen" : shown * 2 >= all ? "yellow" : shown > 0 ? "orange" : "red";
  }
  out << badge.dump() << '\n';
}

}  // namespace

PortFormat badge() {
  return {"badge", "For shields.io: the JSON of an endpoint badge.", write};
}

}  // namespace kparity::report::port_writers
