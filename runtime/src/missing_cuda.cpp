// The raise and the fallback rule.
#include "missing_cuda.hpp"

#include <algorithm>
#include <memory>

#include "host_mirror.hpp"
#include "kparity/error.hpp"
#include "kparity/transfers.hpp"
#include "text.hpp"

namespace kparity::detail {

namespace {

std::string expected_file(const KernelState& kernel) {
  const std::string& path = kernel.definition.expected_cuda_path;
  return path.empty() ? "" : text::concat("; it is expected in ", path);
}

// An array of the call: an argument, or a pointer field of a structure argument.
struct CallArray {
  ArrayRef array;
  ParameterPath path;
};

// A structure argument's copy, whose pointers may be replaced.
class StructureCopy {
 public:
  StructureCopy(const Argument& argument, std::size_t size, std::size_t alignment)
      : storage_(std::make_unique<std::byte[]>(size + alignment)) {
    std::size_t room = size + alignment;
    void* aligned = storage_.get();
    object_ = std::align(alignment, size, aligned, room);
    std::memcpy(object_, argument.address(), size);
  }
  void* object() const { return object_; }

 private:
  std::unique_ptr<std::byte[]> storage_;
  void* object_ = nullptr;
};

// Lists the arrays of a structure.
class Collector final : public ArrayVisitor {
 public:
  Collector(const Argument& argument, const Parameter& structure, std::size_t parameter, const void* object,
            std::vector<CallArray>& arrays)
      : ArrayVisitor(argument.place(), argument.device),
        structure_(structure),
        parameter_(parameter),
        object_(object),
        arrays_(arrays) {}

 private:
  void* on_array(const ArrayRef& array, const void* field) override {
    const auto offset = static_cast<std::size_t>(static_cast<const char*>(field) - static_cast<const char*>(object_));
    arrays_.push_back({array, {parameter_, field_at(offset)}});
    return array.data;
  }

  std::optional<std::size_t> field_at(std::size_t offset) const {
    for (std::size_t i = 0; i < structure_.fields.size(); ++i) {
      if (field_offset(structure_, i) == offset) return i;
    }
    return std::nullopt;
  }

  const Parameter& structure_;
  std::size_t parameter_;
  const void* object_;
  std::vector<CallArray>& arrays_;
};

// Replaces the arrays of a structure by their host copies, in the order in which the Collector saw them.
class Replacer final : public ArrayVisitor {
 public:
  Replacer(const HostMirror& mirror, std::size_t first) : ArrayVisitor(Place::host), mirror_(mirror), next_(first) {}

 private:
  void* on_array(const ArrayRef&, const void*) override { return mirror_.host(next_++).data; }

  const HostMirror& mirror_;
  std::size_t next_;
};

ArrayRef described(const Argument& argument) {
  ArrayRef array;
  array.data = argument.address();
  array.dtype = argument.dtype();
  array.place = argument.place();
  array.is_const = argument.is_const();
  array.rank = 1;
  array.device = argument.device;
  array.shape[0] = argument.count;
  array.strides[0] = 1;
  return array;
}

// The arguments of one fallback call, brought to the host.
class HostArguments {
 public:
  HostArguments(const KernelState& kernel, const Signature& signature, std::span<Argument> arguments)
      : kernel_(kernel), signature_(signature), arguments_(arguments), first_array_(arguments.size()) {
    collect();
    check_extents();
    mirror_ = std::make_unique<HostMirror>(array_refs(), kernel_name(kernel), CallSite{});
    replace();
  }

  bool has_copies() const { return mirror_->has_copies(); }

  void write_back() {
    std::vector<std::size_t> written;
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
      if (is_output(arrays_[i])) written.push_back(i);
    }
    mirror_->write_back(written);
  }

 private:
  void collect() {
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
      Argument& argument = arguments_[i];
      first_array_[i] = arrays_.size();
      if (argument.kind() == ArgumentKind::array) {
        arrays_.push_back({described(argument), {i, std::nullopt}});
      } else if (argument.kind() == ArgumentKind::structure && argument.visit != nullptr) {
        collect_structure(argument, i);
      }
    }
  }

  void collect_structure(Argument& argument, std::size_t index) {
    const Parameter& structure = signature_.parameters[index];
    const StructureCopy& copy = copies_.emplace_back(argument, size_of(structure), align_of(structure));
    argument.set_address(copy.object());
    Collector collector(argument, structure, index, copy.object(), arrays_);
    argument.visit(copy.object(), collector);
    if (argument.place() == Place::device) check_all_visited(structure, index, copy.object());
  }

