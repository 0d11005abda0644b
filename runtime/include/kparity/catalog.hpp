// A read-only map from names to kernels, made from the build's table, from folders, or by hand.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kparity/kernel.hpp"

namespace kparity {

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
  /// then the first error in catalogue order is thrown. Throws InvalidArgument for 0 jobs. Needs no device if there is
  /// nothing to compile.
  std::vector<std::string> compile_all(unsigned jobs = 1) const;

 private:
  std::vector<std::string> names_where(bool has_cuda) const;

  Map kernels_;
};

}  // namespace kparity
