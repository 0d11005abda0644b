// Puts the prelude and the shims where the user's compiler finds them.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "kparity/compile/cache.hpp"
#include "kparity/emulate/emulate.hpp"
#include "kparity/error.hpp"
#include "kparity/sha256.hpp"

namespace kparity::emulate {

namespace {

namespace fs = std::filesystem;

// Of CUDA's own library in an installed toolkit, what needs nothing of a device.
constexpr const char* toolkit_headers[] = {
    "algorithm",      "array",       "atomic",   "bit",         "bitset",     "cassert",
    "cfloat",         "climits",     "cmath",    "complex",     "concepts",   "cstddef",
    "cstdint",        "cstdlib",     "cstring",  "expected",    "functional", "initializer_list",
    "inplace_vector", "iterator",    "limits",   "linalg",      "mdspan",     "memory",
    "numbers",        "numeric",     "optional", "ranges",      "ratio",      "source_location",
    "span",           "string_view", "tuple",    "type_traits", "utility",    "variant",
    "version"};

struct Header {
  std::string name, text;
};

/// What is embedded, and a wrapper around each header of a toolkit.
std::vector<Header> all_headers() {
  std::vector<Header> out;
  for (const EmulationHeader& header : emulation_headers())
    out.push_back({std::string(header.name), std::string(header.text)});
  for (const std::string name : toolkit_headers)
    out.push_back({"cuda/std/" + name, "#include <kparity/toolkit_begin.h>\n#include_next <cuda/std/" + name +
                                           ">\n#include <kparity/toolkit_end.h>\n"});
  return out;
}

void write_all(const fs::path& folder) {
  for (const Header& header : all_headers()) {
    const fs::path file = folder / header.name;
    fs::create_directories(file.parent_path());
    std::ofstream out(file, std::ios::binary);
    out << header.text;
    if (!out.flush()) throw RuntimeFailure("cannot write '" + file.string() + "'");
  }
}

/// Written beside, then renamed, so that nobody sees half of it; another process or thread may have been faster.
void make_folder(const fs::path& folder) {
  std::string scratch = folder.string() + ".XXXXXX";
  if (::mkdtemp(scratch.data()) == nullptr) throw RuntimeFailure("cannot make the folder '" + scratch + "'");
  write_all(scratch);
  std::error_code error;
  fs::rename(scratch, folder, error);
  if (!error) return;
  fs::remove_all(scratch, error);
  if (!fs::exists(folder)) throw RuntimeFailure("cannot make the folder '" + folder.string() + "'");
}

std::string all_text() {
  std::string text;
  for (const Header& header : all_headers()) text += header.name + '\n' + header.text;
  return text;
}

}  // namespace

std::string emulation_folder() {
  static const std::string key = sha256("emulation headers\n" + all_text());
  // The cache keeps files, not folders; a file of the same key says where its folder may stand.
  const std::string stamp = compile::cached_file(key, ".headers", [](const std::string& path) {
    std::ofstream out(path);
    out << "prelude and shims of kparity's emulation\n";
  });
  const fs::path folder = fs::path(stamp).replace_extension(".d");
  if (!fs::exists(folder)) make_folder(folder);
  return folder.string();
}

std::string toolkit_folder() {
  std::vector<fs::path> toolkits;
  for (const char* name : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* value = std::getenv(name); value != nullptr && *value != '\0') toolkits.emplace_back(value);
  toolkits.emplace_back("/usr/local/cuda");
  std::error_code ignored;
  for (const fs::path& toolkit : toolkits)
    for (const char* folder : {"include/cccl", "include"})  // a folder of its own since CUDA 13
      if (fs::is_regular_file(toolkit / folder / "cuda/std/version", ignored)) return (toolkit / folder).string();
  return "";
}

}  // namespace kparity::emulate
