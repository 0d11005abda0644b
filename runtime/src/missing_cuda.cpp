// The raise and the fallback rule.
#include "missing_cuda.hpp"

#include <algorithm>
#include <memory>

#include "call_arrays.hpp"
#include "capture.hpp"
#include "fallback_log.hpp"
#include "host_mirror.hpp"
#include "kparity/error.hpp"
#include "kparity/settings.hpp"
#include "kparity/transfers.hpp"
#include "text.hpp"
#include "view_values.hpp"

namespace kparity::detail {

namespace {

std::string expected_file(const KernelState& kernel) {
  const std::string& path = kernel.definition.expected_cuda_path;
  return path.empty() ? "" : text::concat("; it is expected in ", path);
}

// Replaces the arrays of a structure by their host copies, in the order in which the Collector saw them.
class Replacer final : public ArrayVisitor {
 public:
  Replacer(const HostMirror& mirror, std::size_t first) : ArrayVisitor(Place::host), mirror_(mirror), next_(first) {}

 private:
  void* on_array(const ArrayRef&, const void*) override { return mirror_.host(next_++).data; }

  const HostMirror& mirror_;
  std::size_t next_;
};

// The arguments of one fallback call, brought to the host.
class HostArguments {
 public:
  HostArguments(const KernelState& kernel, const Signature& signature, std::span<Argument> arguments, CallSite where)
      : kernel_(kernel), signature_(signature), arguments_(arguments), first_array_(arguments.size()) {
    collect();
    check_extents();
    mirror_ = std::make_unique<HostMirror>(array_refs(), kernel_name(kernel), where);
    replace();
  }

  bool has_copies() const { return mirror_->has_copies(); }

  /// Points `values` at what the host kernel gets.
  void place(void** values) {
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
      const Parameter& parameter = signature_.parameters[i];
      values[i] =
          parameter.view_rank == 0 ? arguments_[i].value() : views_.add(parameter, mirror_->host(first_array_[i]), i);
    }
  }

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
      const bool is_visited = argument.kind() == ArgumentKind::structure && argument.visit != nullptr;
      if (is_visited) argument.set_address(copies_.emplace_back(argument, signature_.parameters[i]).object());
      append_arrays(signature_, i, argument, is_visited ? argument.address() : nullptr, arrays_);
      if (is_visited && argument.place() == Place::device) {
        check_all_visited(signature_.parameters[i], i, argument.address());
      }
    }
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
  ViewValues views_;
};

void record(TransferKind kind, const KernelState& kernel, CallSite where) {
  if (!transfers_are_counted()) return;
  TransferEvent event;
  event.kind = kind;
  event.what = kernel_name(kernel);
  event.where = where;
  event.implicit = true;
  record_transfer(event);
}

// What earlier work on the call's stream writes must be there before it is copied.
void wait_for(const KernelState& kernel, device::Stream stream, CallSite where) {
  device::Device& device = device::active();
  if (device.is_capturing(stream)) {
    throw InvalidArgument(text::concat(kernel_name(kernel),
                                       " has no CUDA version, and a host kernel cannot stand in while the stream is "
                                       "captured into a graph",
                                       expected_file(kernel)));
  }
  device.synchronize(stream);
  record(TransferKind::sync, kernel, where);
}

void tell_of_fallback(const KernelState& kernel, CallSite where) {
  if (!kernel.has_warned_of_fallback.load()) log_fallback(settings().fallback_log, kernel.definition.name, where);
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

void call_fallback(const CallContext& context, SelectionWord selection, std::span<Argument> arguments, void** values) {
  const KernelState& kernel = state_of(context.kernel);
  const device::Stream stream = context.launch == nullptr ? nullptr : context.launch->stream;
  const std::size_t instantiation = bind(kernel.table, arguments, ArraySide::any);
  capture_if_wanted({kernel, instantiation, arguments, values, stream, context.where});
  const Entry* entries = kernel.entries_for_call(selection);
  tell_of_fallback(kernel, context.where);
  record(TransferKind::fallback, kernel, context.where);
  const bool has_device_arrays =
      std::any_of(arguments.begin(), arguments.end(), [](const Argument& a) { return a.place() == Place::device; });
  if (stream != nullptr && has_device_arrays) wait_for(kernel, stream, context.where);
  HostArguments host(kernel, kernel.definition.instantiations[instantiation], arguments, context.where);
  if (host.has_copies()) record(TransferKind::kernel_conversion, kernel, context.where);
  host.place(values);
  entries[instantiation](values);
  host.write_back();
}

}  // namespace kparity::detail
