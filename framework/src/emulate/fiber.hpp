// Stacks and the switch between them: what the scheduler runs CUDA threads on. A switch saves the registers that a C
// function must keep and nothing else; no system call is made.
#pragma once

#include <cstddef>
#include <vector>

namespace kparity::emulate {

/// A stack that does not run: where its saved registers are. Opaque.
using SavedStack = void*;

/// A way to switch. The native one is about a hundred times faster than the portable one, which uses <ucontext.h>.
struct StackSwitching {
  /// Makes a fresh stack whose first switch calls `entry(argument)`, which must not return. `top` is the end of the
  /// memory, aligned to 16.
  SavedStack (*make)(void* bottom, void* top, void (*entry)(void*), void* argument);
  /// Saves the running stack to `from` and goes on with `to`.
  void (*jump)(SavedStack* from, SavedStack to);
};

const StackSwitching& portable_switching();
/// The portable one where there is no own code for the processor.
const StackSwitching& native_switching();

#if defined(__x86_64__)
/// The native switch without a call: what returns behind it finds the processor's stack of return addresses in step,
/// since every stack came here by the same calls. Its code pushes, so a file that uses it is compiled with
/// -mno-red-zone.
inline constexpr bool has_switch_in_line = true;

[[gnu::always_inline]] inline void switch_in_line(SavedStack* from, SavedStack to) {
  asm volatile(
      "pushq %%rbp\n\t"  // cannot be named among the clobbered ones
      "leaq 1f(%%rip), %%rax\n\t"
      "pushq %%rax\n\t"
      "movq %%rsp, (%[from])\n\t"
      "movq %[to], %%rsp\n\t"
      "popq %%rax\n\t"
      "jmpq *%%rax\n"
      "1:\n\t"
      "popq %%rbp"
      : [from] "+D"(from), [to] "+S"(to)
      :
      : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "xmm0", "xmm1", "xmm2",
        "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15",
#if defined(__AVX512F__)
        "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", "xmm25", "xmm26", "xmm27",
        "xmm28", "xmm29", "xmm30", "xmm31", "k1", "k2", "k3", "k4", "k5", "k6", "k7",
#endif
        "memory", "cc");
}
#else
inline constexpr bool has_switch_in_line = false;
inline void switch_in_line(SavedStack*, SavedStack) {}
#endif

inline constexpr std::size_t stack_bytes = 256 * 1024;

/// Memory for stacks, each with guard pages below; pages are touched only when used. Never shrinks.
class StackPool {
 public:
  StackPool() = default;
  StackPool(const StackPool&) = delete;
  StackPool& operator=(const StackPool&) = delete;
  ~StackPool();

  struct Stack {
    std::byte* bottom = nullptr;
    std::byte* top = nullptr;
  };
  /// Another stack. Throws RuntimeFailure if there is no memory.
  Stack take();
  /// Whether an address lies in the guard pages of a stack: the sign of an overflow.
  bool is_in_guard(const void* address) const noexcept;

 private:
  struct Chunk {
    std::byte* memory = nullptr;
    std::size_t bytes = 0;
  };
  std::vector<Chunk> chunks_;
  std::size_t used_ = 0;  // stacks of the last chunk
  std::size_t total_ = 0;
};

/// A stack that was left for good still counts as occupied by its last frames for AddressSanitizer, until this is said.
void forget_frames(void* bottom, void* top);

}  // namespace kparity::emulate
