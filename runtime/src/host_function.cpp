// A definition from functions of the program.
#include "kparity/host_function.hpp"

#include <algorithm>

#include "kparity/error.hpp"
#include "text.hpp"

namespace kparity {

namespace {

template <class... Part>
[[noreturn]] void refuse(const std::string& kernel, const Part&... problem) {
  throw InvalidArgument(text::concat("kernel '", kernel, "': ", problem...));
}

// The options are the kernel's or the first function's, never both.
HostOptions host_options(const std::string& name, const std::vector<HostFunction>& hosts,
                         const KernelOptions& options) {
  const bool kernel_has = !options.host.parameters.empty() || options.host.outputs.has_value();
  const auto own =
      std::find_if(hosts.begin(), hosts.end(), [](const HostFunction& h) { return h.options.has_value(); });
  if (own == hosts.end()) return options.host;
  if (kernel_has) {
    refuse(name, "host options are given, but implementation '", own->implementation.name, "' brings its own");
  }
  return *own->options;
}

void check_same_types(const std::string& name, const std::vector<HostFunction>& hosts) {
  const HostFunction& first = hosts.front();
  for (const HostFunction& host : hosts) {
    const auto lists = [](const HostFunction& h) {
      std::vector<std::string> out;
      for (const Signature& signature : h.signatures) out.push_back("(" + type_list(signature) + ")");
      return text::join(out, " and ");
    };
    if (lists(host) != lists(first)) {
      refuse(name, "implementation '", host.implementation.name, "' takes ", lists(host), ", but '",
             first.implementation.name, "' takes ", lists(first));
    }
  }
}

std::vector<Signature> named(const std::string& kernel, std::vector<Signature> signatures,
                             const std::vector<std::string>& names) {
  for (Signature& signature : signatures) {
    signature.kernel = kernel;
    const std::size_t count = signature.parameters.size();
    if (!names.empty() && names.size() != count) {
      refuse(kernel, names.size(), " parameter names for ", count, " parameters (", type_list(signature), ")");
    }
    for (std::size_t i = 0; i < count; ++i) {
      signature.parameters[i].name = names.empty() ? "arg" + std::to_string(i) : names[i];
    }
    if (signatures.size() > 1) signature.types = type_list(signature);
  }
  return signatures;
}

std::vector<std::string> written_pointers(const Signature& signature) {
  std::vector<std::string> names;
  for (const Parameter& parameter : signature.parameters) {
    if (can_be_written(parameter)) names.push_back(parameter.name);
  }
  return names;
}

std::string chosen_name(const Signature& signature, const ParameterChoice& choice) {
  if (!choice.position()) return choice.name();
  const int position = *choice.position();
  const std::size_t count = signature.parameters.size();
  if (position < 0 || static_cast<std::size_t>(position) >= count) {
    refuse(signature.kernel, "output ", position, " is no position of a parameter; there are 0 to ",
           static_cast<std::int64_t>(count) - 1);
  }
  return signature.parameters[static_cast<std::size_t>(position)].name;
}

std::vector<std::string> output_names(const Signature& signature, const HostOptions& options) {
  if (!options.outputs) return written_pointers(signature);
  std::vector<std::string> names;
  for (const ParameterChoice& choice : *options.outputs) names.push_back(chosen_name(signature, choice));
  return names;
}

}  // namespace

namespace detail {

Parameter opaque_structure(std::string name, std::size_t size, std::size_t alignment) {
  Parameter parameter;
  parameter.kind = ParameterKind::structure;
  parameter.struct_name = std::move(name);
  Parameter piece;
  piece.dtype = alignment == 1   ? DType::uint8
                : alignment == 2 ? DType::uint16
                : alignment == 4 ? DType::uint32
                                 : DType::uint64;
  parameter.fields.assign(size / size_of(piece), piece);
  return parameter;
}

}  // namespace detail

KernelDefinition define(std::string name, std::vector<HostFunction> hosts, KernelOptions options) {
  if (hosts.empty()) refuse(name, "needs at least one host function");
  const HostOptions host = host_options(name, hosts, options);
  check_same_types(name, hosts);
  KernelDefinition definition;
  definition.instantiations = named(name, hosts.front().signatures, host.parameters);
  definition.outputs = output_names(definition.instantiations.front(), host);
  definition.name = std::move(name);
  for (HostFunction& each : hosts) definition.hosts.push_back(std::move(each.implementation));
  definition.missing_cuda = options.missing_cuda;
  definition.dispatch = options.dispatch;
  definition.launch = std::move(options.launch);
  definition.check_finite = options.check_finite;
  definition.debug = options.debug;
  definition.shapes = std::move(options.shapes);
  definition.cuda = std::move(options.cuda);
  definition.expected_cuda_path = std::move(options.expected_cuda_path);
  return definition;
}

}  // namespace kparity
