// Prepares sets of arrays on both sides, lets everything run once per seed and be judged, and hands all that is right
// to the sampler.
#include "measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <fstream>
#include <memory>
#include <new>
#include <optional>

#include "child.hpp"
#include "device_competitor.hpp"
#include "device_stage.hpp"
#include "host_competitor.hpp"
#include "kparity/devices.hpp"
#include "kparity/error.hpp"
#include "kparity/selection.hpp"
#include "stage.hpp"
#include "statistics.hpp"

namespace kparity::bench {

namespace {

using result::Measurement;
using result::Timing;
using result::Verdict;

constexpr double throttled_below = 0.9;     // of the usual clock
constexpr double late_work_seconds = 2e-6;  // after the last launch, beyond that of a kernel that does nothing
constexpr std::size_t most_pinned_bytes = std::size_t{2} << 30;

struct HostRow {
  std::size_t row = 0;
  const LoadedHost* host = nullptr;
};

/// A group while it is measured.
struct Bench {
  const Group& group;
  Session& session;
  std::vector<Measurement>& rows;
  std::unique_ptr<Stage> stage{};
  std::vector<HostRow> hosts{};
  std::optional<std::size_t> device_row{};
  std::unique_ptr<DeviceStage> device{};

  /// Whose fault it is if what comes next does not return; no_row: of the set-up.
  void prepare_for(std::size_t row) const {
    const Options& options = session.options;
    session.turn(row, row == no_row ? options.setup_seconds : options.timeout_seconds);
  }
  void refuse_device(Verdict verdict, const std::string& reason) {
    refuse(rows[*device_row], verdict, reason);
    device_row.reset();
    device.reset();
  }
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Memory that the system would give without swapping; no limit where it does not say.
double available_memory() {
  std::ifstream file("/proc/meminfo");
  std::string key;
  for (double kilobytes = 0; file >> key;) {
    if (key == "MemAvailable:" && file >> kilobytes) return kilobytes * 1024;
  }
  return 1e18;
}

/// The rows that are verified, with what runs them.
void find_runnable(Bench& bench) {
  for (std::size_t i = bench.group.first; i < bench.group.first + bench.group.count; ++i) {
    Measurement& row = bench.rows[i];
    if (row.verdict != Verdict::pass) continue;
    if (row.place == "device") {
      bench.device_row = i;
      continue;
    }
    try {
      bench.hosts.push_back({i, &bench.group.task->kernel->host(row.implementation)});
    } catch (const Error& failure) {
      refuse(row, Verdict::broken, failure.what());
    }
  }
}

bool stays_warm(const Bench& bench) {
  return bench.group.task->spec->bench && bench.group.task->spec->bench->warm;
}

void refuse_constant_inputs(const spec::KernelSpec& spec, const Stage& stage) {
  if (spec.bench && spec.bench->constant_inputs) return;
  if (const std::string name = constant_input(stage.data(0)); !name.empty())
    throw InvalidArgument(
        fmt::format("more than half of '{}' is one value, which is computed faster than others; "
                    "`inputs: constant` in `bench` of the spec allows it",
                    name));
}

void make_stage(Bench& bench) {
  const Options& options = bench.session.options;
  const double footprint = bench.rows[bench.group.first].footprint;
  const bool is_captured = !bench.group.drawn.capture.empty();
  const std::size_t seeds = is_captured ? 1 : seeds_for(footprint, options.memory);
  const bool needs_seeds_only = bench.hosts.empty() || stays_warm(bench);
  const std::size_t sets = needs_seeds_only ? seeds : sets_for(footprint, options.last_level_cache, options.memory);
  const double wanted = footprint * static_cast<double>(2 * seeds + std::max(sets, seeds));
  if (const double there = 0.8 * available_memory(); wanted > there)
    throw InvalidArgument(fmt::format("its sets of arrays take {:.1f} GB, and {:.1f} GB of memory are free",
                                      wanted * 1e-9, there * 1e-9));
  bench.prepare_for(no_row);
  bench.stage = std::make_unique<Stage>(*bench.group.task->spec, bench.group.drawn, sets, seeds);
  if (!is_captured) refuse_constant_inputs(*bench.group.task->spec, *bench.stage);
  bench.stage->expect(bench.group.task->kernel->host(reference_name));
  if (const std::string subnormals = bench.stage->subnormals(); !subnormals.empty())
    for (std::size_t i = bench.group.first; i < bench.group.first + bench.group.count; ++i)
      if (bench.rows[i].verdict == Verdict::pass) bench.rows[i].notes.push_back(subnormals);
  for (const auto& each : bench.hosts) {
    Measurement& row = bench.rows[each.row];
    row.sets = sets;
    row.cold = options.last_level_cache > 0 &&
               static_cast<double>(sets) * footprint >= 2 * static_cast<double>(options.last_level_cache);
  }
}

void refuse_wrong_hosts(Bench& bench) {
  std::erase_if(bench.hosts, [&](const HostRow& each) {
    bench.prepare_for(each.row);
    const std::string fault = bench.stage->fault_of(*each.host);
    if (!fault.empty()) refuse(bench.rows[each.row], Verdict::fail, fault);
    return !fault.empty();
  });
}

/// Watches the device from now on.
void meet_device(Session& session) {
  if (session.level_2_cache != 0) return;
  const DeviceDescription device = describe_device(0);
  session.level_2_cache = std::max<std::size_t>(device.level_2_cache, 1);
  session.device_bytes = device.memory;
  session.monitor = nvml_monitor(device.pci_bus);
}

void make_device_stage(Bench& bench) {
  if (!bench.device_row) return;
  Measurement& row = bench.rows[*bench.device_row];
  bench.session.turn(*bench.device_row, bench.session.options.setup_seconds + bench.session.options.timeout_seconds);
  try {
    const Options& options = bench.session.options;
    meet_device(bench.session);
    // The sets of one per seed at least, what restores them, and as much again for whatever else is there.
    const double least = 2 * row.footprint * static_cast<double>(bench.stage->seeds());
    if (const double room = 0.8 * static_cast<double>(bench.session.device_bytes); least > room)
      return bench.refuse_device(Verdict::skipped,
                                 fmt::format("its sets of arrays take {:.1f} GB on the device, which has {:.1f} GB",
                                             least * 1e-9, static_cast<double>(bench.session.device_bytes) * 1e-9));
    const std::uint64_t memory = std::min<std::uint64_t>(options.device_memory, bench.session.device_bytes / 3);
    const std::size_t sets =
        stays_warm(bench) ? bench.stage->seeds() : sets_for(row.footprint, bench.session.level_2_cache, memory);
    bench.device =
        std::make_unique<DeviceStage>(*bench.group.task->spec, *bench.group.task->kernel, *bench.stage, sets);
    row.sets = bench.device->sets();
    row.cold = static_cast<double>(row.sets) * row.footprint >= 2 * static_cast<double>(bench.session.level_2_cache);
    if (const std::string fault = bench.device->fault_of_kernel(); !fault.empty()) {
      bench.refuse_device(Verdict::fail, fault);
      return;
    }
    row.compile_seconds = bench.device->compile_seconds();
    row.first_call_seconds = bench.device->first_call_seconds();
  } catch (const std::exception& failure) {
    bench.session.device_failed = true;
    bench.refuse_device(Verdict::broken, failure.what());
  }
}

/// The competitors of a group and whose row each belongs to.
struct Field {
  std::vector<std::unique_ptr<Competitor>> competitors{};
  std::vector<std::size_t> rows{};
  KernelCompetitor* kernel = nullptr;
  std::vector<std::pair<std::string, std::size_t>> parts{};  // name, index of the competitor

