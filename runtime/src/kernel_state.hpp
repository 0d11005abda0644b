// What the copies of a Kernel share: its definition, its loaded implementations and what it has warned of.
#pragma once

#include <atomic>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

#include "binding.hpp"
#include "captures.hpp"
#include "device_programs.hpp"
#include "host_slot.hpp"
#include "kparity/kernel.hpp"
#include "plain_launch.hpp"

namespace kparity::detail {

struct KernelState : KernelFront {
  /// Throws InvalidArgument if the definition is inconsistent.
  explicit KernelState(KernelDefinition definition);

  /// The name in messages.
  void set_label(std::string name);
  /// The slot of that name; null if there is none.
  HostSlot* find(std::string_view name) const;
  /// The first implementation in preference order that can run, loaded. Throws ImplementationUnavailable if none can.
  HostSlot& default_host() const;
  /// The slot that a selection stands for, loaded. Throws ImplementationUnavailable.
  HostSlot& selected_host(SelectionWord selection) const;
  /// The entries for a call; warns once if only `reference` is left. Throws ImplementationUnavailable.
  const Entry* entries_for_call(SelectionWord selection) const;
  /// Remembers that a list of types fits an instantiation without conversion.
  void remember(const ArgumentCode* types, std::size_t instantiation) const;

  /// The next call writes its arguments to `path`, whatever thread makes it.
  void capture(std::string path) const;

  const KernelDefinition definition;
  std::string label;  // the name in messages: with the catalogue's name if that is another
  BindingTable table;
  LaunchOptions default_launch;             // the block of the launch rule
  std::vector<PlainLaunch> plain_launches;  // one per instantiation
  bool has_views = false;
  mutable std::vector<HostSlot> hosts;  // in preference order
  mutable DevicePrograms programs;
  mutable std::atomic<bool> has_warned_of_fallback{false};
  mutable Captures captures;

 private:
  const Entry* publish(SelectionWord selection, const HostSlot& slot) const;

  mutable std::atomic<HostSlot*> default_host_{nullptr};
  mutable std::mutex publishing_;
  mutable std::deque<HostChoice> published_choices_;
  mutable const HostChoice* all_choices_ = nullptr;  // KernelFront::choices, unless a capture needs every call
  mutable std::deque<TypeMatch> published_matches_;
  mutable std::atomic<bool> has_warned_of_reference_{false};
};

/// Every KernelFront is one.
inline const KernelState& state_of(const KernelFront& kernel) {
  return static_cast<const KernelState&>(kernel);
}

/// "kernel 'axpy'", for the beginning of messages.
std::string kernel_name(const KernelState& kernel);

/// Warns unless `flag` says that it was done; a handler that throws leaves the warning for the next call.
void warn_once(std::atomic<bool>& flag, const std::string& message);

/// Throws ImplementationUnavailable for a slot that failed to load, with the cause nested.
[[noreturn]] void throw_unavailable(const KernelState& kernel, const HostSlot& slot);

}  // namespace kparity::detail
