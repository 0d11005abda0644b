// Probes driver and devices once, on first use, and remembers the answer.
#include "device/cuda/devices.hpp"

#include "device/cuda/check.hpp"
#include "kparity/error.hpp"

namespace kparity::device {

namespace {

/// "13.0" for 13000.
std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

int attribute(cudaDeviceAttr which, int device) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, device), "ask for what the CUDA device allows");
  return value;
}

unsigned limit(cudaDeviceAttr which, int device) {
  return static_cast<unsigned>(attribute(which, device));
}

/// The name alone would be one call less, but the only one that gives it fills in all properties.
std::string name_of(int device) {
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, device), "ask for the name of the CUDA device");
  return properties.name;
}

DeviceFacts read_facts(int device) {
  DeviceFacts out;
  out.name = name_of(device);
  out.major = attribute(cudaDevAttrComputeCapabilityMajor, device);
  out.minor = attribute(cudaDevAttrComputeCapabilityMinor, device);
  out.limits.threads_per_block = limit(cudaDevAttrMaxThreadsPerBlock, device);
  out.limits.block = {limit(cudaDevAttrMaxBlockDimX, device), limit(cudaDevAttrMaxBlockDimY, device),
                      limit(cudaDevAttrMaxBlockDimZ, device)};
  out.limits.grid = {limit(cudaDevAttrMaxGridDimX, device), limit(cudaDevAttrMaxGridDimY, device),
                     limit(cudaDevAttrMaxGridDimZ, device)};
  out.limits.shared_memory = limit(cudaDevAttrMaxSharedMemoryPerBlock, device);
  out.limits.shared_memory_opt_in = limit(cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  return out;
}

std::string why_no_devices(int& count) {
  int driver = 0, runtime = 0;
  if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0) return "no CUDA driver";
  if (cudaRuntimeGetVersion(&runtime) != cudaSuccess) return "no CUDA runtime";
  const cudaError_t error = cudaGetDeviceCount(&count);
  if (error == cudaErrorInsufficientDriver || driver / 1000 < runtime / 1000) {
    return "CUDA driver too old: it supports CUDA " + version_text(driver) + ", this program was built with CUDA " +
           version_text(runtime);
  }
  if (error == cudaErrorNoDevice || (error == cudaSuccess && count == 0)) return "no CUDA device";
  return error == cudaSuccess ? "" : "no CUDA device: " + error_text(error);
}

Probe look() {
  Probe out;
  int count = 0;
  out.reason = why_no_devices(count);
  cudaGetLastError();  // or the failed probe would be reported by the next call
  if (!out.reason.empty()) return out;
  try {
    for (int device = 0; device < count; ++device) out.devices.push_back(read_facts(device));
  } catch (const Error& error) {
    out.reason = error.what();
    out.devices.clear();
  }
  return out;
}

}  // namespace

[[gnu::hot]] const Probe& probe() {
  static const Probe result = look();
  return result;
}

[[gnu::hot]] void check_usable(const char* action) {
  const std::string& reason = probe().reason;
  if (!reason.empty()) throw RuntimeFailure(std::string("cannot ") + action + ": " + reason);
  check_alive(action);
}

const DeviceFacts& facts_of(int device, const char* action) {
  check_usable(action);
  const std::vector<DeviceFacts>& devices = probe().devices;
  if (device >= 0 && static_cast<std::size_t>(device) < devices.size())
    return devices[static_cast<std::size_t>(device)];
  throw InvalidArgument(std::string("cannot ") + action + ": there is no device " + std::to_string(device) +
                        ", there are " + std::to_string(devices.size()) + ", counted from 0");
}

DeviceDescription describe_device(int device) {
  const DeviceFacts& facts = facts_of(device, "describe a CUDA device");
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, device), "describe a CUDA device");
  DeviceDescription out;
  out.name = facts.name;
  out.major = facts.major;
  out.minor = facts.minor;
  out.multiprocessors = properties.multiProcessorCount;
  out.memory = properties.totalGlobalMem;
  out.level_2_cache = static_cast<std::size_t>(properties.l2CacheSize);
  char bus[32] = "";
  check(cudaDeviceGetPCIBusId(bus, sizeof bus, device), "describe a CUDA device");
  out.pci_bus = bus;
  int driver = 0, runtime = 0;
  check(cudaDriverGetVersion(&driver), "ask for the version of the CUDA driver");
  check(cudaRuntimeGetVersion(&runtime), "ask for the version of the CUDA runtime");
  out.driver = version_text(driver);
  out.runtime = version_text(runtime);
  return out;
}

OnDevice::OnDevice(int device, const char* action) {
  facts_of(device, action);
  check(cudaGetDevice(&previous_), action);
  if (previous_ == device) return;
  check(cudaSetDevice(device), action);
  is_changed_ = true;
}

OnDevice::~OnDevice() {
  if (is_changed_) cudaSetDevice(previous_);
}

}  // namespace kparity::device
