// Starts the program anew with the runtime and asks it through the functions that it exports.
#include "address_sanitizer.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <vector>

#include "kparity/emulate/sanitizer.hpp"
#include "kparity/error.hpp"
#include "kparity/parity/place.hpp"

namespace kparity::parity {

namespace {

// Reports are taken one by one and the kernel goes on; signals stay with whoever handles them.
constexpr const char* runtime_options =
    "halt_on_error=0:suppress_equal_pcs=0:detect_leaks=0:detect_stack_use_after_return=0:detect_odr_violation=0:"
    "handle_segv=0:handle_sigbus=0:handle_abort=0:handle_sigfpe=0:handle_sigill=0:use_sigaltstack=0";

template <class F>
F* function(const char* name) {
  return reinterpret_cast<F*>(::dlsym(RTLD_DEFAULT, name));
}

bool is_here() {
  return ::dlsym(RTLD_DEFAULT, "__asan_init") != nullptr;
}

std::vector<std::string> own_arguments() {
  std::ifstream in("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(in, word, '\0');) words.push_back(word);
  return words;
}

std::function<void(const SanitizerReport&)>& taker() {
  static std::function<void(const SanitizerReport&)> of_process;
  return of_process;
}

void tell(const char*) {
  if (!taker()) return;
  SanitizerReport report;
  if (auto* pc = function<void*()>("__asan_get_report_pc")) report.code = reinterpret_cast<std::uintptr_t>(pc());
  if (auto* address = function<void*()>("__asan_get_report_address"))
    report.address = reinterpret_cast<std::uintptr_t>(address());
  if (auto* type = function<int()>("__asan_get_report_access_type")) report.is_write = type() == 1;
  if (auto* size = function<std::size_t()>("__asan_get_report_access_size")) report.bytes = size();
  if (auto* words = function<const char*()>("__asan_get_report_description")) report.description = words();
  taker()(report);
}

}  // namespace

std::string why_no_address_sanitizer() {
  if (is_here()) return "";
  return "the place 'asan' needs the shared runtime of AddressSanitizer of the compiler that compiles kernels, which "
         "is not "
         "there; it comes with g++ (Debian: libasan8) and with clang (libclang-rt-14-dev)";
}

void start_with_address_sanitizer() {
  const char* const before = std::getenv("LD_PRELOAD");
  if (is_here()) {
    ::unsetenv("LD_PRELOAD");  // it is for this program, not for the compilers that it starts
    return;
  }
  const std::string runtime = emulate::address_sanitizer_runtime();
  if (runtime.empty() || (before != nullptr && std::string(before).find(runtime) != std::string::npos)) return;
  ::setenv("LD_PRELOAD", before == nullptr ? runtime.c_str() : (runtime + ":" + before).c_str(), 1);
  const char* const options = std::getenv("ASAN_OPTIONS");
  ::setenv("ASAN_OPTIONS",
           options == nullptr ? runtime_options : fmt::format("{}:{}", runtime_options, options).c_str(), 1);
  std::vector<std::string> words = own_arguments();
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execv("/proc/self/exe", arguments.data());
}

void take_sanitizer_reports(std::function<void(const SanitizerReport&)> take) {
  taker() = std::move(take);
  if (auto* set = function<void(void (*)(const char*))>("__asan_set_error_report_callback")) set(tell);
}

}  // namespace kparity::parity
