// What the derived tolerance lets pass and what it flags, against constant tolerances: 12 kernels in float and double,
// right versions that round differently, planted faults, five kinds of data, five seeds. Prints the table of
// docs/tolerances.md. A version is judged case by case as a check does it; a difference is one run whose result is not
// that of the reference.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>
#include <stdexcept>

#include "derivation.hpp"
#include "kparity/compare/compare.hpp"
#include "kparity/generate/generate.hpp"
#include "kparity/parity/workspace.hpp"
#include "kparity/spec/reader.hpp"
#include "kparity/thunk.hpp"
#include "run_case.hpp"
#include "tolerances/axpy/axpy_reference.cpp"
#include "tolerances/dot/dot_reference.cpp"
#include "tolerances/forces/forces_reference.cpp"
#include "tolerances/gemv/gemv_reference.cpp"
#include "tolerances/horner/horner_reference.cpp"
#include "tolerances/layer_norm/layer_norm_reference.cpp"
#include "tolerances/logsumexp/logsumexp_reference.cpp"
#include "tolerances/norm/norm_reference.cpp"
#include "tolerances/scan/scan_reference.cpp"
#include "tolerances/softmax/softmax_reference.cpp"
#include "tolerances/stencil/stencil_reference.cpp"
#include "tolerances/sum/sum_reference.cpp"
#include "tolerances/variants.hpp"

