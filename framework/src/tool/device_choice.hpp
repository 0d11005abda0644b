// Which device a process may use when others share the machine: what CTest says, else the first that nobody holds.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace kparity::tool {

/// The value of CUDA_VISIBLE_DEVICES that CTest's variables (CTEST_RESOURCE_GROUP_*) mean: their ids count within what
/// is visible already. Nothing if CTest does not say. Throws InvalidArgument for what is not CTest's form.
std::optional<std::string> device_of_ctest(const std::function<std::string(const char*)>& environment);

/// Applies that to this process and those that it starts; to be called before anything asks for a device.
void take_device_of_ctest();

/// What CUDA_VISIBLE_DEVICES says: "all" where it says nothing.
std::string visible_devices();

/// Holds a device while it lives, so that `ctest -j` without a resource file runs one test at a time on each. Waits for
/// one. Holds nothing where CTest says who has which. A machine without devices is one device.
class DeviceLock {
 public:
  DeviceLock();
  ~DeviceLock();
  DeviceLock(const DeviceLock&) = delete;
  DeviceLock& operator=(const DeviceLock&) = delete;

 private:
  int file_ = -1;
};

}  // namespace kparity::tool
