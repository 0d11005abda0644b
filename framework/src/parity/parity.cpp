// Runs campaigns in child processes and turns their ends into outcomes. A crash or a hang is shrunk from here, one
// child per step, because the process that crashed cannot do it.
#include "kparity/parity/parity.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <functional>
#include <map>
#include <optional>

#include "campaign.hpp"
#include "child.hpp"
#include "expectation.hpp"
#include "kparity/error.hpp"
#include "kparity/in_parallel.hpp"
#include "kparity/parity/debugging.hpp"
#include "kparity/parity/place.hpp"
#include "kparity/parity/save.hpp"
#include "sparse_case.hpp"
#include "subject.hpp"
#include "what_happened.hpp"

namespace kparity::parity {

namespace {

using result::Outcome;
using result::Verdict;
using Clock = std::chrono::steady_clock;

constexpr double longest_shrink_step_seconds = 2;
constexpr int repetitions = 5;

/// What was found out about a task before any child process.
struct Compiled {
  std::exception_ptr failure = nullptr;  // why the implementation does not compile; null if it does
  const BoundLibrary* bounds = nullptr;
  const ComparatorLibrary* comparators = nullptr;
};

Tested tested_of(const Task& task, const Compiled& compiled = {}) {
  return {task.implementation, task.place.empty() ? usual_place(task.implementation) : std::string_view(task.place),
          compiled.failure,    compiled.bounds,
          task.pinned,         compiled.comparators};
}

/// What the tasks need from a compiler, made before there is a time limit.
struct CompiledAhead {
  std::vector<std::exception_ptr> failures;  // per task
  struct ForJudging {
    BoundLibrary bounds;
    ComparatorLibrary comparators;
  };
  std::map<const spec::KernelSpec*, ForJudging> judging;
  Compiled of(const std::vector<Task>& tasks, std::size_t task) const {
    const auto found = judging.find(tasks[task].spec);
    if (found == judging.end()) return {failures[task]};
    return {failures[task], &found->second.bounds, &found->second.comparators};
  }
};

/// With `jobs` compilers at a time; its threads have ended before the first fork.
CompiledAhead compile_ahead(const std::vector<Task>& tasks, unsigned jobs, bool for_judging = true) {
  CompiledAhead ahead;
  ahead.failures.resize(tasks.size());
  for (const Task& task : tasks)
    if (for_judging) ahead.judging[task.spec];
  std::vector<std::function<void()>> work;
  for (auto& each : ahead.judging) {
    work.emplace_back([&each] { each.second.bounds = bound_library(*each.first); });
    work.emplace_back([&each] { each.second.comparators = comparator_library(*each.first); });
  }
  for (std::size_t i = 0; i < tasks.size(); ++i)
    work.emplace_back([&, i] {
      try {
        compile_subject(*tasks[i].kernel, tested_of(tasks[i]).place);
      } catch (const Error&) {
        ahead.failures[i] = std::current_exception();
      }
    });
  in_parallel(work.size(), jobs, [&](std::size_t i) { work[i](); });
  return ahead;
}

Child start_campaign(const Task& task, const CheckOptions& options, const Compiled& compiled) {
  return Child(
      [&](const Watch& watch) {
        return run_campaign(*task.spec, *task.kernel, tested_of(task, compiled), options, watch);
      },
      *task.spec);
}

Child start_loading(const Task& task, const std::exception_ptr& failure) {
  return Child([&](const Watch&) { return load_only(*task.spec, *task.kernel, tested_of(task, {failure})); },
               *task.spec);
}

struct SingleRun {
  bool repeat_passing = false;
  Compiled compiled = {};
};

Child start_single(const Task& task, const generate::Case& drawn, const CheckOptions& options,
                   const SingleRun& how = {}) {
  return Child(
      [&](const Watch& watch) {
        return run_single(*task.spec, *task.kernel, tested_of(task, how.compiled), drawn, options, watch,
                          how.repeat_passing);
      },
      *task.spec);
}

/// Only of a kernel that says which thread runs, and not of the reference.
std::string running_text(const ChildResult& ended) {
  if (!ended.running || ended.who == reference_name) return "";
  const auto& at = *ended.running;
  return fmt::format("; block ({},{},{}) thread ({},{},{}) was running", at[3], at[4], at[5], at[0], at[1], at[2]);
}

std::string reason_of(const ChildResult& ended, const Task& task, double timeout_seconds) {
  const std::string who = ended.who.empty() ? task.implementation : ended.who;
  const char* when = ended.token.empty() ? " while it was loaded" : "";
  if (ended.end == ChildResult::End::timed_out)
    return fmt::format("'{}' did not return within {:g} s{}{}", who, timeout_seconds, when, running_text(ended));
  if (WIFSIGNALED(ended.status) && !ended.message.empty() && ended.who != reference_name)
    return fmt::format("'{}' {}: {}", who, end_of_process(ended.status), ended.message);
  if (!WIFSIGNALED(ended.status) && !ended.message.empty()) return fmt::format("'{}': {}", who, ended.message);
  return fmt::format("'{}' {}{}", who, end_of_process(ended.status), when);
}

bool ended_alike(const ChildResult& one, const ChildResult& other) {
  if (one.end != other.end) return false;
  return one.end == ChildResult::End::timed_out || one.who == other.who;
}

/// Walks to simpler cases that end the process in the same way, until none does or the time is up.
void shrink_end(const Task& task, const CheckOptions& options, ChildResult& ended, Outcome& outcome) {
  const auto until = Clock::now() + std::chrono::duration<double>(options.shrink_seconds);
  const double timeout = std::min(options.timeout_seconds, longest_shrink_step_seconds);
  generate::Case smallest = generate::parse_token(*task.spec, outcome.token).drawn;
  if (smallest.family == sparse_family) return;  // its size is what it is about
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (const auto& candidate : generate::shrinks(*task.spec, smallest)) {
      if (Clock::now() > until) return;
      const ChildResult again = start_single(task, candidate, options).wait(timeout);
      if (!ended_alike(again, ended)) continue;
      smallest = candidate;
      ended = again;
      outcome.token = generate::token(*task.spec, smallest);
      ++outcome.shrink_steps;
      smaller = true;
      break;
    }
  }
}

std::string describe_repetition(const Task& task, const CheckOptions& options, const ChildResult& ended,
                                const std::string& token) {
  const generate::Case drawn = generate::parse_token(*task.spec, token).drawn;
  if (drawn.family == sparse_family) return std::string(not_repeated);
  const int runs = ended.end == ChildResult::End::timed_out ? 1 : repetitions;
  const double timeout = std::min(options.timeout_seconds, longest_shrink_step_seconds);
  int same = 0;
  for (int i = 0; i < runs; ++i) same += ended_alike(start_single(task, drawn, options).wait(timeout), ended) ? 1 : 0;
  return same == runs ? fmt::format("yes ({} run{})", runs, runs == 1 ? "" : "s")
                      : fmt::format("no: {} of {} runs", same, runs);
}

/// The outcome of a child that did not reach its end.
Outcome outcome_of_end(const Task& task, const CheckOptions& options, ChildResult ended, bool shrink) {
  if (ended.outcome) {  // it had found a failure and was shrinking it
    ended.outcome->details.push_back("a smaller case ended the process, so this one was not shrunk further: " +
                                     ended.token);
    return *ended.outcome;
  }
  Outcome outcome = blank_outcome(*task.spec, tested_of(task));
  outcome.verdict = ended.end == ChildResult::End::timed_out ? Verdict::timeout : Verdict::crashed;
  outcome.reason = reason_of(ended, task, options.timeout_seconds);
  if (const auto& at = ended.running)
    outcome.launch_place = {{(*at)[3], (*at)[4], (*at)[5]}, {(*at)[0], (*at)[1], (*at)[2]}};
  outcome.cases = ended.cases;
  outcome.token = outcome.first_token = ended.token;
  if (!ended.token.empty()) {
    if (shrink) {
      shrink_end(task, options, ended, outcome);
      outcome.same_every_time = describe_repetition(task, options, ended, outcome.token);
    }
    outcome.replay = replay_line(options, outcome.token, tested_of(task));
  }
  for (const auto& line : ended.output) outcome.details.push_back("it printed: " + line);
  return outcome;
}

using Written = std::vector<std::uint64_t>;

bool all_alike(const Written& written) {
  return std::adjacent_find(written.begin(), written.end(), std::not_equal_to<>()) == written.end();
}

/// What a new process writes in a case; empty if it does not come to an end.
Written written_afresh(const Task& task, const generate::Case& drawn, const CheckOptions& options) {
  const ChildResult ended = start_single(task, drawn, options, {.repeat_passing = true}).wait(options.timeout_seconds);
  return ended.end == ChildResult::End::finished ? ended.outcome->written : Written();
}

/// Whether the values of a failure come from what ran before in its process, and not from chance: new processes agree
/// with each other, call by call, but not with the process that found the failure, or not from call to call.
/// `is_fresh`: the failing case was the first one of its process.
bool depends_on_earlier_calls(const Task& task, const CheckOptions& options, const Outcome& outcome, bool is_fresh) {
  if (outcome.comparisons.empty() || outcome.written.empty()) return false;
  if (is_fresh && all_alike(outcome.written)) return false;
  const generate::Case drawn = generate::parse_token(*task.spec, outcome.token).drawn;
  const Written one = is_fresh ? outcome.written : written_afresh(task, drawn, options);
  if (one.empty() || one != written_afresh(task, drawn, options)) return false;
  return !all_alike(one) || (all_alike(outcome.written) && one.front() != outcome.written.front());
}

void tell_of_earlier_calls(Outcome& outcome, bool is_fresh) {
  outcome.same_every_time = is_fresh ? "no: depends on earlier calls; a repeated call gives another result"
                                     : "no: depends on earlier calls; a replay, which is the first call of its "
                                       "process, may give another result";
  outcome.likely = "state is kept between calls (a static or global variable), or memory is read that nobody wrote";
}

Outcome finish(const Task& task, const CheckOptions& options, const ChildResult& ended, bool shrink) {
  Outcome outcome =
      ended.end == ChildResult::End::finished ? *ended.outcome : outcome_of_end(task, options, ended, shrink);
  if (depends_on_earlier_calls(task, options, outcome, !shrink)) tell_of_earlier_calls(outcome, !shrink);
  apply_expectation(*task.spec, today(), outcome);
  const bool worth_saving = !shrink || result::is_red(outcome.verdict, false);  // of a replay whatever came out
  if (!options.save_folder.empty() && !outcome.token.empty() && worth_saving)
    outcome.saved =
        save_case(task, generate::parse_token(*task.spec, outcome.token).drawn, options, options.save_folder);
  return outcome;
}

struct Running {
  std::size_t task = 0;
  Child child;
};

void wait_for_news(const std::vector<Running>& running) {
  std::vector<pollfd> descriptors;
  for (const auto& each : running) descriptors.push_back({each.child.descriptor(), POLLIN, 0});
  ::poll(descriptors.data(), descriptors.size(), 20);
}

/// Keeps `jobs` children running until `count` of them have ended.
void run_children(std::size_t count, unsigned jobs, double timeout_seconds,
                  const std::function<Child(std::size_t)>& start,
                  const std::function<void(std::size_t, const ChildResult&)>& ended) {
  std::vector<Running> running;
  std::size_t next = 0;
  while (next < count || !running.empty()) {
    while (next < count && running.size() < std::max(jobs, 1u)) {
      running.push_back({next, start(next)});
      ++next;
    }
    wait_for_news(running);
    for (std::size_t i = 0; i < running.size();) {
      running[i].child.kill_if_stuck(timeout_seconds);
      if (!running[i].child.collect()) {
        ++i;
        continue;
      }
      const std::size_t task = running[i].task;
      const ChildResult result = running[i].child.result();
      running.erase(running.begin() + static_cast<std::ptrdiff_t>(i));
      ended(task, result);
    }
  }
}

}  // namespace

