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
 public:
  KernelCatalog() = default;

  /// Adds a kernel under its own or another name. Throws KeyError if the name is taken.
  Kernel& register_kernel(Kernel kernel, std::string name = "");

  /// Throws KeyError with the nearest names.
  Kernel& operator[](std::string_view name);
  const Kernel& at(std::string_view name) const;
  bool contains(std::string_view name) const;
  std::size_t size() const noexcept;
  std::vector<std::string> names() const;

 private:
  std::map<std::string, std::unique_ptr<Kernel>, std::less<>> kernels_;
};

}  // namespace kparity