  template <class C, class... A>
  C* add(std::size_t row, A&&... arguments) {
    auto made = std::make_unique<C>(std::forward<A>(arguments)...);
    C* const competitor = made.get();
    competitors.push_back(std::move(made));
    rows.push_back(row);
    return competitor;
  }
  template <class C, class... A>
  void add_part(const std::string& name, std::size_t row, A&&... arguments) {
    parts.emplace_back(name, competitors.size());
    add<C>(row, std::forward<A>(arguments)...);
  }
};

void add_device(Bench& bench, Field& field) {
  if (!bench.device) return;
  DeviceStage& stage = *bench.device;
  const std::size_t row = *bench.device_row;
  const Clock& clock = bench.session.options.clock;
  field.kernel = field.add<KernelCompetitor>(row, stage);
  if (!stage.shape().is_empty()) field.add_part<FloorCompetitor>("launch_floor", row, stage.timer(), stage.shape());
  using Way = CopyCompetitor::Way;
  const bool can_pin = bench.rows[row].footprint <= static_cast<double>(most_pinned_bytes);
  if (!can_pin) bench.rows[row].notes.push_back("copies of pinned memory are not measured beyond 2 GiB");
  const auto& spec = bench.group.task->spec->bench;
  for (const bool pinned : {false, true}) {
    if ((pinned && !can_pin) || (spec && !spec->copies)) continue;
    const char* const memory = pinned ? "_pinned" : "";
    if (!stage.arrays_in().empty())
      field.add_part<CopyCompetitor>(fmt::format("copy_in{}", memory), row, stage, Way::in, pinned, clock);
    if (!stage.arrays_out().empty())
      field.add_part<CopyCompetitor>(fmt::format("copy_out{}", memory), row, stage, Way::out, pinned, clock);
  }
  if (!spec || spec->call) field.add_part<CallCompetitor>("call", row, stage, clock);
}

/// A host row after the sampler: the witness of an implementation must have seen exactly the calls that were made.
void finish_host(const Sampled& sampled, const LoadedHost& host, unsigned long long before, Measurement& row) {
  if (!sampled.failure.empty()) {
    refuse(row, Verdict::fail, "after it was timed: " + sampled.failure);
  } else if (host.witness != nullptr && *host.witness - before != sampled.timing.calls) {
    refuse(row, Verdict::broken,
           fmt::format("the implementation did not run: called {} times, its file saw {} calls", sampled.timing.calls,
                       *host.witness - before));
  } else {
    row.timing = sampled.timing;
  }
}

void note_device(const Field& field, bool is_empty, Measurement& row) {
  Timing& timing = *row.timing;
  if (!field.kernel->is_held()) {
    timing.without_hold = true;
    timing.calls_per_sample = field.kernel->calls_per_sample();
    row.notes.emplace_back("timed without holding the stream, since the call waits for the device");
  }
  if (is_empty) row.notes.emplace_back("nothing is launched at this size");
  const Timing* const floor = find_part(row, "launch_floor");
  if (floor != nullptr && timing.median < 4 * floor->median) row.notes.emplace_back(launch_bound);
  const double late = timing.seconds_after - (floor != nullptr ? floor->seconds_after : 0);
  if (late > late_work_seconds)
    row.notes.push_back(fmt::format("the device works on for {:.0f} us after the launch is done", late * 1e6));
}

void finish_device(Bench& bench, const Field& field, const std::vector<Sampled>& sampled) {
  Measurement& row = bench.rows[*bench.device_row];
  const auto index_of = [&](const Competitor* competitor) {
    const auto found = std::ranges::find(field.competitors, competitor, &std::unique_ptr<Competitor>::get);
    return static_cast<std::size_t>(found - field.competitors.begin());
  };
  for (std::size_t i = 0; i < sampled.size(); ++i)
    if (field.rows[i] == *bench.device_row && sampled[i].has_thrown) bench.session.device_failed = true;
  const Sampled& kernel = sampled[index_of(field.kernel)];
  if (!kernel.failure.empty())
    return refuse(row, kernel.has_thrown ? Verdict::crashed : Verdict::fail, "after it was timed: " + kernel.failure);
  row.timing = kernel.timing;
  for (const auto& [name, index] : field.parts) {
    if (!sampled[index].failure.empty()) {
      if (name == "call") return refuse(row, Verdict::fail, "in a whole call: " + sampled[index].failure);
      row.notes.push_back(fmt::format("{} was not measured: {}", name, sampled[index].failure));
      continue;
    }
    row.parts.push_back({name, sampled[index].timing});
    if (const auto* copy = dynamic_cast<const CopyCompetitor*>(field.competitors[index].get()))
      row.parts.back().timing.arguments = copy->per_array();
  }
  note_device(field, bench.device->shape().is_empty(), row);
  for (const double clock : row.timing->clock_hertz)
    if (clock > 0) bench.session.clocks.push_back(clock);
  if (!bench.session.clocks.empty()) judge_clock(row, median(bench.session.clocks), bench.session.options.seed);
}

double budget_of(const spec::KernelSpec& spec, const Options& options) {
  if (options.keeps_budget || !spec.bench || !spec.bench->seconds_per_point) return options.budget_seconds;
  return std::min(options.budget_seconds, *spec.bench->seconds_per_point);
}

/// Of the host rows that were timed, each on the first set of arrays.
void count_instructions(Bench& bench, const Course& course) {
  if (!bench.session.options.instructions) return;
  const InstructionCounter counter = bench.session.options.instructions();
  for (const auto& [index, host] : bench.hosts) {
    Measurement& row = bench.rows[index];
    if (!row.timing) continue;
    bench.prepare_for(index);
    const Entry entry = host->entries.at(bench.group.drawn.instantiation);
    row.instructions = instructions_of(
        counter, [&] { course.restore(0, false); }, [&] { entry(course.sets.front()); });
  }
}

void time_rows(Bench& bench) {
  const Options& options = bench.session.options;
  Course course = bench.stage->course();
  Field field;
  std::vector<unsigned long long> before;
  for (const auto& [row, host] : bench.hosts) {
    const std::size_t type = bench.group.drawn.instantiation;
    const Entry entry = host->witnessed.empty() ? host->entries.at(type) : host->witnessed.at(type);
    field.add<HostCompetitor>(row, before.size(), entry, course, options.clock);
    before.push_back(host->witness != nullptr ? *host->witness : 0);
  }
  const BackendScope on_device(Backend::cuda);  // entries of the host do not ask for it
  add_device(bench, field);
  if (field.competitors.empty()) return;
  const SamplerOptions how{.target = options.target,
                           .budget_seconds = budget_of(*bench.group.task->spec, options),
                           .block_seconds = options.block_seconds,
                           .warm_seconds = options.warm_seconds,
                           .seed = options.seed,
                           .clock_step = bench.session.clock_step,
                           .turn = [&](std::size_t who) {
                             bench.session.turn(field.rows[who], options.timeout_seconds + 5 * options.warm_seconds);
                           }};
  std::vector<Competitor*> competitors;
  for (const auto& competitor : field.competitors) competitors.push_back(competitor.get());
  const auto state = [&]() { return bench.session.monitor.state ? bench.session.monitor.state() : std::nullopt; };
  const auto state_before = bench.device ? state() : std::nullopt;
  const auto sampled = sample(competitors, how, options.clock);
  const auto state_after = bench.device ? state() : std::nullopt;
  for (std::size_t i = 0; i < bench.hosts.size(); ++i)
    finish_host(sampled[i], *bench.hosts[i].host, before[i], bench.rows[bench.hosts[i].row]);
  count_instructions(bench, course);
  if (!bench.device) return;
  finish_device(bench, field, sampled);
  Measurement& row = bench.rows[*bench.device_row];
  if (row.timing && state_before && state_after)
    if (const auto note = clock_note(*state_before, *state_after); !note.empty()) row.notes.push_back(note);
}

}  // namespace

void judge_clock(Measurement& row, double usual, std::uint64_t seed) {
  Timing& timing = *row.timing;
  std::vector<double> at_usual_clock;
  for (std::size_t i = 0; i < timing.blocks.size() && i < timing.clock_hertz.size(); ++i)
    if (timing.clock_hertz[i] <= 0 || timing.clock_hertz[i] >= throttled_below * usual)
      at_usual_clock.push_back(timing.blocks[i]);
  const std::size_t slow = timing.blocks.size() - at_usual_clock.size();
  if (slow == 0) return;
  if (2 * at_usual_clock.size() < timing.blocks.size()) {
    timing.reached_target = false;
    row.notes.push_back(fmt::format("not resolved: the clock was below nine tenths of {:.0f} MHz in {} of {} blocks",
                                    usual * 1e-6, slow, timing.blocks.size()));
    return;
  }
  row.notes.push_back(
      fmt::format("{} of {} blocks do not count, since the clock was slower", slow, timing.blocks.size()));
  timing.median = median(at_usual_clock);
  timing.interval.reset();
  if (at_usual_clock.size() >= fewest_blocks_for_an_interval)
    timing.interval = bootstrap_of_median(at_usual_clock, seed);
}

std::vector<std::pair<std::string, std::string>> device_facts(const Session& session) {
  const DeviceDescription device = describe_device(0);
  std::vector<std::pair<std::string, std::string>> facts{
      {"gpu_name", device.name},
      {"gpu_memory", fmt::format("{:.1f} GB", static_cast<double>(device.memory) * 1e-9)},
      {"gpu_sm", fmt::format("sm_{}{}, {} multiprocessors", device.major, device.minor, device.multiprocessors)},
      {"gpu_l2_cache", fmt::format("{:.0f} MB", static_cast<double>(device.level_2_cache) * 1e-6)},
      {"cuda_driver", device.driver},
      {"cuda_runtime", device.runtime}};
  facts.insert(facts.end(), session.monitor.facts.begin(), session.monitor.facts.end());
  if (!session.monitor.why_absent.empty()) facts.emplace_back("gpu_clock", "not read: " + session.monitor.why_absent);
  return facts;
}

void measure(const Group& group, Session& session, std::vector<Measurement>& rows) {
  Bench bench{group, session, rows};
  find_runnable(bench);
  if (bench.hosts.empty() && !bench.device_row) return;
  const auto refuse_all = [&](Verdict verdict, const std::string& reason) {
    for (std::size_t i = group.first; i < group.first + group.count; ++i)
      if (rows[i].verdict == Verdict::pass) refuse(rows[i], verdict, reason);
  };
  const auto start = std::chrono::steady_clock::now();
  try {
    make_stage(bench);
    refuse_wrong_hosts(bench);
    {
      const BackendScope on_device(Backend::cuda);
      make_device_stage(bench);
    }
    session.setup_seconds += seconds_since(start);
    const auto timing = std::chrono::steady_clock::now();
    time_rows(bench);
    session.timing_seconds += seconds_since(timing);
  } catch (const std::bad_alloc&) {
    refuse_all(Verdict::skipped, "there is not enough memory for its sets of arrays");
  } catch (const InvalidArgument& refused) {
    refuse_all(Verdict::skipped, refused.what());
  } catch (const std::exception& failure) {
    refuse_all(Verdict::broken, failure.what());
  }
}

}  // namespace kparity::bench
