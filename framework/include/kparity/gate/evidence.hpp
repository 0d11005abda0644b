// What a run on a device leaves behind about a kernel, so that a machine without one can tell whether the very sources
// it sees have been verified. Evidence is a claim, not a proof; the gate says where it came from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kparity/compile/catalog.hpp"

namespace kparity::gate {

/// One check that ran on the device or compiled for it.
struct EvidenceCheck {
  std::string id;       // "axpy.parity.cuda"
  std::string verdict;  // "pass"
  std::string reason;   // why not pass
  std::uint64_t cases = 0;
  double used = 0;    // largest share of the bound
  std::string token;  // of the failing case
};

/// The code for one architecture and instantiation.
struct EvidenceCode {
  std::string architecture, types;      // "sm_90", "T=float"
  unsigned registers = 0, threads = 0;  // per thread, of a block
  std::uint64_t shared_memory = 0;      // bytes of a block, static ones
  /// Bytes of a thread: local arrays and registers that were spilled. None in evidence of a version that did not look.
  std::optional<std::uint64_t> local_memory{};
};

/// A median of a benchmark.
struct EvidenceTime {
  std::string point, implementation;  // "n=10000", "cuda"
  double seconds = 0;
  std::string what = "kernel";  // alone; of a device also "copy_in", "copy_out" and "call", with copies
};

struct Evidence {
  std::string file;      // where it was read from; not written
  std::string distrust;  // why its signature is not accepted; empty if it is, or none is demanded; not written
  std::string kernel, kparity, hash, date;
  std::string device, driver, nvrtc;
  std::string workflow, run, commit;  // of the CI that wrote it; empty by hand
  std::uint64_t seed = 0;
  std::vector<EvidenceCheck> checks;
  std::vector<EvidenceCode> code;
  std::vector<EvidenceTime> times;
};

/// "axpy.evidence.json".
std::string evidence_name(const std::string& kernel);

/// Over all that a verdict of the device depends on: the reference, the CUDA file and the launch rule with what they
/// include, the meaning of the spec without `bench:`, its structs, and the version of kparity. Line ends do not count.
/// Empty for a source that cannot be checked.
std::string source_hash(const compile::KernelSource& source, const std::string& version);

std::string to_json(const Evidence& evidence);
/// Throws InvalidArgument naming `file` for what is no evidence of this schema.
Evidence parse_evidence(const std::string& text, const std::string& file);

/// The first check that is not green; null if there is none.
const EvidenceCheck* first_red(const Evidence& evidence);
/// A parity check of the CUDA version on a device ran and agreed.
bool is_verified(const Evidence& evidence);
bool is_measured(const Evidence& evidence);
/// "workflow 'GPU' (run 12)", "written by hand".
std::string origin_of(const Evidence& evidence);

}  // namespace kparity::gate
