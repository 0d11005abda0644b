// Threads that take the next number until none is left.
#include "kparity/in_parallel.hpp"

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

}  // namespace kparity
