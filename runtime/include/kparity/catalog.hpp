// A read-only map from names to kernels, made from the build's table, from folders, or by hand.
#pragma once

#include <exception>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kparity/error.hpp"
#include "kparity/kernel.hpp"

namespace kparity {

/// What compile_all() throws. The message is that of the first failure in the order of the catalogue, which is also
/// nested (std::rethrow_if_nested), then the first line of each other.
class CompilationFailed : public RuntimeFailure {
 public:
  struct Failure {
    std::string kernel;  // its name in the catalogue
    std::exception_ptr error;
  };
  /// At least one.
  explicit CompilationFailed(std::vector<Failure> failures);
  /// All, in the order of the catalogue.
  const std::vector<Failure>& failures() const noexcept { return *failures_; }

 private:
  std::shared_ptr<const std::vector<Failure>> failures_;  // copies of an exception must not throw
};

class KernelCatalog {
  using Map = std::map<std::string, std::unique_ptr<Kernel>, std::less<>>;

 public:
  struct Entry {
    const std::string& name;  // in this catalogue
    const Kernel& kernel;
  };

  /// In the order of names.
  class Iterator {
   public:
    explicit Iterator(Map::const_iterator place) : place_(place) {}
    Entry operator*() const { return {place_->first, *place_->second}; }
    Iterator& operator++() {
      ++place_;
      return *this;
    }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    Map::const_iterator place_;
  };

  KernelCatalog() = default;

  /// Adds a kernel under its own or another name. Throws KeyError if the name is taken, InvalidArgument if it cannot be
  /// the name of a kernel. Warns if `max_symbol_length` is not 0 and the C symbol of a `fortran` implementation,
  /// `<name>_fortran`, is longer.
  Kernel& register_kernel(Kernel kernel, std::string name = "", std::size_t max_symbol_length = 63);

  /// Throws KeyError with the nearest names.
  Kernel& operator[](std::string_view name);
  const Kernel& operator[](std::string_view name) const { return at(name); }
  const Kernel& at(std::string_view name) const;
  bool contains(std::string_view name) const;
  std::size_t size() const noexcept;
  bool empty() const noexcept { return size() == 0; }
  std::vector<std::string> names() const;
  Iterator begin() const { return Iterator(kernels_.begin()); }
  Iterator end() const { return Iterator(kernels_.end()); }

  /// Names of the kernels with, and without, a CUDA version.
  std::vector<std::string> with_cuda() const;
  std::vector<std::string> without_cuda() const;
  /// "CUDA kernels: 2 of 3 (missing: sort)"; after `max_missing` names an ellipsis.
  std::string summary(std::size_t max_missing = 10) const;

  /// Compiles all CUDA versions on the current device with `jobs` threads and returns their names. All are attempted;
  /// then CompilationFailed is thrown if any failed. Throws InvalidArgument for less than one job, RuntimeFailure
  /// naming kernel and reason without a device, which is not needed if there is nothing to compile.
  std::vector<std::string> compile_all(int jobs = 1) const;

 private:
  std::vector<std::string> names_where(bool has_cuda) const;

  Map kernels_;
};

}  // namespace kparity
