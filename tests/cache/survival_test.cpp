// The cache on disk between real processes that compile real kernels: killed at any point, started all at once, and in
// front of damaged entries. Never a wrong kernel, never a missing one, never two compilations of one.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <thread>

#include "kparity/cache.hpp"
#include "kparity/cache_upkeep.hpp"
#include "kparity/cuda_compile.hpp"
#include "kparity/files.hpp"
#include "support/cuda_sources.hpp"
#include "work.hpp"

extern "C" char** environ;  // NOLINT: POSIX leaves the declaration to the program

namespace kparity::test {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

/// A worker, with its standard output in a file.
class Worker {
 public:
  Worker(const std::string& what, const std::string& folder, std::string output) : output_(std::move(output)) {
    std::string words[]{KPARITY_CACHE_WORKER, what, folder};
    char* arguments[]{words[0].data(), words[1].data(), words[2].data(), nullptr};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, output_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (posix_spawn(&process_, words[0].c_str(), &actions, nullptr, arguments, environ) != 0) process_ = -1;
    posix_spawn_file_actions_destroy(&actions);
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  void kill() const { ::kill(process_, SIGKILL); }
  int wait() const {
    int status = -1;
    waitpid(process_, &status, 0);
    return status;
  }
  /// What it printed, by kernel.
  std::map<std::string, Made> made() const {
    std::map<std::string, Made> out;
    std::istringstream lines(read_file(output_));
    for (std::string kernel, how, digest; lines >> kernel >> how >> digest;) {
      out[kernel] = {kernel, how == "compiled", digest};
    }
    return out;
  }

 private:
  pid_t process_ = -1;
  std::string output_;
};

/// One cache for this process and its workers, emptied before each test; one kernel `axpy` with a host and a CUDA
/// version, and a compiler that writes a line to `compiled` for each of its runs on that kernel.
class CacheSurvival : public testing::Test {
 protected:
  CacheSurvival() {
    const std::string compiler =
        shared().write("c++", "#!/bin/sh\ncase \"$*\" in *-shared*) echo x >> \"" + compiled_log() +
                                  "\";; esac\nexec " KPARITY_BUILD_CXX " \"$@\"\n");
    fs::permissions(compiler, fs::perms::owner_all);
    setenv("KPARITY_CXX", compiler.c_str(), 1);
    setenv("KPARITY_CACHE_DIR", cache().c_str(), 1);
    fs::create_directory(cache());
    fs::permissions(cache(), fs::perms::owner_all);
    clear_cache(cache());
    fs::remove(compiled_log());
    folder_.write("axpy/axpy.yaml",
                  "kernel: axpy\nsummary: y += a x\n"
                  "signature: void axpy(double a, const double* x, double* y, int n)\n"
                  "inputs:\n  n: {generate: integer, min: 0, max: 9, role: size}\n"
                  "  a: {generate: uniform, min: 0, max: 1}\n"
                  "  x: {generate: uniform, shape: [n], min: 0, max: 1}\n"
                  "  y: {generate: uniform, shape: [n], min: 0, max: 1}\n"
                  "outputs:\n  y: {tolerance: exact, reason: a test}\nlaunch: {threads: n}\n");
    folder_.write("axpy/axpy_reference.cpp",
                  "static void axpy(double a, const double* x, double* y, int n) {\n"
                  "  for (int i = 0; i < n; ++i) y[i] += a * x[i];\n}\n");
    folder_.write("axpy/axpy_cuda.cu", axpy_text);
  }

  static const Folder& shared() {
    static const Folder folder;
    return folder;
  }
  static std::string cache() { return shared().path() + "/cache"; }
  static std::string compiled_log() { return shared().path() + "/compiled"; }
  static std::size_t host_compilations() {
    return fs::exists(compiled_log()) ? read_file(compiled_log()).size() / 2 : 0;
  }
  std::string kernels() const { return folder_.path() + "/axpy"; }

  Worker start(const std::string& what, const std::string& folder = "") const {
    return {what, folder.empty() ? kernels() : folder, folder_.path() + "/output" + std::to_string(started_++)};
  }
  std::vector<std::unique_ptr<Worker>> start_many(int count, const std::string& what, const std::string& folder) const {
    std::vector<std::unique_ptr<Worker>> out;
    for (int i = 0; i < count; ++i) {
      out.push_back(std::make_unique<Worker>(what, folder, folder_.path() + "/output" + std::to_string(started_++)));
    }
    return out;
  }
  /// The only one with that ending.
  static std::string entry(const std::string& ending) {
    for (const fs::directory_entry& file : fs::directory_iterator(cache())) {
      if (file.path().string().ends_with(ending)) return file.path().string();
    }
    return "";
  }

  /// Kills workers after more and more of the time that a whole one takes; `check` runs after each, on what it left.
  template <class Check>
  void kill_at_many_points(const std::string& what, int points, const Check& check) const {
    auto whole = std::chrono::steady_clock::duration::max();
    for (int run = 0; run < 2; ++run) {  // a busy machine may delay one of them
      clear_cache(cache());
      const auto before = std::chrono::steady_clock::now();
      ASSERT_EQ(start(what).wait(), 0);
      whole = std::min(whole, std::chrono::steady_clock::now() - before);
    }
    int killed = 0;
    for (int i = 0; i < points; ++i) {
      clear_cache(cache());
      const Worker worker = start(what);
      std::this_thread::sleep_for(whole * i / points);
      worker.kill();
      killed += WIFSIGNALED(worker.wait()) ? 1 : 0;
      check();
    }
    EXPECT_GE(killed, points / 4);  // or little was tested
  }

