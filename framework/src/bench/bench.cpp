// From tasks to rows: plan, verify all, then time kernel by kernel. Verification and timing are done in child
// processes, so that a crash costs a row, and so that this process never starts CUDA.
#include "kparity/bench/bench.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <span>
#include <sstream>

#include "child.hpp"
#include "group.hpp"
#include "host_competitor.hpp"
#include "kparity/error.hpp"
#include "kparity/generate/generate.hpp"
#include "kparity/parity/parity.hpp"
#include "kparity/parity/place.hpp"
#include "measure.hpp"
#include "row_codec.hpp"
#include "stage.hpp"

namespace kparity::bench {

namespace {

using result::Measurement;
using result::Verdict;

/// Cases of up to so many bytes are judged by all rules of the spec before anything is timed.
constexpr double most_bytes_to_verify = 8 << 20;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

bool is_varied(const spec::KernelSpec& spec, const spec::InputSpec& input) {
  return spec.bench &&
         std::ranges::find(spec.bench->sizes, input.name, &spec::BenchSizes::name) != spec.bench->sizes.end();
}

/// Whole-number inputs that are sizes, or that `bench:` varies.
Sizes sizes_of(const spec::KernelSpec& spec, const generate::Case& drawn) {
  Sizes sizes;
  std::size_t scalar = 0;
  for (const auto& input : spec.inputs) {
    if (!input.shape.empty()) continue;
    const auto& value = drawn.scalars[scalar++];
    if (is_integer(value.dtype) && (input.role == spec::Role::size || is_varied(spec, input)))
      sizes.emplace_back(input.name, std::stoll(to_text(value)));
  }
  return sizes;
}

/// "n=10000 T=double": sizes, and what tells the instantiation.
std::string point_text(const Sizes& sizes, const std::string& types) {
  std::string text;
  for (const auto& [name, value] : sizes) text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  if (!types.empty()) text += fmt::format("{}{}", text.empty() ? "" : " ", types);
  return text;
}

double value_of(const spec::KernelSpec& spec, const generate::Case& drawn, const Expression& expression) {
  return static_cast<double>(generate::evaluate(spec, drawn, expression));
}

/// Of the parameters of an instantiation: "f32", "f64"; empty if it has both, or none.
std::string float_type_of(const spec::KernelSpec& spec, const generate::Case& drawn) {
  bool has_float = false, has_double = false;
  for (const auto& array : generate::plan(spec, drawn, most_bytes_of_call)) {
    has_float |= array.dtype == DType::float32;
    has_double |= array.dtype == DType::float64;
  }
  return has_float == has_double ? "" : has_float ? "f32" : "f64";
}

/// Bytes that a call reads and writes by the spec; each array once where it does not say.
void set_work(const spec::KernelSpec& spec, const generate::Case& drawn, Measurement& row) {
  double reads = 0, writes = 0;
  for (const auto& array : generate::plan(spec, drawn, most_bytes_of_call)) {
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
    if (spec.bench->flops.size() == 1) row.flops_type = spec.bench->flops.front().type;
    if (spec.bench->flops.size() == 1 && row.flops_type.empty()) row.flops_type = float_type_of(spec, drawn);
  }
  row.bytes = reads + writes;
}

/// Throws InvalidArgument for a row whose arrays are larger than the spec wants.
void check_limits(const spec::KernelSpec& spec, const Measurement& row) {
  const bool is_on_device = row.place == "device";
  std::optional<std::uint64_t> stated;
  if (spec.bench) stated = is_on_device ? spec.bench->device_memory : spec.bench->host_memory;
  const auto limit = static_cast<double>(stated.value_or(usual_bytes_of_call));
  if (row.footprint > limit)
    throw InvalidArgument(fmt::format("its arrays take {:.2f} GB; '{}' in `limits` of bench allows {:.2f} GB",
                                      row.footprint * 1e-9, is_on_device ? "device_memory" : "host_memory",
                                      limit * 1e-9));
}

Measurement planned_row(const Task& task, const generate::Case& drawn, const std::string& implementation) {
  Measurement row;
  row.kernel = task.spec->kernel;
  row.types = task.spec->instantiations[drawn.instantiation].types;
  row.sizes = sizes_of(*task.spec, drawn);
  row.point = point_text(row.sizes, row.types);
  row.implementation = implementation;
  row.place = parity::usual_place(implementation);
  if (generate::Generator(*task.spec).why_illegal(drawn).empty()) row.token = generate::token(*task.spec, drawn);
  return row;
}

std::vector<generate::Case> cases_of(const spec::KernelSpec& spec, std::size_t instantiation, const Options& options) {
  if (options.sizes.empty()) return points(spec, instantiation, options.seed, options.quick);
  return {point_of_sizes(spec, instantiation, options.seed, options.sizes)};
}

/// Rows that cannot be measured say so at once; all others stay `unchecked` until they are verified.
std::vector<Group> plan(const std::vector<Task>& tasks, const Options& options, std::vector<Measurement>& rows) {
  std::vector<Group> groups;
  for (const Task& task : tasks) {
    for (std::size_t type = 0; type < task.spec->instantiations.size(); ++type) {
      for (auto& drawn : cases_of(*task.spec, type, options)) {
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
            check_limits(*task.spec, rows[i]);
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

// --- Verification, each in a child process, on guarded and poisoned arrays, as a check does it ---

/// Rows of the groups that share a kernel and an instantiation.
struct Family {
  const Task* task = nullptr;
  std::vector<const Group*> groups;
};

std::vector<Family> families_of(const std::vector<Group>& groups) {
  std::vector<Family> families;
  for (const Group& group : groups) {
    const auto is_same = [&](const Family& family) {
      return family.task == group.task && family.groups.front()->drawn.instantiation == group.drawn.instantiation;
    };
    if (families.empty() || !is_same(families.back())) families.push_back({group.task, {}});
    families.back().groups.push_back(&group);
  }
  return families;
}

/// The case that all rules of the spec can judge in little time: the smallest of the benchmark, or of the first that a
/// check would draw where all of them are large.
generate::Case case_to_verify(const Family& family, std::uint64_t seed) {
  const auto& spec = *family.task->spec;
  const generate::Case* smallest = &family.groups.front()->drawn;
  for (const Group* group : family.groups)
    if (footprint_of(spec, group->drawn) < footprint_of(spec, *smallest)) smallest = &group->drawn;
  if (footprint_of(spec, *smallest) <= most_bytes_to_verify) return *smallest;
  constexpr std::uint64_t draws = 20;
  const generate::Generator generator(spec);
  generate::Case best = *smallest;
  for (std::uint64_t i = 0; i < draws; ++i) {
    auto drawn = generator.draw(smallest->instantiation, "realistic", seed, i);
    const double bytes = footprint_of(spec, drawn);
    const double most = footprint_of(spec, best);
    const bool is_better = most > most_bytes_to_verify ? bytes < most : bytes > most && bytes <= most_bytes_to_verify;
    if (is_better) best = std::move(drawn);
  }
  return best;
}

/// All rows of an implementation stand or fall with the case that is judged by all rules.
void verify(const Family& family, const generate::Case& drawn, const std::string& implementation,
            const Options& options, std::vector<Measurement>& rows) {
  parity::CheckOptions check;
  check.timeout_seconds = options.timeout_seconds;
  check.case_limit = most_bytes_of_call;
  const auto outcome = parity::verify({family.task->spec, family.task->kernel, implementation}, drawn, check);
  for (const Group* group : family.groups) {
    for (std::size_t i = group->first; i < group->first + group->count; ++i) {
      Measurement& row = rows[i];
      if (row.implementation != implementation || row.verdict != Verdict::unchecked) continue;
      if (outcome.verdict == Verdict::pass) {
        row.verdict = Verdict::pass;
        row.reason.clear();
        continue;
      }
      const bool is_same_case = group->drawn == drawn;
      const std::string where = point_text(sizes_of(*family.task->spec, drawn), "");
      const bool says_where = !is_same_case && !where.empty() && result::is_red(outcome.verdict, false);
      refuse(row, outcome.verdict, says_where ? fmt::format("at {}: {}", where, outcome.reason) : outcome.reason);
      if (!is_same_case) row.token = outcome.token;
    }
  }
}

void verify_all(const std::vector<Group>& groups, const Options& options,
                const std::function<void(const std::string&)>& tell, std::vector<Measurement>& rows) {
  for (const Family& family : families_of(groups)) {
    const auto is_open = [&](const std::string& implementation) {
      return std::ranges::any_of(family.groups, [&](const Group* group) {
        const auto own = std::span(rows).subspan(group->first, group->count);
        return std::ranges::any_of(own, [&](const Measurement& row) {
          return row.implementation == implementation && row.verdict == Verdict::unchecked;
        });
      });
    };
    std::optional<generate::Case> drawn;
    for (const auto& implementation : family.task->implementations) {
      if (!is_open(implementation)) continue;
      if (!drawn) drawn = case_to_verify(family, options.seed);
      tell(fmt::format("verifying {}/{} {}", family.task->spec->kernel, implementation,
                       point_text(sizes_of(*family.task->spec, *drawn),
                                  family.task->spec->instantiations[drawn->instantiation].types)));
      verify(family, *drawn, implementation, options, rows);
    }
  }
}

// --- Timing, in a child process ---

enum Message : char { doing = 'd', fact = 'e', group_done = 'g', time_taken = 't' };

using Start = std::chrono::steady_clock::time_point;

/// Who hears of what is measured; in another process or in this one.
struct Listener {
  std::function<void(char kind, std::string_view body)> send;
  std::function<void(std::size_t row, double seconds)> turn;
};

/// The rows of a group whose turn did not come in time.
void refuse_late(const Group& group, double total_seconds, std::vector<Measurement>& rows) {
  for (std::size_t i = group.first; i < group.first + group.count; ++i)
    if (rows[i].verdict == Verdict::pass)
      refuse(rows[i], Verdict::skipped,
             fmt::format("not begun: the {:g} s of the run were over (--total)", total_seconds));
}

/// Times groups from `first` on and sends the rows of each. Ends early if the device cannot be used any more.
void time_groups(const std::vector<Group>& groups, std::size_t first, const Options& options, std::int64_t clock_step,
                 Start start, std::vector<Measurement>& rows, const Listener& line) {
  Session session{.options = options, .clock_step = clock_step, .turn = line.turn};
  bool has_told = false;
  for (std::size_t i = first; i < groups.size(); ++i) {
    const Group& group = groups[i];
    line.send(doing, fmt::format("timing {} {}", group.task->spec->kernel, rows[group.first].point));
    const double setup_before = session.setup_seconds, timing_before = session.timing_seconds;
    if (options.total_seconds > 0 && seconds_since(start) > options.total_seconds) {
      refuse_late(group, options.total_seconds, rows);
    } else {
      measure(group, session, rows);
    }
    line.send(time_taken,
              fmt::format("{} {}", session.setup_seconds - setup_before, session.timing_seconds - timing_before));
    if (session.level_2_cache != 0 && !has_told) {
      for (const auto& [key, value] : device_facts(session)) line.send(fact, key + "=" + value);
      has_told = true;
    }
    const std::string index = std::to_string(i) + " ";
    line.send(group_done, index + encode(std::span(rows).subspan(group.first, group.count)));
    if (session.device_failed) return;
  }
}

/// What is left when the process that timed them has ended: the row whose turn it was, or all of a group.
void refuse_after_end(const ChildEnd& end, const Group& group, const Options& options, std::vector<Measurement>& rows) {
  const bool is_known = end.row >= group.first && end.row < group.first + group.count;
  const bool is_slow_setup = end.timed_out && !is_known;
  const Verdict verdict = is_slow_setup ? Verdict::skipped : end.timed_out ? Verdict::timeout : Verdict::crashed;
  const std::string reason =
      is_slow_setup ? fmt::format("its arrays and the results of the reference were not there within {:g} s (--setup)",
                                  options.setup_seconds)
                    : "while it was timed the process " + end_text(end);
  for (std::size_t i = group.first; i < group.first + group.count; ++i)
    if (rows[i].verdict == Verdict::pass && (!is_known || i == end.row)) refuse(rows[i], verdict, reason);
}

void add_fact(std::string_view text, result::BenchReport& report) {
  const auto split = text.find('=');
  const std::string key(text.substr(0, split));
  for (const auto& [known, value] : report.environment)
    if (known == key) return;
  report.environment.emplace_back(key, text.substr(split + 1));
}

void add_times(const std::string& text, result::BenchReport& report) {
  std::istringstream times(text);
  double setup = 0, timing = 0;
  times >> setup >> timing;
  report.setup_seconds += setup;
  report.timing_seconds += timing;
}

/// Each process times as many groups as it survives.
void time_all(const std::vector<Group>& groups, const Options& options, std::int64_t clock_step, Start start,
              const std::function<void(const std::string&)>& tell, result::BenchReport& report) {
  auto& rows = report.rows;
  const auto has_work = [&](const Group& group) {
    const auto all = std::span(rows).subspan(group.first, group.count);
    return std::ranges::any_of(all, [](const Measurement& row) { return row.verdict == Verdict::pass; });
  };
  std::size_t next = 0;
  const auto received = [&](char kind, std::string_view body) {
    if (kind == doing) return tell(std::string(body));
    if (kind == fact) return add_fact(body, report);
    if (kind == time_taken) return add_times(std::string(body), report);
    const auto space = body.find(' ');
    const auto done = static_cast<std::size_t>(std::stoul(std::string(body.substr(0, space))));
    std::ranges::move(decode(body.substr(space + 1)), rows.begin() + static_cast<std::ptrdiff_t>(groups[done].first));
    next = done + 1;
  };
  while (next < groups.size()) {
    if (!has_work(groups[next])) {
      ++next;
      continue;
    }
    const std::size_t first = next;
    if (options.in_process) {
      time_groups(groups, first, options, clock_step, start, rows, {received, [](std::size_t, double) {}});
      continue;
    }
    const auto work = [&](const Line& line) {
      time_groups(groups, first, options, clock_step, start, rows,
                  {[&](char kind, std::string_view body) { line.send(kind, body); },
                   [&](std::size_t row, double seconds) { line.turn(row, seconds); }});
    };
    const auto end = run_in_child(work, received);
    if (!end.finished && next < groups.size()) refuse_after_end(end, groups[next], options, rows);
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
            .setup_seconds = 20,
            .memory = std::uint64_t{128} << 20,
            .device_memory = std::uint64_t{1} << 30,
            .quick = true};
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
  const auto start = std::chrono::steady_clock::now();
  result::BenchReport report;
  report.seed = options.seed;
  report.setup_limit = options.setup_seconds;
  report.target = options.target;
  report.budget_seconds = options.budget_seconds;
  report.last_level_cache = options.last_level_cache;
  const auto groups = plan(tasks, options, report.rows);
  verify_all(groups, options, tell, report.rows);
  report.verify_seconds = seconds_since(start);
  const std::int64_t step = step_of(options.clock);
  report.clock_step = static_cast<double>(step) * 1e-9;
  const auto is_on_host = [](const Measurement& row) { return row.place == "host"; };
  if (std::ranges::any_of(report.rows, is_on_host)) report.call_floor = call_floor(options.clock, step);
  time_all(groups, options, step, start, tell, report);
  return report;
}

}  // namespace kparity::bench
