// Cases out of captured inputs: what the file must hold, what is only told, and what a token of them means.
#include "kparity/generate/captured.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <limits>

#include "kparity/error.hpp"
#include "kparity/generate/generate.hpp"
#include "kparity/npz.hpp"
#include "spec_builder.hpp"

namespace kparity::generate {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

/// One entry of a file.
struct Entry {
  template <class T>
  Entry(std::string named, std::vector<std::int64_t> extents, std::vector<T> values)
      : name(std::move(named)), dtype(dtype_of<T>), shape(std::move(extents)), bytes(sizeof(T) * values.size()) {
    if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  }
  std::string name;
  DType dtype;
  std::vector<std::int64_t> shape;
  std::vector<std::byte> bytes;
};

using Doubles = std::vector<double>;
using Ints = std::vector<int>;

class CapturedFile : public testing::Test {
 protected:
  CapturedFile() {
    std::filesystem::create_directories(folder);
    spec.folder = folder;
  }
  ~CapturedFile() override { std::filesystem::remove_all(folder); }

  /// gather(n, cells, a, x[n, 2], cell[n]): cell is an index below cells.
  static spec::KernelSpec gather() {
    return test::SpecBuilder("gather")
        .size("n", "0", "100")
        .size("cells", "1", "50")
        .scalar("a", DType::float64, test::uniform(-1, 1))
        .array("x", DType::float64, test::uniform(-1, 1), {"n", "2"})
        .array("cell", DType::int32, test::use("indices", {test::whole("below", "cells")}), {"n"})
        .output("y", DType::float64, {"cells"})
        .build();
  }

  static std::vector<Entry> good() {
    return {{"n", {}, Ints{3}},           {"cells", {}, Ints{4}},
            {"a", {}, Doubles{0.5}},      {"x", {3, 2}, Doubles{.1, .2, .3, .4, .5, .6}},
            {"cell", {3}, Ints{0, 3, 1}}, {"y", {4}, Doubles{9, 9, 9, 9}}};
  }
  void write(const std::vector<Entry>& entries, const std::string& name = "gather.1") const {
    std::vector<NpzArray> arrays;
    for (const Entry& entry : entries) arrays.push_back({entry.name, entry.dtype, entry.shape, entry.bytes});
    std::ofstream out(folder + "/" + name + ".npz", std::ios::binary);
    write_npz(arrays, out);
  }
  void write_with(Entry changed) const {
    auto entries = good();
    for (Entry& entry : entries)
      if (entry.name == changed.name) entry = changed;
    write(entries);
  }
  std::string refusal() const {
    try {
      read_captured(spec, "gather.1");
    } catch (const InvalidArgument& error) {
      return error.what();
    }
    return "";
  }

