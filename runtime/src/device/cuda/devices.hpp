// Which devices there are, what they allow, and the one that a thread works on.
#pragma once

#include <string>
#include <vector>

#include "device/device.hpp"

namespace kparity::device {

struct DeviceFacts {
  std::string name;
  int major = 0, minor = 0;  // compute capability
  Limits limits;
};

/// Why there is no device ("no CUDA driver", "no CUDA device", ...) or the facts of each. Probed once, at first use.
struct Probe {
  std::string reason;
  std::vector<DeviceFacts> devices;
};
const Probe& probe();

/// Throws RuntimeFailure, "cannot <action>: <reason>", without devices or after an error that ended their use.
void check_usable(const char* action);
/// As above, and throws InvalidArgument if there is no device of that index.
const DeviceFacts& facts_of(int device, const char* action);

/// Asks anew each time. Throws as facts_of does.
DeviceDescription describe_device(int device);

/// Makes a device the calling thread's while it lives.
class OnDevice {
 public:
  OnDevice(int device, const char* action);
  ~OnDevice();
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

 private:
  int previous_ = 0;
  bool is_changed_ = false;
};

}  // namespace kparity::device
