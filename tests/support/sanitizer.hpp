// What the program was built with, for tests of what a sanitizer does not follow.
#pragma once

namespace kparity::test {

/// ThreadSanitizer loses its place when a signal handler is left by a jump, as that of emulated kernels is.
#if defined(__SANITIZE_THREAD__)
inline constexpr bool has_thread_sanitizer = true;
#elif defined(__has_feature)
inline constexpr bool has_thread_sanitizer = __has_feature(thread_sanitizer);
#else
inline constexpr bool has_thread_sanitizer = false;
#endif

inline constexpr const char* no_jumps_out_of_handlers =
    "a fault of an emulated kernel ends its launch by a jump out of a signal handler, which ThreadSanitizer does not "
    "follow";

}  // namespace kparity::test
