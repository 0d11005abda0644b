// Finds the library by its names, by the usual variables and folders; opens the library of builtins beside it first,
// which it would otherwise look for in the loader's folders alone.
#include "cuda/nvrtc.hpp"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>

#include "kparity/error.hpp"

namespace kparity::cuda {

namespace {

namespace fs = std::filesystem;

constexpr const char* sonames[]{"libnvrtc.so.13", "libnvrtc.so.14", "libnvrtc.so.12", "libnvrtc.so.11.2"};

/// Folders of toolkits: those the user names, then the usual one.
std::vector<fs::path> toolkits() {
  std::vector<fs::path> folders;
  for (const char* name : {"CUDA_HOME", "CUDA_PATH"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') folders.emplace_back(value);
  }
  folders.emplace_back("/usr/local/cuda");
  return folders;
}

/// What to hand to dlopen, in order.
std::vector<std::string> candidates() {
  std::vector<std::string> out(std::begin(sonames), std::end(sonames));
  for (const fs::path& toolkit : toolkits()) {
    for (const char* folder : {"lib64", "lib", "targets/x86_64-linux/lib"}) {
      for (const char* name : sonames) out.push_back((toolkit / folder / name).string());
    }
  }
  out.emplace_back("libnvrtc.so");
  return out;
}

void* open_first(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (void* library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
  }
  return nullptr;
}

/// The real file that an address was loaded from.
fs::path file_of(const void* address) {
  Dl_info info{};
  if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) return {};
  std::error_code failed;
  const fs::path real = fs::canonical(info.dli_fname, failed);
  return failed ? fs::path(info.dli_fname) : real;
}

struct BuildIdSearch {
  std::uintptr_t address;
  std::string id;
};

std::string hexadecimal(const unsigned char* bytes, std::size_t count) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (std::size_t i = 0; i < count; ++i) (out += digits[bytes[i] >> 4]) += digits[bytes[i] & 15];
  return out;
}

std::string build_id_in(const unsigned char* note, std::size_t size) {
  const auto padded = [](std::size_t n) { return (n + 3) & ~std::size_t{3}; };
  for (std::size_t at = 0; at + sizeof(ElfW(Nhdr)) <= size;) {
    ElfW(Nhdr) header;
    std::memcpy(&header, note + at, sizeof header);
    const std::size_t name = at + sizeof header;
    const std::size_t content = name + padded(header.n_namesz);
    const std::size_t next = content + padded(header.n_descsz);
    if (next > size) return "";
    if (header.n_type == NT_GNU_BUILD_ID && header.n_namesz == 4 && std::memcmp(note + name, "GNU", 4) == 0) {
      return hexadecimal(note + content, header.n_descsz);
    }
    at = next;
  }
  return "";
}

int look_for_build_id(dl_phdr_info* info, std::size_t, void* data) {
  auto& search = *static_cast<BuildIdSearch*>(data);
  bool is_it = false;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& segment = info->dlpi_phdr[i];
    const std::uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
    is_it = is_it || (segment.p_type == PT_LOAD && search.address - begin < segment.p_memsz);
  }
  if (!is_it) return 0;
  for (int i = 0; i < info->dlpi_phnum && search.id.empty(); ++i) {
    const auto& segment = info->dlpi_phdr[i];
    if (segment.p_type != PT_NOTE) continue;
    search.id = build_id_in(reinterpret_cast<const unsigned char*>(info->dlpi_addr + segment.p_vaddr), segment.p_memsz);
  }
  return 1;
}

std::string build_id_of(const void* address) {
  BuildIdSearch search{reinterpret_cast<std::uintptr_t>(address), ""};
  dl_iterate_phdr(look_for_build_id, &search);
  return search.id;
}

