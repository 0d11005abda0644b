// From facts and evidence to the state of a kernel.
#pragma once

#include "situation.hpp"

namespace kparity::gate {

/// What a tree is judged by.
struct Judgement {
  const spec::GatePolicy& policy;
  std::string today;
  std::map<std::string, std::string> broken_code;  // see Situation
  bool has_compiled = false;
};

/// One row per kernel of the tree.
StatedTree state_tree(const Tree& tree, const Judgement& judgement);

/// Evidence of the very sources that are there.
bool is_fresh(const KernelFacts& facts, const Evidence& evidence);
/// Why the policy does not take the evidence, or empty.
std::string why_not_accepted(const Evidence& evidence, const spec::GatePolicy& policy);
/// The cases of its parity check on a device.
std::uint64_t cases_of(const Evidence& evidence);
/// What an exemption lacks: "has no owner", "has expired on 2026-01-31"; empty if it holds.
std::string why_not_exempt(const spec::Exemption& exempt, const std::string& today);

}  // namespace kparity::gate
