// The signature check with the tools of this machine; see signature/ for the parts.
#include "kparity/parity/signatures.hpp"

#include <fmt/format.h>

#include "signature/check.hpp"

namespace kparity::parity {

result::Outcome check_signature(const spec::KernelSpec& spec, const spec::KernelFolder& folder) {
  return signature::check(spec, folder, {signature::libclang()});
}

std::string libclang_version() {
  const signature::LibclangOrReason& opened = signature::libclang();
  if (opened.library == nullptr) return opened.why_not;
  return fmt::format("libclang {} ({})", opened.library->version, opened.library->name);
}

}  // namespace kparity::parity
