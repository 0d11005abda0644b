// Which side a call takes (backend) and which host implementation it runs: settings of the process, with an override
// for the calling thread by scope objects. Where nothing is set, the environment decides, see settings.hpp.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kparity {

enum class Backend : std::uint8_t { host, cuda };

/// "host", "cuda".
std::string_view name_of(Backend backend);
/// Throws InvalidArgument listing the allowed values.
Backend parse_backend(std::string_view text);

/// The side of the calling thread's next call; host unless set. Throws InvalidArgument for a bad KPARITY_BACKEND.
Backend backend();
/// For the whole process; inside a BackendScope for the rest of that scope.
void set_backend(Backend backend);

/// The host implementation that every kernel must use; empty: each kernel's default.
std::optional<std::string> kernel_implementation();
/// For the whole process; inside an ImplementationScope for the rest of that scope. Throws InvalidArgument listing the
/// known kinds, and changes nothing, if no kernel could have such an implementation.
void set_kernel_implementation(std::optional<std::string_view> name);

/// The device implementation that calls on the CUDA side must use: "cuda" or empty. If set, a kernel without it throws
/// ImplementationUnavailable where `missing_cuda: fallback` would have run a host kernel.
std::optional<std::string> device_implementation();
/// For the whole process; inside a DeviceImplementationScope for the rest of that scope. Throws InvalidArgument for
/// anything but "cuda".
void set_device_implementation(std::optional<std::string_view> name);

/// The host kinds of this build, and every name that a Kernel of this process has given to a host implementation.
std::vector<std::string> known_host_implementations();

namespace detail {

/// The three choices in one word, so that a call reads them at once: bits 0-7 backend, 8-15 device implementation
/// (0 none, 1 cuda), 16-30 id of the host implementation (0 default); bit 31 is set once the environment was read.
using SelectionWord = std::uint32_t;
inline constexpr SelectionWord backend_bits = 0x000000ff;
inline constexpr SelectionWord device_bits = 0x0000ff00;
inline constexpr SelectionWord implementation_bits = 0x7fff0000;
inline constexpr SelectionWord known_bit = 0x80000000;

/// What the scopes of a thread override.
struct ThreadSelection {
  SelectionWord mask = 0, value = 0;
};

// Documented settings: process-wide and per-thread, changed only by the functions and scopes of this header.
extern std::atomic<SelectionWord> process_selection;
extern constinit thread_local ThreadSelection thread_selection;

/// Reads the environment into process_selection. Throws InvalidArgument.
SelectionWord first_selection();

inline SelectionWord current_selection() {
  const ThreadSelection thread = thread_selection;
  SelectionWord process = process_selection.load(std::memory_order_relaxed);
  if ((process & known_bit) == 0) [[unlikely]]
    process = first_selection();
  return (process & ~thread.mask) | thread.value;
}

constexpr Backend backend_of(SelectionWord word) {
  return static_cast<Backend>(word & backend_bits);
}
constexpr SelectionWord with_backend(SelectionWord word, Backend backend) {
  return (word & ~backend_bits) | static_cast<SelectionWord>(backend);
}
constexpr bool requires_cuda_implementation(SelectionWord word) {
  return (word & device_bits) != 0;
}
constexpr unsigned implementation_of(SelectionWord word) {
  return (word & implementation_bits) >> 16;
}

/// The id of a host implementation's name, which is added to the known ones. Ids start at 1 and last for the process.
unsigned implementation_id(std::string_view name);
/// The name with that id.
std::string implementation_with_id(unsigned id);

/// Overrides some bits for the calling thread while it lives.
class [[nodiscard]] SelectionScope {
 public:
  SelectionScope(SelectionWord mask, SelectionWord value);
  ~SelectionScope();
  SelectionScope(const SelectionScope&) = delete;
  SelectionScope& operator=(const SelectionScope&) = delete;

 private:
  ThreadSelection previous_;
};

}  // namespace detail

/// The backend of the calling thread while it lives; scopes end in the reverse order of their beginning.
class [[nodiscard]] BackendScope {
 public:
  explicit BackendScope(Backend backend);

 private:
  detail::SelectionScope scope_;
};

/// The host implementation of the calling thread while it lives; empty: each kernel's default.
class [[nodiscard]] ImplementationScope {
 public:
  /// Throws as set_kernel_implementation does.
  explicit ImplementationScope(std::optional<std::string_view> name);

 private:
  detail::SelectionScope scope_;
};

/// The device implementation of the calling thread while it lives.
class [[nodiscard]] DeviceImplementationScope {
 public:
  /// Throws as set_device_implementation does.
  explicit DeviceImplementationScope(std::optional<std::string_view> name);

 private:
  detail::SelectionScope scope_;
};

}  // namespace kparity
