// A captured case keeps its scalars as any other and finds its arrays by the name of its file; a hash over the
// checksums of the inputs takes the place of the seed, so that a token knows when the file has changed.
#include "kparity/generate/captured.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <optional>

#include "captured_contents.hpp"
#include "hash.hpp"
#include "kparity/npz.hpp"
#include "listing.hpp"
#include "npz_file.hpp"
#include "prepared.hpp"
#include "scalar.hpp"

namespace kparity::generate {

namespace {

/// "[3, 4]"
std::string shape_text(const std::vector<std::int64_t>& shape) {
  std::string text;
  for (const std::int64_t extent : shape) text += fmt::format("{}{}", text.empty() ? "" : ", ", extent);
  return "[" + text + "]";
}

std::string shape_text(const std::vector<Expression>& shape) {
  std::string text;
  for (const Expression& extent : shape) text += (text.empty() ? "" : ", ") + extent.text();
  return "[" + text + "]";
}

std::optional<std::uint64_t> elements_of_shape(const std::vector<std::int64_t>& shape) {
  std::uint64_t elements = 1;
  for (const std::int64_t extent : shape)
    if (extent < 0 || __builtin_mul_overflow(elements, static_cast<std::uint64_t>(extent), &elements))
      return std::nullopt;
  return elements;
}

/// Bounds that other inputs give are what a kernel relies on: an index, a position within a grid. Literal bounds only
/// say where cases are drawn.
bool names_inputs(const spec::InputSpec& input) {
  return std::ranges::any_of(input.generate.fields, [](const spec::Field& field) {
    const auto* real = std::get_if<spec::Real>(&field.value);
    const auto* expression = real != nullptr ? std::get_if<Expression>(real) : std::get_if<Expression>(&field.value);
    return expression != nullptr && !expression->names().empty();
  });
}

/// How many elements lie outside of a range, and the first of them.
struct Outside {
  std::uint64_t count = 0, first = 0;
  ScalarValue value{};
};

Outside outside_of(const Range& legal, DType dtype, std::span<const std::byte> bytes) {
  Outside outside;
  const std::size_t size = size_of(dtype);
  for (std::size_t i = 0; i * size < bytes.size(); ++i) {
    ScalarValue value{.dtype = dtype, .bits = 0};
    std::memcpy(&value.bits, bytes.data() + i * size, size);
    if (is_legal(legal, value) || ++outside.count > 1) continue;
    outside.first = i;
    outside.value = value;
  }
  return outside;
}

class Reading {
 public:
  Reading(const spec::KernelSpec& spec, std::string_view name)
      : spec_(spec), prepared_(prepare(spec)), path_(captured_path(spec, name)), file_(open()) {
    captured_.drawn.family = captured_family;
    captured_.drawn.capture = name;
  }

  Captured read() {
    check_names();
    choose_instantiation();
    read_scalars();
    for (const auto& array : prepared_.arrays)
      if (array.input != nullptr) check_shape(array);
    check_scalars();
    for (const auto& array : prepared_.arrays)
      if (array.input != nullptr) check_contents(array);
    captured_.drawn.seed = hash();
    return std::move(captured_);
  }

 private:
  NpzFile open() const {
    if (!std::filesystem::exists(path_))
      fail(
          fmt::format("there is no such file; KPARITY_CAPTURE={}:1 in the environment of a program that calls the "
                      "kernel writes {}.1.npz, which belongs beside the spec",
                      spec_.kernel, spec_.kernel));
    return NpzFile(path_);
  }

  [[noreturn]] void fail(const std::string& problem) const {
    throw InvalidArgument(fmt::format("captured inputs '{}' of kernel '{}': {}", path_, spec_.kernel, problem));
  }

  std::string names_of_file() const {
    std::vector<std::string> names;
    for (const auto& entry : file_.entries()) names.push_back(entry.name);
    return listed(names);
  }

