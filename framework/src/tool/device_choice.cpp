// CTest's variables, and locks on files in the temporary folder.
#include "device_choice.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "kparity/error.hpp"

namespace kparity::tool {

namespace {

namespace fs = std::filesystem;

std::string of_process(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::optional<unsigned> whole_number(const std::string& text) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// 2 of "id:2,slots:1".
unsigned id_of_resource(const std::string& text, const std::string& variable) {
  for (const std::string& part : split(text, ','))
    if (part.starts_with("id:"))
      if (const auto id = whole_number(part.substr(3))) return *id;
  throw InvalidArgument(
      fmt::format("{}: '{}' is not CTest's id:NUMBER,slots:NUMBER; kparity devices --ctest-spec "
                  "writes a file with such ids",
                  variable, text));
}

/// The devices of this machine, by what CUDA_VISIBLE_DEVICES calls them.
std::vector<std::string> devices() {
  if (const std::string visible = of_process("CUDA_VISIBLE_DEVICES"); !visible.empty()) return split(visible, ',');
  std::vector<std::string> found;
  // Containers and batch systems leave device files there and refuse to open them; CUDA counts those that open.
  constexpr int most = 64;
  for (int i = 0; i < most; ++i) {
    const int file = ::open(fmt::format("/dev/nvidia{}", i).c_str(), O_RDWR | O_CLOEXEC);
    if (file < 0) continue;
    ::close(file);
    found.push_back(std::to_string(found.size()));
  }
  return found;
}

int open_lock(const std::string& device) {
  std::string name = device;
  std::replace(name.begin(), name.end(), '/', '_');
  const std::string path = (fs::temp_directory_path() / fmt::format("kparity-device-{}.lock", name)).string();
  const int known = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);  // perhaps of another user, which is enough for a lock
  return known >= 0 ? known : ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
}

}  // namespace

std::optional<std::string> device_of_ctest(const std::function<std::string(const char*)>& environment) {
  const auto groups = whole_number(environment("CTEST_RESOURCE_GROUP_COUNT"));
  if (!groups) return std::nullopt;
  const auto visible = split(environment("CUDA_VISIBLE_DEVICES"), ',');
  std::string chosen;
  for (unsigned group = 0; group < *groups; ++group) {
    const std::string variable = fmt::format("CTEST_RESOURCE_GROUP_{}_GPUS", group);
    for (const std::string& resource : split(environment(variable.c_str()), ';')) {
      const unsigned id = id_of_resource(resource, variable);
      if (!visible.empty() && id >= visible.size())
        throw InvalidArgument(
            fmt::format("{} asks for device {}, but CUDA_VISIBLE_DEVICES has {}", variable, id, visible.size()));
      chosen += (chosen.empty() ? "" : ",") + (visible.empty() ? std::to_string(id) : visible[id]);
    }
  }
  return chosen.empty() ? std::nullopt : std::optional(chosen);
}

void take_device_of_ctest() {
  if (const auto device = device_of_ctest(of_process)) ::setenv("CUDA_VISIBLE_DEVICES", device->c_str(), 1);
}

std::string visible_devices() {
  const std::string visible = of_process("CUDA_VISIBLE_DEVICES");
  return visible.empty() ? "all" : visible;
}

DeviceLock::DeviceLock() {
  if (!of_process("CTEST_RESOURCE_GROUP_COUNT").empty()) return;
  const auto all = devices();
  for (const std::string& device : all) {
    const int file = open_lock(device);
    if (file < 0) continue;
    if (::flock(file, LOCK_EX | LOCK_NB) == 0) {
      file_ = file;
      if (all.size() > 1) ::setenv("CUDA_VISIBLE_DEVICES", device.c_str(), 1);
      return;
    }
    ::close(file);
  }
  const std::string device = all.empty() ? "0" : all[static_cast<std::size_t>(::getpid()) % all.size()];
  file_ = open_lock(device);
  if (file_ < 0) return;  // then nobody can hold it either
  while (::flock(file_, LOCK_EX) != 0 && errno == EINTR) {
  }
  if (all.size() > 1) ::setenv("CUDA_VISIBLE_DEVICES", device.c_str(), 1);
}

DeviceLock::~DeviceLock() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace kparity::tool
