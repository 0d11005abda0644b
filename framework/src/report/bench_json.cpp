// The JSON of a benchmark in the schema of Google Benchmark 1.8, one object per block. Numbers that are not finite
// become null, which every parser reads.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "bench_reference.hpp"
#include "bench_words.hpp"
#include "kparity/report/bench.hpp"

namespace kparity::report {

namespace {

using Json = nlohmann::ordered_json;
using result::Measurement;
using result::Verdict;

constexpr int google_benchmark_schema = 1, kparity_schema = 1;
constexpr double microsecond = 1e-6;

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json number(const std::optional<double>& value) {
  return value ? number(*value) : Json(nullptr);
}

/// What only a device has.
void add_device_facts(const Measurement& row, const result::Timing& timing, Json& facts) {
  if (row.place != "device") return;
  std::vector<double> clocks;
  for (const double hertz : timing.clock_hertz)
    if (hertz > 0) clocks.push_back(hertz * 1e-6);
  std::ranges::sort(clocks);
  facts["clock_mhz"] = clocks.empty() ? Json(nullptr) : number(clocks[clocks.size() / 2]);
  facts["held"] = !timing.without_hold;
  facts["seconds_after"] = number(timing.seconds_after);
  const auto* floor = result::find_part(row, "launch_floor");
  facts["launch_floor"] = floor == nullptr ? Json(nullptr) : number(floor->median / microsecond);
  facts["compile_seconds"] = number(row.compile_seconds);
  facts["first_call_seconds"] = number(row.first_call_seconds);
  Json arguments = Json::object();
  for (const auto& [name, seconds] : timing.arguments) arguments[name] = number(seconds / microsecond);
  if (!arguments.empty()) facts["arguments"] = std::move(arguments);
}

Json facts_of(const Measurement& row, const result::Timing& timing) {
  Json facts = {{"state", "measured"},
                {"median", number(timing.median / microsecond)},
                {"low", timing.interval ? number(timing.interval->low / microsecond) : Json(nullptr)},
                {"high", timing.interval ? number(timing.interval->high / microsecond) : Json(nullptr)},
                {"min", number(*std::ranges::min_element(timing.blocks) / microsecond)},
                {"reached_target", timing.reached_target},
                {"steady", timing.steady},
                {"coarse", timing.coarse},
                {"calls_per_sample", timing.calls_per_sample},
                {"samples_per_block", timing.samples_per_block},
                {"faults", timing.page_faults},
                {"switches", timing.preemptions},
                {"footprint", number(row.footprint)},
                {"sets", row.sets},
                {"bytes", number(row.bytes)},
                {"bytes_are_derived", row.bytes_are_derived},
                {"roof_pct", row.memory_share ? number(100 * *row.memory_share) : Json(nullptr)},
                {"flops_roof_pct", row.flops_share ? number(100 * *row.flops_share) : Json(nullptr)},
                {"bound", row.bound.empty() ? Json(nullptr) : Json(row.bound)},
                {"place", row.place},
                {"instructions", row.instructions ? Json(*row.instructions) : Json(nullptr)},
                {"notes", row.notes}};
  add_device_facts(row, timing, facts);
  return facts;
}

void add_rates(const Measurement& row, double seconds, Json& object) {
  const auto add = [&](const char* key, const std::optional<double>& work) {
    if (work && seconds > 0) object[key] = number(*work / seconds);
  };
  add("bytes_per_second", row.bytes);
  add("items_per_second", row.items);
  add("flops_per_second", row.flops);
}

void add_blocks(const Measurement& row, std::string_view what, const result::Timing& timing, std::size_t family,
                std::size_t instance, Json& benchmarks) {
  const Json facts = facts_of(row, timing);
  for (std::size_t block = 0; block < timing.blocks.size(); ++block) {
    const double time = timing.blocks[block] / microsecond;
    // The CPU time of a block would mean nothing; the compare tool prints this column, so it repeats the time.
    Json object = {{"name", name_of(row, what)},
                   {"family_index", family},
                   {"per_family_instance_index", instance},
                   {"run_name", name_of(row, what)},
                   {"run_type", "iteration"},
                   {"repetitions", timing.blocks.size()},
                   {"repetition_index", block},
                   {"threads", 1},
                   {"iterations", timing.calls_per_sample * timing.samples_per_block},
                   {"real_time", number(time)},
                   {"cpu_time", number(time)},
                   {"time_unit", "us"},
                   {"label", "pass"}};
    if (what == "kernel") add_rates(row, timing.blocks[block], object);
    object["kparity"] = facts;
    benchmarks.push_back(std::move(object));
  }
}

Json context_of(const result::BenchReport& report) {
  Json context = {{"date", report.date}, {"executable", "kparity"}};
  for (const auto& [key, value] : report.environment) {
    if (key == "num_cpus" || key == "mhz_per_cpu") {
      context[key] = std::stoi(value);
    } else if (key != "load_avg") {
      context[key] = value;
    } else {
      context[key] = Json::array({number(std::stod(value))});
    }
  }
  for (const auto& roof : report.roofs) {
    if (roof.bytes_per_second > 0)
      context["roof_" + roof.place] = fmt::format("{:.4g} GB/s", roof.bytes_per_second * 1e-9);
    for (const auto& [type, flops] : roof.flops_per_second)
      context[fmt::format("roof_{}_{}", roof.place, type)] = fmt::format("{:.4g} GFLOP/s", flops * 1e-9);
  }
  context["caches"] = Json::array();
  context["json_schema_version"] = google_benchmark_schema;
  context["kparity_schema"] = std::to_string(kparity_schema);
  context["kparity_version"] = report.version;
  context["profile"] = report.profile;
  context["seed"] = std::to_string(report.seed);
  return context;
}

Json roofs_of(const result::BenchReport& report) {
  Json roofs = Json::array();
  for (const auto& roof : report.roofs) {
    Json flops = Json::object();
    for (const auto& [type, rate] : roof.flops_per_second) flops[type] = number(rate);
    roofs.push_back({{"place", roof.place},
                     {"bytes_per_second", number(roof.bytes_per_second)},
                     {"flops_per_second", std::move(flops)},
                     {"why_absent", roof.why_absent}});
  }
  return roofs;
}

Json statics_of(const result::BenchReport& report) {
  Json statics = Json::array();
  for (const auto& facts : report.statics)
    statics.push_back({{"kernel", facts.kernel},
                       {"types", facts.types},
                       {"architecture", facts.architecture},
                       {"registers", facts.registers},
                       {"local_memory", facts.local_memory},
                       {"shared_memory", facts.shared_memory},
                       {"code_size", facts.code_size}});
  return statics;
}

Json fits_of(const result::BenchReport& report) {
  Json fits = Json::array();
  for (const auto& fit : report.fits)
    fits.push_back({{"kernel", fit.kernel},
                    {"implementation", fit.implementation},
                    {"types", fit.types},
                    {"size", fit.size},
                    {"a_us", number(fit.a / microsecond)},
                    {"b_us", number(fit.b / microsecond)},
                    {"p", number(fit.p)},
                    {"worst", number(fit.worst)}});
  return fits;
}

Json break_evens_of(const result::BenchReport& report) {
  Json evens = Json::array();
  for (const auto& even : report.break_evens)
    evens.push_back({{"kernel", even.kernel},
                     {"implementation", even.implementation},
                     {"types", even.types},
                     {"what", even.what},
                     {"size", even.size},
                     {"from", number(even.from)},
                     {"smallest", number(even.smallest)},
                     {"largest", number(even.largest)}});
  return evens;
}

}  // namespace

void write_bench_json(const result::BenchReport& report, std::ostream& out) {
  Json benchmarks = Json::array(), without_time = Json::array();
  std::map<std::string, std::pair<std::size_t, std::size_t>> families;  // kernel: index, rows so far
  for (const auto& row : report.rows) {
    auto& [family, instance] = families.try_emplace(row.kernel, families.size(), 0).first->second;
    if (row.verdict == Verdict::pass && row.timing && !row.timing->blocks.empty()) {
      add_blocks(row, "kernel", *row.timing, family, instance, benchmarks);
      for (const auto& part : row.parts)
        if (!part.timing.blocks.empty()) add_blocks(row, part.what, part.timing, family, ++instance, benchmarks);
    } else {
      without_time.push_back({{"name", name_of(row)},
                              {"kernel", row.kernel},
                              {"implementation", row.implementation},
                              {"point", row.point},
                              {"state", result::name_of(row.verdict)},
                              {"reason", row.reason},
                              {"token", row.token}});
    }
    ++instance;
  }
  const Json whole = {{"context", context_of(report)},
                      {"benchmarks", std::move(benchmarks)},
                      {"kparity",
                       {{"rows_without_time", std::move(without_time)},
                        {"roofs", roofs_of(report)},
                        {"statics", statics_of(report)},
                        {"reference", report.reference ? reference_json(*report.reference) : Json(nullptr)},
                        {"fits", fits_of(report)},
                        {"break_evens", break_evens_of(report)},
                        {"target", number(report.target)},
                        {"budget_seconds", number(report.budget_seconds)},
                        {"clock_step_ns", number(report.clock_step * 1e9)},
                        {"call_floor_ns", number(report.call_floor * 1e9)},
                        {"last_level_cache", report.last_level_cache},
                        {"seconds", number(report.seconds)},
                        {"complete", report.is_complete},
                        {"exit_code", result::exit_code(report)}}}};
  out << whole.dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
}

}  // namespace kparity::report
