// The reader on good specs: every block ends up in the model as it was meant. What is refused is in bad_specs_test.cpp.
#include "kparity/spec/reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "kparity/compare/compare.hpp"
#include "kparity/generate/generate.hpp"
#include "words.hpp"

namespace kparity::spec {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

KernelSpec read_good(const std::string& text) {
  return read_text(text, "axpy/axpy.yaml", test_words());
}

std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string problems_of(const std::string& text) {
  try {
    read_good(text);
  } catch (const SpecError& error) {
    return error.what();
  }
  return "";
}

double real_of(const KindUse& use, std::string_view name) {
  return std::get<double>(std::get<Real>(use.find(name)->value));
}

std::string expression_of(const KindUse& use, std::string_view name) {
  return std::get<Expression>(use.find(name)->value).text();
}

std::vector<std::string> texts(const std::vector<Expression>& expressions) {
  std::vector<std::string> out;
  for (const Expression& expression : expressions) out.push_back(expression.text());
  return out;
}

TEST(Reader, reads_axpy) {
  const KernelSpec spec = read_good(axpy_text);
  EXPECT_EQ(spec.kernel, "axpy");
  EXPECT_EQ(spec.summary, "y += a x");
  EXPECT_EQ(spec.file, "axpy/axpy.yaml");
  EXPECT_EQ(spec.folder, "axpy");
  ASSERT_EQ(spec.instantiations.size(), 1u);
  EXPECT_EQ(to_string(spec.instantiations[0]), "void axpy(double a, const double* x, double* y, int n)");
  EXPECT_EQ(spec.signature_where.line, 3);
  EXPECT_EQ(spec.signature_where.column, 12);
  ASSERT_EQ(spec.inputs.size(), 4u);
  EXPECT_EQ(spec.inputs[0].name, "a");
  EXPECT_TRUE(spec.inputs[0].shape.empty());
  EXPECT_EQ(real_of(spec.inputs[0].generate, "min"), -10);
  EXPECT_THAT(texts(spec.inputs[1].shape), ElementsAre("n"));
  EXPECT_EQ(spec.inputs[3].role, Role::size);
  EXPECT_EQ(expression_of(spec.inputs[3].generate, "max"), "100_000");
  ASSERT_EQ(spec.outputs.size(), 1u);
  EXPECT_TRUE(spec.outputs[0].also_input);
  EXPECT_THAT(texts(spec.outputs[0].shape), ElementsAre("n"));
  EXPECT_EQ(spec.outputs[0].tolerance.form.kind, "relative");
  EXPECT_EQ(real_of(spec.outputs[0].tolerance.form, "rel"), 1e-14);
  EXPECT_EQ(spec.outputs[0].tolerance.reason, "fused multiply-add");
  EXPECT_EQ(spec.outputs[0].nan, SpecialPolicy::forbid);
  EXPECT_EQ(spec.outputs[0].inf, SpecialPolicy::match);
  EXPECT_TRUE(spec.outputs[0].run_to_run);
  EXPECT_THAT(texts(spec.launch.threads), ElementsAre("n"));
  EXPECT_THAT(spec.launch.block, ElementsAre(128u));
  EXPECT_EQ(spec.missing_cuda, MissingCudaPolicy::raise);
  EXPECT_EQ(spec.dispatch, Dispatch::backend);
  EXPECT_FALSE(spec.bench.has_value());
}

TEST(Reader, orders_inputs_as_the_signature_does) {
  const std::string reordered = with(axpy_text, "  a: {generate: uniform, min: -10, max: 10}\n", "");
  const KernelSpec spec =
      read_good(with(reordered, "outputs:", "  a: {generate: uniform, min: -10, max: 10}\noutputs:"));
  EXPECT_EQ(spec.inputs[0].name, "a");
  EXPECT_EQ(spec.inputs[3].name, "n");
}

TEST(Reader, takes_an_expression_as_a_bound_and_as_an_extent) {
  std::string text = with(axpy_text, "shape: [n], min: -1, max: 1", "shape: \"max(2*n, 1)\", min: -1, max: n + 1");
  const KernelSpec spec = read_good(text);
  EXPECT_THAT(texts(spec.inputs[1].shape), ElementsAre("max(2*n, 1)"));
  EXPECT_EQ(std::get<Expression>(std::get<Real>(spec.inputs[1].generate.find("max")->value)).text(), "n + 1");
}

TEST(Reader, fills_in_defaults) {
  const KernelSpec spec =
      read_good(with(axpy_text, "a: {generate: uniform, min: -10, max: 10}", "a: {generate: normal}"));
  EXPECT_EQ(real_of(spec.inputs[0].generate, "mean"), 0);
  EXPECT_EQ(real_of(spec.inputs[0].generate, "deviation"), 1);
}

TEST(Reader, reads_types_structs_and_builds) {
  const KernelSpec spec = read_good(R"(kernel: axpy
signature: >-
  void axpy(Particles<T> particles,
            T dt, I steps, T* work)
types: {T: [float, double], I: [int, std::int64_t]}
missing_cuda: fallback
inputs:
  dt: {generate: uniform, min: 0.5, max: 2}
  steps: {generate: integer, min: 0, max: 7}
  particles.x: {generate: uniform, shape: [particles.n], min: -1, max: 1}
  particles.v: {generate: uniform, shape: [particles.n, 3], min: -1, max: 1}
  particles.n: {generate: integer, min: 0, max: 1000, role: size}
  work: {generate: constant, value: 0, shape: [16], role: scratch}
outputs:
  particles.x:
    tolerance: {norm: l2, max: 1e-6, and: {ulp: 64}}
    reason: a sum
    nan: match
    inf: any
    signed_zero: match
    determinism: none
launch: {threads: [particles.n, 3], block: [32, 8, 2], shared_memory: 8*particles.n}
cuda: {options: [--fmad=false], include_dirs: [../common], template_args: [T], dispatch: arrays}
host: {flags: [-O3], include_dirs: [../common], openmp: {flags: [-fopenmp, -O2]}}
structs:
  Particles: {header: particles.hpp, fields: ["T* x", "const T* v", "int n"]}
expected_failure: {cuda: {reason: "not yet", until: 2027-03-01}}
unused: {particles.v: "kept for callers"}
)");
  ASSERT_EQ(spec.instantiations.size(), 4u);
  EXPECT_EQ(spec.instantiations[1].types, "T=float,I=long");
  EXPECT_EQ(spec.instantiations[2].types, "T=double,I=int");
  EXPECT_EQ(to_string(spec.instantiations[2]),
            "void axpy(Particles<double> particles, double dt, int steps, double* work)");
  EXPECT_EQ(spec.missing_cuda, MissingCudaPolicy::fallback);
  EXPECT_EQ(spec.dispatch, Dispatch::arrays);
  ASSERT_EQ(spec.outputs.size(), 2u);
  const OutputSpec& x = spec.outputs[0];
  EXPECT_EQ(x.tolerance.form.kind, "norm");
  EXPECT_EQ(std::get<std::string>(x.tolerance.form.find("norm")->value), "l2");
  ASSERT_TRUE(x.tolerance.elementwise.has_value());
  EXPECT_EQ(x.tolerance.elementwise->kind, "ulp");
  EXPECT_EQ(x.nan, SpecialPolicy::match);
  EXPECT_EQ(x.inf, SpecialPolicy::any);
  EXPECT_TRUE(x.signed_zero);
  EXPECT_FALSE(x.run_to_run);
  const OutputSpec& work = spec.outputs[1];
  EXPECT_EQ(work.role, Role::scratch);
  EXPECT_TRUE(work.also_input);
  EXPECT_THAT(spec.launch.block, ElementsAre(32u, 8u, 2u));
  EXPECT_EQ(spec.launch.shared_memory->text(), "8*particles.n");
  EXPECT_THAT(spec.cuda_options, ElementsAre("--fmad=false"));
  EXPECT_THAT(spec.cuda_include_dirs, ElementsAre("../common"));
  EXPECT_THAT(spec.cuda_template_args, ElementsAre("T"));
  ASSERT_EQ(spec.host_flags.size(), 2u);
  EXPECT_EQ(spec.host_flags[0].implementation, "");
  EXPECT_EQ(spec.host_flags[1].implementation, "openmp");
  EXPECT_THAT(spec.host_flags[1].flags, ElementsAre("-fopenmp", "-O2"));
  EXPECT_EQ(spec.structs.at(0).header, "particles.hpp");
  EXPECT_EQ(spec.expected_failures.at(0).until, "2027-03-01");
  ASSERT_EQ(spec.unused.size(), 1u);
  EXPECT_EQ(spec.unused[0].name, "particles.v");
  EXPECT_EQ(spec.unused[0].reason, "kept for callers");
}

TEST(Reader, case_48_header_folders_are_the_parent_or_those_given_or_none) {
  // The kernel's own folder comes first whatever is given; that is not the spec's business.
  EXPECT_THAT(read_good(axpy_text).cuda_include_dirs, ElementsAre(".."));
  EXPECT_THAT(read_good(axpy_text + "cuda: {options: [-DX]}\n").cuda_include_dirs, ElementsAre(".."));
  EXPECT_THAT(read_good(axpy_text + "cuda: {include_dirs: [a, ../b]}\n").cuda_include_dirs, ElementsAre("a", "../b"));
  EXPECT_THAT(read_good(axpy_text + "cuda: {include_dirs: []}\n").cuda_include_dirs, ElementsAre());
}

TEST(Reader, a_tolerance_that_is_left_out_is_auto) {
  const std::string floating = with(
      axpy_text, "y: {tolerance: {rel: 1e-14, abs: 1e-14}, reason: \"fused multiply-add\"}", "y: {tolerance: auto}");
  EXPECT_EQ(read_good(floating).outputs[0].tolerance.form.kind, "auto");
  EXPECT_EQ(read_good(with(floating, "tolerance: auto", "")).outputs[0].tolerance.form.kind, "auto");
  std::string text = with(axpy_text, "double* y", "int* y");
  text = with(text, "y: {generate: uniform", "y: {generate: integer");
  text = with(text, "y: {tolerance: {rel: 1e-14, abs: 1e-14}, reason: \"fused multiply-add\"}", "y: {tolerance: auto}");
  EXPECT_EQ(read_good(text).outputs[0].tolerance.form.kind, "auto");
  EXPECT_EQ(read_good(with(text, "tolerance: auto", "")).outputs[0].tolerance.form.kind, "auto");
}

TEST(Reader, holds_numbers_to_the_bounds_of_their_rule) {
  const auto tolerance = [](const std::string& form) {
    return problems_of(with(axpy_text, "{rel: 1e-14, abs: 1e-14}", form));
  };
  EXPECT_THAT(tolerance("{rel: -1}"), HasSubstr(":10:24: 'rel' of tolerance 'relative' must be at least 0, not -1"));
  EXPECT_THAT(tolerance("{ulp: -1}"), HasSubstr("'ulp' of tolerance 'ulp' must be at least 0, not -1"));
  EXPECT_EQ(tolerance("{ulp: 0}"), "");
  const auto generator = [](const std::string& fields) {
    return problems_of(with(axpy_text, "a: {generate: uniform, min: -10, max: 10}", "a: {generate: " + fields + "}"));
  };
  EXPECT_THAT(generator("normal, deviation: 0"), HasSubstr("must be greater than 0, not 0"));
  EXPECT_EQ(generator("normal, deviation: 1e-300"), "");
  EXPECT_THAT(generator("log_uniform, min: 0, max: 1"), HasSubstr("'min' of generator 'log_uniform' must be greater"));
}

TEST(Reader, knows_which_generator_makes_which_type) {
  const auto generator = [](const std::string& type, const std::string& fields) {
    const std::string text = with(axpy_text, "double a", type + " a");
    return problems_of(with(text, "a: {generate: uniform, min: -10, max: 10}", "a: {generate: " + fields + "}"));
  };
  EXPECT_EQ(generator("bool", "boolean, probability: 1"), "");
  EXPECT_THAT(generator("bool", "boolean, probability: 1.5"), HasSubstr("must be at most 1, not 1.5"));
  EXPECT_THAT(generator("double", "integer, min: 0, max: 1"),
              HasSubstr("generator 'integer' makes no double, the type of 'a'; use constant, uniform"));
  EXPECT_THAT(generator("int", "sorted, min: 0, max: 1"), HasSubstr("'sorted' makes no scalars"));
  EXPECT_THAT(generator("unsigned", "integer, min: -1, max: 1"),
              HasSubstr("'min' of generator 'integer' does not fit"));
  EXPECT_THAT(generator("float", "constant, value: 1e39"), HasSubstr("does not fit float"));
  EXPECT_EQ(generator("long", "constant, value: 5"), "");
}

TEST(Reader, reads_bench) {
  const KernelSpec spec = read_good(axpy_text + R"(bench:
  sizes: {n: {from: 1_000, to: 1_000_000, per_decade: 1}}
  fixed: {a: 1.5}
  inputs: default
  work: {reads: auto, writes: 8*n, flops: {f64: 2*n}, items: n}
  cache: warm
  modes: [kernel, copies]
  restore: [y]
  at_ci: [10_000, 1_000_000]
  limits: {device_memory: 2GiB, host_memory: 0.5GiB, seconds_per_point: 4}
  gate:
    slower: 8%
    ignore_below: 2us
    must_beat_host: {at: {n: 1_000_000}, by: 1.5, counting: kernel}
)");
  ASSERT_TRUE(spec.bench.has_value());
  EXPECT_THAT(spec.bench->sizes.at(0).values, ElementsAre(1000, 10000, 100000, 1000000));
  EXPECT_FALSE(spec.bench->grid);
  EXPECT_EQ(std::get<double>(spec.bench->fixed.at(0).value), 1.5);
  EXPECT_FALSE(spec.bench->reads.has_value());
  EXPECT_EQ(spec.bench->writes->text(), "8*n");
  EXPECT_EQ(spec.bench->flops.at(0).type, "f64");
  EXPECT_EQ(spec.bench->items->text(), "n");
  EXPECT_THAT(spec.bench->at_ci, ElementsAre(10000, 1000000));
  EXPECT_EQ(spec.bench->device_memory, std::uint64_t{2} << 30);
  EXPECT_EQ(spec.bench->host_memory, std::uint64_t{1} << 29);
  EXPECT_EQ(spec.bench->seconds_per_point, 4);
  EXPECT_DOUBLE_EQ(*spec.bench->slower, 0.08);
  EXPECT_TRUE(spec.bench->warm);
  EXPECT_FALSE(spec.bench->constant_inputs);
  EXPECT_TRUE(spec.bench->copies);
  EXPECT_FALSE(spec.bench->call);
  EXPECT_EQ(spec.bench->restore, std::vector<std::string>{"y"});
  EXPECT_DOUBLE_EQ(*spec.bench->ignore_below, 2e-6);
}

TEST(Reader, spaces_sizes_evenly_and_keeps_both_ends) {
  const auto sizes = [](const std::string& range) {
    return read_good(axpy_text + "bench: {sizes: {n: {" + range + "}}}\n").bench->sizes.at(0).values;
  };
  EXPECT_THAT(sizes("from: 10, to: 1000, per_decade: 2"), ElementsAre(10, 32, 100, 316, 1000));
  EXPECT_THAT(sizes("from: 10, to: 50"), ElementsAre(10, 50));
  EXPECT_THAT(sizes("from: 7, to: 7"), ElementsAre(7));
  EXPECT_THAT(sizes("from: 1, to: 5, per_decade: 100"), ElementsAre(1, 2, 3, 4, 5));
}

TEST(Reader, accepts_a_byte_order_mark_and_windows_line_ends) {
  std::string text = "\xEF\xBB\xBF";
  for (const char c : axpy_text) text += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(read_good(text).hash, read_good(axpy_text).hash);
}

TEST(Reader, counts_columns_in_characters) {
  EXPECT_THAT(problems_of(with(axpy_text, "summary: y += a x", "summary: \"y ← y + α x\"\n\"größe\": 1")),
              HasSubstr("axpy.yaml:3:1: unknown key"));
  EXPECT_THAT(problems_of(with(axpy_text, "reason: \"fused multiply-add\"", "reason: \"α·x\", nan: never")),
              HasSubstr("axpy.yaml:10:64: 'nan' of output 'y'"));
}

// --- The hash ---

std::uint64_t hash_of_text(const std::string& text) {
  return read_good(text).hash;
}

TEST(Hash, ignores_comments_formatting_summary_and_bench) {
  const std::uint64_t hash = hash_of_text(axpy_text);
  EXPECT_EQ(hash, hash_of_text("# a comment\n" + axpy_text));
  EXPECT_EQ(hash, hash_of_text(axpy_text + "bench: {sizes: {n: [1000]}}\n"));
  EXPECT_EQ(hash, hash_of_text(with(axpy_text, "summary: y += a x", "summary: another")));
  EXPECT_EQ(hash, hash_of_text(with(axpy_text, "max: 100_000", "max:   100000")));
  EXPECT_EQ(hash, hash_of_text(with(axpy_text, "const double* x", "double const *x")));
  EXPECT_EQ(hash, hash_of_text(with(axpy_text, "rel: 1e-14, abs: 1e-14", "abs: 1.0e-14, rel: 1.00e-14")));
}

TEST(Hash, knows_default_and_empty_header_folders_apart) {
  const std::uint64_t hash = hash_of_text(axpy_text);
  EXPECT_EQ(hash, hash_of_text(axpy_text + "cuda: {include_dirs: [..]}\n"));
  EXPECT_NE(hash, hash_of_text(axpy_text + "cuda: {include_dirs: []}\n"));
  EXPECT_NE(hash, hash_of_text(axpy_text + "cuda: {include_dirs: [../common]}\n"));
}

TEST(Hash, changes_with_the_meaning) {
  const std::uint64_t hash = hash_of_text(axpy_text);
  EXPECT_NE(hash, hash_of_text(with(axpy_text, "max: 100_000", "max: 100_001")));
  EXPECT_NE(hash, hash_of_text(with(axpy_text, "const double* x", "const float* x")));
  EXPECT_NE(hash, hash_of_text(with(axpy_text, "shape: [n]", "shape: [n+1]")));
  EXPECT_NE(hash, hash_of_text(with(axpy_text, "rel: 1e-14", "rel: 1e-13")));
  EXPECT_NE(hash, hash_of_text(with(axpy_text, "block: 128", "block: 64")));
  EXPECT_NE(hash, hash_of_text(with(axpy_text, "reason:", "nan: match, reason:")));
}

TEST(Hash, is_the_same_on_every_machine) {
  EXPECT_EQ(hash_of_text(axpy_text), 7722055961754093508u);
}

// --- Files ---

class SpecFile : public testing::Test {
 protected:
  SpecFile() : path_(fs::path(testing::TempDir()) / ("kparity_reader_" + std::to_string(getpid()))) {
    fs::create_directories(path_ / "axpy");
  }
  ~SpecFile() override { fs::remove_all(path_); }

