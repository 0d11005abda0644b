// The C library's <math.h> without libstdc++'s wrapper, which pulls in <cmath> and declares overloads of its own.
#pragma once
#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#include_next <math.h>
#undef _GLIBCXX_INCLUDE_NEXT_C_HEADERS
