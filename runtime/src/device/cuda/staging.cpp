// Two pinned pieces for each device: while the device copies one, the host fills or empties the other.
#include "device/cuda/staging.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>

#include "device/cuda/check.hpp"

namespace kparity::device {

namespace {

constexpr std::size_t piece_size = std::size_t{4} << 20;

struct Piece {
  void* memory = nullptr;
  cudaEvent_t copied = nullptr;
};

/// Lives until the process ends: pinned memory may not be freed after the driver has gone.
struct Staging {
  std::mutex in_use;
  std::array<Piece, 2> pieces;
  bool is_ready = false;

  /// False if the memory cannot be had; the next copy tries again.
  bool prepare() {
    for (Piece& piece : pieces) {
      if (piece.memory == nullptr && cudaHostAlloc(&piece.memory, piece_size, cudaHostAllocDefault) != cudaSuccess)
        break;
      if (piece.copied == nullptr && cudaEventCreateWithFlags(&piece.copied, cudaEventDisableTiming) != cudaSuccess)
        break;
    }
    is_ready = pieces.back().copied != nullptr;
    if (!is_ready) cudaGetLastError();
    return is_ready;
  }
};

Staging& staging_of(int device) {
  static auto* const all = new std::map<int, std::unique_ptr<Staging>>;
  static auto* const mutex = new std::mutex;
  const std::lock_guard lock(*mutex);
  std::unique_ptr<Staging>& staging = (*all)[device];
  if (!staging) staging = std::make_unique<Staging>();
  return *staging;
}

void wait_for(const Piece& piece) {
  check(cudaEventSynchronize(piece.copied), "wait for a copy");
}

void start(const Piece& piece, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  check(cudaMemcpyAsync(to, from, bytes, kind, nullptr), "copy by way of pinned memory");
  check(cudaEventRecord(piece.copied, nullptr), "copy by way of pinned memory");
}

std::size_t size_of_piece(std::size_t index, std::size_t bytes) {
  return std::min(piece_size, bytes - index * piece_size);
}

void copy_there(const Staging& staging, std::byte* to, const std::byte* from, std::size_t bytes) {
  const std::size_t count = (bytes + piece_size - 1) / piece_size;
  for (std::size_t i = 0; i < count; ++i) {
    const Piece& piece = staging.pieces[i % 2];
    if (i >= 2) wait_for(piece);
    std::memcpy(piece.memory, from + i * piece_size, size_of_piece(i, bytes));
    start(piece, to + i * piece_size, piece.memory, size_of_piece(i, bytes), cudaMemcpyHostToDevice);
  }
  check(cudaStreamSynchronize(nullptr), "wait for a copy");
}

void copy_back(const Staging& staging, std::byte* to, const std::byte* from, std::size_t bytes) {
  const std::size_t count = (bytes + piece_size - 1) / piece_size;
  const auto fetch = [&](std::size_t i) {
    const Piece& piece = staging.pieces[i % 2];
    start(piece, piece.memory, from + i * piece_size, size_of_piece(i, bytes), cudaMemcpyDeviceToHost);
  };
  fetch(0);
  for (std::size_t i = 0; i < count; ++i) {
    if (i + 1 < count) fetch(i + 1);
    wait_for(staging.pieces[i % 2]);
    std::memcpy(to + i * piece_size, staging.pieces[i % 2].memory, size_of_piece(i, bytes));
  }
}

}  // namespace

bool copy_by_staging(void* to, const void* from, std::size_t bytes, Direction direction, int device) {
  Staging& staging = staging_of(device);
  const std::unique_lock lock(staging.in_use, std::try_to_lock);
  if (!lock || (!staging.is_ready && !staging.prepare())) return false;
  if (direction == Direction::host_to_device) {
    copy_there(staging, static_cast<std::byte*>(to), static_cast<const std::byte*>(from), bytes);
  } else {
    copy_back(staging, static_cast<std::byte*>(to), static_cast<const std::byte*>(from), bytes);
  }
  return true;
}

}  // namespace kparity::device
