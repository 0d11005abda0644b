// The number of allocations through operator new in the whole test program; for tests that a call makes none.
#pragma once

namespace kparity::test {

long allocation_count();

}  // namespace kparity::test
