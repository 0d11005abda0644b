// Code of the host that may not touch device memory, such as a launch rule that is given the kernel's arguments.
#pragma once

#include <functional>
#include <optional>

namespace kparity::emulate {

/// Runs `code`; where it touches memory that is closed to it and that `is_device` knows, it is left in the middle,
/// without unwinding, and the address is the answer. Other faults end the process as ever.
std::optional<const void*> touched_by_host(const std::function<void()>& code,
                                           const std::function<bool(const void*)>& is_device);

}  // namespace kparity::emulate
