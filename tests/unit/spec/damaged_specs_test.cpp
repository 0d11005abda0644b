// Good specs cut short or with one byte changed: whatever is left of them, the reader answers with a model or a
// SpecError.
#include <gtest/gtest.h>

#include "kparity/spec/reader.hpp"
#include "words.hpp"

namespace kparity::spec {
namespace {

const std::string full_text = R"yaml(# every block
kernel: axpy
signature: void axpy(Particles<T> p, const T* __restrict__ x, T* y, int n, int m, bool b)
types: {T: [float, double]}
missing_cuda: fallback
inputs:
  p.n: {generate: integer, min: 0, max: 1_000, role: size}
  p.v: {generate: uniform, shape: [p.n, 3], min: -1, max: 1}
  x: {generate: normal, shape: "max(n, m)", mean: 0.5}
  y: {generate: constant, shape: [n*(m + 1)], value: 1.5e-3}
  n: {generate: integer, min: 0, max: 2*m}
  m: {generate: integer, min: 0, max: 'm_most'}
  b: {generate: boolean}
outputs:
  y: {tolerance: {norm: l2, max: 1e-6, and: {rel: 1e-6}}, reason: "a sum", nan: match, determinism: none}
launch: {threads: [n, m], block: [32, 8], shared_memory: 8*n}
cuda: {options: [--fmad=false], include_dirs: [../common]}
host: {flags: [-O3], openmp: {flags: ["-fopenmp"]}}
structs: {Particles: {header: particles.hpp, fields: ["const T* v", "int n"]}}
expected_failure: {cuda: {reason: not yet, until: 2027-03-01}}
unused: {x: why}
bench:
  sizes: {n: {from: 10, to: 1_000, per_decade: 2}, m: [1, 2, 3, 4, 5]}
  work: {flops: {f64: 2*n}, items: n}
  gate: {slower: 8%, ignore_below: 2us}
)yaml";

// Fails on anything but a model or a SpecError with a place in every problem.
void expect_an_answer(const std::string& text, const Vocabulary& words) {
  try {
    read_text(text, "axpy.yaml", words);
  } catch (const SpecError& error) {
    ASSERT_FALSE(error.problems().empty());
    for (const Problem& problem : error.problems()) {
      ASSERT_GE(problem.where.line, 1) << problem.message << "\n" << text;
      ASSERT_GE(problem.where.column, 1) << problem.message << "\n" << text;
      ASSERT_FALSE(problem.message.empty());
    }
  } catch (const std::exception& error) {
    FAIL() << error.what() << "\n" << text;
  }
}

const std::string good_texts[] = {axpy_text, full_text};

TEST(DamagedSpecs, start_from_specs_that_are_almost_good) {
  const Vocabulary words = test_words();
  EXPECT_NO_THROW(read_text(axpy_text, "axpy.yaml", words));
  try {
    read_text(full_text, "axpy.yaml", words);
    FAIL() << "m_most is not a name";
  } catch (const SpecError& error) {
    EXPECT_EQ(error.problems().size(), 1u) << error.what();
  }
}

TEST(DamagedSpecs, cut_short) {
  const Vocabulary words = test_words();
  for (const std::string& text : good_texts) {
    for (std::size_t length = 0; length < text.size(); ++length) {
      ASSERT_NO_FATAL_FAILURE(expect_an_answer(text.substr(0, length), words));
    }
  }
}

TEST(DamagedSpecs, cut_at_the_front) {
  const Vocabulary words = test_words();
  for (std::size_t start = 0; start < full_text.size(); ++start) {
    ASSERT_NO_FATAL_FAILURE(expect_an_answer(full_text.substr(start), words));
  }
}

TEST(DamagedSpecs, one_byte_changed) {
  const Vocabulary words = test_words();
  const std::string replacements(
      "{}[],:\"'*&!|>%@`#?- \n\t\0\xff"
      "0z",
      27);
  for (const std::string& text : good_texts) {
    for (std::size_t position = 0; position < text.size(); ++position) {
      // A sixth of the bytes at each place, in turn; all of them would take long and find the same.
      for (std::size_t i = position % 6; i < replacements.size(); i += 6) {
        std::string changed = text;
        changed[position] = replacements[i];
        ASSERT_NO_FATAL_FAILURE(expect_an_answer(changed, words));
      }
    }
  }
}

TEST(DamagedSpecs, one_byte_more_or_less) {
  const Vocabulary words = test_words();
  for (std::size_t position = 0; position < full_text.size(); ++position) {
    ASSERT_NO_FATAL_FAILURE(expect_an_answer(std::string(full_text).erase(position, 1), words));
    const char more = "{[:\"- \n,"[position % 8];
    ASSERT_NO_FATAL_FAILURE(expect_an_answer(std::string(full_text).insert(position, 1, more), words));
  }
}

TEST(DamagedSpecs, large_in_one_way) {
  const Vocabulary words = test_words();
  for (const std::string& text :
       {std::string(300000, '['), std::string(300000, '{'), std::string(300000, '-'), std::string(300000, ' '),
        std::string(300000, '"'), "kernel: " + std::string(300000, 'x'),
        "signature: void k(" + std::string(300000, '<'),
        "kernel: k\nsignature: void k(int " + std::string(300000, '*') + ")\n",
        "inputs: {n: {generate: integer, max: " + std::string(300000, '9') + "}}",
        "inputs: {n: {generate: integer, max: " + std::string(300000, '(') + "}}"}) {
    ASSERT_NO_FATAL_FAILURE(expect_an_answer(text, words));
  }
  std::string many_keys;
  for (int i = 0; i < 5000; ++i) many_keys += "key_" + std::to_string(i) + ": 1\n";
  ASSERT_NO_FATAL_FAILURE(expect_an_answer(many_keys, words));
}

}  // namespace
}  // namespace kparity::spec
