// The cost of CUDA code before its first launch, without a GPU: a cold compilation against the compiler's own time for
// the same text, and a load from the cache in a process that has compiled before. Prints the fastest and the median of
// several runs, and the ratio.
#include <dlfcn.h>
#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "kparity/cache_upkeep.hpp"
#include "kparity/compare/compare.hpp"
#include "kparity/compile/catalog.hpp"
#include "kparity/cuda_compile.hpp"
#include "kparity/files.hpp"
#include "kparity/generate/generate.hpp"

namespace {

using namespace kparity;

constexpr const char* architecture = "sm_90";

struct Times {
  double fastest = 0, median = 0;  // milliseconds
};

double milliseconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

Times times_of(std::vector<double> all) {
  std::sort(all.begin(), all.end());
  return {all.front(), all[all.size() / 2]};
}

/// NVRTC called by hand: what a program that has nothing but the text would wait for.
class Compiler {
 public:
  Compiler() {
    for (const char* name : {"libnvrtc.so.13", "/usr/local/cuda/lib64/libnvrtc.so.13", "libnvrtc.so"}) {
      if (library_ == nullptr) library_ = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    }
    if (library_ == nullptr) throw std::runtime_error("no NVRTC");
  }

  std::string compile(const std::string& text, const std::vector<std::string>& options) const {
    void* program = nullptr;
    std::vector<const char*> words;
    for (const std::string& option : options) words.push_back(option.c_str());
    call<int (*)(void**, const char*, const char*, int, const char* const*, const char* const*)>(
        "nvrtcCreateProgram", &program, text.c_str(), "bench.cu", 0, nullptr, nullptr);
    call<int (*)(void*, int, const char* const*)>("nvrtcCompileProgram", program, static_cast<int>(words.size()),
                                                  words.data());
    std::size_t size = 0;
    call<int (*)(void*, std::size_t*)>("nvrtcGetCUBINSize", program, &size);
    std::string code(size, '\0');
    call<int (*)(void*, char*)>("nvrtcGetCUBIN", program, code.data());
    call<int (*)(void**)>("nvrtcDestroyProgram", &program);
    return code;
  }

 private:
  template <class F, class... A>
  void call(const char* name, A... arguments) const {
    const auto function = reinterpret_cast<F>(dlsym(library_, name));
    if (function == nullptr || function(arguments...) != 0) throw std::runtime_error(std::string(name) + " failed");
  }

  void* library_ = nullptr;
};

void print(const char* what, Times times, double against = 0) {
  std::printf("  %-52s %8.3f ms, median %8.3f ms", what, times.fastest, times.median);
  if (against > 0) std::printf("   %5.2f x", times.fastest / against);
  std::printf("\n");
}

void compile_through_cache(const Kernel& kernel, bool must_compile) {
  CudaCompileOptions options;
  options.use_cache = true;
  const KernelDefinition& definition = kernel.definition();
  const CudaCompilation made =
      compile_cuda(kernel.name(), *definition.cuda, definition.instantiations, architecture, options);
  if (!made.failure.empty()) throw std::runtime_error(made.failure);
  if (made.was_compiled != must_compile) throw std::runtime_error("the cache did not do what is measured here");
}

void measure(const Kernel& kernel, const Compiler& compiler, const std::string& cache) {
  constexpr int rounds = 15;
  const std::string path = kernel.definition().cuda->path;
  const std::string folder = std::filesystem::path(path).parent_path();
  const std::vector<std::string> options{
      std::string("-arch=") + architecture, "-default-device", "-std=c++17", "--no-cache", "-I" + folder,
      "-I" + folder + "/../common"};
  const std::string text = read_file(path);
  std::vector<double> alone, cold, cached;
  for (int round = 0; round < rounds; ++round) {  // in turn, so that both meet the same load of the machine
    alone.push_back(milliseconds([&] { compiler.compile(text, options); }));
    clear_cache(cache);
    cold.push_back(milliseconds([&] { compile_through_cache(kernel, true); }));
    cached.push_back(milliseconds([&] { compile_through_cache(kernel, false); }));
  }
  std::printf("%s\n", kernel.name().c_str());
  print("NVRTC alone", times_of(alone));
  print("cold, with the check of the type and the cache", times_of(cold), times_of(alone).fastest);
  print("from the cache", times_of(cached));
}

}  // namespace

int main() {
  if (!why_no_nvrtc().empty()) {
    std::printf("%s\n", why_no_nvrtc().c_str());
    return 0;
  }
  std::string cache = (std::filesystem::temp_directory_path() / "kparity-bench-XXXXXX").string();
  if (mkdtemp(cache.data()) == nullptr) return 1;
  setenv("KPARITY_CACHE_DIR", cache.c_str(), 1);
  const spec::Vocabulary vocabulary{generate::generator_rules(), compare::tolerance_rules()};
  const KernelCatalog kernels = compile::make_catalog(compile::read_sources(KPARITY_SOURCE_DIR "/specs", vocabulary));
  const Compiler compiler;
  for (const char* name : {"axpy", "dot", "stencil2d"}) measure(kernels.at(name), compiler, cache);
  std::filesystem::remove_all(cache);
  return 0;
}
