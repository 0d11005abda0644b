// From spec and folder to the plain data of a definition.
#include "describe.hpp"

#include <algorithm>

#include "kparity/compile/host_kind.hpp"
#include "kparity/cuda_source.hpp"
#include "kparity/error.hpp"

namespace kparity::compile {

namespace {

CudaSource cuda_source(const spec::KernelSpec& spec, const std::string& file) {
  CudaSource source = cuda_source_from_file(file, spec.cuda_include_dirs);
  source.options = spec.cuda_options;
  source.template_args = spec.cuda_template_args;
  return source;
}

void split_outputs(const spec::KernelSpec& spec, KernelDefinition& definition) {
  for (const spec::OutputSpec& output : spec.outputs) {
    (output.role == spec::Role::scratch ? definition.scratch : definition.outputs).push_back(output.name);
  }
}

}  // namespace

KernelDefinition describe(const spec::KernelSpec& spec, const spec::KernelFolder& folder) {
  KernelDefinition definition;
  definition.name = spec.kernel;
  definition.summary = spec.summary;
  definition.instantiations = spec.instantiations;
  split_outputs(spec, definition);
  definition.missing_cuda = spec.missing_cuda;
  definition.dispatch = spec.dispatch;
  definition.launch = spec.launch;
  if (folder.cuda_file) definition.cuda = cuda_source(spec, *folder.cuda_file);
  definition.expected_cuda_path = folder.expected_cuda_path;
  return definition;
}

int rank_of(const std::string& implementation) {
  const HostKind* kind = find_host_kind(implementation);
  return kind != nullptr ? kind->rank : find_host_kind(reference_name)->rank - 1;
}

std::vector<spec::HostFile> ranked_hosts(const spec::KernelFolder& folder) {
  std::vector<spec::HostFile> hosts = folder.hosts;
  std::erase_if(hosts, [](const spec::HostFile& file) { return find_host_kind(file.implementation) == nullptr; });
  std::stable_sort(hosts.begin(), hosts.end(), [](const spec::HostFile& a, const spec::HostFile& b) {
    return rank_of(a.implementation) < rank_of(b.implementation);
  });
  if (hosts.empty() || hosts.back().implementation != reference_name) {
    throw FileNotFound("kernel folder '" + folder.path + "' has no '" + folder.name +
                       "_reference.cpp', the implementation that judges the others");
  }
  return hosts;
}

}  // namespace kparity::compile
