// Accesses to memory that the system refuses (SIGSEGV, SIGBUS), as values for whoever runs foreign code on stacks of
// its own and can leave it in the middle.
#pragma once

#include <cstdint>
#include <memory>

namespace kparity::emulate {

struct Fault {
  enum class Access : std::uint8_t { unknown, read, write };
  std::uintptr_t address = 0;
  std::uintptr_t code = 0;  // of the instruction; 0 where it is not known
  Access access = Access::unknown;
};

/// While it lives, `handler` hears of the faults of this OS thread, on a small stack that is used for nothing else. It
/// may go on elsewhere and never return; if it returns, the fault is dealt with as it would be without.
class FaultWatch {
 public:
  using Handler = void (*)(void* self, const Fault& fault);
  FaultWatch(Handler handler, void* self);
  ~FaultWatch();
  FaultWatch(const FaultWatch&) = delete;
  FaultWatch& operator=(const FaultWatch&) = delete;

 private:
  struct Previous;
  static void on_signal(int signal, void* info, void* context);

  Handler handler_;
  void* self_;
  FaultWatch* outer_;
  std::unique_ptr<Previous> previous_;
};

}  // namespace kparity::emulate