  const std::string folder = testing::TempDir() + "kparity-captured-" + std::to_string(::getpid());
  spec::KernelSpec spec = gather();
};

TEST_F(CapturedFile, becomes_a_case_with_its_scalars_and_arrays) {
  write(good());
  const Captured captured = read_captured(spec, "gather.1");
  EXPECT_TRUE(captured.notes.empty());
  EXPECT_EQ(captured.drawn.family, captured_family);
  EXPECT_THAT(summary(spec, captured.drawn), testing::StartsWith("n=3 cells=4 a=0.5 capture=gather.1 seed="));
  const Generator generator(spec);
  const auto arrays = generator.plan(captured.drawn);
  ASSERT_EQ(arrays.size(), 3u);
  EXPECT_EQ(arrays[0].shape, (std::vector<std::int64_t>{3, 2}));
  double x[6] = {};
  generator.fill(captured.drawn, arrays[0], std::as_writable_bytes(std::span(x)));
  EXPECT_THAT(x, testing::ElementsAre(.1, .2, .3, .4, .5, .6));
  EXPECT_TRUE(generator.shrinks(captured.drawn).empty());
  EXPECT_EQ(generator.calls(captured.drawn), std::vector<Case>{captured.drawn});
  EXPECT_TRUE(generator.classes(captured.drawn).empty());
  EXPECT_EQ(generator.why_illegal(captured.drawn), "");
}

TEST_F(CapturedFile, a_row_of_as_many_elements_has_the_shape_of_the_spec) {
  write_with({"x", {6}, Doubles{.1, .2, .3, .4, .5, .6}});
  EXPECT_EQ(refusal(), "");
}

TEST_F(CapturedFile, what_does_not_fit_is_refused_with_file_kernel_argument_and_shape) {
  const std::string in_front = "captured inputs '" + folder + "/gather.1.npz' of kernel 'gather': ";
  EXPECT_THAT(refusal(), testing::AllOf(testing::StartsWith(in_front + "there is no such file"),
                                        HasSubstr("KPARITY_CAPTURE=gather:1")));
  write_with({"x", {2, 2}, Doubles{1, 2, 3, 4}});
  EXPECT_EQ(refusal(), in_front + "argument 'x' has shape [2, 2], but its shape [n, 2] in the spec is [3, 2]");
  write_with({"x", {2, 3}, Doubles{1, 2, 3, 4, 5, 6}});
  EXPECT_EQ(refusal(), in_front + "argument 'x' has shape [2, 3], but its shape [n, 2] in the spec is [3, 2]");
  write_with({"n", {}, Ints{-3}});
  EXPECT_THAT(refusal(), HasSubstr("has the negative extent -3"));
  write_with({"n", {2}, Ints{3, 3}});
  EXPECT_EQ(refusal(), in_front + "argument 'n' has shape [2], but is a scalar");
  write_with({"x", {3, 2}, std::vector<float>(6)});
  EXPECT_EQ(refusal(), in_front + "argument 'x' has elements of type <f4, not <f8 (double)");
  auto entries = good();
  entries.erase(entries.begin() + 2);
  write(entries);
  EXPECT_EQ(refusal(), in_front + "argument 'a' is missing; the file holds n, cells, x, cell, y");
  entries = good();
  entries.push_back({"cel", {}, Ints{1}});
  write(entries);
  EXPECT_THAT(refusal(), testing::StartsWith(in_front + "'cel' is no argument (did you mean 'cell'?)"));
}

TEST_F(CapturedFile, an_index_out_of_range_is_refused) {
  write_with({"cell", {3}, Ints{0, 4, 1}});
  EXPECT_THAT(refusal(), EndsWith("argument 'cell', of the generator 'indices': element 1 is 4, which is no index "
                                  "below 4"));
  write_with({"cell", {3}, Ints{0, -1, 1}});
  EXPECT_THAT(refusal(), HasSubstr("element 1 is -1"));
}

TEST_F(CapturedFile, values_that_the_spec_would_not_draw_are_told) {
  write_with({"x", {3, 2}, Doubles{.1, 7, .3, std::numeric_limits<double>::quiet_NaN(), .5, .6}});
  auto notes = read_captured(spec, "gather.1").notes;
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_THAT(notes[0], EndsWith("2 of 6 elements of 'x' are outside of the bounds of its generator 'uniform', [-1, "
                                 "0.9999999999999999]; the first is element 1: 7"));
  write_with({"a", {}, Doubles{2}});
  notes = read_captured(spec, "gather.1").notes;
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_THAT(notes[0], HasSubstr("a = 2 is outside of the bounds of its generator 'uniform'"));
}

TEST_F(CapturedFile, bounds_that_other_inputs_give_are_held) {
  spec = test::SpecBuilder("gather")
             .size("n", "0", "100")
             .size("pitch", "n", "200")
             .array("x", DType::float64,
                    test::use("uniform", {test::number("min", 0), test::real_expression("max", "n")}), {"n"})
             .output("y", DType::float64, {"n"})
             .build();
  spec.folder = folder;
  write({{"n", {}, Ints{2}}, {"pitch", {}, Ints{2}}, {"x", {2}, Doubles{0, 1.5}}});
  EXPECT_EQ(refusal(), "");
  write({{"n", {}, Ints{2}}, {"pitch", {}, Ints{2}}, {"x", {2}, Doubles{0, 2.5}}});
  EXPECT_THAT(refusal(), HasSubstr("1 of 2 elements of 'x' are outside of the bounds"));
  write({{"n", {}, Ints{2}}, {"pitch", {}, Ints{1}}, {"x", {2}, Doubles{0, 1}}});
  EXPECT_THAT(refusal(), HasSubstr("pitch = 1 is outside of the bounds"));
}

TEST_F(CapturedFile, row_pointers_and_permutations_are_held) {
  spec = test::SpecBuilder("gather")
             .size("n", "0", "100")
             .size("total", "0", "100")
             .array("rows", DType::int32, test::use("offsets", {test::whole("total", "total")}), {"n + 1"})
             .array("order", DType::int32, test::use("permutation"), {"n"})
             .output("y", DType::float64, {"n"})
             .build();
  spec.folder = folder;
  const auto refusal_of = [&](const Ints& rows, const Ints& order) {
    write({{"n", {}, Ints{2}}, {"total", {}, Ints{5}}, {"rows", {3}, rows}, {"order", {2}, order}});
    return refusal();
  };
  EXPECT_EQ(refusal_of({0, 5, 5}, {1, 0}), "");
  EXPECT_THAT(refusal_of({0, 5, 4}, {1, 0}), EndsWith("element 2 is 4, below its predecessor"));
  EXPECT_THAT(refusal_of({-1, 5, 5}, {1, 0}), EndsWith("element 0 is -1, below 0"));
  EXPECT_THAT(refusal_of({0, 2, 4}, {1, 0}), EndsWith("they go from 0 to 4, not from 0 to 5"));
  EXPECT_THAT(refusal_of({0, 5, 5}, {1, 1}), EndsWith("element 1 is 1, as an earlier one is"));
  EXPECT_THAT(refusal_of({0, 5, 5}, {1, 2}), EndsWith("element 1 is 2, which is no index below 2"));
}

TEST_F(CapturedFile, a_token_finds_its_file_and_knows_when_it_has_changed) {
  write(good());
  const Case drawn = read_captured(spec, "gather.1").drawn;
  const std::string text = token(spec, drawn);
  EXPECT_THAT(text, testing::StartsWith("gather:n=3,cells=4,a=0.5,capture=gather.1,seed="));
  EXPECT_EQ(parse_token(spec, text).drawn, drawn);
  EXPECT_TRUE(parse_token(spec, text).same_spec);
  EXPECT_EQ(parse_token(spec, "gather:capture=gather.1").drawn, drawn) << "the file says the rest";

  const auto problem = [&](const std::string& wrong) {
    try {
      parse_token(spec, wrong);
    } catch (const InvalidArgument& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(problem("gather:capture=gather.1,n=4"), EndsWith("n = 4, but '" + folder + "/gather.1.npz' holds 3"));
  EXPECT_THAT(problem("gather:capture=gather.1,family=shapes"), HasSubstr("unknown name 'family'"));
  EXPECT_THAT(problem("gather:capture=other"), HasSubstr("there is no such file"));
  write_with({"cell", {3}, Ints{0, 3, 2}});
  EXPECT_THAT(problem(text), HasSubstr("has changed since"));
}

TEST_F(CapturedFile, the_instantiation_is_the_one_whose_types_the_file_has) {
  spec::KernelSpec both = spec;
  both.instantiations[0].types = "T=double";
  both.instantiations.push_back(both.instantiations[0]);
  both.instantiations[1].types = "T=float";
  for (Parameter& parameter : both.instantiations[1].parameters)
    if (parameter.dtype == DType::float64) parameter.dtype = DType::float32;
  both.types = {{"T", {DType::float64, DType::float32}}};
  write(good());
  EXPECT_EQ(read_captured(both, "gather.1").drawn.instantiation, 0u);
  auto entries = good();
  entries[2] = {"a", {}, std::vector<float>{0.5F}};
  entries[3] = {"x", {3, 2}, std::vector<float>(6, 0.5F)};
  write(entries);
  const Case drawn = read_captured(both, "gather.1").drawn;
  EXPECT_EQ(drawn.instantiation, 1u);
  EXPECT_EQ(parse_token(both, token(both, drawn)).drawn, drawn);
  EXPECT_THROW(parse_token(both, "gather:T=double,capture=gather.1"), InvalidArgument);
  entries[2] = {"a", {}, Doubles{0.5}};
  write(entries);
  try {
    read_captured(both, "gather.1");
    FAIL();
  } catch (const InvalidArgument& error) {
    EXPECT_THAT(error.what(), HasSubstr("; the nearest instantiation is T="));
  }
}

TEST_F(CapturedFile, problems_and_notes_of_a_spec_are_located_where_it_names_the_file) {
  spec.captured = {{"gather.1", {"gather.yaml", 7, 3}}, {"missing", {"gather.yaml", 8, 3}}};
  write_with({"a", {}, Doubles{2}});
  const CapturedCases all = read_captured_cases(spec);
  ASSERT_EQ(all.cases.size(), 1u);
  ASSERT_EQ(all.notes.size(), 1u);
  EXPECT_THAT(to_string(all.notes[0]), testing::StartsWith("gather.yaml:7:3: captured inputs"));
  ASSERT_EQ(all.problems.size(), 1u);
  EXPECT_EQ(all.problems[0].where.line, 8);
}

}  // namespace
}  // namespace kparity::generate
