// Counts calls under a lock: whoever captures does not mind.
#include "captures.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "text.hpp"

namespace kparity::detail {

void Captures::add(std::string path) {
  const std::lock_guard lock(mutex_);
  next_.push_back(std::move(path));
  open_.store(true, std::memory_order_relaxed);
}

void Captures::read(const std::string& kernel, const Settings& settings) {
  has_read_settings_ = true;
  for (const CaptureRequest& request : settings.capture) {
    if (request.kernel != kernel) continue;
    const std::string name = text::concat(kernel, ".", request.call, ".npz");
    numbered_.push_back({request.call, (std::filesystem::path(settings.capture_dir) / name).string()});
  }
}

std::vector<WantedCapture> Captures::next_call(const std::string& kernel, const Settings& settings) {
  const std::lock_guard lock(mutex_);
  if (!has_read_settings_) read(kernel, settings);
  ++calls_;
  std::vector<WantedCapture> wanted;
  for (std::string& path : std::exchange(next_, {})) wanted.push_back({std::move(path), true});
  for (const Numbered& each : numbered_)
    if (each.call == calls_) wanted.push_back({each.path, false});
  std::erase_if(numbered_, [this](const Numbered& each) { return each.call <= calls_; });
  open_.store(!numbered_.empty(), std::memory_order_relaxed);
  return wanted;
}

}  // namespace kparity::detail
