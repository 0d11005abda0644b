// The kernels that measure what this machine can do: a triad for its memory, chains of multiplications and additions
// for its arithmetic. They are kernels like any other, verified and timed as those are, so that a share of a roof
// compares like with like.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "kparity/bench/bench.hpp"
#include "kparity/result/measurement.hpp"

namespace kparity::tool {

struct ProbeFile {
  const char* name;  // "kparity_triad/kparity_triad.yaml"
  const char* text;
};
std::span<const ProbeFile> probe_files();

/// Measures the probes with the best host implementation and, `on_device`, the CUDA version. Compiles with the system's
/// compiler; what is missing is a row with a reason.
result::BenchReport measure_probes(const bench::Options& options, bool on_host, bool on_device, unsigned jobs,
                                   const bench::Watch& watch);

/// The plain loops of the probes at small sizes, in a moment: nobody's change touches them, so that they tell how much
/// the machine itself has changed from process to process. As a roof of the place "control".
result::Roof measure_controls(const bench::Options& options, unsigned jobs, const bench::Watch& watch);

}  // namespace kparity::tool
