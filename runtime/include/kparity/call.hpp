// The way of a call from its C++ arguments to an entry. What a kernel has once said about a list of argument types is
// kept, so that the same call site finds its entry without looking at a single argument again; everything else is
// described argument by argument and goes through the full checks.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>
#include <tuple>
#include <utility>

#include "kparity/argument.hpp"
#include "kparity/implementation.hpp"
#include "kparity/launch.hpp"
#include "kparity/selection.hpp"

namespace kparity::detail {

/// The entries that one choice of host implementation stands for. Once published it never changes and never goes away,
/// so that calls find it without a lock.
struct HostChoice {
  SelectionWord implementation;  // its implementation_bits
  const Entry* entries;
  const HostChoice* next;
};

/// An instantiation that a list of argument types fits without conversion. Published likewise.
struct TypeMatch {
  const ArgumentCode* types;  // the list, known by its address
  std::size_t instantiation;
  const TypeMatch* next;
};

/// What a call reads of a kernel; the rest of it is in the library.
struct KernelFront {
  mutable std::atomic<const HostChoice*> choices{nullptr};
  mutable std::atomic<const TypeMatch*> matches{nullptr};
  bool follows_arrays = false;  // dispatch: arrays
};

/// What a call says beside its arguments.
struct CallContext {
  const KernelFront& kernel;
  const LaunchOptions* launch = nullptr;
  std::optional<SelectionWord> selection{};  // instead of the current one
  bool is_side_chosen = false;               // the selection's backend is final, whatever `dispatch` says
  const ArgumentCode* types = nullptr;       // the list of types, if they settle whether the arguments fit
};

/// Checks, converts, dispatches and runs. values[i] is arguments[i].value().
void call(const CallContext& context, Argument* arguments, void** values, std::size_t count);
/// Runs instantiation `instantiation` on arguments that have its very types; pointers are host or device addresses
/// according to the side.
void call_typed(const KernelFront& kernel, std::size_t instantiation, void** values);
/// What the launch rule gives for such a call, on whatever side it would run.
LaunchShape shape_of_typed_call(const KernelFront& kernel, std::size_t instantiation, void** values);
/// The selection of a call in which some top-level argument is, or is not, on the device.
SelectionWord selection_for(const CallContext& context, bool has_device_argument);

inline const Entry* find_entries(const KernelFront& kernel, SelectionWord selection) {
  const HostChoice* choice = kernel.choices.load(std::memory_order_acquire);
  while (choice != nullptr && choice->implementation != (selection & implementation_bits)) choice = choice->next;
  return choice == nullptr ? nullptr : choice->entries;
}

inline const TypeMatch* find_match(const KernelFront& kernel, const ArgumentCode* types) {
  const TypeMatch* match = kernel.matches.load(std::memory_order_acquire);
  while (match != nullptr && match->types != types) match = match->next;
  return match;
}

/// The entry of a plain call on the host that was made before with these types; null for every other call.
inline Entry known_entry(const CallContext& context, const ArgumentCode* types) {
  if (context.launch != nullptr || context.selection) return nullptr;
  const SelectionWord selection = current_selection();
  // Types that leave nothing open are never on the device, so `dispatch: arrays` means the host.
  if (backend_of(selection) != Backend::host && !context.kernel.follows_arrays) return nullptr;
  const TypeMatch* match = find_match(context.kernel, types);
  const Entry* entries = find_entries(context.kernel, selection);
  return match == nullptr || entries == nullptr ? nullptr : entries[match->instantiation];
}

/// The number of arguments and their codes, for types that leave nothing open.
template <class... A>
inline constexpr std::array<ArgumentCode, sizeof...(A) + 1> type_list_of{sizeof...(A), static_code<A>()...};

template <class... A>
void call_entry(Entry entry, A&... arguments) {
  const void* addresses[sizeof...(A) + 1]{static_address(arguments)...};
  void* values[sizeof...(A) + 1];
  std::size_t index = 0;
  [[maybe_unused]] const auto place = [&](bool is_array) {
    // An array's value is its address; everything else is its own value.
    values[index] = is_array ? static_cast<void*>(&addresses[index]) : const_cast<void*>(addresses[index]);
    ++index;
  };
  (place(is_array_argument<A>), ...);
  entry(values);
}

template <class... A>
[[gnu::noinline]] void call_described(const CallContext& context, A&... arguments) {
  constexpr std::size_t count = sizeof...(A);
  Argument described[count + 1];
  void* values[count + 1];
  std::size_t index = 0;
  [[maybe_unused]] const auto describe = [&](auto& argument) {
    erase(described[index], argument);
    values[index] = described[index].value();
    ++index;
  };
  (describe(arguments), ...);
  call(context, described, values, count);
}

template <class... A>
void call_erased(CallContext context, A&... arguments) {
  if constexpr ((has_static_code<A> && ...)) {
    context.types = type_list_of<A...>.data();
    if (const Entry entry = known_entry(context, context.types)) [[likely]] {
      call_entry(entry, arguments...);
      return;
    }
  }
  call_described(context, arguments...);
}

template <bool on_device, class... A>
void call_flattened(const CallContext& context, A&&... arguments) {
  auto forms = std::tuple_cat(flattened<on_device>(context.kernel, std::forward<A>(arguments))...);
  std::apply([&](auto&... flat) { call_erased(context, flat...); }, forms);
}

template <class... A>
void invoke(CallContext context, A&&... arguments) {
  if constexpr ((is_group<A> || ...)) {
    const SelectionWord selection = selection_for(context, (is_on_device(arguments) || ...));
    context.selection = selection;
    context.is_side_chosen = true;
    if (backend_of(selection) == Backend::cuda) {
      call_flattened<true>(context, std::forward<A>(arguments)...);
    } else {
      call_flattened<false>(context, std::forward<A>(arguments)...);
    }
  } else {
    call_erased(context, arguments...);
  }
}

}  // namespace kparity::detail
