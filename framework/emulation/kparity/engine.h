// How a translated kernel library and the scheduler meet: the library exports one KparityModule, the scheduler binds one
// KparityEngine to it. Plain C data, because the library is compiled by the user's compiler and opened at run time.
#pragma once

#include "hooks.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { kparity_engine_version = 2 };

/// The built-in variables of the thread that runs. Lives in the library; the scheduler writes it.
typedef struct KparityContext {
  KparityDim3 thread, block, block_size, grid_size;
  int warp_size;
} KparityContext;

typedef enum KparityBarrierKind {
  kparity_barrier_plain = 0,
  kparity_barrier_count = 1,  // __syncthreads_count
  kparity_barrier_and = 2,
  kparity_barrier_or = 3
} KparityBarrierKind;

typedef enum KparityWarpOperation {
  kparity_warp_sync = 0,
  kparity_warp_ballot,
  kparity_warp_all,
  kparity_warp_any,
  kparity_warp_shuffle,  // by index
  kparity_warp_shuffle_up,
  kparity_warp_shuffle_down,
  kparity_warp_shuffle_xor,
  kparity_warp_match_any,
  kparity_warp_match_all,
  kparity_warp_reduce_add,
  kparity_warp_reduce_min,           // of signed values
  kparity_warp_reduce_max,
  kparity_warp_reduce_unsigned_min,  // of unsigned values
  kparity_warp_reduce_unsigned_max,
  kparity_warp_reduce_and,
  kparity_warp_reduce_or,
  kparity_warp_reduce_xor
} KparityWarpOperation;

/// One lane's part in a collective.
typedef struct KparityWarpRequest {
  KparityWarpOperation operation;
  uint64_t mask;
  uint64_t value;      // deposited; a predicate is 0 or 1, a signed value is sign-extended
  unsigned parameter;  // of a shuffle: lane, distance or lane mask
  unsigned width;      // of a shuffle: lanes of a segment
} KparityWarpRequest;

typedef struct KparityWarpResult {
  uint64_t value;
  int flag;  // match_all: all are equal
} KparityWarpResult;

/// One per shared declaration (and instantiation) of a library. `launch` and `offset` belong to the scheduler.
typedef struct KparitySharedSlot {
  uint64_t launch;
  uint64_t block;
  size_t offset;
} KparitySharedSlot;

typedef enum KparityAddressSpace {
  kparity_space_global = 0,
  kparity_space_shared = 1,  // of the block that runs
  kparity_space_local = 2    // on the stack of the thread that runs
} KparityAddressSpace;

/// What the library asks of the scheduler. `self` is the first argument of every call.
typedef struct KparityEngine {
  void* self;
  const KparityHooks* hooks;  // null in the fast place
  int (*barrier)(void* self, KparityBarrierKind kind, int predicate, KparitySite site);
  KparityWarpResult (*warp)(void* self, const KparityWarpRequest* request, KparitySite site);
  void* (*shared)(void* self, KparitySharedSlot* slot, size_t size, size_t alignment, const char* name,
                  KparitySite site);
  void* (*dynamic_shared)(void* self, const char* name, KparitySite site);
  size_t (*shared_bytes)(void* self, int dynamic_only);
  /// Lets other threads run: __nanosleep, a lock that is not free.
  void (*yield)(void* self, KparitySite site);
  /// __trap and a failed assert: ends the launch, does not return.
  void (*trap)(void* self, const char* text, KparitySite site);
  /// Reports a wrong use of a function (a tile of 64 lanes, ...) and ends the launch.
  void (*misuse)(void* self, const char* text, KparitySite site);
  KparityAddressSpace (*address_space)(void* self, const void* address);
} KparityEngine;

/// One instantiation of the kernel.
typedef struct KparityKernel {
  const char* name;
  unsigned parameters;
  const size_t* sizes;   // in bytes, of each parameter
  unsigned max_threads;  // of __launch_bounds__; 0 without
  /// Runs the thread that the context names.
  void (*thread)(void** arguments);
  /// Runs all threads of the block that the context names, one after another and without fibers: in ascending order,
  /// or in the order of the linear indices in `order` if that is not null. Null in a library that is checked.
  void (*block)(void** arguments, const unsigned* order);
} KparityKernel;

typedef struct KparityModule {
  unsigned version;  // kparity_engine_version
  KparityContext* context;
  KparityEngine* engine;  // where the library has its copy of the engine
  unsigned kernels;
  const KparityKernel* kernel;
  int needs_fibers;  // some thread may wait for another one
} KparityModule;

#ifdef __cplusplus
}
#endif
