// Looks up the names of a plain launch rule, and reads sizes of unusual types.
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

}  // namespace

std::int64_t value_of_any_type(const PlainLaunch::Size& size, const char* value) {
  return visit_dtype(size.dtype, [value]<class T>(std::type_identity<T>) {
    T number;
    std::memcpy(&number, value, sizeof number);
    return static_cast<std::int64_t>(number);
  });
}

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

}  // namespace kparity::detail
