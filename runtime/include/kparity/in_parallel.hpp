// Independent pieces of work on several threads: compilations, and passes over large arrays. For work that takes long
// enough to pay for a thread.
#pragma once

#include <cstddef>
#include <functional>

namespace kparity {

/// Runs `work(i)` for each i in [0, count) on at most `jobs` threads, the calling one included, and returns when all
/// are done. Whatever number `jobs` is, the calling thread works. `work` must not throw.
void in_parallel(std::size_t count, std::size_t jobs, const std::function<void(std::size_t)>& work);

/// Runs `work(first, last)` on contiguous shares of [0, count), one per thread, on at most `jobs` threads and no share
/// smaller than `least`; share boundaries are multiples of 64. Share i of as many is always at the same place, so that
/// who touches memory first is who works on it later. `work` must not throw.
void in_shares(std::size_t count, std::size_t jobs, std::size_t least,
               const std::function<void(std::size_t first, std::size_t last)>& work);

/// How many processors this process may run on; at least 1.
std::size_t allowed_processors();

}  // namespace kparity
