// Replaces operator new of the test program. In a file of its own, where the compiler cannot see new and delete
// together and take malloc and free for a mismatch; weak, since ThreadSanitizer brings an operator new that has to
// stay.
#include "support/count_allocations.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<long> allocations{0};
}  // namespace

[[gnu::weak]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
// The library's own form would not come from malloc, and what it gives ends in the delete below.
[[gnu::weak]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}
[[gnu::weak]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::weak]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

long kparity::test::allocation_count() {
  return allocations;
}

bool kparity::test::allocations_are_counted() {
  const long before = allocations;
  ::operator delete(::operator new(1));
  return allocations != before;
}
