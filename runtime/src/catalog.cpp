// The map behind the catalogue.
#include "kparity/catalog.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

#include "device_call.hpp"
#include "kernel_state.hpp"
#include "kparity/error.hpp"
#include "kparity/identifier.hpp"
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

}  // namespace

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
  throw KeyError(text::concat("there is no kernel '", name, "' in this catalogue", text::did_you_mean(name, names()),
                              kernels_.empty() ? "; it is empty" : ""));
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

std::vector<std::string> KernelCatalog::compile_all(unsigned jobs) const {
  if (jobs == 0) throw InvalidArgument("compile_all: jobs must be at least 1");
  const std::vector<std::string> names = with_cuda();
  if (names.empty()) return names;
  const int device = detail::current_device(at(names.front()).state());  // threads do not inherit it
  std::vector<std::exception_ptr> errors(names.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < names.size(); i = next++) {
      try {
        detail::compiled_program(at(names[i]).state(), device);
      } catch (...) {
        errors[i] = std::current_exception();
      }
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < std::min<std::size_t>(jobs, names.size()); ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
  return names;
}

}  // namespace kparity
