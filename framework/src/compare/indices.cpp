// Indices are checked before anything is read with them: those of the implementation may be anything.
#include "indices.hpp"

#include <fmt/format.h>

#include "element.hpp"

namespace kparity::compare {

namespace {

std::vector<std::uint64_t> as_indices(DType dtype, std::span<const std::byte> array) {
  return visit_storage(dtype, [&]<class T>(std::type_identity<T>) {
    std::vector<std::uint64_t> indices(array.size() / sizeof(T));
    for (std::size_t i = 0; i < indices.size(); ++i) indices[i] = static_cast<std::uint64_t>(load<T>(array.data(), i));
    return indices;
  });
}

}  // namespace

std::string fault_of_indices(DType dtype, std::span<const std::byte> indices, std::uint64_t below) {
  std::vector<bool> seen(below);
  const auto all = as_indices(dtype, indices);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i] >= below)
      return fmt::format("element [{}] is {}, which is no index below {}", i, static_cast<std::int64_t>(all[i]), below);
    if (seen[all[i]]) return fmt::format("the index {} stands there twice, also at [{}]", all[i], i);
    seen[all[i]] = true;
  }
  return "";
}

void replace_by_values(Arranged& arranged, const NamedArray& array, const std::string& name) {
  const std::size_t size = size_of(array.dtype);
  const std::uint64_t below = array.bytes.size() / size;
  arranged.fault = fault_of_indices(arranged.dtype, arranged.actual, below);
  if (arranged.fault.empty())
    if (const std::string fault = fault_of_indices(arranged.dtype, arranged.expected, below); !fault.empty())
      arranged.fault = "of the reference: " + fault;
  if (!arranged.fault.empty()) {
    arranged.fault += fmt::format(" (indices into '{}')", name);
    return;
  }
  arranged.expected = chosen(array.bytes, size, as_indices(arranged.dtype, arranged.expected));
  arranged.actual = chosen(array.bytes, size, as_indices(arranged.dtype, arranged.actual));
  arranged.dtype = array.dtype;
  arranged.allowances.clear();
  arranged.exactly = true;
}

}  // namespace kparity::compare
