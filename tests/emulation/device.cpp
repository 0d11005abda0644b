// Where the tests' kernels come from, and the memory they work on.
#include "device.hpp"

#include <filesystem>
#include <map>

#include "kparity/emulate/finding.hpp"
#include "kparity/emulate/sanitizer.hpp"
#include "subject.hpp"

namespace kparity::emulation {

std::string name_of(Place place) {
  return place == Place::emulated ? "emulated" : place == Place::checked ? "checked" : "msan";
}

std::vector<Place> all_places() {
  std::vector<Place> places{Place::emulated, Place::checked};
  if (!emulate::clang_compiler().empty() && checker::why_no_unwritten_values().empty()) places.push_back(Place::msan);
  return places;
}

KernelFile kernel_file(const std::string& path) {
  KernelFile file;
  file.source.path = std::string(KPARITY_EMULATION_TESTS) + "/" + path;
  file.kernel = std::filesystem::path(path).stem().string();
  return file;
}

emulate::EmulatedKernel load_kernel(const std::string& path, const Signature& type, Place place) {
  static std::map<std::pair<std::string, Place>, emulate::EmulatedKernel> loaded;
  const auto known = loaded.find({path, place});
  if (known != loaded.end()) return known->second;
  const KernelFile file = kernel_file(path);
  std::vector<Signature> instantiations{type};
  instantiations[0].kernel = file.kernel;
  emulate::BuildFlavour flavour;
  if (place == Place::checked) flavour = parity::checked_flavour();
  if (place == Place::msan) flavour = parity::msan_flavour();
  const std::string library = emulate::compile_emulation(file.kernel, file.source, instantiations, flavour);
  const emulate::EmulatedKernel kernel(library, instantiations);
  loaded.insert({{path, place}, kernel});
  return kernel;
}

std::vector<emulate::EmulationOptions> all_orders() {
  std::vector<emulate::EmulationOptions> out(5);
  out[1].order = emulate::ThreadOrder::descending;
  for (std::size_t i = 2; i < out.size(); ++i) {
    out[i].order = emulate::ThreadOrder::shuffled;
    out[i].seed = i;
  }
  return out;
}

LaunchShape shape_of(unsigned blocks, unsigned threads, std::size_t shared_memory) {
  LaunchShape shape;
  shape.grid = {blocks, 1, 1};
  shape.block = {threads, 1, 1};
  shape.shared_memory = shared_memory;
  return shape;
}

std::vector<std::string> texts_of(const emulate::LaunchResult& result) {
  std::vector<std::string> out;
  for (const emulate::Finding& finding : result.findings) out.push_back(to_string(finding));
  return out;
}

Device::Device(Place place)
    : checker_(place != Place::checked
                   ? nullptr
                   : std::make_unique<checker::Checker>(checker::Options{.prelude = {emulate::emulation_folder()}})),
      values_(place != Place::msan
                  ? nullptr
                  : std::make_unique<checker::UnwrittenValues>(std::vector<std::string>{emulate::emulation_folder()})),
      emulator_(checker_ != nullptr  ? &checker_->hooks()
                : values_ != nullptr ? &values_->hooks()
                                     : nullptr) {}

void* Device::allocate(const std::string& name, std::size_t bytes, std::size_t element_size, bool initialised) {
  if (checker_ != nullptr) return checker_->allocate(bytes, {name, element_size, initialised});
  return host_arrays_.emplace_back(bytes / sizeof(double) + 1).data();
}

void Device::copy_in(void* device, const void* host, std::size_t bytes) {
  if (checker_ != nullptr) return checker_->copy_in(device, host, bytes);
  std::memcpy(device, host, bytes);
}

void Device::copy_out(void* host, const void* device, std::size_t bytes) {
  if (checker_ != nullptr) return checker_->copy_out(host, device, bytes);
  std::memcpy(host, device, bytes);
}

}  // namespace kparity::emulation
