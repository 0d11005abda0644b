// One entry of the table that the oracle test draws: what one thread does next.
#pragma once

#include <cstdint>

enum class OperationKind : std::uint8_t {
  read_byte,
  write_byte,
  read_word,
  write_word,
  read_long,
  write_long,
  atomic_add,
  atomic_store,
  atomic_load,
  compare_exchange,
  cas_loop,
  fence,
  sync_threads,
  sync_warp
};

struct Operation {
  OperationKind kind = OperationKind::read_word;
  bool block_scope = false;  // of atomics and fences
  bool shared = false;       // else in global memory
  std::uint32_t offset = 0;  // bytes
  std::uint64_t mask = 0;    // of sync_warp
};