/// Headers of the toolkit that the library `file` belongs to; CCCL has a folder of its own since 13.0.
std::vector<std::string> include_folders_near(const fs::path& file) {
  std::vector<fs::path> candidates{file.parent_path().parent_path() / "include"};
  for (const fs::path& toolkit : toolkits()) candidates.push_back(toolkit / "include");
  std::vector<std::string> out;
  std::error_code ignored;
  for (const fs::path& folder : candidates) {
    if (!fs::is_regular_file(folder / "cuda_runtime.h", ignored)) continue;
    if (fs::is_directory(folder / "cccl", ignored)) out.push_back((folder / "cccl").string());
    out.push_back(folder.string());
    break;
  }
  return out;
}

template <class F>
bool bind(void* library, const char* name, F& function) {
  function = reinterpret_cast<F>(dlsym(library, name));
  return function != nullptr;
}

bool bind_all(void* library, Nvrtc& out) {
  return bind(library, "nvrtcGetErrorString", out.error_text) && bind(library, "nvrtcVersion", out.version) &&
         bind(library, "nvrtcCreateProgram", out.create) && bind(library, "nvrtcDestroyProgram", out.destroy) &&
         bind(library, "nvrtcCompileProgram", out.compile) && bind(library, "nvrtcGetProgramLogSize", out.log_size) &&
         bind(library, "nvrtcGetProgramLog", out.log) && bind(library, "nvrtcGetCUBINSize", out.code_size) &&
         bind(library, "nvrtcGetCUBIN", out.code) && bind(library, "nvrtcGetPTXSize", out.ptx_size) &&
         bind(library, "nvrtcGetPTX", out.ptx) && bind(library, "nvrtcAddNameExpression", out.add_expression) &&
         bind(library, "nvrtcGetLoweredName", out.lowered_name);
}

std::vector<int> architectures_of(void* library) {
  int (*count)(int*) = nullptr;
  int (*list)(int*) = nullptr;
  int size = 0;
  if (!bind(library, "nvrtcGetNumSupportedArchs", count) || !bind(library, "nvrtcGetSupportedArchs", list)) return {};
  if (count(&size) != 0 || size <= 0) return {};
  std::vector<int> out(static_cast<std::size_t>(size));
  if (list(out.data()) != 0) return {};
  std::sort(out.begin(), out.end());
  return out;
}

/// Stays open until the process ends.
void open_builtins(const fs::path& folder, const Nvrtc& library) {
  const std::string version = std::to_string(library.major) + "." + std::to_string(library.minor);
  dlopen((folder / ("libnvrtc-builtins.so." + version)).c_str(), RTLD_NOW | RTLD_GLOBAL);
}

struct Search {
  std::optional<Nvrtc> found;
  std::string reason;
};

Search search() {
  void* library = open_first(candidates());
  if (library == nullptr) {
    return {std::nullopt,
            "NVRTC was not found: no " + std::string(sonames[0]) +
                " (or .14, .12, .11.2) in the loader's folders, $CUDA_HOME, $CUDA_PATH or /usr/local/cuda"};
  }
  Nvrtc out;
  if (!bind_all(library, out) || out.version(&out.major, &out.minor) != 0) {
    return {std::nullopt, "NVRTC was found, but it is too old: it lacks functions of CUDA 11.2"};
  }
  const auto* address = reinterpret_cast<const void*>(out.version);
  const fs::path file = file_of(address);
  open_builtins(file.parent_path(), out);
  out.architectures = architectures_of(library);
  out.build = build_id_of(address);
  out.include_folders = include_folders_near(file);
  return {std::move(out), ""};
}

const Search& searched() {
  static const Search result = search();
  return result;
}

}  // namespace

const Nvrtc* find_nvrtc() {
  return searched().found ? &*searched().found : nullptr;
}

const std::string& why_no_nvrtc() {
  return searched().reason;
}

const Nvrtc& nvrtc() {
  if (const Nvrtc* library = find_nvrtc()) return *library;
  throw RuntimeFailure("cannot compile CUDA code: " + why_no_nvrtc());
}

}  // namespace kparity::cuda
