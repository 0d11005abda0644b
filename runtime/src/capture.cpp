// An array known by a bare pointer has the extents that the kernel's definition states; an array that brings its own
// must have as many elements. Everything is made contiguous on the host first.
#include "capture.hpp"

#include <cerrno>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "binding.hpp"
#include "call_arrays.hpp"
#include "copy.hpp"
#include "kparity/error.hpp"
#include "kparity/npz.hpp"
#include "kparity/settings.hpp"
#include "kparity/warning.hpp"
#include "text.hpp"

namespace kparity::detail {

namespace {

class Capture {
 public:
  explicit Capture(const BoundCall& call)
      : call_(call), signature_(call.kernel.definition.instantiations[call.instantiation]) {}

  void write(const std::string& path) {
    wait_for_device();
    for (std::size_t i = 0; i < call_.arguments.size(); ++i) add_argument(i);
    write_file(path);
  }

 private:
  /// What earlier work writes must be there before it is copied.
  void wait_for_device() const {
    bool is_on_device = false;
    for (const Argument& argument : call_.arguments) is_on_device |= argument.place() == Place::device;
    if (!is_on_device) return;
    device::Device& device = device::active();
    if (device.is_capturing(call_.stream))
      throw InvalidArgument(text::concat(kernel_name(call_.kernel),
                                         ": the arguments cannot be written to a file while the stream is captured "
                                         "into a graph"));
    device.synchronize(call_.stream);
  }

  void add_argument(std::size_t index) {
    const Argument& argument = call_.arguments[index];
    const Parameter& parameter = signature_.parameters[index];
    if (parameter.kind == ParameterKind::scalar) return add_scalar({index, {}}, call_.values[index]);
    if (argument.kind() == ArgumentKind::structure && parameter.view_rank == 0)
      return add_structure(index, argument, parameter);
    if (argument.kind() == ArgumentKind::null)
      return add_array({index, {}}, flat_array(parameter.dtype, nullptr, argument));
    add_array({index, {}}, array_of(argument));
  }

  void add_structure(std::size_t index, const Argument& argument, const Parameter& structure) {
    for (const Parameter& field : structure.fields)
      if (field.name.empty())
        refuse({index, {}},
               "is a structure whose fields are not known, since the kernel was made of a function; a spec "
               "states them");
    std::vector<CallArray> visited;
    const StructureCopy copy(argument, structure);
    append_arrays(signature_, index, argument, copy.object(), visited);
    for (std::size_t field = 0; field < structure.fields.size(); ++field) {
      const ParameterPath path{index, field};
      const void* const value = static_cast<const char*>(argument.address()) + field_offset(structure, field);
      if (structure.fields[field].kind == ParameterKind::scalar) {
        add_scalar(path, value);
        continue;
      }
      const auto known =
          std::find_if(visited.begin(), visited.end(), [&](const CallArray& each) { return each.path == path; });
      void* address = nullptr;
      std::memcpy(&address, value, sizeof address);
      add_array(path,
                known != visited.end() ? known->array : flat_array(structure.fields[field].dtype, address, argument));
    }
  }

  /// An array of which nothing is known but where it begins.
  static ArrayRef flat_array(DType dtype, void* data, const Argument& argument) {
    ArrayRef array = flat(static_cast<char*>(data), unknown_extent, argument.place(), argument.device);
    array.dtype = dtype;
    return array;
  }

  void add_scalar(ParameterPath path, const void* value) {
    const DType dtype = at(signature_, path).dtype;
    arrays_.push_back({path_name(signature_, path), dtype, {}, {static_cast<const std::byte*>(value), size_of(dtype)}});
  }

