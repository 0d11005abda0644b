// How many instructions a call executes on the host, where the processor counts them: a figure that hardly wavers,
// beside times that do. In most containers and virtual machines there is no such counter.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace kparity::bench {

/// Instructions that the thread which opened it has executed so far, outside of the system's kernel.
struct InstructionCounter {
  std::function<std::uint64_t()> read{};
  std::string why_absent{};  // empty if there is one
};

/// That of the processor, for the calling thread.
InstructionCounter open_instruction_counter();

/// What one call executes in the calling thread: the least of a few calls, each after `prepare`. None if they differ by
/// more than a thousandth, as those of threads that wait for others do.
std::optional<std::uint64_t> instructions_of(const InstructionCounter& counter, const std::function<void()>& prepare,
                                             const std::function<void()>& call);

}  // namespace kparity::bench
