// The selection words of the process and of each thread, and the names behind implementation ids.
#include "kparity/selection.hpp"

#include <algorithm>
#include <mutex>

#include "host_kind_names.hpp"
#include "kparity/error.hpp"
#include "kparity/settings.hpp"
#include "text.hpp"

namespace kparity {

namespace detail {

constinit std::atomic<SelectionWord> process_selection{0};
constinit thread_local ThreadSelection thread_selection;

namespace {

constexpr std::size_t most_names = implementation_bits >> 16;

struct NameTable {
  std::mutex mutex;
  std::vector<std::string> names = built_in_host_kinds();  // the id is the index plus 1
};

NameTable& name_table() {
  static NameTable* const one = new NameTable;  // never destroyed: kernels may be called at exit
  return *one;
}

unsigned id_in(const NameTable& table, std::string_view name) {
  const auto found = std::find(table.names.begin(), table.names.end(), name);
  return found == table.names.end() ? 0 : static_cast<unsigned>(found - table.names.begin() + 1);
}

SelectionWord implementation_word(const std::optional<std::string_view>& name, std::string_view what) {
  if (!name) return 0;
  unsigned id = 0;
  {
    NameTable& table = name_table();
    const std::lock_guard lock(table.mutex);
    id = id_in(table, *name);
  }
  if (id != 0) return id << 16;
  const std::vector<std::string> known = known_host_implementations();
  throw InvalidArgument(text::concat(what, ": unknown implementation '", *name, "'", text::did_you_mean(*name, known),
                                     "; known are ", text::join(known),
                                     *name == "cuda" ? "; the CUDA side is chosen by the backend" : ""));
}

SelectionWord device_word(const std::optional<std::string_view>& name, std::string_view what) {
  if (!name) return 0;
  if (*name == "cuda") return 1 << 8;
  throw InvalidArgument(text::concat(what, ": unknown device implementation '", *name, "'; allowed: cuda"));
}

// Inside a scope that overrides these bits, only the rest of the scope changes.
void set_bits(SelectionWord mask, SelectionWord value) {
  if ((thread_selection.mask & mask) != 0) {
    thread_selection.value = (thread_selection.value & ~mask) | value;
    return;
  }
  SelectionWord before = process_selection.load(std::memory_order_relaxed);
  if ((before & known_bit) == 0) before = first_selection();
  while (!process_selection.compare_exchange_weak(before, (before & ~mask) | value, std::memory_order_relaxed)) {
  }
}

}  // namespace

SelectionWord first_selection() {
  const Settings& environment = settings();
  const SelectionWord word = known_bit | static_cast<SelectionWord>(environment.backend.value_or(Backend::host)) |
                             device_word(environment.device_implementation, "KPARITY_DEVICE_IMPLEMENTATION") |
                             implementation_word(environment.kernel_implementation, "KPARITY_KERNEL_IMPLEMENTATION");
  SelectionWord before = 0;
  // Another thread may have been first, and may have changed the selection since.
  return process_selection.compare_exchange_strong(before, word, std::memory_order_relaxed) ? word : before;
}

unsigned implementation_id(std::string_view name) {
  NameTable& table = name_table();
  const std::lock_guard lock(table.mutex);
  if (const unsigned id = id_in(table, name)) return id;
  if (table.names.size() >= most_names) throw InvalidArgument("too many different names of host implementations");
  table.names.emplace_back(name);
  return static_cast<unsigned>(table.names.size());
}

std::string implementation_with_id(unsigned id) {
  NameTable& table = name_table();
  const std::lock_guard lock(table.mutex);
  return table.names.at(id - 1);
}

SelectionScope::SelectionScope(SelectionWord mask, SelectionWord value) : previous_(thread_selection) {
  thread_selection.mask |= mask;
  thread_selection.value = (thread_selection.value & ~mask) | value;
}

SelectionScope::~SelectionScope() {
  thread_selection = previous_;
}

}  // namespace detail

std::string_view name_of(Backend backend) {
  return backend == Backend::host ? "host" : "cuda";
}

Backend parse_backend(std::string_view text) {
  for (const Backend backend : {Backend::host, Backend::cuda}) {
    if (text == name_of(backend)) return backend;
  }
  throw InvalidArgument(text::concat("unknown backend '", text, "'; allowed: host, cuda"));
}

Backend backend() {
  return detail::backend_of(detail::current_selection());
}

void set_backend(Backend backend) {
  detail::set_bits(detail::backend_bits, static_cast<detail::SelectionWord>(backend));
}

std::optional<std::string> kernel_implementation() {
  const unsigned id = detail::implementation_of(detail::current_selection());
  return id == 0 ? std::nullopt : std::optional(detail::implementation_with_id(id));
}

void set_kernel_implementation(std::optional<std::string_view> name) {
  detail::set_bits(detail::implementation_bits, detail::implementation_word(name, "set_kernel_implementation"));
}

std::optional<std::string> device_implementation() {
  const bool is_set = detail::requires_cuda_implementation(detail::current_selection());
  return is_set ? std::optional<std::string>("cuda") : std::nullopt;
}

void set_device_implementation(std::optional<std::string_view> name) {
  detail::set_bits(detail::device_bits, detail::device_word(name, "set_device_implementation"));
}

std::vector<std::string> known_host_implementations() {
  detail::NameTable& table = detail::name_table();
  const std::lock_guard lock(table.mutex);
  return table.names;
}

BackendScope::BackendScope(Backend backend)
    : scope_(detail::backend_bits, static_cast<detail::SelectionWord>(backend)) {}

ImplementationScope::ImplementationScope(std::optional<std::string_view> name)
    : scope_(detail::implementation_bits, detail::implementation_word(name, "ImplementationScope")) {}

DeviceImplementationScope::DeviceImplementationScope(std::optional<std::string_view> name)
    : scope_(detail::device_bits, detail::device_word(name, "DeviceImplementationScope")) {}

}  // namespace kparity
