// CUDA sources for tests, as files and as texts.
#include "support/cuda_sources.hpp"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace kparity::test {

Folder::Folder() {
  std::string name = (std::filesystem::temp_directory_path() / "kparity-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a folder for a test");
  path_ = name;
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string Folder::write(const std::string& name, const std::string& text) const {
  const std::filesystem::path file = path_ / name;
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
  return file.string();
}

}  // namespace kparity::test
