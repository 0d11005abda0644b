// The CUDA run-time compiler, opened when first needed: this library runs where it is absent, and never links it.
#pragma once

#include <string>
#include <vector>

namespace kparity::cuda {

struct NvrtcProgram;  // opaque

/// The functions of the library, and what identifies it.
struct Nvrtc {
  using Handle = NvrtcProgram*;
  const char* (*error_text)(int) = nullptr;
  int (*version)(int*, int*) = nullptr;
  int (*create)(Handle*, const char*, const char*, int, const char* const*, const char* const*) = nullptr;
  int (*destroy)(Handle*) = nullptr;
  int (*compile)(Handle, int, const char* const*) = nullptr;
  int (*log_size)(Handle, std::size_t*) = nullptr;
  int (*log)(Handle, char*) = nullptr;
  int (*code_size)(Handle, std::size_t*) = nullptr;
  int (*code)(Handle, char*) = nullptr;
  int (*ptx_size)(Handle, std::size_t*) = nullptr;
  int (*ptx)(Handle, char*) = nullptr;
  int (*add_expression)(Handle, const char*) = nullptr;
  int (*lowered_name)(Handle, const char*, const char**) = nullptr;

  int major = 0, minor = 0;
  std::string build;                         // the build id of its file: patches differ in it, not in the version
  std::vector<int> architectures;            // 75, 80, ..., ascending
  std::vector<std::string> include_folders;  // of the toolkit it belongs to
};

/// Null if there is none. Looks once.
const Nvrtc* find_nvrtc();
/// Why there is none; empty if there is one.
const std::string& why_no_nvrtc();
/// Throws RuntimeFailure if there is none.
const Nvrtc& nvrtc();

}  // namespace kparity::cuda
