// KP000 and KP109: every file that should be read was read, and every file that looks like part of a kernel is one.
#include <fmt/format.h>

#include "situation.hpp"

namespace kparity::gate {

void check_kernels_are_read(const Situation& situation, const Findings& findings) {
  if (situation.here.tree->kernels.empty())
    findings.add({.message = fmt::format("there is no kernel in '{}'", situation.folder),
                  .advice = "give the folder of the kernel folders"});
  for (const auto& [name, facts] : situation.here.tree->kernels) {
    if (!facts.has_host) continue;  // KP109
    for (const spec::Problem& problem : facts.problems)
      findings.add({.kernel = name,
                    .subject = problem.message,
                    .file = problem.where.file,
                    .line = problem.where.line,
                    .message = problem.message,
                    .advice = fmt::format("kernel '{}' is not checked until this is mended", name)});
    if (!facts.spec && facts.problems.empty())
      findings.add({.kernel = name,
                    .message = fmt::format("kernel '{}' has no spec", name),
                    .advice = fmt::format("write {}/{}.yaml", facts.folder, name)});
  }
  for (const spec::Problem& problem : situation.here.tree->evidence_problems)
    findings.add({.subject = problem.where.file,
                  .file = problem.where.file,
                  .message = problem.message,
                  .advice = "write it again with `kparity check --evidence`, or remove it"});
}

void check_orphans(const Situation& situation, const Findings& findings) {
  for (const auto& [name, facts] : situation.here.tree->kernels)
    if (!facts.has_host)
      findings.add({.kernel = name,
                    .file = facts.cuda_file.empty() ? facts.file : facts.cuda_file,
                    .message = facts.problems.empty() ? fmt::format("'{}' has no host implementation", name)
                                                      : facts.problems.front().message,
                    .advice = "a kernel folder is named like its function and holds its reference"});
  for (const std::string& orphan : situation.here.tree->orphans)
    findings.add({.subject = orphan,
                  .file = orphan,
                  .message = fmt::format("'{}' belongs to no kernel", orphan),
                  .advice = "the files of a kernel are called <kernel>/<kernel>.yaml and <kernel>/<kernel>_cuda.cu"});
}

}  // namespace kparity::gate
