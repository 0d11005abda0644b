// What a benchmark produces and its report prints: one row per kernel, case and implementation, measured or with the
// reason why not. Plain structs, so that a report can be tested with hand-made values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kparity/result/reference.hpp"
#include "kparity/result/result.hpp"

namespace kparity::result {

/// The 95 % bootstrap interval of a median, in seconds.
struct Interval {
  double low = 0, high = 0;
  friend bool operator==(const Interval&, const Interval&) = default;
};

/// The times of one implementation. A block is a handful of samples in a row; its median is one number.
struct Timing {
  std::vector<double> blocks{};        // seconds per call, in the order in which they were measured
  double median = 0;                   // of the blocks
  std::optional<Interval> interval{};  // none for fewer than six blocks
  bool reached_target = false;         // half the interval is at most the wanted share of the median
  bool steady = false;                 // warming up ended because two blocks in a row agreed
  bool coarse = false;                 // a sample is shorter than 1000 steps of the clock
  std::uint64_t calls = 0;             // timed and warming up
  std::uint64_t calls_per_sample = 1, samples_per_block = 1;
  std::uint64_t page_faults = 0, preemptions = 0;  // during its timed blocks
  // On a device:
  std::vector<double> clock_hertz{};  // of a multiprocessor, per block; 0 where it is not known
  bool without_hold = false;          // the stream could not be held: times of short kernels may hold those of the host
  double seconds_after = 0;           // how long the device went on after the last work, in the middle
  std::vector<std::pair<std::string, double>> arguments{};  // of a copy: the median of each array, by name
};

/// A part of a call, or another way to make it, timed beside the kernel alone: "copy_in", "copy_out" (pageable memory),
/// "copy_in_pinned", "copy_out_pinned", "call" (copies and kernel from host memory to host memory), "launch_floor" (a
/// kernel that does nothing, with the same grid and block).
struct Part {
  std::string what;
  Timing timing;
};

/// The most that one side does, measured in the same run.
struct Roof {
  std::string place;                                               // "host", "device"
  double bytes_per_second = 0;                                     // 0: not measured
  std::vector<std::pair<std::string, double>> flops_per_second{};  // by type: "f32", "f64"
  std::string why_absent;                                          // of the first figure that is missing
};

/// One row. Has a timing only if its verdict is pass.
struct Measurement {
  std::string kernel;
  std::string point;  // "n=10000", "n=10000 T=double"
  std::string implementation;
  std::string place = "host";
  Verdict verdict = Verdict::unchecked;
  std::string reason = "not run";
  std::string token;              // of the case, to replay it; empty where it lies beyond the bounds of the spec
  std::optional<double> bytes;    // read and written by a call, as the algorithm needs them
  bool bytes_are_derived = true;  // each input array read once, each output array written once
  std::optional<double> flops, items;
  std::string flops_type;  // "f32", "f64"; empty: both, or none
  std::string types;       // of the instantiation: "T=double"; empty without `types:`
  std::vector<std::pair<std::string, std::int64_t>> sizes{};  // of the point, by name
  std::optional<double> memory_share{}, flops_share{};        // of the roof; none where it says nothing
  std::string bound;                                          // "memory", "arithmetic"; empty: neither, or not known
  double footprint = 0;                                       // bytes of all arrays of a call
  bool cold = false;  // the sets of arrays that calls take turns with are twice the last-level cache together
  std::uint64_t sets = 0;
  std::optional<std::uint64_t> instructions{};         // of a call on the host, in its calling thread
  std::optional<Timing> timing;                        // of the kernel alone
  std::vector<Part> parts;                             // of an implementation on a device
  double compile_seconds = 0, first_call_seconds = 0;  // on a device, before anything was timed; 0: not measured
  std::vector<std::string> notes;                      // what a reader of the time should know
};

/// Null if the row has no such part.
const Timing* find_part(const Measurement& row, std::string_view what);

/// Takes back what was measured: the row shows the verdict and its reason instead of a time.
void refuse(Measurement& row, Verdict verdict, std::string reason);

/// How the time of an implementation grows: seconds = a + b n^p, fitted to its medians.
struct Fit {
  std::string kernel, implementation, types;
  std::string size;  // the name of n
  double a = 0, b = 0, p = 0;
  double worst = 0;  // the largest difference from a median, as a share of it
};

/// Where an implementation on a device begins to be faster than the best of the host.
struct BreakEven {
  std::string kernel, implementation, types;
  std::string what;                  // "kernel" alone, or "call": with copies
  std::string size;                  // the name of n
  double smallest = 0, largest = 0;  // that were measured on both sides
  std::optional<double> from{};      // the n where it begins; `smallest` if it is faster everywhere; none: nowhere
};

/// What the compiler made of a CUDA kernel, on whatever machine: figures that never waver.
struct StaticFacts {
  std::string kernel, types, architecture;
  unsigned registers = 0;                           // per thread
  std::size_t local_memory = 0, shared_memory = 0;  // bytes per thread, and static ones per block
  std::size_t code_size = 0;                        // of the CUBIN with all instantiations
};

struct BenchReport {
  std::string version, profile;
  std::string command;                            // that does it again
  std::string replay_command = "kparity replay";  // in front of a token
  std::string date;                               // "2026-11-30T19:00:00+00:00"
  std::uint64_t seed = 0;
  double target = 0, budget_seconds = 0;                         // wanted share of the median; per kernel and case
  std::vector<std::pair<std::string, std::string>> environment;  // "cpu_model", "compiler", ... in this order
  std::uint64_t last_level_cache = 0;                            // bytes; 0: not known
  double clock_step = 0, call_floor = 0;                         // seconds; of an empty kernel, per call
  std::vector<Roof> roofs;
  std::vector<StaticFacts> statics;
  std::optional<ReferenceComparison> reference{};  // with stored runs of this machine
  std::vector<Fit> fits;
  std::vector<BreakEven> break_evens;
  std::vector<Measurement> rows;  // of one kernel and case next to each other
  double seconds = 0;             // all of it; of these:
  double verify_seconds = 0;      // small cases by the rules of the spec
  double setup_seconds = 0;       // arrays, what is expected of them, and comparing with it once
  double timing_seconds = 0;      // warming up, blocks, and comparing the last results
  double setup_limit = 0;         // seconds per case
  bool is_complete = true;        // false: it was stopped before its end
};

/// 0: something was measured and nothing is wrong; 1: something is wrong; 4: nothing was measured.
int exit_code(const BenchReport& report);

}  // namespace kparity::result
