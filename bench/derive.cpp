// What derived tolerances cost: a pass of the reference with numbers that carry bounds against one plain run of it, at
// n = 10^5, and a whole check of 200 cases with `auto` against the same check with stated tolerances. In processor
// time, both sides by turns in one run.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "kparity/compare/compare.hpp"
#include "kparity/compile/bound_file.hpp"
#include "kparity/compile/catalog.hpp"
#include "kparity/generate/generate.hpp"
#include "kparity/parity/parity.hpp"
#include "kparity/parity/workspace.hpp"
#include "kparity/spec/reader.hpp"

namespace {

using namespace kparity;

const spec::Vocabulary vocabulary{generate::generator_rules(), compare::tolerance_rules()};

std::string folder_of(const std::string& kernel) {
  return std::string(KPARITY_SOURCE_DIR "/specs/") + kernel;
}

/// A bundled spec with `from` replaced by `to` wherever it stands.
spec::KernelSpec changed_spec(const std::string& kernel, const std::string& from, const std::string& to) {
  const std::string file = folder_of(kernel) + "/" + kernel + ".yaml";
  std::stringstream stream;
  stream << std::ifstream(file).rdbuf();
  std::string text = stream.str();
  if (text.find(from) == std::string::npos) throw std::runtime_error("'" + from + "' is not in " + file);
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return spec::read_text(text, file, vocabulary);
}

/// The same with a wide stated tolerance for every output that has none.
spec::KernelSpec stated_spec(const std::string& kernel) {
  auto spec = changed_spec(kernel, "kernel:", "kernel:");
  spec::KindUse wide{"relative", {}, {}};
  for (const char* field : {"rel", "abs"}) wide.fields.push_back({field, spec::Real(1e-3), {}});
  for (auto& output : spec.outputs)
    if (output.tolerance.form.kind == spec::auto_form) output.tolerance.form = wide;
  return spec;
}

double processor_seconds(const std::function<void()>& work) {
  timespec before{}, after{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
  work();
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
  return static_cast<double>(after.tv_sec - before.tv_sec) + 1e-9 * static_cast<double>(after.tv_nsec - before.tv_nsec);
}

/// The smallest of `turns` times each, taken by turns.
std::pair<double, double> by_turns(int turns, const std::function<void()>& one, const std::function<void()>& other) {
  std::pair<double, double> best{1e9, 1e9};
  for (int i = 0; i < turns; ++i) {
    best.first = std::min(best.first, processor_seconds(one));
    best.second = std::min(best.second, processor_seconds(other));
  }
  return best;
}

struct PassCase {
  std::string kernel, bounds, large_bounds, token;
};

void measure_pass(const PassCase& subject) {
  const auto sources = compile::read_sources(folder_of(subject.kernel), vocabulary);
  const KernelCatalog catalog = compile::make_catalog(sources);
  const auto spec = changed_spec(subject.kernel, subject.bounds, subject.large_bounds);
  const auto bounds = compile::open_bounds(compile::compile_bounds(spec), spec);
  const LoadedHost& host = catalog.at(subject.kernel).host("reference");
  const auto drawn = generate::parse_token(spec, subject.kernel + ":" + subject.token).drawn;
  parity::CaseData data;
  parity::generate_case(spec, drawn, data);
  parity::Workspace plain, carried;
  plain.prepare(spec, data, parity::poison_a);
  carried.prepare(spec, data, parity::poison_a);
  std::vector<long long> elements;
  std::vector<std::vector<Allowance>> allowances;
  std::vector<Allowance*> targets;
  for (const auto& array : data.plan) elements.push_back(static_cast<long long>(array.elements));
  for (const auto& array : data.plan) {
    allowances.emplace_back(array.is_output && is_floating(array.dtype) ? array.elements : 0);
    targets.push_back(allowances.back().empty() ? nullptr : allowances.back().data());
  }
  const auto [reference, pass] = by_turns(
      15, [&] { host.entries[drawn.instantiation](plain.arguments()); },
      [&] { bounds[drawn.instantiation](carried.arguments(), elements.data(), targets.data(), false, 0); });
  fmt::print("{:<11} {:<46} {:8.3f} ms {:8.3f} ms {:6.1f} times\n", subject.kernel, subject.token, 1e3 * reference,
             1e3 * pass, pass / reference);
}

void measure_check(const std::string& kernel, const std::string& implementation) {
  const auto sources = compile::read_sources(folder_of(kernel), vocabulary);
  const KernelCatalog catalog = compile::make_catalog(sources);
  const auto derived = changed_spec(kernel, "kernel:", "kernel:");
  const auto stated = stated_spec(kernel);
  const auto check = [&](const spec::KernelSpec& spec) {
    parity::CheckOptions options;
    const auto outcome = parity::check_parity_here(spec, catalog.at(kernel), implementation, options);
    if (outcome.verdict != result::Verdict::pass) throw std::runtime_error(kernel + ": " + outcome.reason);
  };
  const auto [with_stated, with_derived] = by_turns(
      5, [&] { check(stated); }, [&] { check(derived); });
  fmt::print("{:<11} {:<46} {:8.1f} ms {:8.1f} ms {:6.2f} times\n", kernel, implementation, 1e3 * with_stated,
             1e3 * with_derived, with_derived / with_stated);
}

}  // namespace

int main() {
  ::setenv("OMP_NUM_THREADS", "1", 1);
  fmt::print("{:<58} {:>11} {:>11}\n", "one pass", "plain", "with bounds");
  const PassCase passes[] = {
      {"deposit", "max: 5000", "max: 100000", "T=float,n=100000,cells=4096,family=realistic,seed=1"},
      {"push", "max: 20000", "max: 100000",
       "T=float,particles.n=100000,ex=0.5,ey=0.5,bz=0.5,dt=0.125,family=realistic,seed=1"},
      {"axpy", "max: 100000", "max: 100000", "n=100000,a=1.5,family=realistic,seed=1"},
      {"dot", "max: 100000", "max: 100000", "n=100000,family=realistic,seed=1"},
      {"stencil2d", "max: 300", "max: 400", "nx=400,ny=250,k=0.125,family=realistic,seed=1"},
      {"csr_spmv", "max: 20000", "max: 100000", "rows=2000,columns=2000,nonzeros=100000,family=realistic,seed=1"},
      {"deposit", "max: 5000", "max: 100000", "T=double,n=100000,cells=4096,family=realistic,seed=1"},
      {"push", "max: 20000", "max: 100000",
       "T=double,particles.n=100000,ex=0.5,ey=0.5,bz=0.5,dt=0.125,family=realistic,seed=1"},
  };
  for (const PassCase& subject : passes) measure_pass(subject);
  fmt::print("\n{:<58} {:>11} {:>11}\n", "a check of 200 cases", "stated", "auto");
  for (const char* kernel : {"axpy", "csr_spmv", "deposit", "dot", "push", "stencil2d"})
    measure_check(kernel, "openmp");
}