std::vector<Outcome> check_all(const std::vector<Task>& tasks, const CheckOptions& options, unsigned jobs,
                               const std::function<void(const Outcome&)>& finished) {
  std::vector<Outcome> outcomes(tasks.size());
  const CompiledAhead ahead = compile_ahead(tasks, jobs);
  run_children(
      tasks.size(), jobs, options.timeout_seconds,
      [&](std::size_t task) { return start_campaign(tasks[task], options, ahead.of(tasks, task)); },
      [&](std::size_t task, const ChildResult& ended) {
        outcomes[task] = finish(tasks[task], options, ended, true);
        if (finished) finished(outcomes[task]);
      });
  return outcomes;
}

std::vector<Outcome> check_loading(const std::vector<Task>& tasks, unsigned jobs) {
  const CheckOptions options;
  std::vector<Outcome> outcomes(tasks.size());
  const CompiledAhead ahead = compile_ahead(tasks, jobs, false);
  run_children(
      tasks.size(), jobs, options.timeout_seconds,
      [&](std::size_t task) { return start_loading(tasks[task], ahead.failures[task]); },
      [&](std::size_t task, const ChildResult& ended) {
        outcomes[task] = ended.end == ChildResult::End::finished ? *ended.outcome
                                                                 : outcome_of_end(tasks[task], options, ended, false);
      });
  return outcomes;
}

