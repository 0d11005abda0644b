// Independent pieces of work on several threads: compilations, mostly. For work that takes long enough to pay for a
// thread.
#pragma once

#include <cstddef>
#include <functional>

namespace kparity {

/// Runs `work(i)` for each i in [0, count) on at most `jobs` threads, the calling one included, and returns when all
/// are done. Whatever number `jobs` is, the calling thread works. `work` must not throw.
void in_parallel(std::size_t count, std::size_t jobs, const std::function<void(std::size_t)>& work);

}  // namespace kparity
