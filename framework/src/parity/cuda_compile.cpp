// One outcome per kernel over all architectures; the first failure is shown, the others are counted.
#include "kparity/parity/cuda_compile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "cuda_types.hpp"
#include "kparity/cuda_compile.hpp"
#include "kparity/spec/device_function.hpp"

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

/// The signature that the sources were held against: of the kernel, or of the function behind it.
Signature signature_of(const spec::KernelSpec& spec, const std::string& types) {
  std::vector<Signature> all = spec.instantiations;
  if (spec.device_function) {
    all.clear();
    for (auto& function : spec::element_functions(spec)) all.push_back(std::move(function.signature));
  }
  for (const Signature& signature : all)
    if (signature.types == types) return signature;
  return all.front();
}

/// "axpy_cuda.cu:4", from the file where it is, else from the text that was kept.
std::string place_of(const KernelDefinition& definition) {
  const CudaSource& source = *definition.cuda;
  std::string text = source.files.empty() ? "" : source.files.front().text;
  std::string name = source.files.empty() ? "" : source.files.front().name;
  if (!source.path.empty()) {
    name = std::filesystem::path(source.path).filename().string();
    if (std::ifstream file(source.path); file) text.assign(std::istreambuf_iterator<char>(file), {});
  }
  const int line = line_of_kernel(text, definition.name);
  return line == 0 ? name : fmt::format("{}:{}", name, line);
}

/// The parameters that differ, with the words of the compiler behind them.
void take_difference(const spec::KernelSpec& spec, const KernelDefinition& definition, const CudaCompilation& failed,
                     Outcome& outcome) {
  outcome.verdict = Verdict::signature;
  const Signature signature = signature_of(spec, failed.differs->types);
  const auto lines = type_differences(signature, failed.differs->actual);
  if (lines.empty()) return;  // no type, or the same in other words: the compiler's own have to do
  const std::string types = definition.instantiations.size() > 1 ? fmt::format(" (for {})", signature.types) : "";
  const std::string compiler = outcome.reason;
  outcome.reason = fmt::format("kernel '{}': {}: {}{}", definition.name, place_of(definition), lines.front(), types);
  outcome.details.clear();
  outcome.details.insert(outcome.details.end(), lines.begin() + 1, lines.end());
  outcome.details.push_back(compiler);
}

/// What the code allows against the block that the spec launches.
std::string beyond_code(const spec::KernelSpec& spec, const CudaKernelFacts& facts) {
  std::size_t threads = 1;
  for (const unsigned axis : spec.launch.block) threads *= axis;
  const std::string of = facts.types.empty() ? "" : fmt::format(" (for {})", facts.types);
  if (facts.max_threads != 0 && threads > facts.max_threads)
    return fmt::format("`launch: block` has {} threads, __launch_bounds__ allows {}{}", threads, facts.max_threads, of);
  constexpr std::size_t warp = 32, registers_per_block = 65536;  // of every architecture since sm_50
  const std::size_t warps = (threads + warp - 1) / warp;
  if (facts.registers * warp * warps > registers_per_block)
    return fmt::format("a block of {} threads with {} registers each needs more than the {} that a block can have{}",
                       threads, facts.registers, registers_per_block, of);
  return "";
}

void judge(const spec::KernelSpec& spec, const KernelDefinition& definition,
           const std::vector<CudaCompilation>& compilations, Outcome& outcome) {
  for (const CudaCompilation& each : compilations) {
    if (!each.failure.empty()) {
      outcome.verdict = Verdict::broken;
      take_lines(each.failure, outcome);
      if (each.differs) take_difference(spec, definition, each, outcome);
      outcome.details.push_back(fmt::format("compiled for {}", each.architecture));
      return;
    }
    for (const CudaKernelFacts& facts : each.kernels) {
      const std::string beyond = beyond_code(spec, facts);
      if (beyond.empty()) continue;
      outcome.verdict = Verdict::limit;
      outcome.reason = fmt::format("kernel '{}': {}: {}", definition.name, place_of(definition), beyond);
      outcome.details.push_back(fmt::format("compiled for {}", each.architecture));
      return;
    }
  }
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

Outcome check_cuda_compile(const spec::KernelSpec& spec, const Kernel& kernel, const std::vector<std::string>& wanted) {
  const auto start = std::chrono::steady_clock::now();
  Outcome outcome = blank(spec);
  const auto known = checked_architectures();
  const auto& architectures = wanted.empty() ? known : wanted;
  if (known.empty()) {
    outcome.verdict = Verdict::skipped;
    outcome.reason = fmt::format("no CUDA compiler: {}", why_no_nvrtc());
    return outcome;
  }
  const KernelDefinition& definition = kernel.definition();
  judge(spec, definition,
        compile_cuda(definition.name, *definition.cuda, definition.instantiations, architectures, {.use_cache = true}),
        outcome);
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return outcome;
}

}  // namespace kparity::parity
