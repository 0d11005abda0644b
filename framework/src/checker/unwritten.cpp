// The functions and thread-local places that code compiled with clang's -fsanitize=memory uses, on Linux for x86-64.
// Such code keeps a shadow byte for each byte of memory, which is not zero where nobody has written, at an address that
// it computes itself; so the shadow has to lie where clang puts it. Other code knows nothing of it, and what the
// scheduler writes counts as written.
#include "kparity/checker/unwritten.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>

#include "kparity/checker/checker.hpp"
#include "kparity/error.hpp"

namespace kparity::checker {

namespace {

constexpr std::uintptr_t shadow_mask = 0x500000000000;

/// Where programs, libraries, stacks and heaps lie.
struct Region {
  std::uintptr_t begin, end;
};
constexpr Region regions[] = {{0x000000000000, 0x010000000000},  // programs at fixed addresses
                              {0x510000000000, 0x600000000000},  // others, and their heaps
                              {0x700000000000, 0x800000000000}};

std::string map_shadow() {
#if defined(__x86_64__)
  for (const Region& region : regions) {
    void* const wanted = reinterpret_cast<void*>(region.begin ^ shadow_mask);
    void* const got = ::mmap(wanted, region.end - region.begin, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (got == wanted) {
      ::madvise(got, region.end - region.begin, MADV_DONTDUMP);
      continue;
    }
    const std::string why = got == MAP_FAILED ? std::strerror(errno) : "the system chose another place";
    if (got != MAP_FAILED) ::munmap(got, region.end - region.begin);
    return "the place 'msan' needs address space at fixed places, which is not to be had (" + why +
           "): other sanitizers use it, too, and 'ulimit -v' may be in the way";
  }
  return "";
#else
  return "the place 'msan' is there for x86-64 only";
#endif
}

unsigned char* shadow_of(const void* memory) {
  return reinterpret_cast<unsigned char*>(reinterpret_cast<std::uintptr_t>(memory) ^ shadow_mask);
}

/// Whose launch runs; null between launches.
UnwrittenValues* running = nullptr;

}  // namespace

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" {

// What is known of arguments and results, passed beside them.
[[gnu::tls_model("initial-exec")]] thread_local std::uint64_t __msan_param_tls[100];
[[gnu::tls_model("initial-exec")]] thread_local std::uint64_t __msan_retval_tls[100];
[[gnu::tls_model("initial-exec")]] thread_local std::uint64_t __msan_va_arg_tls[100];
[[gnu::tls_model("initial-exec")]] thread_local std::uint64_t __msan_va_arg_overflow_size_tls;

void __msan_init() {}

void __msan_warning() {
  if (running != nullptr) running->used(reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
}
void __msan_warning_with_origin(std::uint32_t) {
  if (running != nullptr) running->used(reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
}
void __msan_maybe_warning_1(std::uint8_t shadow, std::uint32_t) {
  if (shadow != 0 && running != nullptr) running->used(reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
}
void __msan_maybe_warning_2(std::uint16_t shadow, std::uint32_t) {
  if (shadow != 0 && running != nullptr) running->used(reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
}
void __msan_maybe_warning_4(std::uint32_t shadow, std::uint32_t) {
  if (shadow != 0 && running != nullptr) running->used(reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
}
void __msan_maybe_warning_8(std::uint64_t shadow, std::uint32_t) {
  if (shadow != 0 && running != nullptr) running->used(reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
}

void __msan_poison_stack(void* memory, std::size_t bytes) {
  std::memset(shadow_of(memory), 0xff, bytes);
}
void __msan_instrument_asm_store(void* memory, std::size_t bytes) {
  std::memset(shadow_of(memory), 0, bytes);
}

void* __msan_memcpy(void* to, const void* from, std::size_t bytes) {
  std::memmove(shadow_of(to), shadow_of(from), bytes);
  return std::memcpy(to, from, bytes);
}
void* __msan_memmove(void* to, const void* from, std::size_t bytes) {
  std::memmove(shadow_of(to), shadow_of(from), bytes);
  return std::memmove(to, from, bytes);
}
void* __msan_memset(void* to, int byte, std::size_t bytes) {
  std::memset(shadow_of(to), 0, bytes);
  return std::memset(to, byte, bytes);
}

// Of the C library those that write where a kernel points to, which the linker turns into these (unwritten_link_flags).

double __wrap_frexp(double value, int* exponent) {
  UnwrittenValues::set_written(exponent, sizeof *exponent);
  return std::frexp(value, exponent);
}
float __wrap_frexpf(float value, int* exponent) {
  UnwrittenValues::set_written(exponent, sizeof *exponent);
  return std::frexp(value, exponent);
}
double __wrap_modf(double value, double* whole) {
  UnwrittenValues::set_written(whole, sizeof *whole);
  return std::modf(value, whole);
}
float __wrap_modff(float value, float* whole) {
  UnwrittenValues::set_written(whole, sizeof *whole);
  return std::modf(value, whole);
}
double __wrap_remquo(double value, double by, int* quotient) {
  UnwrittenValues::set_written(quotient, sizeof *quotient);
  return std::remquo(value, by, quotient);
}
float __wrap_remquof(float value, float by, int* quotient) {
  UnwrittenValues::set_written(quotient, sizeof *quotient);
  return std::remquo(value, by, quotient);
}
void __wrap_sincos(double value, double* sine, double* cosine) {
  UnwrittenValues::set_written(sine, sizeof *sine);
  UnwrittenValues::set_written(cosine, sizeof *cosine);
  ::sincos(value, sine, cosine);
}
void __wrap_sincosf(float value, float* sine, float* cosine) {
  UnwrittenValues::set_written(sine, sizeof *sine);
  UnwrittenValues::set_written(cosine, sizeof *cosine);
  ::sincosf(value, sine, cosine);
}

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

std::string why_no_unwritten_values() {
  static const std::string why = map_shadow();
  return why;
}

UnwrittenValues::UnwrittenValues(std::vector<std::string> prelude) : prelude_(std::move(prelude)) {
  if (const std::string why = why_no_unwritten_values(); !why.empty()) throw RuntimeFailure(why);
  hooks_.self = this;
  hooks_.launch_begin = [](void* self, const KparityLaunch* launch) {
    running = static_cast<UnwrittenValues*>(self);
    running->launch_ = *launch;
  };
  hooks_.launch_end = [](void* self, int) {
    const KparityLaunch& launch = static_cast<UnwrittenValues*>(self)->launch_;
    set_written(launch.shared, launch.shared_bytes);
    running = nullptr;
  };
  hooks_.shared_allocated = [](void*, const void* address, std::size_t size, const char*, const KparitySite*) {
    forget_written(address, size);
  };
  // Another thread ran in between, or the scheduler, so what lies there is not of the call that goes on now.
  hooks_.thread_change = [](void*, unsigned) {
    std::memset(__msan_param_tls, 0, sizeof __msan_param_tls);
    std::memset(__msan_retval_tls, 0, sizeof __msan_retval_tls);
  };
}

void UnwrittenValues::forget_written(const void* memory, std::size_t bytes) {
  std::memset(shadow_of(memory), 0xff, bytes);
}

void UnwrittenValues::set_written(const void* memory, std::size_t bytes) {
  std::memset(shadow_of(memory), 0, bytes);
}

std::size_t UnwrittenValues::first_unwritten(const void* memory, std::size_t bytes, std::size_t from) {
  const unsigned char* const shadow = shadow_of(memory);
  return static_cast<std::size_t>(std::find_if(shadow + from, shadow + bytes, [](unsigned char c) { return c != 0; }) -
                                  shadow);
}

void UnwrittenValues::used(std::uintptr_t code) {
  const auto [line, is_new] = lines_.try_emplace(code);
  if (is_new) {
    const CodeLine place = line_of_code(code - 1, prelude_);  // of the call
    line->second = {place.file, place.line};
  }
  const auto* const at = static_cast<const KparityDim3*>(launch_.context);  // thread, then block
  KparityFinding finding{};
  finding.kind = kparity_finding_uninitialised;
  finding.site = {line->second.first.empty() ? nullptr : line->second.first.c_str(), line->second.second, 0};
  finding.thread = at[0];
  finding.block = at[1];
  finding.text = "a branch or an address depends on a value that nobody has written";
  finding.element = -1;
  launch_.services->report(&finding);
}

std::vector<std::string> unwritten_compile_flags() {
  // Arguments and results are followed, not judged, whatever the version of clang. Beyond -O1 branches are merged and
  // lose their lines.
  return {"-g",
          "-O1",
          "-fsanitize=memory",
          "-fsanitize-recover=memory",
          "-fno-sanitize-memory-use-after-dtor",
          "-mllvm",
          "-msan-eager-checks=0"};
}

std::vector<std::string> unwritten_link_flags() {
  std::vector<std::string> flags;
  for (const char* function : {"frexp", "frexpf", "modf", "modff", "remquo", "remquof", "sincos", "sincosf"})
    flags.push_back(std::string("-Wl,--wrap=") + function);
  return flags;
}

}  // namespace kparity::checker
