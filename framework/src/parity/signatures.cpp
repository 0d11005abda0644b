// The signature check with the tools of this machine; see signature/ for the parts.
#include "kparity/parity/signatures.hpp"

#include <fmt/format.h>

#include "signature/check.hpp"

namespace kparity::parity {

result::Outcome check_signature(const spec::KernelSpec& spec, const spec::KernelFolder& folder) {
  return signature::check(spec, folder, {signature::libclang()});
}

std::vector<result::Outcome> check_signatures(std::span<const CheckedKernel> kernels) {
  std::vector<result::Outcome> outcomes;
  for (const CheckedKernel& kernel : kernels) outcomes.push_back(check_signature(kernel.spec, kernel.folder));
  return outcomes;
}

std::string differing_kernels(const std::vector<result::Outcome>& outcomes) {
  std::string lines;
  std::size_t differing = 0;
  for (const result::Outcome& outcome : outcomes) {
    if (outcome.verdict != result::Verdict::signature) continue;
    ++differing;
    lines += "\n  " + outcome.reason;
  }
  if (differing == 0) return "";
  return fmt::format("{} of {} kernels differ from their specs:{}", differing, outcomes.size(), lines);
}

std::string libclang_version() {
  const signature::LibclangOrReason& opened = signature::libclang();
  if (opened.library == nullptr) return opened.why_not;
  return fmt::format("libclang {} ({})", opened.library->version, opened.library->name);
}

}  // namespace kparity::parity
