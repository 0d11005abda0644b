// From tasks to rows: plan, verify all, then time kernel by kernel. Verification forks and so comes first; the witness
// of an implementation must have seen exactly the calls that were made.
#include "kparity/bench/bench.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <new>
#include <optional>

#include "kparity/error.hpp"
#include "kparity/generate/generate.hpp"
#include "kparity/parity/parity.hpp"
#include "sampler.hpp"
#include "stage.hpp"

namespace kparity::bench {

namespace {

using result::Measurement;
using result::Verdict;

/// The rows of one kernel and case.
struct Group {
  const Task* task = nullptr;
  generate::Case drawn;
  std::size_t first = 0, count = 0;  // rows of the report
};

/// "n=10000 T=double": sizes, and what tells the instantiation.
std::string point_text(const spec::KernelSpec& spec, const generate::Case& drawn) {
  std::string text;
  std::size_t scalar = 0;
  for (const auto& input : spec.inputs) {
    if (!input.shape.empty()) continue;
    const auto& value = drawn.scalars[scalar++];
    if (input.role == spec::Role::size)
      text += fmt::format("{}{}={}", text.empty() ? "" : " ", input.name, to_text(value));
  }
  if (const auto& types = spec.instantiations[drawn.instantiation].types; !types.empty())
    text += fmt::format("{}{}", text.empty() ? "" : " ", types);
  return text;
}

double value_of(const spec::KernelSpec& spec, const generate::Case& drawn, const Expression& expression) {
  return static_cast<double>(generate::evaluate(spec, drawn, expression));
}

/// Bytes that a call reads and writes by the spec; each array once where it does not say.
void set_work(const spec::KernelSpec& spec, const generate::Case& drawn, Measurement& row) {
  double reads = 0, writes = 0;
  for (const auto& array : generate::plan(spec, drawn)) {
    const double bytes = static_cast<double>(array.elements) * static_cast<double>(size_of(array.dtype));
    if (array.is_input) reads += bytes;
    if (array.is_output && !array.is_scratch) writes += bytes;
  }
  if (spec.bench) {
    if (spec.bench->reads) reads = value_of(spec, drawn, *spec.bench->reads);
    if (spec.bench->writes) writes = value_of(spec, drawn, *spec.bench->writes);
    row.bytes_are_derived = !spec.bench->reads && !spec.bench->writes;
    if (spec.bench->items) row.items = value_of(spec, drawn, *spec.bench->items);
    double flops = 0;
    for (const auto& each : spec.bench->flops) flops += value_of(spec, drawn, each.count);
    if (!spec.bench->flops.empty()) row.flops = flops;
  }
  row.bytes = reads + writes;
}

Measurement planned_row(const Task& task, const generate::Case& drawn, const std::string& implementation) {
  Measurement row;
  row.kernel = task.spec->kernel;
  row.point = point_text(*task.spec, drawn);
  row.implementation = implementation;
  if (generate::Generator(*task.spec).why_illegal(drawn).empty()) row.token = generate::token(*task.spec, drawn);
  return row;
}

/// Rows that cannot be measured say so at once; all others stay `unchecked` until they are verified.
std::vector<Group> plan(const std::vector<Task>& tasks, const Options& options, std::vector<Measurement>& rows) {
  std::vector<Group> groups;
  for (const Task& task : tasks) {
    for (std::size_t type = 0; type < task.spec->instantiations.size(); ++type) {
      for (auto& drawn : points(*task.spec, type, options.seed)) {
        Group group{&task, drawn, rows.size(), 0};
        for (const auto& name : task.implementations) rows.push_back(planned_row(task, drawn, name));
        if (!task.expected_cuda_path.empty()) {
          rows.push_back(planned_row(task, drawn, std::string(cuda_name)));
          refuse(rows.back(), Verdict::skipped, fmt::format("not ported: {} is missing", task.expected_cuda_path));
        }
        group.count = rows.size() - group.first;
        for (std::size_t i = group.first; i < rows.size(); ++i) {
          try {
            rows[i].footprint = footprint_of(*task.spec, drawn);
            set_work(*task.spec, drawn, rows[i]);
          } catch (const InvalidArgument& refused) {
            refuse(rows[i], Verdict::skipped, refused.what());
          }
        }
        groups.push_back(std::move(group));
      }
    }
  }
  return groups;
}

/// In a child process, on guarded and poisoned arrays, as a check does it.
void verify(const Group& group, const Options& options, Measurement& row) {
  if (row.verdict != Verdict::unchecked) return;
  if (row.implementation == cuda_name)
    return refuse(row, Verdict::skipped, "device timing is not there yet; `kparity check` compares the results");
  parity::CheckOptions check;
  check.timeout_seconds = options.timeout_seconds;
  const auto outcome = parity::verify({group.task->spec, group.task->kernel, row.implementation}, group.drawn, check);
  if (outcome.verdict != Verdict::pass) return refuse(row, outcome.verdict, outcome.reason);
  row.verdict = Verdict::pass;
  row.reason.clear();
}

/// The rows of a group that are verified, with what runs them.
struct Runnable {
  Measurement* row = nullptr;
  const LoadedHost* host = nullptr;
};

std::vector<Runnable> runnable_rows(const Group& group, std::vector<Measurement>& rows) {
  std::vector<Runnable> runnable;
  for (std::size_t i = group.first; i < group.first + group.count; ++i) {
    if (rows[i].verdict != Verdict::pass) continue;
    try {
      runnable.push_back({&rows[i], &group.task->kernel->host(rows[i].implementation)});
    } catch (const Error& failure) {
      refuse(rows[i], Verdict::broken, failure.what());
    }
  }
  return runnable;
}

void refuse_the_wrong(Stage& stage, std::vector<Runnable>& runnable) {
  std::erase_if(runnable, [&](const Runnable& each) {
    const std::string fault = stage.fault_of(*each.host);
    if (!fault.empty()) refuse(*each.row, Verdict::fail, fault);
    return !fault.empty();
  });
}

void time_rows(Stage& stage, const std::vector<Runnable>& runnable, std::size_t instantiation, const Options& options,
               std::int64_t clock_step) {
  std::vector<Entry> entries;
  std::vector<unsigned long long> before;
  for (const auto& [row, host] : runnable) {
    entries.push_back(host->witnessed.empty() ? host->entries.at(instantiation) : host->witnessed.at(instantiation));
    before.push_back(host->witness != nullptr ? *host->witness : 0);
  }
  const SamplerOptions how{.target = options.target,
                           .budget_seconds = options.budget_seconds,
                           .block_seconds = options.block_seconds,
                           .warm_seconds = options.warm_seconds,
                           .seed = options.seed,
                           .clock_step = clock_step};
  const auto sampled = sample(entries, stage.course(), how, options.clock);
  for (std::size_t i = 0; i < runnable.size(); ++i) {
    Measurement& row = *runnable[i].row;
    const LoadedHost& host = *runnable[i].host;
    if (!sampled[i].failure.empty()) {
      refuse(row, Verdict::fail, "after it was timed: " + sampled[i].failure);
    } else if (host.witness != nullptr && *host.witness - before[i] != sampled[i].timing.calls) {
      refuse(row, Verdict::broken,
             fmt::format("the implementation did not run: called {} times, its file saw {} calls",
                         sampled[i].timing.calls, *host.witness - before[i]));
    } else {
      row.timing = sampled[i].timing;
    }
  }
}

void measure(const Group& group, const Options& options, std::int64_t clock_step, std::vector<Measurement>& rows) {
  auto runnable = runnable_rows(group, rows);
  if (runnable.empty()) return;
  const auto refuse_all = [&](Verdict verdict, const std::string& reason) {
    for (const auto& each : runnable) refuse(*each.row, verdict, reason);
  };
  try {
    const double footprint = runnable.front().row->footprint;
    const std::size_t sets = sets_for(footprint, options.last_level_cache, options.memory);
    Stage stage(*group.task->spec, group.drawn, sets);
    stage.expect(group.task->kernel->host(reference_name));
    refuse_the_wrong(stage, runnable);
    for (const auto& each : runnable) {
      each.row->sets = sets;
      each.row->cold = options.last_level_cache > 0 &&
                       static_cast<double>(sets) * footprint >= 2 * static_cast<double>(options.last_level_cache);
    }
    time_rows(stage, runnable, group.drawn.instantiation, options, clock_step);
  } catch (const std::bad_alloc&) {
    refuse_all(Verdict::skipped, "there is not enough memory for its sets of arrays");
  } catch (const InvalidArgument& refused) {
    refuse_all(Verdict::skipped, refused.what());
  } catch (const std::exception& failure) {
    refuse_all(Verdict::broken, failure.what());
  }
}

}  // namespace

Options profile(std::string_view name) {
  if (name == "full") return {};
  if (name == "ci")
    return {.target = 0.03,
            .budget_seconds = 0.5,
            .block_seconds = 0.002,
            .warm_seconds = 0.02,
            .memory = std::uint64_t{128} << 20};
  throw InvalidArgument(fmt::format("no profile '{}'; there are: full, ci", name));
}

std::uint64_t last_level_cache() {
  for (const int level : {_SC_LEVEL4_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE, _SC_LEVEL2_CACHE_SIZE})
    if (const long bytes = ::sysconf(level); bytes > 0) return static_cast<std::uint64_t>(bytes);
  return 0;
}

result::BenchReport run(const std::vector<Task>& tasks, const Options& asked,
                        const std::function<void(const std::string&)>& doing) {
  Options options = asked;
  if (!options.clock) options.clock = steady_nanoseconds;
  const auto tell = [&](const std::string& what) {
    if (doing) doing(what);
  };
  result::BenchReport report;
  report.seed = options.seed;
  report.target = options.target;
  report.budget_seconds = options.budget_seconds;
  report.last_level_cache = options.last_level_cache;
  const auto groups = plan(tasks, options, report.rows);
  for (const Group& group : groups) {
    for (std::size_t i = group.first; i < group.first + group.count; ++i) {
      tell(fmt::format("verifying {}/{} {}", report.rows[i].kernel, report.rows[i].implementation,
                       report.rows[i].point));
      verify(group, options, report.rows[i]);
    }
  }
  const std::int64_t step = step_of(options.clock);
  report.clock_step = static_cast<double>(step) * 1e-9;
  report.call_floor = call_floor(options.clock, step);
  for (const Group& group : groups) {
    tell(fmt::format("timing {} {}", group.task->spec->kernel, report.rows[group.first].point));
    measure(group, options, step, report.rows);
  }
  return report;
}

}  // namespace kparity::bench
