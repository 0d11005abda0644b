// How many parity cases per second one core does, everything included: drawing, generating, poisoning, three runs,
// comparing. Uses the bundled axpy with n up to 1000 and the openmp version on one thread.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "kparity/compare/compare.hpp"
#include "kparity/compile/catalog.hpp"
#include "kparity/generate/generate.hpp"
#include "kparity/parity/parity.hpp"
#include "kparity/spec/reader.hpp"

namespace {

std::string axpy_text_with_n_up_to_1000(const std::string& file) {
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  std::string yaml = text.str();
  const std::string bound = "max: 100000";
  yaml.replace(yaml.find(bound), bound.size(), "max: 1000");
  return yaml;
}

}  // namespace

int main() {
  using namespace kparity;
  ::setenv("OMP_NUM_THREADS", "1", 1);
  const std::string folder = KPARITY_SOURCE_DIR "/specs/axpy";
  const spec::Vocabulary vocabulary{generate::generator_rules(), compare::tolerance_rules()};
  auto sources = compile::read_sources(folder, vocabulary);
  sources.front().spec =
      spec::read_text(axpy_text_with_n_up_to_1000(folder + "/axpy.yaml"), folder + "/axpy.yaml", vocabulary);
  const KernelCatalog catalog = compile::make_catalog(sources);

  parity::CheckOptions options;
  options.cases = 100'000;
  double best = 0;
  for (int run = 0; run < 5; ++run) {
    const auto start = std::chrono::steady_clock::now();
    const auto outcome = parity::check_parity_here(*sources.front().spec, catalog.at("axpy"), "openmp", options);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (outcome.verdict != result::Verdict::pass) {
      fmt::print("axpy does not pass: {}\n", outcome.reason);
      return 1;
    }
    best = std::max(best, static_cast<double>(outcome.cases) / seconds);
    fmt::print("run {}: {:.0f} cases per second, {} elements per case\n", run + 1,
               static_cast<double>(outcome.cases) / seconds, outcome.compared / outcome.cases);
  }
  fmt::print("parity cases per second and core (best of 5): {:.0f}\n", best);
}
