// One outcome per kernel over all architectures; the first failure is shown, the others are counted.
#include "kparity/parity/cuda_compile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <sstream>

#include "kparity/cuda_compile.hpp"
#include "kparity/error.hpp"

namespace kparity::parity {

using result::Outcome;
using result::Verdict;

namespace {

Outcome blank(const spec::KernelSpec& spec) {
  Outcome outcome;
  outcome.kernel = spec.kernel;
  outcome.check = "compile";
  outcome.implementation = cuda_name;
  outcome.place = "host";
  outcome.file = spec.file;
  return outcome;
}

void take_lines(const std::string& text, Outcome& outcome) {
  constexpr std::size_t shown = 20;
  std::istringstream stream(text);
  std::getline(stream, outcome.reason);
  for (std::string line; std::getline(stream, line) && outcome.details.size() < shown;)
    if (!line.empty()) outcome.details.push_back(line);
}

void judge(const std::vector<CudaCompilation>& compilations, Outcome& outcome) {
  const auto failed = std::find_if(compilations.begin(), compilations.end(),
                                   [](const CudaCompilation& each) { return !each.failure.empty(); });
  if (failed == compilations.end()) return;
  outcome.verdict = Verdict::broken;
  take_lines(failed->failure, outcome);
  outcome.details.push_back(fmt::format("compiled for {}", failed->architecture));
}

}  // namespace

std::vector<std::string> checked_architectures() {
  const auto known = nvrtc_architectures();
  std::vector<std::string> chosen;
  for (const char* wanted : {"sm_80", "sm_90"})
    if (std::find(known.begin(), known.end(), wanted) != known.end()) chosen.emplace_back(wanted);
  if (!known.empty() && (chosen.empty() || chosen.back() != known.back())) chosen.push_back(known.back());
  return chosen;
}

Outcome check_cuda_compile(const spec::KernelSpec& spec, const Kernel& kernel) {
  const auto start = std::chrono::steady_clock::now();
  Outcome outcome = blank(spec);
  const auto architectures = checked_architectures();
  if (architectures.empty()) {
    outcome.verdict = Verdict::skipped;
    outcome.reason = fmt::format("no CUDA compiler: {}", why_no_nvrtc());
    return outcome;
  }
  const KernelDefinition& definition = kernel.definition();
  judge(compile_cuda(definition.name, *definition.cuda, definition.instantiations, architectures, {.use_cache = true}),
        outcome);
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return outcome;
}

}  // namespace kparity::parity
