// The keys of a spec file, as data: what each block may hold, what it must, and one sentence on each. The reader checks
// with these tables and the JSON schema is printed from them, so the two cannot disagree.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kparity::spec {

struct Block;

/// What a key's value looks like. Meaning beyond that is checked by the reader.
enum class Value {
  text,            // a scalar
  word,            // one of `words`
  boolean,         // true or false
  count,           // an integer from 1
  number,          // a positive decimal number
  date,            // 2027-03-01
  percent,         // 8%
  bytes,           // 2GiB
  duration,        // 2us
  expression,      // an integer expression
  expressions,     // one expression or a list of them
  counts,          // one count or a list of counts
  texts,           // a list of scalars
  names,           // a list of names of parameters
  reasons,         // a map from names of parameters to texts
  properties,      // a list of maps with one key, the name of a property
  block,           // a map with the keys of `block`
  blocks,          // a map from names to maps with the keys of `block`
  types,           // a map from names to lists of types
  generator,       // the name of a generator; its fields stand beside it
  tolerance,       // auto, exact, or a map with the fields of one form
  comparison,      // elementwise, or one of the comparisons
  defined,         // all, or a map
  host,            // implementation names beside the keys of `block`
  sizes,           // names to lists of integers or ranges, and `grid`
  numbers,         // names to numbers
  flops,           // an expression, or one per type
  words_or_names,  // one of `words`, or a list of names
  severities,      // a map from rules to one of `words`
};

struct Key {
  std::string name;
  Value value = Value::text;
  std::string doc;
  bool required = false;
  std::vector<std::string> words = {};
  const Block* block = nullptr;
};

struct Block {
  std::string title;  // as messages call it: "input", "launch"; empty for the file itself
  std::vector<Key> keys;
};

/// The file. All other blocks are reached from it.
const Block& file_keys();

const Block& input_keys();
const Block& output_keys();
const Block& cases_keys();
const Block& renamed_keys();
const Block& launch_keys();
const Block& cuda_keys();
const Block& host_keys();
const Block& implementation_keys();
const Block& struct_keys();
const Block& device_function_keys();
const Block& expected_failure_keys();
const Block& exemption_keys();
const Block& checker_keys();
const Block& ignored_finding_keys();
const Block& bench_keys();
const Block& size_range_keys();
const Block& work_keys();
const Block& limits_keys();
const Block& gate_keys();
const Block& must_beat_host_keys();

/// What `special:` of an input may list.
const std::vector<std::string>& special_values();

/// The findings of the checker after which a launch goes on, so that they can be ignored.
const std::vector<std::string>& ignorable_findings();

/// How the value of a property is written.
enum class PropertyForm {
  names,    // one name of an input or a list of them
  numbers,  // a map from names to numbers
  sums,     // sum(a) = sum(a) + sum(w) + n
};

struct PropertyRule {
  std::string name;
  PropertyForm form;
  std::string doc;
};

/// What `properties:` may say. Each is checked by the relation of that name in framework/src/parity/relations/.
const std::vector<PropertyRule>& property_rules();

/// The keys in which a form of tolerance holds another one.
inline constexpr std::string_view elementwise_key = "and", within_key = "within";

const Key* find_key(const Block& block, std::string_view name);
std::vector<std::string> names_of(const Block& block);

}  // namespace kparity::spec
