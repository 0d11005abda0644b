// Threads that take the next number until none is left; a share of an array is such a number.
#include "kparity/in_parallel.hpp"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace kparity {

void in_parallel(std::size_t count, std::size_t jobs, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  const auto worker = [&] {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  };
  std::vector<std::jthread> threads;
  for (std::size_t i = 1; i < std::min(jobs, count); ++i) threads.emplace_back(worker);
  worker();
}

void in_shares(std::size_t count, std::size_t jobs, std::size_t least,
               const std::function<void(std::size_t first, std::size_t last)>& work) {
  constexpr std::size_t grain = 64;
  const std::size_t shares = std::clamp<std::size_t>(count / std::max(least, grain), 1, std::max<std::size_t>(jobs, 1));
  const std::size_t each = (count / shares + grain - 1) / grain * grain;
  in_parallel(shares, shares, [&](std::size_t share) {
    const std::size_t first = std::min(share * each, count);
    const std::size_t last = share + 1 == shares ? count : std::min(first + each, count);
    if (first < last) work(first, last);
  });
}

std::size_t allowed_processors() {
  cpu_set_t allowed;
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0)
    return std::max<std::size_t>(static_cast<std::size_t>(CPU_COUNT(&allowed)), 1);
  return std::max<std::size_t>(std::thread::hardware_concurrency(), 1);
}

}  // namespace kparity
