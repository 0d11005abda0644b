// The GoogleTest program of a catalogue: one test per kernel and check, registered from the folders at start. This is
// the only file that meets GoogleTest; a skipped check exits with 77, so that ctest shows it as skipped.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string_view>

#include "device_choice.hpp"
#include "kparity/error.hpp"
#include "kparity/parity/place.hpp"
#include "kparity/parity/sanitizer.hpp"
#include "kparity/report/report.hpp"
#include "kparity/settings.hpp"
#include "kparity/tool/tool.hpp"
#include "session.hpp"

namespace kparity::tool {

namespace {

constexpr int skipped_exit_code = 77;
constexpr const char* for_sanitizer =
    "--for-sanitizer";  // few cases, long time-outs, arrays in allocations of their own

struct Suite {
  Workplace workplace;
  parity::CheckOptions options;
};

/// This program again, for the test that a tool of compute-sanitizer watches; in a mode for it, see main below.
std::vector<std::string> sanitized_check(const std::string& kernel) {
  return {std::filesystem::read_symlink("/proc/self/exe").string(),
          fmt::format("--gtest_filter={}.parity.cuda", kernel), for_sanitizer};
}

/// The parity of a CUDA version, and what a tool of compute-sanitizer watches.
bool needs_device(const Check& check) {
  return check.implementation == cuda_name && check.kind != "compile" && !parity::is_emulated_place(check.kind);
}

class CheckTest : public testing::Test {
 public:
  CheckTest(std::shared_ptr<const Suite> suite, Check check) : suite_(std::move(suite)), check_(std::move(check)) {}

  void TestBody() override {
    std::optional<DeviceLock> lock;
    const bool is_started_by_one_that_holds_it = suite_->options.separate_allocations;  // under a sanitizer
    if (needs_device(check_) && !is_started_by_one_that_holds_it) lock.emplace();
    if (needs_device(check_)) std::cout << "visible devices: " << visible_devices() << '\n';
    compile_hosts(suite_->workplace, {check_.source}, 1);
    const auto outcome = run_checks(suite_->workplace, {check_}, suite_->options, 1, {}, sanitized_check).front();
    const std::string text = report::text_of(outcome, {});
    std::cout << text << std::flush;
    if (outcome.verdict == result::Verdict::skipped || outcome.verdict == result::Verdict::unchecked)
      GTEST_SKIP() << outcome.reason;
    if (result::is_red(outcome.verdict, false)) GTEST_FAIL() << text;
  }

 private:
  std::shared_ptr<const Suite> suite_;
  Check check_;
};

void register_check(const std::shared_ptr<const Suite>& suite, const Check& check) {
  const std::string id = id_of(check);
  const auto dot = id.find('.');
  const std::string file = check.source->folder.spec_file.value_or(check.source->folder.path);
  testing::RegisterTest(id.substr(0, dot).c_str(), id.substr(dot + 1).c_str(), nullptr, nullptr, file.c_str(), 1,
                        [suite, check]() -> CheckTest* { return new CheckTest(suite, check); });
}

bool everything_was_skipped() {
  const auto& unit = *testing::UnitTest::GetInstance();
  return unit.test_to_run_count() > 0 && unit.skipped_test_count() == unit.test_to_run_count();
}

}  // namespace

int test_main(int argc, char** argv, const BuiltIn& built_in) {
  testing::InitGoogleTest(&argc, argv);
  try {
    take_device_of_ctest();
    auto suite = std::make_shared<Suite>();
    open_workplace(suite->workplace, "", &built_in);
    suite->options.replay_command = replay_command(suite->workplace, &built_in);
    if (const auto& seed = settings().seed) suite->options.seed = *seed;
    if (argc > 1 && std::string_view(argv[1]) == for_sanitizer) {
      suite->options.cases = 20;
      suite->options.timeout_seconds = 300;
      suite->options.separate_allocations = true;
    }
    for (const auto& check : checks_of(select(suite->workplace, {}), {})) register_check(suite, check);
    Wanted sanitized;
    for (const auto& tool : parity::sanitizer_tools()) sanitized.sanitizers.emplace_back(tool.name);
    for (const auto& check : checks_of(select(suite->workplace, {}), sanitized))
      if (check.kind != "spec") register_check(suite, check);
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
  const int code = RUN_ALL_TESTS();
  return code == 0 && everything_was_skipped() ? skipped_exit_code : code;
}

}  // namespace kparity::tool