  void check_names() const {
    std::vector<std::string> known;
    for (const auto& input : spec_.inputs) known.push_back(input.name);
    for (const auto& entry : file_.entries())
      if (!find(spec_.instantiations.front(), entry.name))
        fail(fmt::format("'{}' is no argument{}", entry.name, spec::did_you_mean(entry.name, known)));
    for (const auto& name : known)
      if (file_.find(name) == nullptr)
        fail(fmt::format("argument '{}' is missing; the file holds {}", name, names_of_file()));
  }

  /// Of the inputs, in the order of the spec.
  std::vector<const spec::InputSpec*> inputs_of_other_type(std::size_t instantiation) const {
    std::vector<const spec::InputSpec*> others;
    for (const auto& input : spec_.inputs)
      if (npy_type(at(spec_.instantiations[instantiation], input.path).dtype) != file_.find(input.name)->type)
        others.push_back(&input);
    return others;
  }

  void choose_instantiation() {
    std::vector<const spec::InputSpec*> fewest;
    for (std::size_t i = 0; i < spec_.instantiations.size(); ++i) {
      const auto others = inputs_of_other_type(i);
      if (i > 0 && others.size() >= fewest.size()) continue;
      fewest = others;
      captured_.drawn.instantiation = i;
    }
    if (fewest.empty()) return;
    const DType dtype = at(spec_.instantiations[captured_.drawn.instantiation], fewest.front()->path).dtype;
    const std::string& types = spec_.instantiations[captured_.drawn.instantiation].types;
    fail(fmt::format("argument '{}' has elements of type {}, not {} ({}){}", fewest.front()->name,
                     file_.find(fewest.front()->name)->type, npy_type(dtype), c_name(dtype),
                     types.empty() ? "" : fmt::format("; the nearest instantiation is {}", types)));
  }

  std::vector<std::byte> contents_of(const std::string& name) const {
    const NpzEntry& entry = *file_.find(name);
    std::vector<std::byte> bytes(entry.end - entry.header);
    file_.read(entry, bytes);
    return bytes;
  }

  void read_scalars() {
    for (const auto& scalar : prepared_.scalars) {
      const std::string& name = scalar.input->name;
      ScalarValue value{.dtype = scalar.dtypes[captured_.drawn.instantiation], .bits = 0};
      const auto bytes = contents_of(name);
      if (bytes.size() != size_of(value.dtype))
        fail(fmt::format("argument '{}' has shape {}, but is a scalar", name, shape_text(file_.find(name)->shape)));
      std::memcpy(&value.bits, bytes.data(), bytes.size());
      captured_.drawn.scalars.push_back(value);
    }
  }

  /// A row of as many elements will do: programs often hold such arrays in a vector.
  void check_shape(const PreparedArray& array) const {
    const NpzEntry& entry = *file_.find(array.name);
    std::vector<std::int64_t> shape;
    const Measured measured = measure(array, captured_.drawn, values_of(prepared_, captured_.drawn), &shape);
    if (!measured.problem.empty()) fail(measured.problem);
    const bool is_row = entry.shape.size() == 1 && elements_of_shape(entry.shape) == elements_of_shape(shape);
    if (entry.shape != shape && !is_row)
      fail(fmt::format("argument '{}' has shape {}, but its shape {} in the spec is {}", array.name,
                       shape_text(entry.shape), shape_text(*array.shape), shape_text(shape)));
    if (entry.is_fortran_order && shape.size() > 1)
      fail(fmt::format("argument '{}' is in Fortran order; write np.ascontiguousarray of it", array.name));
    const std::size_t element = size_of(array.dtypes[captured_.drawn.instantiation]);
    if (entry.end - entry.header != elements_of_shape(shape).value_or(0) * element)
      fail(fmt::format("argument '{}' is incomplete", array.name));
  }

  void tell_of_range(const spec::InputSpec& input, const std::string& text) {
    if (names_inputs(input)) fail(text);
    captured_.notes.push_back(fmt::format("captured inputs '{}': {}", path_, text));
  }

