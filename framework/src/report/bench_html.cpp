// One page without scripts: what is wrong first, then a section per kernel. The colours of the implementations are the
// same in all charts of a page.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "bench_words.hpp"
#include "kparity/report/bench.hpp"
#include "plain_text.hpp"
#include "svg.hpp"

namespace kparity::report {

namespace {

using result::BenchReport;
using result::Measurement;
using svg::escaped;

constexpr std::string_view style = R"(
:root{--fg:#1b1f24;--bg:#fff;--dim:#5b636d;--line:#d5dae0;--bad:#b3261e;
--c0:#0b62c4;--c1:#c4570b;--c2:#2a7d2e;--c3:#8a3ffc;--c4:#b5179e;--c5:#00798c;--c6:#8d6708;--c7:#5b636d}
@media(prefers-color-scheme:dark){:root{--fg:#e6e9ed;--bg:#14171b;--dim:#9aa4af;--line:#343a42;--bad:#ff8a80;
--c0:#6cb0ff;--c1:#ffa25c;--c2:#7ed488;--c3:#c4a1ff;--c4:#ff8ae2;--c5:#5fd3e3;--c6:#e5c15c;--c7:#9aa4af}}
body{font:15px/1.45 system-ui,sans-serif;color:var(--fg);background:var(--bg);margin:1.5rem auto;max-width:75rem;padding:0 1rem}
h1{font-size:1.5rem}h2{margin-top:2.5rem;border-top:1px solid var(--line);padding-top:1rem}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.2rem .7rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
th:first-child,td:first-child,th:nth-child(2),td:nth-child(2),td.why{text-align:left}td.why{white-space:normal;color:var(--dim)}
.bad{color:var(--bad);font-weight:600}.dim{color:var(--dim)}code{font-size:.9em;overflow-wrap:anywhere}
p,td.why{overflow-wrap:anywhere}figure{margin:1rem 0;flex:1 1 28rem;max-width:37rem}figcaption{color:var(--dim);font-size:.9rem}
.charts{display:flex;flex-wrap:wrap;gap:1rem 2rem}svg{width:100%;height:auto;font-size:12px;display:block}
svg text{fill:var(--fg)}.g{stroke:var(--line);fill:none}.l{fill:none;stroke-width:2}.r{stroke:var(--dim);stroke-dasharray:5 3}
.b{opacity:.18;stroke:none}.key span{display:inline-block;margin-right:1.2rem}.key i{display:inline-block;width:.8rem;height:.8rem;margin-right:.35rem}
)";

/// Indices of colours by implementation, in the order in which they appear.
using Colors = std::map<std::string, std::size_t>;

Colors colors_of(const BenchReport& report) {
  Colors colors;
  for (const auto& row : report.rows) colors.try_emplace(row.implementation, colors.size() % 8);
  return colors;
}

std::string color_rules() {
  std::string rules;
  for (int i = 0; i < 8; ++i)
    rules += fmt::format(
        ".l.s{0}{{stroke:var(--c{0})}}.b.s{0},.d.s{0},.f.s{0}{{fill:var(--c{0})}}i.s{0}{{background:var(--c{0})}}\n",
        i);
  return rules;
}

/// The rows of one kernel and instantiation.
using Rows = std::vector<const Measurement*>;

std::string figure(const std::string& chart, std::string_view caption) {
  return chart.empty() ? "" : fmt::format("<figure>{}<figcaption>{}</figcaption></figure>\n", chart, escaped(caption));
}

std::string key_of(const Rows& rows, const Colors& colors) {
  std::string key;
  std::vector<std::string> seen;
  for (const auto* row : rows) {
    if (timing_of(*row) == nullptr || std::ranges::find(seen, row->implementation) != seen.end()) continue;
    seen.push_back(row->implementation);
    key += fmt::format("<span><i class=\"s{}\"></i>{}</span>", colors.at(row->implementation),
                       escaped(row->implementation));
  }
  return key.empty() ? "" : fmt::format("<p class=\"key\">{}</p>\n", key);
}

/// The size that differs among rows; empty if none does.
std::string varied_size(const Rows& rows) {
  for (std::size_t i = 0; i < rows.front()->sizes.size(); ++i)
    for (const auto* row : rows)
      if (i < row->sizes.size() && row->sizes[i].second != rows.front()->sizes[i].second) return row->sizes[i].first;
  return "";
}

double size_of(const Measurement& row, const std::string& size) {
  for (const auto& [name, value] : row.sizes)
    if (name == size) return static_cast<double>(value);
  return 0;
}

std::string time_chart(const Rows& rows, const Colors& colors) {
  const std::string size = varied_size(rows);
  if (size.empty()) return "";
  std::vector<svg::Line> lines;
  for (const auto& [implementation, color] : colors) {
    svg::Line line{color, {}};
    for (const auto* row : rows) {
      const auto* timing = timing_of(*row);
      if (row->implementation != implementation || timing == nullptr) continue;
      const auto interval = timing->interval.value_or(result::Interval{timing->median, timing->median});
      line.points.push_back({size_of(*row, size), timing->median, interval.low, interval.high});
    }
    std::ranges::sort(line.points, {}, &svg::Point::x);
    if (!line.points.empty()) lines.push_back(std::move(line));
  }
  return svg::lines(lines, {"time of a call against " + size, size, "time in us", 1e-6});
}

/// The rows at the largest case that was measured.
Rows largest(const Rows& rows) {
  const Measurement* most = nullptr;
  for (const auto* row : rows)
    if (timing_of(*row) != nullptr && (most == nullptr || row->footprint > most->footprint)) most = row;
  Rows at_most;
  for (const auto* row : rows)
    if (most != nullptr && row->point == most->point && timing_of(*row) != nullptr) at_most.push_back(row);
  return at_most;
}

std::string bar_chart(const Rows& rows, const Colors& colors) {
  std::vector<svg::Bar> bars;
  for (const auto* row : rows)
    bars.push_back(
        {colors.at(row->implementation), row->implementation, time_text(row->timing->median), row->timing->median});
  return svg::bars(bars, "times at the largest case");
}

std::string roof_chart(const Rows& rows, const std::string& place, const BenchReport& report, const Colors& colors) {
  const auto found = std::ranges::find(report.roofs, place, &result::Roof::place);
  if (found == report.roofs.end()) return "";
  svg::Roofline roof{found->bytes_per_second, 0, {}};
  for (const auto* row : rows) {
    if (row->place != place || !row->cold || !row->flops || !row->bytes || *row->bytes <= 0) continue;
    for (const auto& [type, flops] : found->flops_per_second)
      if (type == row->flops_type) roof.flops_per_second = flops;
    roof.dots.push_back(
        {colors.at(row->implementation), {{*row->flops / *row->bytes, *row->flops / row->timing->median}}});
  }
  return roof.dots.empty() ? "" : svg::roofline(roof, "work against the roofs of the " + place);
}

/// The blocks in the order of measurement, which shows a drift; thinned to what a chart can show.
std::string strip(const Rows& rows, const Colors& colors) {
  constexpr std::size_t most = 150;
  std::vector<svg::Line> lines;
  for (const auto* row : rows) {
    const auto& blocks = row->timing->blocks;
    const std::size_t step = (blocks.size() + most - 1) / most;
    svg::Line line{colors.at(row->implementation), {}};
    for (std::size_t i = 0; i < blocks.size(); i += std::max<std::size_t>(step, 1)) {
      const double relative = blocks[i] / row->timing->median;
      line.points.push_back({static_cast<double>(i + 1), relative, relative, relative});
    }
    lines.push_back(std::move(line));
  }
  return svg::lines(lines, {"blocks over the median", "block", "time / median", 1, false, false});
}

void write_row(const Measurement& row, std::ostream& out) {
  const auto* timing = timing_of(row);
  out << fmt::format("<tr><td>{}</td><td>{}</td>", escaped(row.point), escaped(row.implementation));
  if (timing == nullptr) {
    const bool is_red = result::is_red(row.verdict, false);
    out << fmt::format("<td{}>{}</td><td class=\"why\" colspan=\"7\">{}</td></tr>\n", is_red ? " class=\"bad\"" : "",
                       result::name_of(row.verdict), escaped(repaired(row.reason)));
    return;
  }
  const auto part = [&](std::string_view what) {
    const auto* found = result::find_part(row, what);
    return found == nullptr ? std::string("-") : time_text(found->median);
  };
  const double half = timing->interval ? 50 * (timing->interval->high - timing->interval->low) / timing->median : 0;
  out << fmt::format("<td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                     time_text(timing->median), timing->interval ? fmt::format("{:.1f} %", half) : "-",
                     rate_text(row.bytes, *timing), rate_text(row.flops, *timing), roof_text(row), part("copy_in"),
                     part("copy_out"), part("call"));
}

void write_kernel(const std::string& kernel, const Rows& rows, const BenchReport& report, const Colors& colors,
                  std::ostream& out) {
  const std::string& types = rows.front()->types;
  out << fmt::format(
      "<h2>{}{}</h2>\n<div class=\"scroll\"><table><tr><th>case</th><th>implementation</th><th>kernel</th>"
      "<th>±</th><th>GB/s</th><th>GFLOP/s</th><th>of roof</th><th>copies in</th><th>out</th><th>whole "
      "call</th></tr>\n",
      escaped(kernel), types.empty() ? "" : " " + escaped(types));
  for (const auto* row : rows) write_row(*row, out);
  out << "</table></div>\n";
  for (const auto* row : rows)
    if (timing_of(*row) != nullptr && !row->notes.empty())
      out << fmt::format("<p class=\"dim\">{} {}: {}</p>\n", escaped(row->implementation), escaped(row->point),
                         escaped(repaired(fmt::format("{}", fmt::join(row->notes, "; ")))));
  const Rows most = largest(rows);
  out << key_of(rows, colors) << "<div class=\"charts\">\n"
      << figure(time_chart(rows, colors), "Time of a call against the size, with 95 % intervals of the medians.");
  if (most.empty()) {
    out << "</div>\n";
    return;
  }
  out << figure(bar_chart(most, colors), "Times at " + most.front()->point + ".");
  for (const char* place : {"host", "device"})
    out << figure(
        roof_chart(most, place, report, colors),
        fmt::format("Work against the roofs of the {}, which this run measured, at {}.", place, most.front()->point));
  out << figure(strip(most, colors),
                "Blocks in the order of measurement over their median, at " + most.front()->point + ".")
      << "</div>\n";
}

void write_wrong(const BenchReport& report, std::ostream& out) {
  for (const auto& row : report.rows)
    if (result::is_red(row.verdict, false))
      out << fmt::format("<p><span class=\"bad\">{}</span> {}/{} {}: {}</p>\n", result::name_of(row.verdict),
                         escaped(row.kernel), escaped(row.implementation), escaped(row.point),
                         escaped(repaired(row.reason)));
}

void write_environment(const BenchReport& report, std::ostream& out) {
  out << "<h2>environment</h2>\n<div class=\"scroll\"><table>\n";
  const auto line = [&](std::string_view key, std::string_view value) {
    out << fmt::format("<tr><td>{}</td><td>{}</td></tr>\n", escaped(key), escaped(value));
  };
  line("kparity", report.version);
  line("date", report.date);
  line("seed", std::to_string(report.seed));
  for (const auto& roof : report.roofs) {
    if (roof.bytes_per_second > 0)
      line("roof of the " + roof.place, fmt::format("{:.4g} GB/s", roof.bytes_per_second * 1e-9));
    for (const auto& [type, flops] : roof.flops_per_second)
      line(fmt::format("roof of the {}, {}", roof.place, type), fmt::format("{:.4g} GFLOP/s", flops * 1e-9));
  }
  for (const auto& [key, value] : report.environment) line(key, value);
  out << "</table></div>\n";
  if (!report.command.empty()) out << fmt::format("<p>Again: <code>{}</code></p>\n", escaped(report.command));
}

}  // namespace

void write_bench_html(const BenchReport& report, std::ostream& out) {
  const Colors colors = colors_of(report);
  const auto measured =
      std::ranges::count_if(report.rows, [](const Measurement& row) { return timing_of(row) != nullptr; });
  out << "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
         "content=\"width=device-width,initial-scale=1\"><meta name=\"color-scheme\" content=\"light dark\">"
         "<title>Benchmarks</title><style>"
      << style << color_rules() << "</style></head><body>\n<h1>Benchmarks</h1>\n"
      << fmt::format("<p>{} of {} measured; profile {}. A row without a pass has no time.</p>\n", measured,
                     counted(report.rows.size(), "row"), escaped(report.profile));
  if (!report.is_complete) out << "<p class=\"bad\">Incomplete: the run was stopped before its end.</p>\n";
  write_wrong(report, out);
  std::vector<std::pair<std::string, std::string>> kernels;
  for (const auto& row : report.rows)
    if (std::pair key(row.kernel, row.types); std::ranges::find(kernels, key) == kernels.end()) kernels.push_back(key);
  for (const auto& [kernel, types] : kernels) {
    Rows rows;
    for (const auto& row : report.rows)
      if (row.kernel == kernel && row.types == types) rows.push_back(&row);
    write_kernel(kernel, rows, report, colors, out);
  }
  write_environment(report, out);
  out << "</body></html>\n";
}

}  // namespace kparity::report
