// Looks up the names of a plain launch rule, and computes its shape.
#include "plain_launch.hpp"

#include <algorithm>
#include <cstring>

namespace kparity::detail {

namespace {

bool is_plain(const LaunchRule& rule) {
  if (rule.threads_from || rule.shared_memory || rule.threads.empty() || rule.threads.size() > 3) return false;
  if (rule.block.size() != 1 && rule.block.size() != rule.threads.size()) return false;
  return std::all_of(rule.threads.begin(), rule.threads.end(), [](const Expression& expression) {
    return expression.names().size() == 1 && expression.names().front() == expression.text();
  });
}

PlainLaunch::Size size_named(const Signature& signature, const std::string& name) {
  const ParameterPath path = *find(signature, name);
  const std::size_t offset = path.field ? field_offset(signature.parameters[path.parameter], *path.field) : 0;
  return {path.parameter, offset, at(signature, path).dtype};
}

// Beyond 63 bits a number comes out negative.
std::int64_t value_of(const PlainLaunch::Size& size, void** values) {
  const char* const value = static_cast<const char*>(values[size.parameter]) + size.offset;
  if (size.dtype == DType::int32) [[likely]] {  // spares most launches a jump through a table
    std::int32_t number;
    std::memcpy(&number, value, sizeof number);
    return number;
  }
  return visit_dtype(size.dtype, [value]<class T>(std::type_identity<T>) {
    T number;
    std::memcpy(&number, value, sizeof number);
    return static_cast<std::int64_t>(number);
  });
}

}  // namespace

PlainLaunch plain_launch(const LaunchRule& rule, const Signature& signature) {
  PlainLaunch plain;
  if (!is_plain(rule)) return plain;
  plain.rank = rule.threads.size();
  for (std::size_t axis = 0; axis < plain.rank; ++axis) {
    plain.threads[axis] = size_named(signature, rule.threads[axis].text());
  }
  std::copy(rule.block.begin(), rule.block.end(), plain.block.begin());
  return plain;
}

std::optional<LaunchShape> shape_of(const PlainLaunch& plain, void** values) {
  if (plain.rank == 0) return std::nullopt;
  LaunchShape shape;
  shape.block = plain.block;
  for (std::size_t axis = 0; axis < plain.rank; ++axis) {
    const std::int64_t threads = value_of(plain.threads[axis], values);
    if (threads < 1 || threads > INT32_MAX) return std::nullopt;
    const std::uint32_t blocks = (static_cast<std::uint32_t>(threads) - 1) / plain.block[axis] + 1;  // in 32 bits: fast
    if (blocks > max_grid[axis]) return std::nullopt;
    shape.grid[axis] = blocks;
  }
  return shape;
}

}  // namespace kparity::detail
