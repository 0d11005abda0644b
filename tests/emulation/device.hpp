// The emulated device as the tests of this folder use it, with or without the checker: kernels from files, arrays with
// names, launches.
#pragma once

#include <cstring>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kparity/checker/checker.hpp"
#include "kparity/checker/unwritten.hpp"
#include "kparity/emulate/emulate.hpp"
#include "kparity/host_function.hpp"

namespace kparity::emulation {

enum class Place { emulated, checked, msan };

std::string name_of(Place place);

/// Those that this machine has: `msan` needs clang.
std::vector<Place> all_places();

/// The kernel `<name>` of tests/emulation/<path>, which ends in <name>.cu; F is its type. Compiled once in a process.
emulate::EmulatedKernel load_kernel(const std::string& path, const Signature& type, Place place);

template <class F>
emulate::EmulatedKernel load_kernel(const std::string& path, Place place) {
  F* const type = nullptr;
  return load_kernel(path, kparity::detail::signature_of_type(type), place);
}

/// A file of tests/emulation as CUDA source, and the name of its kernel.
struct KernelFile {
  std::string kernel;
  CudaSource source;
};
KernelFile kernel_file(const std::string& path);

/// The four orders of threads that every kernel is run in.
std::vector<emulate::EmulationOptions> all_orders();

/// Launch shapes of one axis.
LaunchShape shape_of(unsigned blocks, unsigned threads, std::size_t shared_memory);

std::vector<std::string> texts_of(const emulate::LaunchResult& result);

class Device {
 public:
  explicit Device(Place place);

  /// An array with these contents, which lives as long as the device.
  template <class T>
  T* array(const std::string& name, const std::vector<T>& contents) {
    void* const memory = allocate(name, contents.size() * sizeof(T), sizeof(T), false);
    copy_in(memory, contents.data(), contents.size() * sizeof(T));
    return static_cast<T*>(memory);
  }
  /// An array that nobody has written.
  template <class T>
  T* unwritten(const std::string& name, std::size_t count) {
    return static_cast<T*>(allocate(name, count * sizeof(T), sizeof(T), false));
  }
  /// Zeros, of which only the pages that are touched take memory. Of a checked device.
  template <class T>
  T* zeros(const std::string& name, std::size_t count) {
    return static_cast<T*>(allocate(name, count * sizeof(T), sizeof(T), true));
  }
  template <class T>
  std::vector<T> contents(const T* array, std::size_t count) {
    std::vector<T> host(count);
    copy_out(host.data(), array, count * sizeof(T));
    return host;
  }

  template <class... A>
  emulate::LaunchResult launch(const emulate::EmulatedKernel& kernel, const LaunchShape& shape,
                               const emulate::EmulationOptions& options, A... arguments) {
    void* values[] = {&arguments...};
    return emulator_.launch(kernel, 0, shape, values, options);
  }

 private:
  void* allocate(const std::string& name, std::size_t bytes, std::size_t element_size, bool initialised);
  void copy_in(void* device, const void* host, std::size_t bytes);
  void copy_out(void* host, const void* device, std::size_t bytes);

  std::unique_ptr<checker::Checker> checker_;         // null where nothing is checked
  std::unique_ptr<checker::UnwrittenValues> values_;  // null but at the place `msan`
  emulate::Emulator emulator_;
  std::deque<std::vector<double>> host_arrays_;
};

}  // namespace kparity::emulation
