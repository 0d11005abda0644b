// Every spec of tests/data/bad_specs is refused with exactly the message beside it, located and sorted, and never
// crashes.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

#include "kparity/compare/compare.hpp"
#include "kparity/generate/generate.hpp"
#include "kparity/spec/reader.hpp"

namespace kparity::spec {
namespace {

namespace fs = std::filesystem;

const fs::path folder = fs::path(KPARITY_TEST_DATA) / "bad_specs";

std::vector<std::string> names_with(const std::string& ending) {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ending) names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string contents(const std::string& file) {
  std::ifstream stream(folder / file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string message_for(const std::string& name) {
  try {
    read_text(contents(name + ".yaml"), name + ".yaml",
              {generate::generator_rules(), compare::tolerance_rules(), compare::comparison_rules()});
  } catch (const SpecError& error) {
    return std::string(error.what()) + "\n";
  }
  return "no problem\n";
}

class BadSpec : public testing::TestWithParam<std::string> {};

TEST_P(BadSpec, is_refused_with_its_message) {
  const std::string message = message_for(GetParam());
  EXPECT_EQ(message, contents(GetParam() + ".expected"));
  const std::regex located("[a-z0-9_]+\\.yaml:[0-9]+:[0-9]+: .+");
  std::istringstream lines(message);
  for (std::string line; std::getline(lines, line);) EXPECT_TRUE(std::regex_match(line, located)) << line;
}

INSTANTIATE_TEST_SUITE_P(BadSpecs, BadSpec, testing::ValuesIn(names_with(".yaml")),
                         [](const auto& test) { return test.param; });

TEST(BadSpecs, are_many_and_each_has_its_message) {
  EXPECT_GE(names_with(".yaml").size(), 60u);
  EXPECT_EQ(names_with(".yaml"), names_with(".expected"));
}

}  // namespace
}  // namespace kparity::spec
