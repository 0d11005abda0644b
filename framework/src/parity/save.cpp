// The files are written before the implementation runs, and the arrays once more when it has returned: what crashes can
// be looked at, too.
#include "kparity/parity/save.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <utility>

#include "child.hpp"
#include "kparity/compile/host_kind.hpp"
#include "kparity/error.hpp"
#include "kparity/npz.hpp"
#include "kparity/parity/place.hpp"
#include "launch_findings.hpp"
#include "repro.hpp"
#include "sparse_case.hpp"
#include "subject.hpp"

namespace kparity::parity {

namespace {

namespace fs = std::filesystem;

/// Whole, or not at all.
void write_file(const std::string& path, const std::function<void(std::ostream&)>& write) {
  const std::string scratch = path + ".part";
  std::ofstream out(scratch, std::ios::binary);
  write(out);
  if (!out.flush()) throw RuntimeFailure("cannot write '" + scratch + "'");
  out.close();
  fs::rename(scratch, path);
}

class Saving {
 public:
  Saving(const Task& task, const generate::Case& drawn, const std::string& folder)
      : task_(task),
        place_(task.place.empty() ? std::string(usual_place(task.implementation)) : task.place),
        npz_((fs::path(folder) / (task.spec->kernel + tag(".") + ".npz")).string()),
        repro_((fs::path(folder) / (task.spec->kernel + tag("_") + "_repro" + ending())).string()) {
    generate_case(*task.spec, drawn, data_);
  }

  std::string run() {
    Subject reference = load_subject(*task_.spec, *task_.kernel, reference_name, "host");
    expected_.prepare(*task_.spec, data_, poison_a);
    reference.run(data_.drawn.instantiation, expected_);
    write_arrays(nullptr);
    const std::string no_repro = write_repro();
    Subject subject = load_subject(*task_.spec, *task_.kernel, task_.implementation, place_);
    Workspace actual;
    actual.prepare(*task_.spec, data_, poison_a, {.shared = true});
    const bool returned = returns(subject, actual);
    if (returned) write_arrays(&actual);
    return line(no_repro, returned);
  }

  std::string line(const std::string& no_repro, bool returned) const {
    std::string text = npz_;
    if (!returned) text += " (without what the implementation made: it did not return)";
    return text + (no_repro.empty() ? ", " + repro_ : "; no program beside it: " + no_repro);
  }

  /// After a run that did not come to its end.
  std::string line_of_files() const { return line(fs::exists(repro_) ? "" : "it could not be written", false); }

 private:
  bool returns(const Subject& subject, Workspace& actual) const {
    try {
      return !subject.run(data_.drawn.instantiation, actual);
    } catch (const std::exception&) {
      return false;  // the report says what it threw
    }
  }

  /// ".cuda", ".cuda.checked".
  std::string tag(const std::string& separator) const {
    const bool usual = place_ == usual_place(task_.implementation);
    return separator + task_.implementation + (usual ? "" : separator + place_);
  }
  const char* ending() const { return task_.implementation == cuda_name ? ".cu" : ".cpp"; }

  void write_arrays(const Workspace* actual) const {
    std::vector<NpzArray> arrays;
    const Signature& signature = task_.spec->instantiations[data_.drawn.instantiation];
    std::size_t scalar = 0;
    for (const auto& input : task_.spec->inputs) {
      if (at(signature, input.path).kind == ParameterKind::pointer) continue;
      const auto& value = data_.drawn.scalars[scalar++];
      const auto bits = std::as_bytes(std::span(&value.bits, 1));
      arrays.push_back({input.name, value.dtype, {}, bits.first(size_of(value.dtype))});
    }
    for (std::size_t i = 0; i < data_.plan.size(); ++i) {
      const generate::ArrayPlan& plan = data_.plan[i];
      if (plan.is_input) arrays.push_back({plan.name, plan.dtype, plan.shape, data_.inputs[i]});
      if (!plan.is_output && !plan.is_scratch) continue;
      arrays.push_back({plan.name + ".expected", plan.dtype, plan.shape, expected_.array(i)});
      if (actual != nullptr) arrays.push_back({plan.name + ".actual", plan.dtype, plan.shape, actual->array(i)});
    }
    write_file(npz_, [&](std::ostream& out) { write_npz(arrays, out); });
  }

  /// Why there is none, or nothing.
  std::string write_repro() {
    std::vector<ReproArray> arrays;
    for (std::size_t i = 0; i < data_.plan.size(); ++i) {
      const generate::ArrayPlan& plan = data_.plan[i];
      const bool judged = plan.is_output && !plan.is_scratch;
      arrays.push_back(
          {&plan, data_.inputs[i], judged ? std::as_const(expected_).array(i) : std::span<const std::byte>()});
    }
    const KernelDefinition& definition = task_.kernel->definition();
    Repro repro{task_.spec, &definition, source_file(), &data_.drawn, arrays, {}};
    if (std::string reason = why_no_repro(repro); !reason.empty()) return reason;
    if (generate::calls(*task_.spec, data_.drawn).size() > 1) return "the case is several calls; replay its token";
    if (std::ranges::any_of(data_.plan, [](const auto& plan) { return plan.shares.has_value(); }))
      return "arrays of the case share memory; replay its token";
    if (task_.implementation == cuda_name) {
      repro.shape.emplace();
      Workspace arguments;
      arguments.prepare(*task_.spec, data_, poison_a);
      const auto nowhere = [](const void*) { return std::string(); };
      if (auto found =
              ask_for_shape(*task_.kernel, data_.drawn.instantiation, arguments.arguments(), nowhere, *repro.shape))
        return found->reason;
    }
    write_file(repro_, [&](std::ostream& out) { out << repro_source(repro, fs::path(repro_).filename().string()); });
    return "";
  }

  spec::HostFile source_file() const {
    if (task_.implementation == cuda_name) return {task_.implementation, task_.kernel->definition().cuda->path};
    const auto* kind = compile::find_host_kind(task_.implementation);
    const std::string name =
        task_.spec->kernel + "_" + task_.implementation + (kind == nullptr ? ".cpp" : kind->ending);
    return {task_.implementation, (fs::path(task_.spec->folder) / name).string()};
  }

  const Task& task_;
  std::string place_, npz_, repro_;
  CaseData data_;
  Workspace expected_;
};

}  // namespace

std::string save_case(const Task& task, const generate::Case& drawn, const CheckOptions& options,
                      const std::string& folder) {
  if (drawn.family == sparse_family) return "nothing: the arrays are too large for files; replay its token";
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw RuntimeFailure(fmt::format("cannot make the folder '{}': {}", folder, error.message()));
  Saving saving(task, drawn, folder);
  const ChildResult ended = Child(
                                [&](const Watch& watch) {
                                  if (watch.case_started) watch.case_started(drawn);
                                  result::Outcome outcome;
                                  outcome.saved = saving.run();
                                  return outcome;
                                },
                                *task.spec)
                                .wait(options.timeout_seconds);
  if (ended.end != ChildResult::End::finished) return saving.line_of_files();
  if (ended.outcome->saved.empty()) throw RuntimeFailure("cannot save the case: " + ended.outcome->reason);
  return ended.outcome->saved;
}

}  // namespace kparity::parity
