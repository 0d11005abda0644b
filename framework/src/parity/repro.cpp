// Arrays stand in the program bit by bit, so that it needs no other file. It includes the source of the implementation
// by its path: what is run is what was checked.
#include "repro.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "kparity/compile/host_file.hpp"
#include "kparity/cuda_source.hpp"

namespace kparity::parity {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes = std::size_t{1} << 20;

constexpr std::string_view helpers = R"(
namespace repro {

template <class T>
T value(unsigned long long bits) {
  T result;
  std::memcpy(&result, &bits, sizeof(T));
  return result;
}

/// What nobody has written holds 0xa5.
template <class T>
T* array(const unsigned char* bytes, std::size_t count) {
  T* made = static_cast<T*>(std::malloc((count + 1) * sizeof(T)));
  std::memset(static_cast<void*>(made), 0xa5, (count + 1) * sizeof(T));
  if (bytes != nullptr) std::memcpy(static_cast<void*>(made), bytes, count * sizeof(T));
  return made;
}

template <class T>
int differences(const char* name, const T* got, const unsigned char* expected, std::size_t count) {
  int different = 0;
  for (std::size_t i = 0; i < count; ++i) {
    T wanted;
    std::memcpy(&wanted, expected + i * sizeof(T), sizeof(T));
    if (std::memcmp(&wanted, got + i, sizeof(T)) == 0) continue;
    if (++different <= 10)
      std::printf("%s[%zu] expected %.17g got %.17g\n", name, i, static_cast<double>(wanted), static_cast<double>(got[i]));
  }
  std::printf("%s: %d of %zu elements have other bits\n", name, different, count);
  return different;
}
)";

constexpr std::string_view device_helpers = R"(
void check(cudaError_t error, const char* doing) {
  if (error == cudaSuccess) return;
  std::printf("%s: %s (%s)\n", doing, cudaGetErrorString(error), cudaGetErrorName(error));
  std::exit(1);
}

template <class T>
T* to_device(const T* host, std::size_t count) {
  T* device = nullptr;
  check(cudaMalloc(&device, (count + 1) * sizeof(T)), "cudaMalloc");
  check(cudaMemcpy(device, host, count * sizeof(T), cudaMemcpyHostToDevice), "copy to the device");
  return device;
}

template <class T>
void from_device(T* host, const T* device, std::size_t count) {
  check(cudaMemcpy(host, device, count * sizeof(T), cudaMemcpyDeviceToHost), "copy from the device");
}
)";

std::string variable(std::string name) {
  std::ranges::replace(name, '.', '_');
  return name;
}

std::string bytes_text(const std::string& name, std::span<const std::byte> bytes) {
  std::string text = fmt::format("const unsigned char {}[] = {{", name);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    text += fmt::format("{}{}", i % 24 == 0 ? "\n    " : " ", std::to_integer<unsigned>(bytes[i])) + ",";
  return text + "\n};\n";
}

bool is_cuda(const Repro& repro) {
  return repro.file.implementation == cuda_name;
}

std::string scalar_text(const generate::ScalarValue& value) {
  return fmt::format("repro::value<{}>(0x{:x}ULL) /* {} */", c_name(value.dtype), value.bits, generate::to_text(value));
}

/// The arguments of the call: scalars as they are, pointers to arrays, structures that were filled before.
class Arguments {
 public:
  explicit Arguments(const Repro& repro)
      : repro_(repro), signature_(repro.spec->instantiations[repro.drawn->instantiation]) {}

  std::string call() const {
    std::vector<std::string> words;
    for (const Parameter& parameter : signature_.parameters)
      words.push_back(parameter.kind == ParameterKind::structure ? variable(parameter.name) : value_of(parameter.name));
    return fmt::format("{}", fmt::join(words, ", "));
  }

  /// Variables of the structures.
  std::string structures() const {
    std::string text;
    for (const Parameter& parameter : signature_.parameters) {
      if (parameter.kind != ParameterKind::structure) continue;
      text += fmt::format("  {} {}{{}};\n", parameter.struct_name, variable(parameter.name));
      for (const Parameter& field : parameter.fields)
        text += fmt::format("  {0}.{1} = {2};\n", variable(parameter.name), field.name,
                            value_of(parameter.name + "." + field.name));
    }
    return text;
  }

 private:
  std::string value_of(const std::string& path) const {
    std::size_t scalar = 0;
    for (const auto& input : repro_.spec->inputs) {
      if (at(signature_, input.path).kind == ParameterKind::pointer) continue;
      if (input.name == path) return scalar_text(repro_.drawn->scalars[scalar]);
      ++scalar;
    }
    return (is_cuda(repro_) ? "device_" : "host_") + variable(path);
  }

  const Repro& repro_;
  const Signature& signature_;
};

void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

