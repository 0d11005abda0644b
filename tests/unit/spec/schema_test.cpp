// The JSON schema says the same as the reader: the same keys, generators and tolerances.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "keys.hpp"
#include "kparity/spec/reader.hpp"
#include "words.hpp"

namespace kparity::spec {
namespace {

using nlohmann::json;

json schema() {
  return json::parse(json_schema(test_words()));
}

std::vector<std::string> keys_of(const json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

TEST(Schema, has_the_keys_of_the_file) {
  EXPECT_THAT(keys_of(schema()["properties"]), testing::UnorderedElementsAreArray(names_of(file_keys())));
  EXPECT_EQ(schema()["required"], json({"kernel", "inputs", "outputs"}));
  EXPECT_EQ(schema()["oneOf"], json({{{"required", {"signature"}}}, {{"required", {"device_function"}}}}));
  EXPECT_EQ(schema()["additionalProperties"], false);
}

TEST(Schema, has_one_input_per_generator_with_its_fields) {
  const json inputs = schema()["properties"]["inputs"]["additionalProperties"]["oneOf"];
  ASSERT_EQ(inputs.size(), test_words().generators.size());
  EXPECT_EQ(inputs[1]["properties"]["generate"]["const"], "uniform");
  EXPECT_THAT(keys_of(inputs[1]["properties"]),
              testing::UnorderedElementsAre("generate", "shape", "role", "special", "min", "max"));
  EXPECT_EQ(inputs[1]["required"], json({"generate", "min", "max"}));
}

TEST(Schema, has_every_tolerance) {
  const json forms = schema()["properties"]["outputs"]["additionalProperties"]["properties"]["tolerance"]["anyOf"];
  EXPECT_EQ(forms[0]["enum"], json({"auto", "exact"}));
  ASSERT_EQ(forms.size(), 4u);
  EXPECT_EQ(forms[3]["required"], json({"norm", "max", "and"}));
  EXPECT_EQ(forms[3]["properties"]["and"]["anyOf"].size(), 3u);
}

TEST(Schema, describes_every_key) {
  const json properties = schema()["properties"];
  for (const auto& [name, value] : properties.items()) EXPECT_TRUE(value.contains("description")) << name;
}

}  // namespace
}  // namespace kparity::spec