  void check_scalars() {
    const Values values = values_of(prepared_, captured_.drawn);
    for (std::size_t i = 0; i < prepared_.scalars.size(); ++i) {
      const auto& scalar = prepared_.scalars[i];
      const auto& value = captured_.drawn.scalars[i];
      const Range legal = range_of(scalar, captured_.drawn, values);
      if (is_legal(legal, value)) continue;
      tell_of_range(*scalar.input,
                    fmt::format("{} = {} is outside of the bounds of its generator '{}': {}", scalar.input->name,
                                to_text(value), scalar.input->generate.kind, to_text(legal, value.dtype)));
    }
  }

  void check_contents(const PreparedArray& array) {
    const DType dtype = array.dtypes[captured_.drawn.instantiation];
    const Values values = values_of(prepared_, captured_.drawn);
    const Argument argument = argument_of(*array.input, dtype, values);
    const auto bytes = contents_of(array.name);
    if (bytes.empty()) return;
    if (array.kind->why_wrong != nullptr) {
      if (const auto problem = array.kind->why_wrong(argument, bytes); !problem.empty())
        fail(fmt::format("argument '{}', of the generator '{}': {}", array.name, array.input->generate.kind, problem));
      return;
    }
    if (array.kind->range == nullptr) return;
    const Range legal = array.kind->range(argument);
    const Outside outside = outside_of(legal, dtype, bytes);
    if (outside.count == 0) return;
    tell_of_range(*array.input,
                  fmt::format("{} of {} elements of '{}' are outside of the bounds of its generator '{}', {}; the "
                              "first is element {}: {}",
                              outside.count, bytes.size() / size_of(dtype), array.name, array.input->generate.kind,
                              to_text(legal, dtype), outside.first, to_text(outside.value)));
  }

  std::uint64_t hash() const {
    std::uint64_t hash = hash_text("captured");
    for (const auto& input : spec_.inputs) hash = mix(hash ^ hash_text(input.name)) + file_.find(input.name)->checksum;
    return mix(hash);
  }

  const spec::KernelSpec& spec_;
  const Prepared prepared_;
  const std::string path_;
  const NpzFile file_;
  Captured captured_;
};

}  // namespace

std::string captured_path(const spec::KernelSpec& spec, std::string_view name) {
  return (std::filesystem::path(spec.folder) / (std::string(name) + ".npz")).string();
}

Captured read_captured(const spec::KernelSpec& spec, std::string_view name) {
  return Reading(spec, name).read();
}

CapturedCases read_captured_cases(const spec::KernelSpec& spec) {
  CapturedCases all;
  for (const auto& each : spec.captured) {
    try {
      Captured captured = read_captured(spec, each.name);
      for (auto& note : captured.notes) all.notes.push_back({each.where, std::move(note)});
      all.cases.push_back(std::move(captured.drawn));
    } catch (const InvalidArgument& error) {
      all.problems.push_back({each.where, error.what()});
    }
  }
  return all;
}

const Family& family_of(const Case& drawn) {
  static const Family captured{.info = {std::string(captured_family), "The arguments of a real call.", {}},
                               .weight = 0,
                               .is_large = nullptr,
                               .size = nullptr};
  return drawn.capture.empty() ? find_family(drawn.family) : captured;
}

void fill_captured(const Prepared& prepared, const Case& drawn, const ArrayPlan& array, std::span<std::byte> out) {
  const NpzFile file(captured_path(*prepared.spec, drawn.capture));
  const NpzEntry* const entry = file.find(array.name);
  if (entry == nullptr)
    throw InvalidArgument(fmt::format("captured inputs '{}' of kernel '{}': argument '{}' is missing",
                                      captured_path(*prepared.spec, drawn.capture), prepared.spec->kernel, array.name));
  file.read(*entry, out);
}

}  // namespace kparity::generate