  void write(const std::string& file, const std::string& text) const { std::ofstream(path_ / file) << text; }

  fs::path path_;
};

TEST_F(SpecFile, reads_a_folder_or_its_file) {
  write("axpy/axpy.yaml", axpy_text);
  EXPECT_EQ(read((path_ / "axpy").string(), test_words()).kernel, "axpy");
  EXPECT_EQ(read((path_ / "axpy").string() + "/", test_words()).kernel, "axpy");
  EXPECT_EQ(read((path_ / "axpy/axpy.yaml").string(), test_words()).folder, (path_ / "axpy").string());
}

TEST_F(SpecFile, says_which_file_is_missing) {
  try {
    read((path_ / "axpy").string(), test_words());
    FAIL() << "no exception";
  } catch (const FileNotFound& error) {
    EXPECT_THAT(error.what(), HasSubstr("axpy/axpy.yaml' does not exist"));
  }
}

TEST_F(SpecFile, refuses_a_large_file_by_its_size) {
  write("axpy/axpy.yaml", axpy_text + std::string(10u << 20, '#'));
  try {
    read((path_ / "axpy").string(), test_words());
    FAIL() << "no exception";
  } catch (const SpecError& error) {
    EXPECT_THAT(error.what(), HasSubstr("axpy.yaml:1:1: the file has 10486"));
    EXPECT_THAT(error.what(), HasSubstr("a spec has 1048576 at most"));
  }
}

// --- Outputs that are none (acceptance case 16) ---

TEST(Reader, case_16_outputs_that_are_no_map_are_spec_errors) {
  const std::string block = "outputs:\n  y: {tolerance: {rel: 1e-14, abs: 1e-14}, reason: \"fused multiply-add\"}\n";
  for (const std::string outputs : {"2", "true", "0.5", "null", "[y, null]", "[1]"}) {
    EXPECT_THAT(problems_of(with(axpy_text, block, "outputs: " + outputs + "\n")), HasSubstr("'outputs' must be a map"))
        << outputs;
  }
  for (const std::string output : {"2", "false", "0.5", "null"}) {
    EXPECT_THAT(problems_of(with(axpy_text, block, "outputs: {y: " + output + "}\n")),
                HasSubstr("output 'y' must be a map"))
        << output;
  }
}

// --- The specs that come with kparity ---

TEST(Reader, reads_every_bundled_spec_with_the_real_words) {
  const Vocabulary words{generate::generator_rules(), compare::tolerance_rules(), compare::comparison_rules()};
  int count = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(KPARITY_SOURCE_DIR) / "specs")) {
    const fs::path file = entry.path() / (entry.path().filename().string() + ".yaml");
    if (!fs::exists(file)) continue;
    EXPECT_NO_THROW(read(file.string(), words)) << file;
    ++count;
  }
  EXPECT_GE(count, 7);
}

}  // namespace
}  // namespace kparity::spec
