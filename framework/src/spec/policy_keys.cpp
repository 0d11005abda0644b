// The tables of keys of `kparity.yaml`. A new key is one line here and one where policy.cpp takes it.
#include "policy_keys.hpp"

namespace kparity::spec {

const Block& target_keys() {
  static const Block keys{"target",
                          {
                              {"kernels", Value::texts, "The kernels that it is about; all by default."},
                              {"state",
                               Value::word,
                               "The state that they must have reached; `verified` is the default.",
                               false,
                               {"declared", "signature", "compiles", "verified", "measured"}},
                              {"by", Value::date, "The last day on which they may be short of it: 2027-03-01.", true},
                          }};
  return keys;
}

const Block& policy_keys() {
  static const Block keys{
      "gate",
      {
          {"mode",
           Value::word,
           "`absolute`: this tree alone; `ratchet`: against the base, too. By default `ratchet` where a base is known.",
           false,
           {"absolute", "ratchet"}},
          {"fail_on",
           Value::word,
           "The least severity that makes the gate red; `error` is the default.",
           false,
           {"error", "warning"}},
          {"old_findings",
           Value::word,
           "Of a ratchet, what the base breaches as well: `report` (default) or `count`.",
           false,
           {"report", "count"}},
          {"new_kernels",
           Value::word,
           "With `missing_cuda: fallback`: `may_fall_back` (default; a warning) or `must_be_ported`.",
           false,
           {"may_fall_back", "must_be_ported"}},
          {"evidence",
           Value::word,
           "A changed kernel without fresh evidence is an error (`required`, the default) or a warning (`advisory`).",
           false,
           {"required", "advisory"}},
          {"workflow", Value::text, "The name of the CI workflow that evidence must come from."},
          {"signers", Value::text, "A file of ssh's allowed signers, beside this one; then evidence must be signed."},
          {"cases", Value::count, "The cases that evidence must have run at least."},
          {"architectures", Value::texts, "What `--compile` compiles for: [sm_80, sm_90]; the usual ones by default."},
          {"rules",
           Value::severities,
           "The severity of a rule: {KP113: off}.",
           false,
           {"off", "note", "warning", "error"}},
          {"targets",
           Value::blocks,
           "States that kernels must reach by a day, by names of your choice.",
           false,
           {},
           &target_keys()},
      }};
  return keys;
}

const Block& policy_file_keys() {
  static const Block keys{"",
                          {
                              {"gate", Value::block, "The rules of the porting gate.", false, {}, &policy_keys()},
                          }};
  return keys;
}

}  // namespace kparity::spec
