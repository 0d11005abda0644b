// What the functions of the prelude ask of the scheduler, which is not the kernel's doing: a checker does not hear of
// what is read and written for it.
#pragma once

#include "engine.h"

/// In line, so that it is known to the processor where a barrier returns to.
static inline int kparity_ask_barrier(KparityBarrierKind kind, int predicate, KparitySite site) {
  return kparity_engine.barrier(kparity_engine.self, kind, predicate, site);
}
static KPARITY_UNCHECKED KparityWarpResult kparity_ask_warp(KparityWarpOperation operation, unsigned mask,
                                                            uint64_t value, unsigned parameter, unsigned width,
                                                            KparitySite site) {
  const KparityWarpRequest request{operation, mask, value, parameter, width};
  return kparity_engine.warp(kparity_engine.self, &request, site);
}
static KPARITY_UNCHECKED void* kparity_ask_shared(KparitySharedSlot* slot, size_t size, size_t alignment,
                                                  const char* name, KparitySite site) {
  return kparity_engine.shared(kparity_engine.self, slot, size, alignment, name, site);
}
static KPARITY_UNCHECKED void* kparity_ask_dynamic_shared(const char* name, KparitySite site) {
  return kparity_engine.dynamic_shared(kparity_engine.self, name, site);
}
static KPARITY_UNCHECKED size_t kparity_ask_shared_bytes(int dynamic_only) {
  return kparity_engine.shared_bytes(kparity_engine.self, dynamic_only);
}
static KPARITY_UNCHECKED KparityAddressSpace kparity_ask_address_space(const void* address) {
  return kparity_engine.address_space(kparity_engine.self, address);
}
static KPARITY_UNCHECKED void kparity_ask_yield(KparitySite site) {
  kparity_engine.yield(kparity_engine.self, site);
}
[[noreturn]] static KPARITY_UNCHECKED void kparity_ask_trap(const char* text, KparitySite site) {
  kparity_engine.trap(kparity_engine.self, text, site);
  __builtin_unreachable();
}
static KPARITY_UNCHECKED void kparity_ask_misuse(const char* text, KparitySite site) {
  kparity_engine.misuse(kparity_engine.self, text, site);
}
static KPARITY_UNCHECKED void kparity_ask_fence(KparityScope scope) {
  const KparityHooks* const hooks = kparity_engine.hooks;
  if (hooks != nullptr && hooks->fence != nullptr) hooks->fence(hooks->self, scope);
}