std::string command_of(const Repro& repro, const std::string& file) {
  std::vector<std::string> words;
  if (is_cuda(repro)) {
    words = {"nvcc", "-std=c++20"};
    append(words, repro.spec->cuda_options);
    for (const std::string& folder : repro.spec->cuda_include_dirs)
      words.push_back("-I" + fs::absolute(fs::path(repro.spec->folder) / folder).lexically_normal().string());
  } else {
    words = {"g++", "-std=c++20", "-g"};
    append(words, compile::host_compile_flags(*repro.spec, repro.file));
  }
  words.push_back(file);
  if (!is_cuda(repro)) append(words, compile::host_link_flags(*repro.spec, repro.file));
  const std::string program = fs::path(file).stem().string();
  return fmt::format("{} -o {} && ./{}", fmt::join(words, " "), program, program);
}

std::string launch_text(const Repro& repro, const Arguments& arguments) {
  const LaunchShape& shape = *repro.shape;
  const std::string function =
      function_of(repro.spec->kernel, *repro.definition->cuda, repro.spec->instantiations[repro.drawn->instantiation]);
  if (shape.is_empty()) return "  // The launch is empty: a size is 0.\n";
  std::string text;
  if (shape.shared_memory > 48 * 1024)
    text += fmt::format(
        "  repro::check(cudaFuncSetAttribute({}, cudaFuncAttributeMaxDynamicSharedMemorySize, {}), \"shared "
        "memory\");\n",
        function, shape.shared_memory);
  text += fmt::format("  {}<<<dim3({}), dim3({}), {}>>>({});\n", function, fmt::join(shape.grid, ", "),
                      fmt::join(shape.block, ", "), shape.shared_memory, arguments.call());
  text += "  repro::check(cudaGetLastError(), \"launch\");\n";
  return text + "  repro::check(cudaDeviceSynchronize(), \"run\");\n";
}

std::string main_text(const Repro& repro) {
  const Arguments arguments(repro);
  std::string before, after, result;
  for (const ReproArray& array : repro.arrays) {
    const std::string name = variable(array.plan->name);
    const std::string_view type = c_name(array.plan->dtype);
    const bool filled = !array.before.empty();
    before += fmt::format("  {0}* const host_{1} = repro::array<{0}>({2}, {3});\n", type, name,
                          filled ? "repro::" + name + "_before" : "nullptr", array.plan->elements);
    if (is_cuda(repro)) {
      before +=
          fmt::format("  {0}* const device_{1} = repro::to_device(host_{1}, {2});\n", type, name, array.plan->elements);
      after += fmt::format("  repro::from_device(host_{0}, device_{0}, {1});\n", name, array.plan->elements);
    }
    if (!array.expected.empty())
      result += fmt::format("  different += repro::differences(\"{0}\", host_{1}, repro::{1}_expected, {2});\n",
                            array.plan->name, name, array.plan->elements);
  }
  const std::string call =
      is_cuda(repro) ? launch_text(repro, arguments) : fmt::format("  {}({});\n", repro.spec->kernel, arguments.call());
  return "int main() {\n" + before + arguments.structures() + call + after + "  int different = 0;\n" + result +
         "  return different == 0 ? 0 : 1;\n}\n";
}

}  // namespace

std::string why_no_repro(const Repro& repro) {
  std::size_t bytes = 0;
  for (const ReproArray& array : repro.arrays) bytes += array.before.size() + array.expected.size();
  if (bytes > most_bytes) return fmt::format("the arrays have {} bytes, more than {}", bytes, most_bytes);
  if (repro.spec->device_function) return "the kernel around a device function is written by kparity";
  if (fs::path(repro.file.path).extension() == ".f90") return "only C++ and CUDA can be included";
  for (const Parameter& parameter : repro.spec->instantiations[repro.drawn->instantiation].parameters)
    if (parameter.view_rank > 0) return "a view needs headers of kparity";
  return "";
}

std::string repro_source(const Repro& repro, const std::string& file) {
  std::string text = fmt::format(
      "// A case in which '{}' of kernel '{}' was checked by kparity, which this program does not need:\n//   {}\n// "
      "Build and "
      "run it with\n//   {}\n// It prints the elements whose bits differ from those of the reference; rounding alone "
      "may do "
      "that.\n",
      repro.file.implementation, repro.spec->kernel, generate::token(*repro.spec, *repro.drawn),
      command_of(repro, file));
  if (is_cuda(repro)) text += "#include <cuda_runtime.h>\n\n";
  text += "#include <cstddef>\n#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n\n";
  text += fmt::format("#include \"{}\"\n", fs::absolute(repro.file.path).lexically_normal().string());
  text += helpers;
  if (is_cuda(repro)) text += device_helpers;
  text += '\n';
  for (const ReproArray& array : repro.arrays) {
    const std::string name = variable(array.plan->name);
    if (!array.before.empty()) text += bytes_text(name + "_before", array.before);
    if (!array.expected.empty()) text += bytes_text(name + "_expected", array.expected);
  }
  return text + "\n}  // namespace repro\n\n" + main_text(repro);
}

}  // namespace kparity::parity
