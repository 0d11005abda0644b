// The map behind the catalogue.
#include "kparity/catalog.hpp"

#include "kparity/error.hpp"
#include "text.hpp"

namespace kparity {

Kernel& KernelCatalog::register_kernel(Kernel kernel, std::string name) {
  if (name.empty()) name = kernel.name();
  const auto [place, added] = kernels_.try_emplace(name, nullptr);
  if (!added) throw KeyError("the catalogue already has a kernel '" + name + "'");
  place->second = std::make_unique<Kernel>(std::move(kernel));
  return *place->second;
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

}  // namespace kparity
