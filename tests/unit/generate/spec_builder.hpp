// Builds specs by hand, so that the tests of case generation need no YAML.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "kparity/generate/generate.hpp"
#include "kparity/spec/model.hpp"

namespace kparity::test {

inline spec::Field number(std::string name, double value) {
  return {std::move(name), spec::Real(value), {}};
}
inline spec::Field real_expression(std::string name, std::string text) {
  return {std::move(name), spec::Real(Expression(std::move(text))), {}};
}
inline spec::Field whole(std::string name, std::string text) {
  return {std::move(name), Expression(std::move(text)), {}};
}
inline spec::Field flag(std::string name, bool value) {
  return {std::move(name), value, {}};
}

inline spec::KindUse use(std::string kind, std::vector<spec::Field> fields = {}) {
  return {std::move(kind), std::move(fields), {}};
}
inline spec::KindUse integers(std::string min, std::string max) {
  return use("integer", {whole("min", std::move(min)), whole("max", std::move(max))});
}
inline spec::KindUse uniform(double min, double max) {
  return use("uniform", {number("min", min), number("max", max)});
}

/// Inputs and outputs are added in the order of the signature.
class SpecBuilder {
 public:
  explicit SpecBuilder(std::string kernel) {
    spec_.kernel = std::move(kernel);
    spec_.hash = 0x1f2e3d4c;
    spec_.instantiations.push_back({.kernel = spec_.kernel, .parameters = {}, .types = {}});
  }

  SpecBuilder& scalar(const std::string& name, DType dtype, spec::KindUse generate,
                      spec::Role role = spec::Role::data) {
    add_input(name, dtype, std::move(generate), {}, role);
    return *this;
  }
  SpecBuilder& size(const std::string& name, std::string min, std::string max, DType dtype = DType::int32) {
    return scalar(name, dtype, integers(std::move(min), std::move(max)), spec::Role::size);
  }
  SpecBuilder& array(const std::string& name, DType dtype, spec::KindUse generate,
                     const std::vector<std::string>& shape, spec::Role role = spec::Role::data) {
    add_input(name, dtype, std::move(generate), shape, role);
    return *this;
  }
  /// Of an array that is an input already, or a new one.
  SpecBuilder& output(const std::string& name, DType dtype, const std::vector<std::string>& shape,
                      spec::Role role = spec::Role::data) {
    spec::OutputSpec output;
    output.name = name;
    output.shape = expressions(shape);
    output.role = role;
    output.tolerance.form = use(std::string(spec::auto_form));
    if (const auto known = find(spec_.instantiations[0], name)) {
      output.path = *known;
      output.also_input = true;
    } else {
      output.path = add_parameter(name, dtype, ParameterKind::pointer);
    }
    spec_.outputs.push_back(std::move(output));
    return *this;
  }
  SpecBuilder& launch(const std::vector<std::string>& threads, std::vector<unsigned> block) {
    spec_.launch.threads = expressions(threads);
    spec_.launch.block = std::move(block);
    return *this;
  }
  /// Call after all parameters: every floating parameter becomes T.
  SpecBuilder& types(const std::vector<DType>& choices) {
    const Signature first = spec_.instantiations[0];
    spec_.instantiations.clear();
    for (const DType choice : choices) {
      Signature signature = first;
      signature.types = "T=" + std::string(c_name(choice));
      for (auto& parameter : signature.parameters) set_floating(parameter, choice);
      spec_.instantiations.push_back(std::move(signature));
    }
    spec_.types = {{"T", choices}};
    return *this;
  }

  spec::KernelSpec build() const { return spec_; }

 private:
  static std::vector<Expression> expressions(const std::vector<std::string>& texts) {
    std::vector<Expression> out;
    for (const auto& text : texts) out.emplace_back(text);
    return out;
  }
  static void set_floating(Parameter& parameter, DType dtype) {
    if (parameter.kind != ParameterKind::structure && is_floating(parameter.dtype)) parameter.dtype = dtype;
    for (auto& field : parameter.fields) set_floating(field, dtype);
  }

