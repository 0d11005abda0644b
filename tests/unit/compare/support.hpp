// Output specs and arrays for the tests of compare, made by hand.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kparity/compare/compare.hpp"

namespace kparity::compare {

inline spec::KindUse use_of(std::string kind, std::vector<std::pair<std::string, double>> numbers = {}) {
  spec::KindUse use{std::move(kind), {}, {"axpy.yaml", 6, 20}};
  for (auto& [name, value] : numbers) use.fields.push_back({name, spec::Real(value), {"axpy.yaml", 6, 22}});
  return use;
}

inline spec::KindUse norm_of(std::string norm, double most) {
  spec::KindUse use = use_of("norm", {{"max", most}});
  use.fields.push_back({"norm", std::move(norm), {}});
  return use;
}

inline spec::OutputSpec output_of(spec::KindUse form) {
  spec::OutputSpec output;
  output.name = "y";
  output.tolerance.form = std::move(form);
  return output;
}

inline spec::OutputSpec exact() {
  return output_of(use_of("exact"));
}
inline spec::OutputSpec relative(double rel, double abs = 0) {
  return output_of(use_of("relative", {{"rel", rel}, {"abs", abs}}));
}

template <class T>
std::span<const std::byte> bytes_of(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

template <class T>
result::Comparison compared(const spec::OutputSpec& output, const std::vector<T>& expected,
                            const std::vector<T>& actual, const Context& context = {},
                            std::vector<std::int64_t> shape = {}) {
  if (shape.empty()) shape = {static_cast<std::int64_t>(expected.size())};
  return compare(output, dtype_of<T>, shape, bytes_of(expected), bytes_of(actual), context);
}

}  // namespace kparity::compare