  void add_array(ParameterPath path, ArrayRef array) {
    array = with_stated_shape(path, array);
    std::vector<std::int64_t> shape(array.shape.begin(), array.shape.begin() + array.rank);
    const std::size_t bytes = byte_count(array);
    if (bytes > 0 && array.data == nullptr) refuse(path, text::concat("is null, but has ", bytes, " bytes"));
    const void* data = array.data;
    if (bytes > 0 && (array.place == Place::device || !is_contiguous(array))) {
      const Buffer& buffer = copies_.emplace_back(bytes, Place::host);
      const ArrayRef to = contiguous_like(array, buffer, array.dtype);
      copy(array, to, CopyNote{text::concat("capture of ", kernel_name(call_.kernel)), call_.where, true});
      data = buffer.data();
    }
    arrays_.push_back(
        {path_name(signature_, path), array.dtype, std::move(shape), {static_cast<const std::byte*>(data), bytes}});
  }

  /// The shape that the definition states, of which the kernel knows; what a program's array has beyond it is left out.
  ArrayRef with_stated_shape(ParameterPath path, const ArrayRef& array) const {
    const std::string name = path_name(signature_, path);
    const auto& shapes = call_.kernel.definition.shapes;
    const auto stated =
        std::find_if(shapes.begin(), shapes.end(), [&](const ArrayShape& each) { return each.array == name; });
    if (stated == shapes.end() || !is_contiguous(array)) {
      if (has_extent(array)) return array;
      refuse(path,
             "is a pointer, of which the extent is not known; pass an array, or device_pointer(p, n), or state "
             "`shapes` in the kernel's definition");
    }
    const ArrayRef shaped_array = shaped(array, extents_of(path, *stated));
    if (has_extent(array) && element_count(array) < element_count(shaped_array))
      refuse(path, text::concat("has ", element_count(array), " elements, but its shape ", text_of(*stated), " has ",
                                element_count(shaped_array)));
    return shaped_array;
  }

  Shape extents_of(ParameterPath path, const ArrayShape& stated) const {
    const CallArguments arguments(signature_, call_.arguments, call_.values);
    std::vector<std::int64_t> extents;
    for (const Expression& extent : stated.extents) {
      extents.push_back(extent.evaluate([&](std::string_view name) { return arguments.integer(name); }));
      if (extents.back() < 0)
        refuse(path, text::concat("has the negative extent ", extents.back(), " by its shape ", text_of(stated)));
    }
    return Shape(std::span<const std::int64_t>(extents));
  }

  static std::string text_of(const ArrayShape& shape) {
    std::vector<std::string> extents;
    for (const Expression& extent : shape.extents) extents.push_back(extent.text());
    return "[" + text::join(extents) + "]";
  }

  [[noreturn]] void refuse(ParameterPath path, const std::string& problem) const {
    const std::string field = path.field ? text::concat(", field ", path_name(signature_, path)) : "";
    throw InvalidArgument(text::concat(kernel_name(call_.kernel), ": cannot capture ",
                                       argument_name(signature_, path.parameter), field, ": it ", problem));
  }

  /// Whole, or not at all.
  void write_file(const std::string& path) const {
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    std::error_code error;
    if (!folder.empty()) std::filesystem::create_directories(folder, error);
    const std::string scratch = path + ".part";
    std::ofstream out(scratch, std::ios::binary);
    write_npz(arrays_, out);
    out.close();
    if (out) std::filesystem::rename(scratch, path, error);
    if (!out || error)
      throw RuntimeFailure(text::concat(kernel_name(call_.kernel), ": cannot write '", path,
                                        "': ", error ? error.message() : std::strerror(errno)));
  }

  const BoundCall& call_;
  const Signature& signature_;
  std::vector<NpzArray> arrays_;
  std::deque<Buffer> copies_;
};

}  // namespace

void count_for_capture(const BoundCall& call) {
  for (const WantedCapture& wanted : call.kernel.captures.next_call(call.kernel.definition.name, settings())) {
    try {
      Capture(call).write(wanted.path);
    } catch (const Error& error) {
      if (wanted.by_program) throw;
      warn(text::concat("KPARITY_CAPTURE: ", error.what()));
    }
  }
}

}  // namespace kparity::detail
