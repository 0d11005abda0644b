// One alternate stack per OS thread, kept for the life of the thread, since a fault may be an overflow of the running
// stack.
#include "fault.hpp"

#include <signal.h>
#include <ucontext.h>

#include <array>
#include <cstddef>

#include "fiber.hpp"

namespace kparity::emulate {

namespace {

constexpr std::array signals = {SIGSEGV, SIGBUS};

thread_local FaultWatch* watching = nullptr;

std::byte* alternate_stack(std::size_t& bytes) {
  static thread_local std::unique_ptr<std::byte[]> memory;
  bytes = std::size_t{64} * 1024;
  if (!memory) memory = std::make_unique<std::byte[]>(bytes);
  return memory.get();
}

#if defined(__x86_64__)
std::uintptr_t code_of(const ucontext_t& context) {
  return static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RIP]);
}
Fault::Access access_of(const ucontext_t& context) {
  constexpr greg_t page_fault = 14, on_write = 2;
  if (context.uc_mcontext.gregs[REG_TRAPNO] != page_fault) return Fault::Access::unknown;
  return (context.uc_mcontext.gregs[REG_ERR] & on_write) != 0 ? Fault::Access::write : Fault::Access::read;
}
#elif defined(__aarch64__)
std::uintptr_t code_of(const ucontext_t& context) {
  return context.uc_mcontext.pc;
}
Fault::Access access_of(const ucontext_t&) {
  return Fault::Access::unknown;
}
#else
std::uintptr_t code_of(const ucontext_t&) {
  return 0;
}
Fault::Access access_of(const ucontext_t&) {
  return Fault::Access::unknown;
}
#endif

}  // namespace

struct FaultWatch::Previous {
  stack_t stack{};
  std::array<struct sigaction, signals.size()> actions{};
};

FaultWatch::FaultWatch(Handler handler, void* self)
    : handler_(handler), self_(self), outer_(watching), previous_(std::make_unique<Previous>()) {
  watching = this;
  stack_t stack{};
  stack.ss_sp = alternate_stack(stack.ss_size);
  ::sigaltstack(&stack, &previous_->stack);
  struct sigaction action {};
  action.sa_sigaction = [](int signal, siginfo_t* info, void* context) { on_signal(signal, info, context); };
  // The handler may leave by a jump, so the signal is not to stay blocked.
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &action, &previous_->actions[i]);
}

FaultWatch::~FaultWatch() {
  for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &previous_->actions[i], nullptr);
  ::sigaltstack(&previous_->stack, nullptr);
  watching = outer_;
}

void FaultWatch::on_signal(int signal, void* info, void* context) {
  std::size_t bytes = 0;
  std::byte* const bottom = alternate_stack(bytes);
  forget_frames(bottom, bottom + bytes);  // an earlier fault may have left by a jump
  const auto& machine = *static_cast<const ucontext_t*>(context);
  if (watching != nullptr)
    watching->handler_(watching->self_, {reinterpret_cast<std::uintptr_t>(static_cast<siginfo_t*>(info)->si_addr),
                                         code_of(machine), access_of(machine)});
  // Nobody's business: the instruction runs again, and whoever was there before gets its fault.
  struct sigaction before {};
  before.sa_handler = SIG_DFL;
  for (std::size_t i = 0; watching != nullptr && i < signals.size(); ++i)
    if (signals[i] == signal) before = watching->previous_->actions[i];
  ::sigaction(signal, &before, nullptr);
}

}  // namespace kparity::emulate
