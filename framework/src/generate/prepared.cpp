// Resolves names once, so that a case costs no look-ups; and the questions that drawing, shrinking and planning all
// ask.
#include "prepared.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "hash.hpp"
#include "kparity/spec/size_constants.hpp"
#include "scalar.hpp"

namespace kparity::generate {

namespace {

bool names(const Expression& expression, std::string_view name) {
  return std::ranges::find(expression.names(), name) != expression.names().end();
}

bool names(const std::vector<Expression>& expressions, std::string_view name) {
  return std::ranges::any_of(expressions, [&](const Expression& e) { return names(e, name); });
}

const Expression* expression_of(const spec::Field& field) {
  if (const auto* expression = std::get_if<Expression>(&field.value)) return expression;
  const auto* real = std::get_if<spec::Real>(&field.value);
  return real ? std::get_if<Expression>(real) : nullptr;
}

bool depends_on(const PreparedScalar& scalar, std::string_view name) {
  return std::ranges::any_of(scalar.input->generate.fields, [&](const spec::Field& field) {
    const auto* expression = expression_of(field);
    return expression && names(*expression, name);
  });
}

std::vector<DType> dtypes_of(const spec::KernelSpec& spec, const ParameterPath& path) {
  std::vector<DType> dtypes;
  for (const auto& signature : spec.instantiations) dtypes.push_back(at(signature, path).dtype);
  return dtypes;
}

bool is_extent(const spec::KernelSpec& spec, const spec::InputSpec& input) {
  if (input.role == spec::Role::size || names(spec.launch.threads, input.name)) return true;
  const auto in_shape = [&](const auto& array) { return names(array.shape, input.name); };
  return std::ranges::any_of(spec.inputs, in_shape) || std::ranges::any_of(spec.outputs, in_shape);
}

/// How many threads one more of `name` brings, with all names at 64; at least 1.
std::int64_t threads_per_element(const Expression& threads, std::string_view name) {
  constexpr std::int64_t anywhere = 64;
  try {
    const std::int64_t before = threads.evaluate([](std::string_view) { return anywhere; });
    const std::int64_t after =
        threads.evaluate([&](std::string_view n) { return n == name ? anywhere + 1 : anywhere; });
    return std::max<std::int64_t>(1, after - before);
  } catch (const ExpressionError&) {
    return 1;  // the rule itself is judged where it is used
  }
}

void set_block(const LaunchRule& launch, PreparedScalar& scalar) {
  const auto width = [&](std::size_t dimension) {
    return dimension < launch.block.size() ? std::max<std::int64_t>(1, launch.block[dimension]) : std::int64_t{1};
  };
  scalar.block = scalar.elements_in_block = width(0);
  for (std::size_t dimension = 0; dimension < launch.threads.size(); ++dimension) {
    if (!names(launch.threads[dimension], scalar.input->name)) continue;
    scalar.block = width(dimension);
    const std::int64_t threads = threads_per_element(launch.threads[dimension], scalar.input->name);
    scalar.elements_in_block = std::max<std::int64_t>(1, scalar.block / threads);
    return;
  }
}

bool min_names_an_input(const spec::InputSpec& input) {
  const spec::Field* min = input.generate.find("min");
  const Expression* expression = min ? expression_of(*min) : nullptr;
  return expression && !expression->names().empty();
}

/// Those of the launch rule first, then those of the sources; numbers that are edges anyway are left out.
std::vector<std::int64_t> constants_of(const spec::KernelSpec& spec) {
  std::vector<std::int64_t> constants;
  const auto add = [&](std::int64_t constant) {
    if (constant > 2 && std::ranges::find(constants, constant) == constants.end()) constants.push_back(constant);
  };
  for (const auto& expression : spec.launch.threads)
    for (const std::int64_t constant : spec::numbers_in(expression)) add(constant);
  for (const std::int64_t constant : spec.source_constants) add(constant);
  return constants;
}

PreparedScalar prepare_scalar(const spec::KernelSpec& spec, const spec::InputSpec& input) {
  PreparedScalar scalar{
      .input = &input, .kind = &find_kind(input.generate.kind), .dtypes = dtypes_of(spec, input.path)};
  if (!scalar.kind->rule.for_scalars) {
    throw InvalidArgument(fmt::format("{}: generator '{}' is for arrays, but '{}' is a scalar (give it a shape?)",
                                      spec.kernel, input.generate.kind, input.name));
  }
  scalar.stream = hash_text(input.name);
  scalar.is_size = std::ranges::all_of(scalar.dtypes, is_integer) && is_extent(spec, input);
  scalar.is_pitch = scalar.is_size && min_names_an_input(input);
  scalar.constants = constants_of(spec);
  set_block(spec.launch, scalar);
  return scalar;
}

std::vector<std::size_t> order_of(const spec::KernelSpec& spec, const std::vector<PreparedScalar>& scalars) {
  std::vector<std::size_t> order;
  std::vector<bool> placed(scalars.size(), false);
  while (order.size() < scalars.size()) {
    const std::size_t before = order.size();
    for (std::size_t i = 0; i < scalars.size(); ++i) {
      const auto waits_for = [&](std::size_t j) {
        return !placed[j] && depends_on(scalars[i], scalars[j].input->name);
      };
      bool ready = !placed[i];
      for (std::size_t j = 0; ready && j < scalars.size(); ++j) ready = !waits_for(j);
      if (!ready) continue;
      placed[i] = true;
      order.push_back(i);
    }
    if (order.size() == before) {
      const auto stuck = static_cast<std::size_t>(std::ranges::find(placed, false) - placed.begin());
      throw InvalidArgument(
          fmt::format("{}: the bounds of '{}' depend on themselves", spec.kernel, scalars[stuck].input->name));
    }
  }
  return order;
}

std::vector<PreparedArray> prepare_arrays(const spec::KernelSpec& spec) {
  std::vector<PreparedArray> arrays;
  for (const auto& input : spec.inputs) {
    if (input.shape.empty()) continue;
    arrays.push_back({.path = input.path,
                      .name = input.name,
                      .shape = &input.shape,
                      .input = &input,
                      .kind = &find_kind(input.generate.kind),
                      .dtypes = dtypes_of(spec, input.path),
                      .stream = hash_text(input.name),
                      .is_scratch = input.role == spec::Role::scratch});
  }
  for (const auto& output : spec.outputs) {
    auto same = std::ranges::find(arrays, output.name, &PreparedArray::name);
    if (same == arrays.end()) {
      arrays.push_back(
          {.path = output.path, .name = output.name, .shape = &output.shape, .dtypes = dtypes_of(spec, output.path)});
      same = arrays.end() - 1;
    }
    same->is_scratch = same->is_scratch || output.role == spec::Role::scratch;
    same->is_output = !same->is_scratch;
  }
  const auto position = [](const PreparedArray& a) { return std::tuple(a.path.parameter, a.path.field.value_or(0)); };
  std::ranges::stable_sort(arrays, {}, position);
  return arrays;
}

/// "[n, 3*cells]"
std::string shape_text(const std::vector<Expression>& shape) {
  std::string text = "[";
  for (const auto& extent : shape) text += (text.size() > 1 ? ", " : "") + extent.text();
  return text + "]";
}

std::string scalar_problem(const Prepared& prepared, const Case& drawn, const Values& values) {
  for (std::size_t i = 0; i < prepared.scalars.size(); ++i) {
    const auto& scalar = prepared.scalars[i];
    const Range legal = range_of(scalar, drawn, values);
    if (is_legal(legal, drawn.scalars[i])) continue;
    return fmt::format("{} = {} is outside {}", scalar.input->name, to_text(drawn.scalars[i]),
                       legal.empty() ? "an empty range" : to_text(legal, drawn.scalars[i].dtype));
  }
  return {};
}

std::string contents_problem(const PreparedArray& array, std::uint64_t elements, const Case& drawn,
                             const Values& values) {
  if (!array.input || elements == 0) return {};
  const auto problem =
      array.kind->why_not(argument_of(*array.input, array.dtypes[drawn.instantiation], values), elements);
  if (problem.empty()) return {};
  return fmt::format("array '{}' cannot be generated by '{}': {}", array.name, array.input->generate.kind, problem);
}

}  // namespace

Prepared prepare(const spec::KernelSpec& spec) {
  Prepared prepared;
  prepared.spec = &spec;
  for (const auto& input : spec.inputs) {
    if (input.shape.empty()) prepared.scalars.push_back(prepare_scalar(spec, input));
  }
  prepared.order = order_of(spec, prepared.scalars);
  for (std::size_t i = 0; i < prepared.scalars.size(); ++i) {
    if (prepared.scalars[i].is_size) prepared.sizes.push_back(i);
  }
  prepared.arrays = prepare_arrays(spec);
  return prepared;
}

Values values_of(const Prepared& prepared, const Case& drawn) {
  return [&prepared, &drawn](std::string_view name) -> std::int64_t {
    for (std::size_t i = 0; i < prepared.scalars.size(); ++i) {
      if (prepared.scalars[i].input->name != name) continue;
      if (!is_floating(drawn.scalars[i].dtype)) return whole_of(drawn.scalars[i]);
    }
    throw InvalidArgument(fmt::format("'{}' is no integer scalar of '{}'", name, prepared.spec->kernel));
  };
}

Argument argument_of(const spec::InputSpec& input, DType dtype, const Values& values) {
  return {.name = input.name, .dtype = dtype, .use = &input.generate, .values = &values};
}

Range range_of(const PreparedScalar& scalar, const Case& drawn, const Values& values) {
  return scalar.kind->range(argument_of(*scalar.input, scalar.dtypes[drawn.instantiation], values));
}

Measured measure(const PreparedArray& array, const Case& drawn, const Values& values,
                 std::vector<std::int64_t>* shape) {
  const auto described = [&] { return fmt::format("array '{}' of shape {}", array.name, shape_text(*array.shape)); };
  Measured out{.elements = 1};
  bool overflow = false, empty = false;
  for (const auto& expression : *array.shape) {
    std::int64_t extent = 0;
    try {
      extent = expression.evaluate(values);
    } catch (const InvalidArgument& error) {
      return {.problem = fmt::format("{}: {}", described(), error.what())};
    }
    if (extent < 0) return {.problem = fmt::format("{} has the negative extent {}", described(), extent)};
    if (shape) shape->push_back(extent);
    empty = empty || extent == 0;
    overflow = __builtin_mul_overflow(out.elements, static_cast<std::uint64_t>(extent), &out.elements) || overflow;
  }
  if (empty) return {};
  overflow = __builtin_mul_overflow(out.elements, size_of(array.dtypes[drawn.instantiation]), &out.bytes) || overflow;
  if (overflow) return {.problem = described() + " has more elements than 64 bits can count"};
  return out;
}

Measured measure_all(const Prepared& prepared, const Case& drawn, const Values& values, std::uint64_t limit_bytes) {
  Measured all;
  for (const auto& array : prepared.arrays) {
    auto one = measure(array, drawn, values);
    if (!one.problem.empty()) return one;
    if (one.bytes > limit_bytes - all.bytes) {
      const auto others =
          all.bytes == 0 ? std::string() : fmt::format(", {} bytes with the arrays before it", all.bytes + one.bytes);
      one.problem =
          fmt::format("array '{}' of shape {} takes {} bytes{}; the limit for all arrays of a case is {} bytes",
                      array.name, shape_text(*array.shape), one.bytes, others, limit_bytes);
      return one;
    }
    all.elements += one.elements;
    all.bytes += one.bytes;
  }
  return all;
}

std::string problem_of(const Prepared& prepared, const Case& drawn, std::uint64_t limit_bytes) {
  const Values values = values_of(prepared, drawn);
  if (!drawn.capture.empty()) return measure_all(prepared, drawn, values, limit_bytes).problem;
  try {
    if (auto problem = scalar_problem(prepared, drawn, values); !problem.empty()) return problem;
    std::uint64_t bytes = 0;
    for (const auto& array : prepared.arrays) {
      const auto measured = measure(array, drawn, values);
      if (!measured.problem.empty()) return measured.problem;
      if (measured.bytes > limit_bytes - bytes) return measure_all(prepared, drawn, values, limit_bytes).problem;
      bytes += measured.bytes;
      auto problem = contents_problem(array, measured.elements, drawn, values);
      if (!problem.empty()) return problem;
    }
  } catch (const InvalidArgument& error) {  // a bound that cannot be evaluated
    return error.what();
  }
  return {};
}

bool settle(const Prepared& prepared, Case& drawn) {
  const Values values = values_of(prepared, drawn);
  try {
    for (const std::size_t i : prepared.order) {
      const Range legal = range_of(prepared.scalars[i], drawn, values);
      if (legal.empty()) return false;
      drawn.scalars[i] = nearest_legal(legal, drawn.scalars[i]);
    }
  } catch (const InvalidArgument&) {  // a bound that cannot be evaluated
    return false;
  }
  return true;
}

}  // namespace kparity::generate