  Folder folder_;
  mutable int started_ = 0;
};

class CudaCacheSurvival : public CacheSurvival {
 protected:
  void SetUp() override {
    if (!why_no_nvrtc().empty()) GTEST_SKIP() << why_no_nvrtc();
  }
  Made make() const { return make_cuda(kernels()).at(0); }
};

TEST_F(CudaCacheSurvival, killing_a_process_at_any_point_of_a_cuda_compilation_costs_nothing) {
  const std::string right = make().digest;
  kill_at_many_points("cuda", 16, [&] {
    EXPECT_EQ(make().digest, right);
    EXPECT_FALSE(make().was_compiled);
    EXPECT_THAT(verify_cache(cache()), IsEmpty());
  });
}

TEST_F(CacheSurvival, killing_a_process_at_any_point_of_a_host_compilation_costs_nothing) {
  kill_at_many_points("host", 8, [&] {
    EXPECT_NO_THROW(make_hosts(kernels()));
    EXPECT_THAT(verify_cache(cache()), IsEmpty());
  });
}

TEST_F(CudaCacheSurvival, sixteen_processes_at_once_get_the_right_kernel_from_one_compilation) {
  std::map<std::string, int> digests;
  int compilations = 0;
  const auto workers = start_many(16, "cuda", kernels());
  for (const auto& worker : workers) {
    EXPECT_EQ(worker->wait(), 0);
    const Made made = worker->made()["axpy"];
    ++digests[made.digest];
    compilations += made.was_compiled ? 1 : 0;
  }
  EXPECT_EQ(compilations, 1);
  EXPECT_THAT(digests, ElementsAre(std::pair<const std::string, int>(make().digest, 16)));
}

TEST_F(CacheSurvival, sixteen_processes_at_once_get_the_right_host_object_from_one_compilation) {
  const auto workers = start_many(16, "host", kernels());
  for (const auto& worker : workers) EXPECT_EQ(worker->wait(), 0);
  EXPECT_EQ(host_compilations(), 1U);
}

TEST_F(CudaCacheSurvival, eight_cold_processes_compile_each_kernel_of_the_catalogue_once) {
  std::map<std::string, int> compilations, uses;
  const auto workers = start_many(8, "cuda", KPARITY_SOURCE_DIR "/specs");
  for (const auto& worker : workers) {
    EXPECT_EQ(worker->wait(), 0);
    for (const auto& [kernel, made] : worker->made()) {
      ++uses[kernel];
      compilations[kernel] += made.was_compiled ? 1 : 0;
    }
  }
  EXPECT_GE(uses.size(), 6U);
  for (const auto& [kernel, count] : uses) {
    EXPECT_EQ(count, 8) << kernel;
    EXPECT_EQ(compilations[kernel], 1) << kernel;
  }
  EXPECT_EQ(cache_usage(cache()).entries, uses.size());
}

TEST_F(CudaCacheSurvival, a_damaged_cuda_entry_is_compiled_again_and_never_loaded) {
  const Made right = make();
  const std::string bytes = read_file(entry(".cuda"));
  const auto expect_compiled = [&](const std::string& damaged, const std::string& what) {
    std::ofstream(entry(".cuda"), std::ios::binary) << damaged;
    const Made made = make();
    EXPECT_TRUE(made.was_compiled) << what;
    EXPECT_EQ(made.digest, right.digest) << what;
    EXPECT_FALSE(make().was_compiled) << what;
  };
  for (const std::size_t length :
       {std::size_t{0}, std::size_t{1}, std::size_t{16}, bytes.size() / 2, bytes.size() - 1}) {
    expect_compiled(bytes.substr(0, length), "length " + std::to_string(length));
  }
  for (std::size_t at = 0; at < bytes.size(); at += bytes.size() / 8) {
    std::string flipped = bytes;
    flipped[at] = static_cast<char>(flipped[at] ^ (1 << at % 8));
    expect_compiled(flipped, "a bit of byte " + std::to_string(at));
  }
}

TEST_F(CacheSurvival, a_damaged_host_object_is_compiled_again_and_never_opened) {
  make_hosts(kernels());
  const std::string bytes = read_file(entry(".so"));
  std::size_t compilations = host_compilations();
  for (const std::size_t length : {std::size_t{0}, std::size_t{64}, bytes.size() - 1}) {
    fs::remove(entry(".so"));  // it is mapped in this process: not to be changed in place
    std::ofstream(cache() + "/" + fs::path(entry(".so.sum")).stem().string(), std::ios::binary)
        << bytes.substr(0, length);
    EXPECT_EQ(start("host").wait(), 0) << length;
    EXPECT_EQ(host_compilations(), ++compilations) << length;
  }
  EXPECT_THAT(verify_cache(cache()), IsEmpty());
}

TEST_F(CacheSurvival, emptying_the_cache_while_others_use_it_costs_only_time) {
  std::vector<std::unique_ptr<Worker>> workers = start_many(6, "host", kernels());
  for (int i = 0; i < 40; ++i) {
    clear_cache(cache());
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  for (const auto& worker : workers) EXPECT_EQ(worker->wait(), 0);
}

}  // namespace
}  // namespace kparity::test
