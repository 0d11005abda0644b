// Every planted fault of faults/ is found in all orders of threads, with its verdict, on a marked line and in the named
// array; its repaired twin is silent.
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <ostream>
#include <regex>
#include <set>
#include <stdexcept>

#include "arguments.hpp"
#include "device.hpp"
#include "kparity/emulate/finding.hpp"

namespace kparity::emulation {
namespace {

using emulate::Finding;
using emulate::FindingKind;
using testing::Contains;
using testing::IsEmpty;

using FaultKernel = void(int, bool, Arrays);

/// A function of a file, which is named after the verdict. Without lines only its numbers are wrong.
struct Fault {
  std::string verdict, name;
  int number = 0;
  std::set<unsigned> lines;
  std::set<std::string> arrays;
};

void PrintTo(const Fault& fault, std::ostream* out) {
  *out << fault.name;
}

/// From the text: the functions' marks, and the cases of the kernel, which give the numbers.
std::vector<Fault> faults_in(const std::string& verdict) {
  static const std::regex function(R"(^__device__ void (\w+)\(bool repaired.*)");
  static const std::regex mark(R"(.*// FINDS ?([\w:]*)$)");
  static const std::regex chosen(R"( *case (\d+): return (\w+)\(.*)");
  std::ifstream in(kernel_file("faults/" + verdict + ".cu").source.path);
  std::vector<Fault> faults;
  std::string line;
  for (unsigned number = 1; std::getline(in, line); ++number) {
    std::smatch match;
    if (std::regex_match(line, match, function)) {
      faults.push_back({verdict, match[1], -1, {}, {}});
    } else if (std::regex_match(line, match, mark)) {
      faults.back().lines.insert(number);
      faults.back().arrays.insert(match[1]);
    } else if (std::regex_match(line, match, chosen)) {
      const auto of_name = [&](const Fault& fault) { return fault.name == match[2]; };
      std::find_if(faults.begin(), faults.end(), of_name)->number = std::stoi(match[1]);
    }
  }
  for (const Fault& fault : faults)
    if (fault.number < 0) throw std::runtime_error(fault.name + " is not called by the kernel " + verdict);
  return faults;
}

std::vector<Fault> all_faults() {
  std::vector<Fault> out;
  for (const char* verdict : {"barrier", "bounds", "race", "uninitialised"})
    for (Fault& fault : faults_in(verdict)) out.push_back(std::move(fault));
  return out;
}

std::string name_of_test(const testing::TestParamInfo<Fault>& info) {
  return info.param.verdict + "_" + info.param.name;
}

struct FaultRun {
  emulate::LaunchResult result;
  std::vector<float> out;
};

FaultRun run(const Fault& fault, bool repaired, const emulate::EmulationOptions& options, unsigned blocks = 2,
             unsigned threads = 64) {
  const std::size_t size = std::size_t{blocks} * threads;
  const emulate::EmulatedKernel kernel = load_kernel<FaultKernel>("faults/" + fault.verdict + ".cu", Place::checked);
  Device device(Place::checked);
  std::vector<float> in(size);
  for (std::size_t i = 0; i < size; ++i) in[i] = static_cast<float>(1 + i % 7);
  const Arrays arrays{100,
                      static_cast<int>(size),
                      device.array("in", in),
                      device.unwritten<float>("out", size),
                      device.array("ints", std::vector<int>(size)),
                      device.array("few", std::vector<float>(16)),
                      device.zeros<unsigned char>("table", 3'000'000'000)};
  FaultRun run;
  run.result =
      device.launch(kernel, shape_of(blocks, threads, 64 * sizeof(float)), options, fault.number, repaired, arrays);
  run.out = device.contents(arrays.out, size);
  return run;
}

/// Of a race both places. A value that is read too early may also be one that nobody has written.
void expect_as_marked(const Fault& fault, const emulate::LaunchResult& result) {
  std::vector<std::string> kinds;
  for (const Finding& finding : result.findings) {
    const std::string kind(name_of(finding.kind));
    kinds.push_back(kind);
    EXPECT_TRUE(kind == fault.verdict || (kind == "uninitialised" && fault.verdict == "race")) << to_string(finding);
    EXPECT_THAT(fault.lines, Contains(finding.access.line)) << to_string(finding);
    EXPECT_TRUE(finding.access.file.ends_with("faults/" + fault.verdict + ".cu")) << finding.access.file;
    EXPECT_THAT(fault.arrays, Contains(finding.array)) << to_string(finding);
    if (finding.second) {
      EXPECT_THAT(fault.lines, Contains(finding.second->line)) << to_string(finding);
    }
  }
  EXPECT_THAT(kinds, Contains(fault.verdict));
}

class PlantedFault : public testing::TestWithParam<Fault> {};

TEST_P(PlantedFault, is_found_and_its_twin_is_silent) {
  const Fault& fault = GetParam();
  for (const emulate::EmulationOptions& options : all_orders()) {
    SCOPED_TRACE("order " + std::to_string(static_cast<int>(options.order)));
    const FaultRun twin = run(fault, true, options);
    EXPECT_THAT(texts_of(twin.result), IsEmpty());
    EXPECT_TRUE(twin.result.completed);
    const FaultRun wrong = run(fault, false, options);
    if (!fault.lines.empty()) {
      expect_as_marked(fault, wrong.result);
    } else {
      EXPECT_THAT(texts_of(wrong.result), IsEmpty());
      EXPECT_NE(wrong.out, twin.out);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, PlantedFault, testing::ValuesIn(all_faults()), name_of_test);

TEST(PlantedFaults, races_across_4_and_across_2000_blocks_of_1024_threads_are_found) {
  const std::vector<Fault> races = faults_in("race");
  const auto fault = std::find_if(races.begin(), races.end(),
                                  [](const Fault& each) { return each.name == "writes_into_the_next_block"; });
  ASSERT_NE(fault, races.end());
  for (const unsigned blocks : {4u, 2000u}) {
    SCOPED_TRACE(blocks);
    expect_as_marked(*fault, run(*fault, false, {}, blocks, 1024).result);
    EXPECT_THAT(texts_of(run(*fault, true, {}, blocks, 1024).result), IsEmpty());
  }
}

}  // namespace
}  // namespace kparity::emulation
