// The counter of Linux, opened for one thread and user mode only, which the usual perf_event_paranoid of 2 allows.
#include "kparity/bench/instructions.hpp"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

namespace kparity::bench {

namespace {

constexpr int repetitions = 5;

/// With those of reading the counter.
std::uint64_t counted(const InstructionCounter& counter, const std::function<void()>& call) {
  const std::uint64_t before = counter.read();
  call();
  return counter.read() - before;
}

struct Descriptor {
  explicit Descriptor(int opened) : number(opened) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { ::close(number); }
  int number;
};

}  // namespace

InstructionCounter open_instruction_counter() {
  perf_event_attr wanted{};
  wanted.size = sizeof wanted;
  wanted.type = PERF_TYPE_HARDWARE;
  wanted.config = PERF_COUNT_HW_INSTRUCTIONS;
  wanted.exclude_kernel = 1;
  wanted.exclude_hv = 1;
  const long opened = ::syscall(SYS_perf_event_open, &wanted, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  if (opened < 0) return {{}, std::string("perf_event_open: ") + std::strerror(errno)};
  const auto file = std::make_shared<const Descriptor>(static_cast<int>(opened));
  const auto read = [file] {
    std::uint64_t value = 0;
    return ::read(file->number, &value, sizeof value) == sizeof value ? value : 0;
  };
  if (read() == 0) return {{}, "the counter of instructions stands still"};
  return {read, ""};
}

std::optional<std::uint64_t> instructions_of(const InstructionCounter& counter, const std::function<void()>& prepare,
                                             const std::function<void()>& call) {
  if (!counter.read) return std::nullopt;
  std::uint64_t least = UINT64_MAX, most = 0;
  prepare();
  call();  // what happens once only
  const std::uint64_t floor = counted(counter, [] {});
  for (int i = 0; i < repetitions; ++i) {
    prepare();
    const std::uint64_t count = counted(counter, call);
    least = std::min(least, count);
    most = std::max(most, count);
  }
  if (most - least > 100 + least / 1000) return std::nullopt;
  return least > floor ? least - floor : 0;
}

}  // namespace kparity::bench
