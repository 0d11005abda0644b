// From spec and folder to the plain data of a definition.
#include "describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "kparity/compile/host_kind.hpp"
#include "kparity/cuda_source.hpp"
#include "kparity/error.hpp"
#include "kparity/includes.hpp"
#include "kparity/spec/device_function.hpp"

namespace kparity::compile {

namespace {

namespace fs = std::filesystem;

CudaSource cuda_source(const spec::KernelSpec& spec, const std::string& file) {
  CudaSource source = cuda_source_from_file(file, spec.cuda_include_dirs);
  source.options = spec.cuda_options;
  source.template_args = spec.cuda_template_args;
  return source;
}

/// A `.cu` that nobody wrote: the kernel of a spec that tests a function of one element, one per instantiation. What
/// checks the function's type is called as the compiler's check of a kernel's type is, so that an error there is told
/// as such.
std::string element_kernels(const spec::KernelSpec& spec) {
  std::string text = fmt::format("#include \"{}\"\n", spec.device_function->header);
  const auto functions = spec::element_functions(spec);
  for (std::size_t i = 0; i < functions.size(); ++i) {
    std::string parameters;
    for (const Parameter& parameter : spec.instantiations[i].parameters)
      parameters += fmt::format("{}{} {}", parameters.empty() ? "" : ", ", c_type(parameter), parameter.name);
    text += fmt::format("\n__global__ void {}({}) {{\n", spec.kernel, parameters);
    text += fmt::format("#line 1 \"signature of {}\"\n", spec.kernel);
    text += fmt::format("  constexpr {} = &{};\n  (void)kparity_element;\n",
                        spec::element_pointer(functions[i], "kparity_element"), spec.device_function->name);
    text += fmt::format("#line 1 \"loop over {}\"\n", spec.device_function->name);
    text += "  const long long kparity_i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;\n";
    text += fmt::format("  if (kparity_i < {}) {}\n}}\n", spec::count_parameter,
                        spec::element_statement(spec, "kparity_i"));
  }
  return text;
}

/// The folders in which a `.cu` of the kernel looks for headers, its own first.
std::vector<std::string> header_folders(const spec::KernelSpec& spec, const fs::path& folder) {
  std::vector<std::string> folders{folder.string()};
  for (const std::string& given : spec.cuda_include_dirs)
    folders.push_back((folder / given).lexically_normal().string());
  return folders;
}

CudaSource generated_source(const spec::KernelSpec& spec, const std::string& file) {
  CudaSource source;
  source.path = fs::absolute(file).lexically_normal().string();  // where nothing is: the text below is the source
  source.options = spec.cuda_options;
  source.include_dirs = spec.cuda_include_dirs;
  const fs::path folder = fs::path(source.path).parent_path();
  source.files.push_back({fs::path(source.path).filename().string(), element_kernels(spec)});
  const auto folders = header_folders(spec, folder);
  const std::string header = find_device_header(spec, folder.string());
  if (header.empty()) return source;  // the compiler says so, too
  for (SourceFile& part : include_closure(header, folders).files) {
    source.files.push_back({fs::path(part.path).lexically_relative(folder).string(), std::move(part.text)});
  }
  return source;
}

void split_outputs(const spec::KernelSpec& spec, KernelDefinition& definition) {
  for (const spec::OutputSpec& output : spec.outputs) {
    (output.role == spec::Role::scratch ? definition.scratch : definition.outputs).push_back(output.name);
  }
}

void add_shapes(const spec::KernelSpec& spec, KernelDefinition& definition) {
  for (const spec::InputSpec& input : spec.inputs)
    if (!input.shape.empty()) definition.shapes.push_back({input.name, input.shape});
  for (const spec::OutputSpec& output : spec.outputs)
    if (!output.also_input) definition.shapes.push_back({output.name, output.shape});
}

}  // namespace

KernelDefinition describe(const spec::KernelSpec& spec, const spec::KernelFolder& folder) {
  KernelDefinition definition;
  definition.name = spec.kernel;
  definition.summary = spec.summary;
  definition.instantiations = spec.instantiations;
  split_outputs(spec, definition);
  add_shapes(spec, definition);
  definition.missing_cuda = spec.missing_cuda;
  definition.dispatch = spec.dispatch;
  definition.launch = spec.launch;
  if (spec.device_function) {
    definition.cuda = generated_source(spec, folder.expected_cuda_path);
  } else if (folder.cuda_file) {
    definition.cuda = cuda_source(spec, *folder.cuda_file);
  }
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