  void check_all_visited(const Parameter& structure, std::size_t index, const void* object) const {
    for (std::size_t field = 0; field < structure.fields.size(); ++field) {
      const void* address = nullptr;
      if (structure.fields[field].kind != ParameterKind::pointer) continue;
      std::memcpy(&address, static_cast<const char*>(object) + field_offset(structure, field), sizeof address);
      const ParameterPath path{index, field};
      const auto is_it = [&](const CallArray& array) { return array.path == path; };
      if (address != nullptr && std::none_of(arrays_.begin(), arrays_.end(), is_it)) {
        refuse(path, "is a device address that visit_arrays does not visit, so it cannot be copied to the host");
      }
    }
  }

  void check_extents() const {
    for (const CallArray& each : arrays_) {
      if (each.array.place == Place::device && !has_extent(each.array)) {
        refuse(each.path,
               "is a device array of unknown extent, which cannot be copied to the host; use "
               "device_pointer(pointer, extent)");
      }
    }
  }

  [[noreturn]] void refuse(ParameterPath path, std::string_view problem) const {
    const std::string field = path.field ? text::concat(", field ", path_name(signature_, path)) : "";
    throw TypeMismatch(
        text::concat(kernel_name(kernel_), ": ", argument_name(signature_, path.parameter), field, " ", problem));
  }

  std::vector<ArrayRef> array_refs() const {
    std::vector<ArrayRef> refs;
    for (const CallArray& each : arrays_) refs.push_back(each.array);
    return refs;
  }

  void replace() {
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
      Argument& argument = arguments_[i];
      if (argument.kind() == ArgumentKind::array) {
        argument.set_address(mirror_->host(first_array_[i]).data);
      } else if (argument.kind() == ArgumentKind::structure && argument.visit != nullptr) {
        Replacer replacer(*mirror_, first_array_[i]);
        argument.visit(argument.address(), replacer);
      }
    }
  }

  bool is_output(const CallArray& each) const {
    const std::vector<std::string>& outputs = kernel_.definition.outputs;
    return std::find(outputs.begin(), outputs.end(), path_name(signature_, each.path)) != outputs.end();
  }

  const KernelState& kernel_;
  const Signature& signature_;
  std::span<Argument> arguments_;
  std::vector<std::size_t> first_array_;  // per argument: where its arrays begin in arrays_
  std::vector<CallArray> arrays_;
  std::vector<StructureCopy> copies_;
  std::unique_ptr<HostMirror> mirror_;
};

void record(TransferKind kind, const KernelState& kernel) {
  if (!transfers_are_counted()) return;
  TransferEvent event;
  event.kind = kind;
  event.what = kernel_name(kernel);
  event.implicit = true;
  record_transfer(event);
}

// What earlier work on the call's stream writes must be there before it is copied.
void wait_for(const KernelState& kernel, device::Stream stream) {
  device::Device& device = device::active();
  if (device.is_capturing(stream)) {
    throw InvalidArgument(text::concat(kernel_name(kernel),
                                       " has no CUDA version, and a host kernel cannot stand in while the stream is "
                                       "captured into a graph",
                                       expected_file(kernel)));
  }
  device.synchronize(stream);
  record(TransferKind::sync, kernel);
}

void warn_of_fallback(const KernelState& kernel) {
  warn_once(kernel.has_warned_of_fallback,
            text::concat(kernel_name(kernel),
                         " has no CUDA version: a host kernel stands in, and device arrays are copied "
                         "to the host and back at every call (missing_cuda: fallback)",
                         expected_file(kernel)));
}

}  // namespace

void check_fallback(const KernelState& kernel, SelectionWord selection) {
  if (kernel.definition.missing_cuda == MissingCudaPolicy::raise) {
    throw MissingCuda(
        text::concat(kernel_name(kernel), " has no CUDA version (missing_cuda: raise)", expected_file(kernel)),
        kernel.definition.name, kernel.definition.expected_cuda_path);
  }
  if (requires_cuda_implementation(selection)) {
    throw ImplementationUnavailable(text::concat(kernel_name(kernel),
                                                 " has no implementation 'cuda', which was chosen for "
                                                 "the device, so no host kernel stands in",
                                                 expected_file(kernel)));
  }
}

void call_fallback(const KernelState& kernel, SelectionWord selection, device::Stream stream,
                   std::span<Argument> arguments, void** values) {
  const std::size_t instantiation = bind(kernel.table, arguments, ArraySide::any);
  const Entry* entries = kernel.entries_for_call(selection);
  warn_of_fallback(kernel);
  record(TransferKind::fallback, kernel);
  const bool has_device_arrays =
      std::any_of(arguments.begin(), arguments.end(), [](const Argument& a) { return a.place() == Place::device; });
  if (stream != nullptr && has_device_arrays) wait_for(kernel, stream);
  HostArguments host(kernel, kernel.definition.instantiations[instantiation], arguments);
  if (host.has_copies()) record(TransferKind::kernel_conversion, kernel);
  for (std::size_t i = 0; i < arguments.size(); ++i) values[i] = arguments[i].value();
  entries[instantiation](values);
  host.write_back();
}

}  // namespace kparity::detail
