// The parts of the address space that belong to loaded programs and libraries, thread-local variables included: memory
// that a kernel may touch although nobody allocated it on the device.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace kparity::checker {

class Images {
 public:
  /// Looks again when next asked; libraries may have been loaded since.
  void forget() {
    ranges_.clear();
    last_ = {};
  }
  bool contain(std::uintptr_t address) { return contained_last(address) || search(address); }
  /// In the one that the last address was in.
  bool contained_last(std::uintptr_t address) const { return address >= last_.first && address < last_.second; }

 private:
  bool search(std::uintptr_t address);

  std::pair<std::uintptr_t, std::uintptr_t> last_;                 // where the last one was
  std::vector<std::pair<std::uintptr_t, std::uintptr_t>> ranges_;  // begin and end, sorted
};

}  // namespace kparity::checker