namespace {

using namespace kparity;
using variants::How;

constexpr std::uint64_t seeds = 5, cases_per_campaign = 200;

const std::string data_sets[] = {
    "generate: uniform, min: 0, max: 1",          "generate: normal, mean: 0, deviation: 1",
    "generate: normal, mean: 1000, deviation: 1", "generate: log_uniform, min: 0.0001, max: 10000, both_signs: true",
    "generate: integer, min: -8, max: 8",
};

struct Version {
  std::string kernel;
  How how;
  LoadedHost host;  // float, double
};

struct Reference {
  LoadedHost host;
  std::vector<spec::KernelSpec> specs;  // per set of data
  parity::BoundLibrary bounds;
};

template <class Kernel, How... hows>
void add(std::vector<Version>& versions) {
  (versions.push_back(
       {Kernel::name,
        hows,
        {{entry<&Kernel::template run<float, hows>>, entry<&Kernel::template run<double, hows>>}, {}, nullptr}}),
   ...);
}

std::vector<Version> all_versions() {
  using enum How;
  std::vector<Version> all;
  add<variants::Sum, reversed, strided, pairwise, kahan, shuffled, last_left_out, tail_left_out, lane_lost, first_twice,
      coarse_sum>(all);
  add<variants::Dot, reversed, strided, fused, last_left_out, tail_left_out, lane_lost, neighbour, coarse_input>(all);
  add<variants::Softmax, reversed, strided, jittered, last_left_out, neighbour, coarse_input, coarse_exponential,
      thousandth>(all);
  add<variants::LayerNorm, strided, kahan, last_left_out, one_less, no_epsilon, large_epsilon, one_pass>(all);
  add<variants::Stencil, regrouped, fused, neighbour, coarse_input, thousandth, edge_written, last_interior>(all);
  add<variants::Scan, blocked, kahan, last_left_out, first_twice, coarse_sum, exclusive, carry_skipped>(all);
  add<variants::Axpy, fused, tail_left_out, neighbour, coarse_input, thousandth, swapped>(all);
  add<variants::Gemv, strided, fused, shuffled, last_left_out, lane_lost, neighbour, coarse_input, swapped>(all);
  add<variants::Norm, pairwise, last_left_out, tail_left_out, first_twice, coarse_sum, thousandth>(all);
  add<variants::LogSumExp, reversed, last_left_out, coarse_exponential, thousandth, one_less, lane_lost>(all);
  add<variants::Forces, reversed, last_left_out, neighbour, coarse_input, thousandth, no_epsilon>(all);
  add<variants::Horner, fused, coarse_input, neighbour, thousandth, one_less, swapped>(all);
  return all;
}

spec::KernelSpec spec_with(const std::string& kernel, const std::string& data) {
  const std::string file = std::string(KPARITY_SOURCE_DIR "/bench/tolerances/") + kernel + "/" + kernel + ".yaml";
  std::stringstream stream;
  stream << std::ifstream(file).rdbuf();
  std::string text = stream.str();
  const std::string bundled = "generate: uniform", bounds = ", min: 0, max: 1}";
  const auto begin = text.find(bundled, text.find("  x: ")), end = text.find(bounds, begin);
  if (begin == std::string::npos || end == std::string::npos) throw std::runtime_error(file + " has no data");
  text.replace(end, bounds.size(), "}");
  text.replace(begin, bundled.size(), data);
  return spec::read_text(text, file,
                         {generate::generator_rules(), compare::tolerance_rules(), compare::comparison_rules()});
}

template <auto Float, auto Double>
LoadedHost host() {
  return {{entry<Float>, entry<Double>}, {}, nullptr};
}

std::map<std::string, Reference> all_references() {
  std::map<std::string, Reference> all;
  all["axpy"].host = host<&axpy<float>, &axpy<double>>();
  all["dot"].host = host<&dot<float>, &dot<double>>();
  all["forces"].host = host<&forces<float>, &forces<double>>();
  all["gemv"].host = host<&gemv<float>, &gemv<double>>();
  all["horner"].host = host<&horner<float>, &horner<double>>();
  all["layer_norm"].host = host<&layer_norm<float>, &layer_norm<double>>();
  all["logsumexp"].host = host<&logsumexp<float>, &logsumexp<double>>();
  all["norm"].host = host<&norm<float>, &norm<double>>();
  all["scan"].host = host<&scan<float>, &scan<double>>();
  all["softmax"].host = host<&softmax<float>, &softmax<double>>();
  all["stencil"].host = host<&stencil<float>, &stencil<double>>();
  all["sum"].host = host<&sum<float>, &sum<double>>();
  for (auto& [kernel, reference] : all) {
    for (const std::string& data : data_sets) reference.specs.push_back(spec_with(kernel, data));
    reference.bounds = parity::bound_library(reference.specs.front());
    if (reference.bounds.path.empty()) throw std::runtime_error(kernel + ": " + reference.bounds.why_not);
  }
  return all;
}

/// Constant tolerances: for a relative part of each rung the absolute part that a run needs.
constexpr int rungs = 33;
double rung(int k) {
  return k == 0 ? 0 : std::pow(10., -.5 * (rungs + 1 - k));
}
using Needs = std::vector<double>;

template <class T>
void add_needs(std::span<const std::byte> expected, std::span<const std::byte> actual, Needs& needs) {
  for (std::size_t i = 0; i < expected.size() / sizeof(T); ++i) {
    T e, a;
    std::memcpy(&e, expected.data() + i * sizeof(T), sizeof(T));
    std::memcpy(&a, actual.data() + i * sizeof(T), sizeof(T));
    if (e == a || (std::isnan(e) && std::isnan(a))) continue;
    const double difference = std::fabs(static_cast<double>(a) - static_cast<double>(e));
    for (int k = 0; k < rungs; ++k) {
      const double need = difference - rung(k) * std::fabs(static_cast<double>(e));
      needs[static_cast<std::size_t>(k)] = std::isfinite(need) ? std::max(needs[static_cast<std::size_t>(k)], need)
                                                               : std::numeric_limits<double>::infinity();
    }
  }
}

/// What constant rules need to let a version pass in a case; empty if it gives the bits of the reference.
Needs needs_of(const spec::KernelSpec& spec, const Version& version, const Reference& reference,
               const generate::Case& drawn) {
  parity::CaseData data;
  parity::generate_case(spec, drawn, data);
  parity::Workspace expected, actual;
  expected.prepare(spec, data, parity::poison_a);
  actual.prepare(spec, data, parity::poison_a);
  reference.host.entries[drawn.instantiation](expected.arguments());
  version.host.entries[drawn.instantiation](actual.arguments());
  Needs needs(rungs, -1);
  bool differs = false;
  for (std::size_t i = 0; i < data.plan.size(); ++i) {
    if (!data.plan[i].is_output || data.plan[i].elements == 0) continue;
    differs |= std::memcmp(expected.array(i).data(), actual.array(i).data(), expected.array(i).size()) != 0;
    if (data.plan[i].dtype == DType::float32) add_needs<float>(expected.array(i), actual.array(i), needs);
    if (data.plan[i].dtype == DType::float64) add_needs<double>(expected.array(i), actual.array(i), needs);
  }
  return differs ? needs : Needs();
}

/// One difference, as the product judged it.
struct Run {
  bool right = false, flagged = false;
  Needs needs;
};

struct Tally {
  std::vector<Run> runs;
  std::uint64_t cases = 0, right_versions = 0, wrong_versions = 0;
  std::vector<std::string> flagged, survivors;  // right versions that were flagged, wrong ones that were not
  std::uint64_t latest_case = 0;                // in which a fault was first found
};

/// All cases of one campaign: the sets of data take turns.
void campaign(const Version& version, Reference& reference, std::size_t type, std::uint64_t seed, Tally& tally) {
  std::vector<std::unique_ptr<parity::CaseRunner>> runners;
  for (const spec::KernelSpec& spec : reference.specs)
    runners.push_back(std::make_unique<parity::CaseRunner>(
        spec, parity::host_subject("reference", reference.host), parity::host_subject("version", version.host),
        std::function<void(const char*)>(), parity::Derivation(spec, reference.bounds)));
  const bool right = variants::is_right(version.how);
  bool found = false;
  for (std::uint64_t i = 0; i < cases_per_campaign; ++i) {
    const std::size_t set = i % std::size(data_sets);
    const spec::KernelSpec& spec = reference.specs[set];
    const auto drawn = generate::draw(spec, type, i / std::size(data_sets) % 2 == 0 ? "realistic" : "shapes", seed,
                                      i / (2 * std::size(data_sets)));
    ++tally.cases;
    Needs needs = needs_of(spec, version, reference, drawn);
    if (needs.empty()) continue;
    const auto judged = runners[set]->run(drawn);
    const bool flagged = judged.verdict != result::Verdict::pass;
    tally.runs.push_back({right, flagged, std::move(needs)});
    if (flagged && !found) tally.latest_case = right ? tally.latest_case : std::max(tally.latest_case, i + 1);
    if (flagged && right)
      tally.flagged.push_back(fmt::format("{}/{}: {}: {}", version.kernel, static_cast<int>(version.how),
                                          generate::token(spec, drawn), judged.reason));
    found |= flagged;
  }
  if (!right && !found)
    tally.survivors.push_back(fmt::format("{}/{} seed {}", version.kernel, static_cast<int>(version.how), seed));
}

struct Row {
  std::uint64_t right = 0, wrong = 0, flagged = 0, missed = 0;
};

void print(const std::string& rule, const Row& row) {
  fmt::print("| {} | {} of {} | {:.1f} % |\n", rule, row.flagged, row.right,
             100 * static_cast<double>(row.missed) / static_cast<double>(row.wrong));
}

Row row_of(const Tally& tally, const std::function<bool(const Run&)>& passes) {
  Row row;
  for (const Run& run : tally.runs) {
    ++(run.right ? row.right : row.wrong);
    row.flagged += run.right && !passes(run) ? 1 : 0;
    row.missed += !run.right && passes(run) ? 1 : 0;
  }
  return row;
}

/// The constant rule that misses fewest, among those loosened until no right version is flagged.
void print_best_constant(const Tally& tally) {
  Row best;
  std::string text;
  for (int k = 0; k < rungs; ++k) {
    const auto at = static_cast<std::size_t>(k);
    double abs = 0;
    for (const Run& run : tally.runs)
      if (run.right) abs = std::max(abs, run.needs[at]);
    const Row row = row_of(tally, [&](const Run& run) { return run.needs[at] <= abs; });
    if (!text.empty() && row.missed >= best.missed) continue;
    best = row;
    text = fmt::format("best constant without a false failure: rel {:.1e} abs {:.1e}", rung(k), abs);
  }
  print(text, best);
}

void report(const char* type, const Tally& tally) {
  fmt::print("\n{}: {} cases, {} differences of right versions, {} of wrong ones\n\n", type, tally.cases,
             row_of(tally, [](const Run&) { return true; }).right,
             row_of(tally, [](const Run&) { return true; }).wrong);
  fmt::print("| rule | right versions flagged | wrong results passed |\n| --- | --- | --- |\n");
  print("`tolerance: auto`", row_of(tally, [](const Run& run) { return !run.flagged; }));
  print_best_constant(tally);
  const auto constant = [&](const char* text, int k, double abs) {
    print(text, row_of(tally, [&](const Run& run) { return run.needs[static_cast<std::size_t>(k)] <= abs; }));
  };
  constant("rel 1e-5 abs 1e-5", rungs + 1 - 10, 1e-5);
  constant("rel 1e-10 abs 1e-10", rungs + 1 - 20, 1e-10);
  fmt::print("\nfaults not found in a campaign of {} cases: {}; the last one to be found took {} cases\n",
             cases_per_campaign, tally.survivors.size(), tally.latest_case);
  for (const std::string& each : tally.survivors) fmt::print("  not found: {}\n", each);
  for (std::size_t i = 0; i < std::min<std::size_t>(tally.flagged.size(), 20); ++i)
    fmt::print("  flagged: {}\n", tally.flagged[i]);
}

}  // namespace

int main() {
  auto references = all_references();
  const auto versions = all_versions();
  const auto right = std::ranges::count_if(versions, [](const Version& v) { return variants::is_right(v.how); });
  fmt::print("{} kernels, {} right versions, {} faults, {} sets of data, {} seeds, {} cases each\n", references.size(),
             right, versions.size() - static_cast<std::size_t>(right), std::size(data_sets), seeds, cases_per_campaign);
  for (std::size_t type = 0; type < 2; ++type) {
    Tally tally;
    for (const Version& version : versions)
      for (std::uint64_t seed = 1; seed <= seeds; ++seed)
        campaign(version, references.at(version.kernel), type, seed, tally);
    report(type == 0 ? "float" : "double", tally);
  }
}
