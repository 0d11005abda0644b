// The native switch for x86-64 and AArch64 in a few lines of assembly, the portable one with ucontext, and the memory
// of stacks.
#include "fiber.hpp"

#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <new>
#include <string>

#include "kparity/error.hpp"

/// Of AddressSanitizer; null in other builds.
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming): the name is given
extern "C" [[gnu::weak]] void __asan_unpoison_memory_region(const volatile void* memory, std::size_t bytes);

namespace kparity::emulate {

namespace {

// Chunks of stacks keep the number of mappings low; Linux allows some 65000.
constexpr std::size_t stacks_per_chunk = 32;
// The checker takes what lies closely above a frame for a stack (256 KiB), so nothing of anybody else may lie there.
constexpr std::size_t nothing_above = std::size_t{256} * 1024;
// Tops at equal distances would fall into the same cache sets (58 instead of 14 ns a switch with 1024 stacks).
constexpr std::size_t stagger_bytes = 192;
constexpr std::size_t stagger_steps = 21;

/// Below a stack: a frame of some kilobytes must not reach over it. The odd page keeps equal places of the stacks out
/// of the same sets of the second cache.
std::size_t guard_size() {
  static const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return 17 * page;
}

struct Start {
  void (*entry)(void*);
  void* argument;
};

void start_portable(unsigned high, unsigned low) {
  const auto address = (std::uintptr_t{high} << 32) | low;
  const Start start = *reinterpret_cast<Start*>(address);
  start.entry(start.argument);
}

SavedStack make_portable(void* bottom, void* top, void (*entry)(void*), void* argument) {
  forget_frames(bottom, top);
  auto* at = static_cast<std::byte*>(top) - sizeof(ucontext_t) - sizeof(Start);
  at -= reinterpret_cast<std::uintptr_t>(at) % alignof(ucontext_t);
  auto* context = new (at) ucontext_t;
  auto* start = new (at + sizeof(ucontext_t)) Start{entry, argument};
  ::getcontext(context);
  context->uc_stack.ss_sp = bottom;
  context->uc_stack.ss_size = static_cast<std::size_t>(at - static_cast<std::byte*>(bottom)) / 16 * 16;
  context->uc_link = nullptr;
  const auto address = reinterpret_cast<std::uintptr_t>(start);
  ::makecontext(context, reinterpret_cast<void (*)()>(&start_portable), 2, static_cast<unsigned>(address >> 32),
                static_cast<unsigned>(address));
  return context;
}

void jump_portable(SavedStack* from, SavedStack to) {
  ucontext_t here;
  *from = &here;
  ::swapcontext(&here, static_cast<ucontext_t*>(to));
}

}  // namespace

void forget_frames(void* bottom, void* top) {
  if (__asan_unpoison_memory_region == nullptr) return;
  __asan_unpoison_memory_region(
      bottom, static_cast<std::size_t>(static_cast<std::byte*>(top) - static_cast<std::byte*>(bottom)));
}

const StackSwitching& portable_switching() {
  static const StackSwitching switching{make_portable, jump_portable};
  return switching;
}

#if defined(__x86_64__)

// A stack that does not run holds the address to go on at, and behind it what the code there takes off. So this switch
// and switch_in_line() go with each other.
// kparity_jump_stack(SavedStack* from, SavedStack to): pushes what a function must keep, and that address.
// The way on is an indirect jump, also to the caller: `ret` would miss the processor's stack of return addresses every
// time.
extern "C" void kparity_jump_stack(SavedStack* from, SavedStack to);
extern "C" void kparity_start_stack();
asm(R"(
.text
.p2align 4
.type kparity_jump_stack, @function
kparity_jump_stack:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  leaq 1f(%rip), %rax
  pushq %rax
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %rax
  jmpq *%rax
1:
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  popq %rcx
  jmpq *%rcx
.size kparity_jump_stack, .-kparity_jump_stack
.p2align 4
.type kparity_start_stack, @function
kparity_start_stack:
  popq %rdi
  popq %rax
  xorl %ebp, %ebp
  callq *%rax
  ud2
.size kparity_start_stack, .-kparity_start_stack
)");

namespace {

SavedStack make_native(void* bottom, void* top, void (*entry)(void*), void* argument) {
  forget_frames(bottom, top);
  auto* at = static_cast<void**>(top);
  *--at = nullptr;  // keeps the stack aligned to 16 at the call of `entry`
  *--at = nullptr;
  *--at = reinterpret_cast<void*>(entry);
  *--at = argument;
  *--at = reinterpret_cast<void*>(&kparity_start_stack);
  return at;
}

}  // namespace

const StackSwitching& native_switching() {
  static const StackSwitching switching{make_native, kparity_jump_stack};
  return switching;
}

#elif defined(__aarch64__)

// The same by the procedure call standard of AArch64: x19 to x30 and the low halves of v8 to v15. The way on is `ret`,
// since a jump to the middle of a function is a fault where branch targets are checked (BTI). The names are not local,
// because gcc takes addresses from the global offset table, which knows no places within a section.
extern "C" void kparity_jump_stack(SavedStack* from, SavedStack to);
extern "C" void kparity_start_stack();
asm(R"(
.text
.p2align 4
.globl kparity_jump_stack
.hidden kparity_jump_stack
.type kparity_jump_stack, %function
kparity_jump_stack:
  hint #34
  sub sp, sp, #160
  stp x19, x20, [sp, #0]
  stp x21, x22, [sp, #16]
  stp x23, x24, [sp, #32]
  stp x25, x26, [sp, #48]
  stp x27, x28, [sp, #64]
  stp x29, x30, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  mov x2, sp
  str x2, [x0]
  mov sp, x1
  ldp x19, x20, [sp, #0]
  ldp x21, x22, [sp, #16]
  ldp x23, x24, [sp, #32]
  ldp x25, x26, [sp, #48]
  ldp x27, x28, [sp, #64]
  ldp x29, x30, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  add sp, sp, #160
  ret
.size kparity_jump_stack, .-kparity_jump_stack
.p2align 4
.globl kparity_start_stack
.hidden kparity_start_stack
.type kparity_start_stack, %function
kparity_start_stack:
  mov x0, x19
  mov x29, xzr
  mov x30, xzr
  blr x20
  brk #0
.size kparity_start_stack, .-kparity_start_stack
)");

namespace {

SavedStack make_native(void* bottom, void* top, void (*entry)(void*), void* argument) {
  forget_frames(bottom, top);
  constexpr std::size_t saved = 20;  // what a switch takes off
  auto* const at = static_cast<void**>(top) - saved;
  std::fill(at, at + saved, nullptr);
  at[0] = argument;                                        // x19
  at[1] = reinterpret_cast<void*>(entry);                  // x20
  at[11] = reinterpret_cast<void*>(&kparity_start_stack);  // x30
  return at;
}

}  // namespace

const StackSwitching& native_switching() {
  static const StackSwitching switching{make_native, kparity_jump_stack};
  return switching;
}

#else

const StackSwitching& native_switching() {
  return portable_switching();
}

#endif

StackPool::~StackPool() {
  for (const Chunk& chunk : chunks_) {
    forget_frames(chunk.memory, chunk.memory + chunk.bytes);  // whoever gets the addresses next
    ::munmap(chunk.memory, chunk.bytes);
  }
}

StackPool::Stack StackPool::take() {
  const std::size_t stride = guard_size() + stack_bytes;
  if (chunks_.empty() || used_ == stacks_per_chunk) {
    const std::size_t bytes = stride * stacks_per_chunk + nothing_above;
    void* const memory = ::mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw RuntimeFailure(std::string("no memory for stacks: ") + std::strerror(errno));
    chunks_.push_back({static_cast<std::byte*>(memory), bytes});
    used_ = 0;
  }
  std::byte* const bottom = chunks_.back().memory + used_++ * stride + guard_size();
  if (::mprotect(bottom, stack_bytes, PROT_READ | PROT_WRITE) != 0)
    throw RuntimeFailure(std::string("no memory for a stack: ") + std::strerror(errno));
  const std::size_t stagger = total_++ % stagger_steps * stagger_bytes;
  return {bottom, bottom + stack_bytes - stagger};
}

bool StackPool::is_in_guard(const void* address) const noexcept {
  const std::size_t stride = guard_size() + stack_bytes;
  for (const Chunk& chunk : chunks_) {
    const auto offset = reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(chunk.memory);
    if (offset < stride * stacks_per_chunk) return offset % stride < guard_size();
  }
  return false;
}

}  // namespace kparity::emulate
