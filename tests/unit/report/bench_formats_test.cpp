// The files of a benchmark for other programs, from hand-made values.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "bench_values.hpp"
#include "kparity/report/bench.hpp"

namespace kparity::report {
namespace {

using result::Verdict;
using testing::HasSubstr;
using testing::Not;

template <class Write>
std::string written(Write write, const result::BenchReport& report) {
  std::ostringstream out;
  write(report, out);
  return out.str();
}

result::BenchReport mixed() {
  auto wrong = row_of("simd", 123e-6);
  wrong.verdict = Verdict::fail;
  wrong.reason = "y: 1 of 2, \"both\" | differ";
  auto warm = row_of("openmp", 2e-6);
  warm.memory_share = 0.5;
  return report_of({warm, wrong, device_row(3e-5)});
}

TEST(BenchGha, has_one_entry_per_measured_row_and_nothing_that_would_be_read_as_zero) {
  auto report = mixed();
  report.rows.push_back(row_of("openmp", 5e-6));  // of the same name
  report.rows.push_back(row_of("nothing", 0));
  report.rows.push_back(row_of("endless", std::numeric_limits<double>::infinity()));
  const auto json = nlohmann::json::parse(written(&write_bench_gha, report));
  ASSERT_EQ(json.size(), 3u);
  EXPECT_EQ(json[0]["name"], "axpy/openmp n=1000");
  EXPECT_EQ(json[0]["unit"], "us");
  EXPECT_DOUBLE_EQ(json[0]["value"], 2);
  EXPECT_EQ(json[0]["range"], "± 0.04");
  EXPECT_EQ(json[0]["extra"], "3 blocks, 50 % of the roof");
  EXPECT_EQ(json[1]["name"], "axpy/cuda n=1000");
  EXPECT_EQ(json[2]["name"], "axpy/cuda call n=1000");
}

TEST(BenchCsv, quotes_what_needs_it_and_leaves_out_the_time_of_what_is_wrong) {
  const auto text = written(&write_bench_csv, mixed());
  EXPECT_THAT(text, HasSubstr("axpy,n=1000,openmp,host,kernel,pass,2e-06,1.96e-06,2.04e-06,3,warm,1.2e+10,,0.5,,\r\n"));
  EXPECT_THAT(text, HasSubstr("axpy,n=1000,simd,host,kernel,fail,,,,,,,,,,\"y: 1 of 2, \"\"both\"\" | differ\"\r\n"));
  EXPECT_THAT(text, HasSubstr("axpy,n=1000,cuda,device,call,pass,0.0015,,,1,warm,,,,,\r\n"));
  EXPECT_THAT(text, Not(HasSubstr("123")));
}

TEST(BenchMarkdown, shows_what_is_wrong_first_and_escapes_bars) {
  const auto text = written(&write_bench_markdown, mixed());
  EXPECT_LT(text.find("- `axpy/simd` n=1000: fail: y: 1 of 2, \"both\" \\| differ\n"), text.find("### axpy"));
  EXPECT_THAT(text, HasSubstr("| n=1000 | openmp | 2.00 us | 1.96 us to 2.04 us | 12 | 50 % |  |  |\n"));
  EXPECT_THAT(text,
              HasSubstr("| n=1000 | cuda | 30.0 us | 29.4 us to 30.6 us | 0.8 | - | 1.00 ms, 400 us | 1.50 ms |\n"));
  EXPECT_THAT(text, Not(HasSubstr("123")));
}

TEST(BenchLines, every_line_is_an_object_with_one_block_or_a_reason) {
  std::istringstream lines(written(&write_bench_lines, mixed()));
  std::size_t blocks = 0, reasons = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto json = nlohmann::json::parse(line);
    (json.contains("seconds") ? blocks : reasons) += 1;
    if (json.contains("reason")) {
      EXPECT_EQ(json["state"], "fail");
    }
  }
  EXPECT_EQ(blocks, 3u + 3u + 5u);
  EXPECT_EQ(reasons, 1u);
}

}  // namespace
}  // namespace kparity::report
