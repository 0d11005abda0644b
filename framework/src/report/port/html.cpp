// "Are we on the GPU yet": one page that needs no other file, no network and no script. Kernels by state, the way there
// from earlier reports, and the date of the last evidence.
#include <fmt/format.h>

#include <algorithm>

#include "port_writers.hpp"

namespace kparity::report::port_writers {

namespace {

using result::PortState;

constexpr const char* head =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Are we on the GPU yet?</title>\n"
    "<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222;"
    "background:#fff}table{border-collapse:collapse;width:100%}td,th{padding:.25em .5em;border-bottom:1px solid "
    "#ddd;text-align:left;vertical-align:top}td.y,td.n{text-align:center}td.y{background:#d7f0d7}td.n{background:"
    "#f4f4f4;color:#666}.bar{display:flex;height:1.5em;border:1px solid #999}.bar "
    "span{display:block}svg{max-width:100%}"
    "small{color:#555}@media(prefers-color-scheme:dark){body{color:#ddd;background:#1b1b1b}td.y{background:#1f4a1f}"
    "td.n{background:#2a2a2a;color:#999}small{color:#aaa}}</style></head><body>\n";

constexpr PortState shown_states[]{PortState::declared, PortState::signature, PortState::compiles, PortState::verified,
                                   PortState::measured};

const char* color_of(PortState state) {
  constexpr const char* colors[]{"#c9c9c9", "#e0d9c0", "#f2b872", "#e8d36a", "#b7d36a", "#6cbf6c", "#2f8f4e"};
  return colors[static_cast<std::size_t>(state)];
}

void write_bar(const result::PortReport& report, std::ostream& out) {
  const auto states = result::kernels_by_state(report.kernels);
  out << "<div class=\"bar\" role=\"img\" aria-label=\"kernels by state\">";
  for (const auto& info : result::port_state_table()) {
    const auto found = states.find(std::string(info.name));
    if (found == states.end()) continue;
    out << fmt::format("<span style=\"flex:{};background:{}\" title=\"{} {}\"></span>", found->second,
                       color_of(info.state), found->second, info.name);
  }
  out << "</div>\n<p>";
  for (const auto& info : result::port_state_table()) {
    const auto found = states.find(std::string(info.name));
    if (found != states.end())
      out << fmt::format("<span style=\"color:{}\">&#9632;</span> {} {} &nbsp; ", color_of(info.state), found->second,
                         info.name);
  }
  out << "</p>\n";
}

/// Of a point in time: all kernels, those that are ported, those that are verified.
struct Totals {
  double all = 0, ported = 0, verified = 0;
};

Totals totals_of(const result::HistoryPoint& point) {
  Totals totals;
  for (const auto& [name, count] : point.kernels_by_state) {
    const auto state = result::port_state_of(name);
    if (!state) continue;
    totals.all += static_cast<double>(count);
    if (result::is_ported(*state)) totals.ported += static_cast<double>(count);
    if (*state >= PortState::verified) totals.verified += static_cast<double>(count);
  }
  return totals;
}

void write_history(const result::PortReport& report, std::ostream& out) {
  std::vector<result::HistoryPoint> points = report.history;
  points.push_back({report.date, result::kernels_by_state(report.kernels)});
  if (points.size() < 2) return;
  constexpr double width = 800, height = 200;
  double most = 1;
  for (const auto& point : points) most = std::max(most, totals_of(point).all);
  const auto line = [&](double Totals::*member, const char* color) {
    std::string places;
    for (std::size_t i = 0; i < points.size(); ++i)
      places += fmt::format("{:.1f},{:.1f} ", width * static_cast<double>(i) / static_cast<double>(points.size() - 1),
                            height * (1 - totals_of(points[i]).*member / most));
    out << fmt::format("<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"2\" points=\"{}\"/>", color, places);
  };
  out << fmt::format("<h2>The way here</h2>\n<svg viewBox=\"-5 -5 {} {}\" role=\"img\" aria-label=\"history\">",
                     width + 10, height + 10);
  line(&Totals::all, "#999");
  line(&Totals::ported, "#e0a030");
  line(&Totals::verified, "#2f8f4e");
  out << fmt::format(
      "</svg>\n<p><small>{} to {}, {} reports: all kernels (grey), ported (orange), verified (green)"
      "</small></p>\n",
      escaped(points.front().date.substr(0, 10)), escaped(points.back().date.substr(0, 10)), points.size());
}

void write_matrix(const result::PortReport& report, std::ostream& out) {
  out << "<h2>Kernels</h2>\n<table><tr><th>kernel</th>";
  for (const PortState state : shown_states) out << fmt::format("<th>{}</th>", result::name_of(state));
  out << "<th>next</th></tr>\n";
  for (const auto& row : report.kernels) {
    out << fmt::format("<tr><td>{}</td>", escaped(row.kernel));
    for (const PortState state : shown_states) {
      const bool reached = row.state >= state;
      out << fmt::format("<td class=\"{}\">{}</td>", reached ? "y" : "n", reached ? "yes" : "no");
    }
    out << fmt::format("<td><small>{}{}</small></td></tr>\n", row.state == PortState::exempt ? "exempt: " : "",
                       escaped(row.reason));
  }
  out << "</table>\n";
}

void write(const result::PortReport& report, const Style&, std::ostream& out) {
  const bool all = !report.kernels.empty() && std::all_of(report.kernels.begin(), report.kernels.end(),
                                                          [](const auto& row) { return result::is_ported(row.state); });
  out << head << "<h1>Are we on the GPU yet? " << (all ? "Yes." : "Not yet.") << "</h1>\n<p>"
      << escaped(result::port_summary(report.kernels)) << "</p>\n";
  write_bar(report, out);
  write_history(report, out);
  write_matrix(report, out);
  std::string last;
  for (const auto& row : report.kernels)
    if (row.evidence && row.evidence->fresh) last = std::max(last, row.evidence->date);
  out << fmt::format("<p><small>Last evidence of a device run: {}. Written by kparity {} on {}.</small></p>\n",
                     last.empty() ? "none" : escaped(last), escaped(report.version), escaped(report.date));
  out << "</body></html>\n";
}

}  // namespace

PortFormat html() {
  return {"html", "For people: one page, \"Are we on the GPU yet?\", without scripts.", write};
}

}  // namespace kparity::report::port_writers
