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

void write_all(const fs::path& folder) {
  for (const EmulationHeader& header : emulation_headers()) {
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
  for (const EmulationHeader& header : emulation_headers()) {
    text += header.name;
    text += '\n';
    text += header.text;
  }
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

}  // namespace kparity::emulate
