// The list of pinned cases beside a spec: reading, what is wrong with a line, and adding.
#include "kparity/generate/corpus.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "spec_builder.hpp"

namespace kparity::generate {

namespace {

using testing::HasSubstr;

class CorpusFile : public testing::Test {
 protected:
  CorpusFile()
      : path((std::filesystem::temp_directory_path() / ("kparity-corpus-" + std::to_string(::getpid()) + ".cases"))
                 .string()) {
    std::filesystem::remove(path);
  }
  ~CorpusFile() override { std::filesystem::remove(path); }

  void write(const std::string& text) const { std::ofstream(path) << text; }
  std::string text() const {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::string path;
  spec::KernelSpec spec = test::axpy();
};

}  // namespace

TEST_F(CorpusFile, without_a_file_there_are_no_cases) {
  const Corpus corpus = read_corpus(spec, path);
  EXPECT_TRUE(corpus.cases.empty() && corpus.problems.empty() && corpus.stale.empty());
}

TEST_F(CorpusFile, reads_tokens_and_skips_comments) {
  write(
      "# found by a long run\n"
      "\n"
      "axpy:n=129,a=1.5,family=shapes,seed=5eed  # openmp\r\n"
      "  axpy:n=7,a=2,family=special,seed=1\n");
  const Corpus corpus = read_corpus(spec, path);
  ASSERT_EQ(corpus.cases.size(), 2u);
  EXPECT_EQ(summary(spec, corpus.cases[0]), "n=129 a=1.5 family=shapes seed=5eed");
  EXPECT_EQ(corpus.cases[1].family, "special");
  EXPECT_TRUE(corpus.problems.empty());
}

TEST_F(CorpusFile, tells_lines_that_hold_no_case) {
  write("axpy:n=129,a=1.5,family=shapes,seed=1\naxpy:n=-1,a=1.5,family=shapes,seed=1\nnonsense\n");
  const Corpus corpus = read_corpus(spec, path);
  EXPECT_EQ(corpus.cases.size(), 1u);
  ASSERT_EQ(corpus.problems.size(), 2u);
  EXPECT_EQ(corpus.problems[0].where.line, 2);
  EXPECT_THAT(corpus.problems[0].message, HasSubstr("n = -1 is outside the bounds"));
  EXPECT_THAT(corpus.problems[0].message, HasSubstr("remove the line"));
}

TEST_F(CorpusFile, tells_tokens_of_another_version_of_the_spec) {
  write("axpy:n=129,a=1.5,family=shapes,seed=1,spec=00000001\n");
  const Corpus corpus = read_corpus(spec, path);
  EXPECT_EQ(corpus.cases.size(), 1u);
  ASSERT_EQ(corpus.stale.size(), 1u);
  EXPECT_EQ(corpus.stale[0].where.line, 1);
}

TEST_F(CorpusFile, adds_a_token_once) {
  const std::string token = generate::token(spec, draw(spec, 0, "shapes", 1, 3));
  EXPECT_TRUE(add_to_corpus(path, token, "axpy.parity.openmp fail"));
  EXPECT_FALSE(add_to_corpus(path, token, "again"));
  EXPECT_THAT(text(), HasSubstr(token + "  # axpy.parity.openmp fail\n"));
  EXPECT_THAT(text(), testing::StartsWith("# "));
  const Corpus corpus = read_corpus(spec, path);
  ASSERT_EQ(corpus.cases.size(), 1u);
  EXPECT_EQ(corpus.cases[0], draw(spec, 0, "shapes", 1, 3));
  EXPECT_THROW(add_to_corpus("/nonexistent/x.cases", token, ""), RuntimeFailure);
}

}  // namespace kparity::generate
