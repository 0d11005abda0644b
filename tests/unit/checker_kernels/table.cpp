// One operation of a table, as instrumented code: what the oracle test drives. Fences, barriers and collectives are the
// driver's.
#include "operation.hpp"
#include "prelude.hpp"

/// Keeps the compiler from dropping a read.
static void use(long long value) {
  asm volatile("" : : "r"(value));
}

extern "C" {

void run_operation(Operation operation, unsigned char* memory) {
  unsigned char* address = memory + operation.offset;
  auto* word = reinterpret_cast<int*>(address);
  const int scope = operation.block_scope ? 0 : 1;
  switch (operation.kind) {
    case OperationKind::read_byte: use(*address); break;
    case OperationKind::write_byte: *address = 1; break;
    case OperationKind::read_word: use(*word); break;
    case OperationKind::write_word: *word = 1; break;
    case OperationKind::read_long: use(*reinterpret_cast<long long*>(address)); break;
    case OperationKind::write_long: *reinterpret_cast<long long*>(address) = 1; break;
    case OperationKind::atomic_add: atomic_add(word, 1, scope); break;
    case OperationKind::atomic_store: gpu_atomic_store(word, 1, scope, __builtin_FILE(), __builtin_LINE()); break;
    case OperationKind::atomic_load: gpu_atomic_load(word, scope, __builtin_FILE(), __builtin_LINE()); break;
    case OperationKind::compare_exchange: compare_exchange(word, 1, 2, scope); break;
    case OperationKind::cas_loop: {
      int old = *word;
      for (int seen; (seen = compare_exchange(word, old, old + 1, scope)) != old;) old = seen;
      break;
    }
    default: break;
  }
}

}  // extern "C"
