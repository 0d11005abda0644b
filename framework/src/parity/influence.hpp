// Whether each input matters: changed alone, it has to change an output of the reference in some case. An input that
// never does is hidden by the data of the spec, and an implementation that ignores it would pass.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kparity/parity/workspace.hpp"
#include "kparity/spec/model.hpp"
#include "subject.hpp"

namespace kparity::parity {

class Influence {
 public:
  explicit Influence(const spec::KernelSpec& spec);

  /// Whether an input is left whose influence is not shown and was not looked for often enough.
  bool is_open(const CaseData& data) const;

  /// Runs the reference with each of those inputs changed; `result` is what it made of the case as it is. Throws what
  /// the reference throws.
  void look(const CaseData& data, const Subject& reference, const Workspace& result);

  /// The input that never changed an output although it was looked for often enough; empty if there is none.
  std::string without_influence() const;
  /// The input that changed an output although the spec declares it unused; empty if there is none.
  std::string used_nevertheless() const;

 private:
  struct Asked {
    const spec::InputSpec* input = nullptr;
    bool is_declared_unused = false;
    unsigned changed = 0;   // cases in which it was changed
    bool mattered = false;  // an output changed with it
  };
  bool is_left(const Asked& asked) const;
  bool changes_an_output(const CaseData& changed, const Subject& reference, const Workspace& result);

  const spec::KernelSpec& spec_;
  std::vector<Asked> asked_;
  Workspace workspace_{0};
};

}  // namespace kparity::parity