  /// "x", or "particles.x" as a field of the structure `particles`.
  ParameterPath add_parameter(const std::string& name, DType dtype, ParameterKind kind) {
    auto& parameters = spec_.instantiations[0].parameters;
    Parameter parameter;
    parameter.kind = kind;
    parameter.dtype = dtype;
    const auto dot = name.find('.');
    if (dot == std::string::npos) {
      parameter.name = name;
      parameters.push_back(parameter);
      return {parameters.size() - 1, std::nullopt};
    }
    if (parameters.empty() || parameters.back().name != name.substr(0, dot)) {
      Parameter structure;
      structure.name = name.substr(0, dot);
      structure.kind = ParameterKind::structure;
      parameters.push_back(structure);
    }
    parameter.name = name.substr(dot + 1);
    parameters.back().fields.push_back(parameter);
    return {parameters.size() - 1, parameters.back().fields.size() - 1};
  }

  void add_input(const std::string& name, DType dtype, spec::KindUse generate, const std::vector<std::string>& shape,
                 spec::Role role) {
    spec::InputSpec input;
    input.name = name;
    input.path = add_parameter(name, dtype, shape.empty() ? ParameterKind::scalar : ParameterKind::pointer);
    input.generate = std::move(generate);
    input.shape = expressions(shape);
    input.role = role;
    spec_.inputs.push_back(std::move(input));
  }

  spec::KernelSpec spec_;
};

/// void axpy(int n, double a, const double* x, double* y)
inline spec::KernelSpec axpy(std::string max = "100000") {
  return SpecBuilder("axpy")
      .size("n", "0", std::move(max))
      .scalar("a", DType::float64, uniform(-10, 10))
      .array("x", DType::float64, uniform(-1, 1), {"n"})
      .array("y", DType::float64, uniform(-1, 1), {"n"})
      .output("y", DType::float64, {"n"})
      .launch({"n"}, {128})
      .build();
}

inline spec::KernelSpec csr() {
  return SpecBuilder("csr")
      .size("rows", "0", "2000")
      .size("columns", "0", "2000")
      .size("nonzeros", "0", "20000")
      .array("start", DType::int32, use("offsets", {whole("total", "nonzeros")}), {"rows + 1"})
      .array("column", DType::int32, use("indices", {whole("below", "columns")}), {"nonzeros"})
      .array("value", DType::float64, uniform(-1, 1), {"nonzeros"})
      .array("x", DType::float64, uniform(-1, 1), {"columns"})
      .output("y", DType::float64, {"rows"})
      .launch({"32*rows"}, {128})
      .build();
}

inline spec::KernelSpec stencil() {
  return SpecBuilder("stencil")
      .size("nx", "1", "4096")
      .size("ny", "1", "4096")
      .array("in", DType::float64, uniform(-1, 1), {"nx", "ny"})
      .output("out", DType::float64, {"nx", "ny"})
      .launch({"nx", "ny"}, {32, 4})
      .build();
}

/// A structure, two instantiations, bounds that depend on a size.
inline spec::KernelSpec push() {
  return SpecBuilder("push")
      .array("particles.x", DType::float64, use("uniform", {number("min", 0), real_expression("max", "cells")}),
             {"particles.n"})
      .array("particles.v", DType::float64, use("normal", {}), {"particles.n"})
      .size("particles.n", "0", "20000")
      .size("cells", "1", "4096")
      .scalar("first", DType::int32, integers("0", "cells - 1"))
      .scalar("dt", DType::float64, uniform(0.05, 0.2))
      .scalar("reflect", DType::boolean, use("boolean"))
      .output("particles.x", DType::float64, {"particles.n"})
      .launch({"particles.n"}, {64})
      .types({DType::float32, DType::float64})
      .build();
}

/// The contents of an array of a case.
template <class T>
std::vector<T> contents(const spec::KernelSpec& spec, const generate::Case& drawn, const std::string& name) {
  for (const auto& array : generate::plan(spec, drawn)) {
    if (array.name != name) continue;
    std::vector<std::byte> bytes(array.elements * sizeof(T));
    generate::fill(spec, drawn, array, bytes);
    std::vector<T> values;
    for (std::size_t i = 0; i < array.elements; ++i) values.push_back(reinterpret_cast<const T*>(bytes.data())[i]);
    return values;
  }
  return {};
}

inline std::int64_t value_of(const spec::KernelSpec& spec, const generate::Case& drawn, const std::string& expression) {
  return generate::evaluate(spec, drawn, Expression(expression));
}

}  // namespace kparity::test
