// How many parity cases per second one core does, everything included: drawing, generating, poisoning, three runs,
// comparing. Uses the bundled axpy: n up to 1000 for the rate, n = 10^7 for the time of a large case; against the
// openmp version on one thread and, where there is a GPU, the CUDA version.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "kparity/compare/compare.hpp"
#include "kparity/compile/catalog.hpp"
#include "kparity/devices.hpp"
#include "kparity/generate/generate.hpp"
#include "kparity/parity/parity.hpp"
#include "kparity/spec/reader.hpp"

namespace {

using namespace kparity;

/// The bundled axpy, and its spec with other bounds of n.
struct Axpy {
  std::string folder = KPARITY_SOURCE_DIR "/specs/axpy";
  spec::Vocabulary vocabulary{generate::generator_rules(), compare::tolerance_rules()};
  std::vector<compile::KernelSource> sources = compile::read_sources(folder, vocabulary);
  KernelCatalog catalog = compile::make_catalog(sources);

  spec::KernelSpec with_bounds(const std::string& bounds) const {
    std::stringstream text;
    text << std::ifstream(folder + "/axpy.yaml").rdbuf();
    std::string yaml = text.str();
    const std::string bundled = "min: 0, max: 100000";
    yaml.replace(yaml.find(bundled), bundled.size(), bounds);
    return spec::read_text(yaml, folder + "/axpy.yaml", vocabulary);
  }
};

/// Seconds per case, in the fastest of five runs of `cases`.
double seconds_per_case(const Axpy& axpy, const spec::KernelSpec& spec, const char* implementation,
                        std::uint64_t cases) {
  parity::CheckOptions options;
  options.cases = cases;
  double best = 1e9;
  for (int run = 0; run < 5; ++run) {
    const auto start = std::chrono::steady_clock::now();
    const auto outcome = parity::check_parity_here(spec, axpy.catalog.at("axpy"), implementation, options);
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    if (outcome.verdict != result::Verdict::pass) throw std::runtime_error("axpy does not pass: " + outcome.reason);
    best = std::min(best, passed.count() / static_cast<double>(outcome.cases));
  }
  return best;
}

}  // namespace

int main() {
  ::setenv("OMP_NUM_THREADS", "1", 1);
  const Axpy axpy;
  const spec::KernelSpec small = axpy.with_bounds("min: 0, max: 1000");
  const spec::KernelSpec large = axpy.with_bounds("min: 10000000, max: 10000000");
  fmt::print("n up to 1000, openmp    {:9.0f} cases per second\n",
             1 / seconds_per_case(axpy, small, "openmp", 100'000));
  const double host = seconds_per_case(axpy, large, "openmp", 3);
  fmt::print("n = 10^7, openmp        {:9.1f} ms per case\n", host * 1e3);
  if (const std::string reason = why_no_device(); !reason.empty()) {
    fmt::print("cuda: skipped: {}\n", reason);
    return 0;
  }
  fmt::print("n up to 1000, cuda      {:9.0f} cases per second\n", 1 / seconds_per_case(axpy, small, "cuda", 10'000));
  const double device = seconds_per_case(axpy, large, "cuda", 3);
  fmt::print("n = 10^7, cuda          {:9.1f} ms per case, {:.2f} times the host's\n", device * 1e3, device / host);
}
