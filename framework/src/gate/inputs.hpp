// What the gate reads beside kernels: the policy, evidence, notes of fallbacks, earlier reports.
#pragma once

#include <optional>

#include "kparity/gate/gate.hpp"
#include "situation.hpp"

namespace kparity::gate {

/// The policy of the options, or the nearest `kparity.yaml` from the folder up to `top`; the default policy if there is
/// none. Throws FileNotFound, SpecError.
spec::GatePolicy find_policy(const GateOptions& options, const std::string& top);

/// Evidence beside the specs and in folders: per kernel one of its present sources, else the latest.
void read_evidence(const GateOptions& options, const ScanOptions& scan, const spec::GatePolicy& policy, Tree& tree);

/// The lines of a file of KPARITY_FALLBACK_LOG. Throws FileNotFound, and InvalidArgument for what is none.
std::vector<Fallback> read_fallbacks(const std::string& file, const std::string& top);

/// The scores in a report of `kparity mutate` in JSON, by kernel. Throws FileNotFound, and InvalidArgument for what is
/// none.
std::map<std::string, MutantScore> read_mutants(const std::string& file);

/// The states of earlier reports in JSON in a folder, by date. What is no report is left out.
std::vector<result::HistoryPoint> read_history(const std::string& folder);

}  // namespace kparity::gate
