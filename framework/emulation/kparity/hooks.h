// What the emulation tells a checker while CUDA threads run one after another, and how the checker answers. Plain C data
// and function pointers: the scheduler, the checker and every translated kernel library are compiled apart and share it.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct KparityDim3 {
  unsigned x, y, z;
} KparityDim3;

/// A place in the user's source. `file` is static text of the kernel's library (or of the caller) and outlives the
/// launch; null and 0 where a place is not known. `column` is 0 where the compiler does not say.
typedef struct KparitySite {
  const char* file;
  unsigned line, column;
} KparitySite;

typedef enum KparityFindingKind {
  kparity_finding_barrier = 0,        // divergent or incomplete barrier or warp collective, a bad mask
  kparity_finding_limit = 1,          // a device limit: threads, grid, shared memory
  kparity_finding_bounds = 2,         // outside every allocation
  kparity_finding_race = 3,           // unordered accesses
  kparity_finding_uninitialised = 4,  // a read of memory that nobody wrote
  kparity_finding_undefined = 5,      // undefined behaviour of the language
  kparity_finding_trap = 6,           // __trap(), a failed assert
  kparity_finding_hang = 7            // the watchdog's
} KparityFindingKind;

/// One finding. All texts are copied by the sink. Positions count from (0,0,0).
typedef struct KparityFinding {
  KparityFindingKind kind;
  KparitySite site;
  KparityDim3 block, thread;
  const char* text;   // one line without file, line, block and thread: "read of `x`[12], 8 bytes past its end"
  const char* array;  // name of the array or shared variable; null if there is none
  long long element;  // index into it; -1 if there is none
  int has_second;     // the other access, of a race
  KparitySite second_site;
  KparityDim3 second_block, second_thread;
  const char* second_text;  // "write"; null if there is none
} KparityFinding;

/// What a checker may ask of the scheduler. Valid between launch_begin and launch_end.
typedef struct KparityServices {
  /// Takes a finding: one per pair of kind and sites is kept, repeats are counted. Returns to the caller.
  void (*report)(const KparityFinding* finding);
  /// Ends the launch at once and does not return; no code of the kernel runs after it. Only while a thread runs.
  void (*abandon)(void);
  /// Lets other threads of the block run first: for a thread that spins on a plain flag. Only while a thread runs.
  void (*yield)(void);
} KparityServices;

typedef struct KparityLaunch {
  const char* kernel;      // name
  uint64_t number;         // of this launch in the process, from 1
  KparityDim3 grid, block;
  unsigned threads;        // per block: x * y * z of `block`; linear index = x + y * block.x + z * block.x * block.y
  unsigned warp_size;      // lane = linear index % warp_size
  unsigned char* shared;   // the arena, the same for every block: the dynamic part, then variables as they are met
  size_t shared_bytes;     // of the arena; nothing of it is addressable until shared_allocated says so
  const void* context;     // built-in variables (threadIdx, ...) of the kernel's library: accesses to be ignored
  size_t context_bytes;
  const void* engine;      // through which the library calls the scheduler: accesses to be ignored, too
  size_t engine_bytes;
  const KparityServices* services;
} KparityLaunch;

typedef enum KparityAtomicKind {
  kparity_atomic_load = 0,
  kparity_atomic_store = 1,
  kparity_atomic_read_modify_write = 2,  // add, min, exchange, ...
  kparity_atomic_compare_exchange = 3
} KparityAtomicKind;

/// 0 block, 1 device, 2 system.
typedef int KparityScope;

/// Called on the one OS thread that runs the emulated threads. Each may be null; the fast place has no table at all.
/// `self` is the first argument of every call.
typedef struct KparityHooks {
  void* self;

  /// Memory for the shared arena of all later launches, at least `bytes` large and aligned to 256; asked for before
  /// launch_begin when the one at hand is too small. Null pointer or null answer: the scheduler's own memory.
  unsigned char* (*shared_arena)(void* self, size_t bytes);

  void (*launch_begin)(void* self, const KparityLaunch* launch);
  void (*launch_end)(void* self, int abandoned);

  /// A block begins: its shared memory is uninitialised, and all shared_allocated of the block before are void.
  /// Blocks run one after another; `linear` = x + y * grid.x + z * grid.x * grid.y.
  void (*block_begin)(void* self, KparityDim3 block, uint64_t linear);
  void (*block_end)(void* self);

  /// From here on, code of thread `linear` of the block runs.
  void (*thread_change)(void* self, unsigned linear);
  /// The thread that runs has left the kernel.
  void (*thread_exit)(void* self);

  /// All threads of the block that have not left wait at a __syncthreads of any form; told once, before any goes on.
  void (*barrier)(void* self);
  /// All lanes of `mask` that have not left are at the same warp collective (shuffle, vote, __syncwarp, ...) of warp
  /// `warp` of the block; told once, before any goes on. `orders_memory`: it orders accesses of its lanes.
  void (*warp_collective)(void* self, unsigned warp, uint64_t mask, int orders_memory);

  /// The thread that runs executes __threadfence_block, __threadfence or __threadfence_system.
  void (*fence)(void* self, KparityScope scope);

  /// The thread that runs is about to do an atomic operation; told before it happens, from the kernel's library, with
  /// `site` the caller's. `writes` is told after it for a compare_exchange: 0 if it failed. The operation itself is
  /// not instrumented.
  void (*atomic_begin)(void* self, const void* address, size_t size, KparityAtomicKind kind, KparityScope scope,
                       const KparitySite* site);
  void (*atomic_end)(void* self, const void* address, size_t size, KparityAtomicKind kind, int writes);

  /// A shared variable of the block that runs got its place in the arena (at its first use by any thread of the block).
  /// For the dynamic part the name is that of the first `extern __shared__` array seen, the size what was launched with.
  void (*shared_allocated)(void* self, const void* address, size_t size, const char* name, const KparitySite* site);

  /// Memory that kernels may access, with its exact extent: buffers of the caller and `__device__` variables.
  /// `initialised`: its contents count as written. `element_size` turns byte offsets into indices; where
  /// it is 0, the size of the first access does.
  void (*device_allocated)(void* self, const void* address, size_t size, const char* name, size_t element_size,
                           int initialised);
  void (*device_freed)(void* self, const void* address);
} KparityHooks;

#ifdef __cplusplus
}
#endif
