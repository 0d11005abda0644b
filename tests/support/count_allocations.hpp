// The number of allocations through operator new in the whole test program; for tests that a call makes none.
#pragma once

namespace kparity::test {

long allocation_count();

/// False in a program whose sanitizer keeps an operator new of its own.
bool allocations_are_counted();

}  // namespace kparity::test
