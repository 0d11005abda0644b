// Empty functions that neither the compiler nor the linker may take away.
#include "kparity/emulate/debugger.hpp"

extern "C" {

[[gnu::noinline, gnu::used]] void kparity_debugger_finding() {
  asm volatile("" ::: "memory");
}

[[gnu::noinline, gnu::used]] void kparity_debugger_thread() {
  asm volatile("" ::: "memory");
}
}
