// A kernel: one signature per instantiation, several implementations, one call site.
#pragma once

#include <exception>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kparity/definition.hpp"

namespace kparity {

class Kernel {
 public:
  /// Throws InvalidArgument if the definition is inconsistent (no `reference`, an output that is no parameter, ...).
  explicit Kernel(KernelDefinition definition);

  const std::string& name() const noexcept;
  const KernelDefinition& definition() const noexcept;
  bool has_cuda() const noexcept;

  /// Names in preference order, `reference` last of the host ones, then `cuda` if there is one; loadable or not.
  std::vector<std::string> implementations() const;
  /// Loads (once) and says whether it can run.
  bool available(std::string_view implementation) const;
  /// Why `implementation` is unavailable: the message of its load failure, or empty.
  std::string why_unavailable(std::string_view implementation) const;
  /// The load failures so far.
  std::map<std::string, std::exception_ptr> errors() const;

  /// The entries of a host implementation, loaded on first use. Throws ImplementationUnavailable with the cause nested.
  const LoadedHost& host(std::string_view implementation) const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace kparity