Outcome check_parity(const spec::KernelSpec& spec, const Kernel& kernel, std::string_view implementation,
                     const CheckOptions& options) {
  return check_all({{&spec, &kernel, std::string(implementation)}}, options, 1).front();
}

Outcome replay(const Task& task, const generate::Case& drawn, const CheckOptions& options) {
  const CompiledAhead ahead = compile_ahead({task}, 1);
  const SingleRun how{.compiled = ahead.of({task}, 0)};
  return finish(task, options, start_single(task, drawn, options, how).wait(options.timeout_seconds), false);
}

Outcome verify(const Task& task, const generate::Case& drawn, const CheckOptions& options) {
  const CompiledAhead ahead = compile_ahead({task}, 1);
  const SingleRun how{.compiled = ahead.of({task}, 0)};
  const ChildResult ended = start_single(task, drawn, options, how).wait(options.timeout_seconds);
  Outcome outcome =
      ended.end == ChildResult::End::finished ? *ended.outcome : outcome_of_end(task, options, ended, false);
  apply_expectation(*task.spec, today(), outcome);
  return outcome;
}

void check_debuggable(const Task& task) {
  const Tested tested = tested_of(task);
  if (tested.place != "emulated" && tested.place != "checked")
    throw InvalidArgument(fmt::format(
        "a debugger follows kernels at the places emulated and checked, not at '{}': give --place", tested.place));
}

std::string compile_for_debugger(const Task& task) {
  check_debuggable(task);
  return tested_of(task).place == "checked" ? compile_checked(*task.kernel, true)
                                            : compile_emulated(*task.kernel, true);
}

Outcome replay_in_process(const Task& task, const generate::Case& drawn, const CheckOptions& options,
                          const Debugging& debugging) {
  check_debuggable(task);
  Outcome outcome = run_for_debugger(*task.spec, *task.kernel, tested_of(task), drawn, options, debugging);
  apply_expectation(*task.spec, today(), outcome);
  return outcome;
}

Outcome check_parity_here(const spec::KernelSpec& spec, const Kernel& kernel, std::string_view implementation,
                          const CheckOptions& options) {
  return run_campaign(spec, kernel, {implementation, usual_place(implementation)}, options, {});
}

}  // namespace kparity::parity
