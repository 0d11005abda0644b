// The runtime of AddressSanitizer in this process: whether it is there, how to get it there, and its reports as values.
// It has to be in front of all libraries, so a program that needs it starts itself anew.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace kparity::parity {

struct SanitizerReport {
  std::uintptr_t code = 0;  // behind the call of the runtime
  std::uintptr_t address = 0;
  bool is_write = false;
  std::size_t bytes = 0;    // 0: it is about no access
  std::string description;  // "stack-buffer-overflow"
};

/// Why the place `asan` cannot be; empty if the runtime is in this process.
std::string why_no_address_sanitizer();

/// From here on reports go to `take`, which may not leave by an exception; an empty one ends that.
void take_sanitizer_reports(std::function<void(const SanitizerReport&)> take);

}  // namespace kparity::parity
