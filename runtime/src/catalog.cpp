// The map behind the catalogue.
#include "kparity/catalog.hpp"

#include <algorithm>

#include "device_call.hpp"
#include "host_slot.hpp"
#include "kernel_state.hpp"
#include "kparity/error.hpp"
#include "kparity/identifier.hpp"
#include "kparity/in_parallel.hpp"
#include "kparity/warning.hpp"
#include "text.hpp"

namespace kparity {

namespace {

// Fortran 2003 allows no longer names.
void warn_of_long_symbol(const Kernel& kernel, const std::string& name, std::size_t limit) {
  const std::vector<std::string> implementations = kernel.implementations();
  const bool has_fortran =
      std::find(implementations.begin(), implementations.end(), "fortran") != implementations.end();
  const std::string suffix = "_fortran";
  const std::size_t length = name.size() + suffix.size();
  if (!has_fortran || limit == 0 || length <= limit) return;
  const std::size_t longest = limit > suffix.size() ? limit - suffix.size() : 0;
  warn(text::concat("kernel '", name, "': its Fortran symbol '", name, suffix, "' has ", length,
                    " characters, more than the limit of ", limit, "; a kernel's name may have at most ", longest));
}

std::string shortened(std::vector<std::string> names) {
  constexpr std::size_t most = 20;
  const std::size_t all = names.size();
  if (all <= most) return text::join(names);
  names.resize(most);
  return text::concat(text::join(names), " and ", all - most, " more");
}

void throw_failures(const std::vector<std::string>& names, const std::vector<std::exception_ptr>& errors) {
  std::vector<CompilationFailed::Failure> failures;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (errors[i]) failures.push_back({names[i], errors[i]});
  }
  if (failures.empty()) return;
  try {
    std::rethrow_exception(failures.front().error);
  } catch (...) {
    std::throw_with_nested(CompilationFailed(std::move(failures)));
  }
}

std::string message_of_all(const std::vector<CompilationFailed::Failure>& failures) {
  std::string message = message_of(failures.front().error);
  if (failures.size() > 1) message += text::concat("\nand ", failures.size() - 1, " more:");
  for (std::size_t i = 1; i < failures.size(); ++i) {
    const std::string other = message_of(failures[i].error);
    message += text::concat("\n  ", failures[i].kernel, ": ", other.substr(0, other.find('\n')));
  }
  return message;
}

}  // namespace

CompilationFailed::CompilationFailed(std::vector<Failure> failures)
    : RuntimeFailure(message_of_all(failures)),
      failures_(std::make_shared<const std::vector<Failure>>(std::move(failures))) {}

Kernel& KernelCatalog::register_kernel(Kernel kernel, std::string name, std::size_t max_symbol_length) {
  if (name.empty()) name = kernel.name();
  check_kernel_name(name);
  if (contains(name)) throw KeyError("the catalogue already has a kernel '" + name + "'");
  warn_of_long_symbol(kernel, name, max_symbol_length);
  if (name != kernel.name()) kernel.state().set_label(kernel.name() + ", registered as " + name);
  return *kernels_.emplace(name, std::make_unique<Kernel>(std::move(kernel))).first->second;
}

Kernel& KernelCatalog::operator[](std::string_view name) {
  return const_cast<Kernel&>(at(name));
}

const Kernel& KernelCatalog::at(std::string_view name) const {
  const auto found = kernels_.find(name);
  if (found != kernels_.end()) return *found->second;
  std::string help = text::did_you_mean(name, names());
  if (help.empty()) help = kernels_.empty() ? "; it is empty" : text::concat("; there are: ", shortened(names()));
  throw KeyError(text::concat("there is no kernel '", name, "' in this catalogue", help));
}

bool KernelCatalog::contains(std::string_view name) const {
  return kernels_.find(name) != kernels_.end();
}
std::size_t KernelCatalog::size() const noexcept {
  return kernels_.size();
}

std::vector<std::string> KernelCatalog::names() const {
  std::vector<std::string> names;
  for (const auto& [name, kernel] : kernels_) names.push_back(name);
  return names;
}

std::vector<std::string> KernelCatalog::names_where(bool has_cuda) const {
  std::vector<std::string> names;
  for (const auto& [name, kernel] : kernels_) {
    if (kernel->has_cuda() == has_cuda) names.push_back(name);
  }
  return names;
}

std::vector<std::string> KernelCatalog::with_cuda() const {
  return names_where(true);
}
std::vector<std::string> KernelCatalog::without_cuda() const {
  return names_where(false);
}

std::string KernelCatalog::summary(std::size_t max_missing) const {
  std::vector<std::string> missing = without_cuda();
  std::string line = text::concat("CUDA kernels: ", size() - missing.size(), " of ", size());
  if (missing.empty()) return line;
  if (missing.size() > max_missing) {
    missing.resize(max_missing);
    missing.emplace_back("...");
  }
  return text::concat(line, " (missing: ", text::join(missing), ")");
}

std::vector<std::string> KernelCatalog::compile_all(int jobs) const {
  if (jobs < 1) throw InvalidArgument(text::concat("compile_all: jobs must be at least 1, not ", jobs));
  const std::vector<std::string> names = with_cuda();
  if (names.empty()) return names;
  const int device = detail::current_device(at(names.front()).state());  // threads do not inherit it
  std::vector<std::exception_ptr> errors(names.size());
  in_parallel(names.size(), static_cast<std::size_t>(jobs), [&](std::size_t i) {
    try {
      detail::compiled_program(at(names[i]).state(), device);
    } catch (...) {
      errors[i] = std::current_exception();
    }
  });
  throw_failures(names, errors);
  return names;
}

}  // namespace kparity
