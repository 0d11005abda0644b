// The page of a benchmark: its contents, and, where there is a browser, that no text is cut off or lies on other text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "bench_values.hpp"
#include "kparity/report/bench.hpp"
#include "svg.hpp"

namespace kparity::report {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A page with everything on it: several kernels, sizes over many decades, long names, a reason of many words.
result::BenchReport full_report() {
  std::vector<result::Measurement> rows;
  for (const std::string kernel : {"axpy", "a_kernel_with_a_rather_long_name"}) {
    for (const std::int64_t n : {100, 1000, 30'000, 1'000'000, 100'000'000}) {
      for (const char* implementation : {"reference", "openmp", "an_implementation_with_a_long_name", "cuda"}) {
        const double seconds = 1e-6 + 1e-9 * static_cast<double>(n) / (1 + static_cast<double>(rows.size() % 4));
        auto row = implementation == std::string("cuda") ? device_row(seconds) : row_of(implementation, seconds);
        row.kernel = kernel;
        row.point = "n=" + std::to_string(n);
        row.sizes = {{"n", n}};
        row.footprint = 16 * static_cast<double>(n);
        row.bytes = 24 * static_cast<double>(n);
        row.flops = 2 * static_cast<double>(n);
        row.flops_type = "f64";
        row.memory_share = 0.5;
        row.cold = true;
        row.timing->blocks.clear();
        for (int block = 0; block < 400; ++block) row.timing->blocks.push_back(seconds * (1 + 0.01 * (block % 7)));
        rows.push_back(row);
      }
    }
  }
  rows[2].verdict = result::Verdict::fail;
  rows[2].reason = "rho[17]: 3.1e-2 off, <400> times the tolerance & more; " + std::string(200, 'w');
  auto report = report_of(std::move(rows));
  report.command = "kparity bench specs --profile full --seed 1";
  report.roofs.resize(2);
  report.roofs[0].place = "host";
  report.roofs[1].place = "device";
  for (auto& roof : report.roofs) {
    roof.bytes_per_second = 50e9;
    roof.flops_per_second = {{"f64", 400e9}};
  }
  return report;
}

std::string page_of(const result::BenchReport& report) {
  std::ostringstream out;
  write_bench_html(report, out);
  return out.str();
}

TEST(BenchHtml, is_one_page_without_scripts_and_without_anything_from_elsewhere) {
  const auto page = page_of(full_report());
  EXPECT_THAT(page, Not(HasSubstr("<script")));
  EXPECT_THAT(page, Not(HasSubstr("src=")));
  EXPECT_THAT(page, Not(HasSubstr("http")));
  EXPECT_THAT(page, HasSubstr("prefers-color-scheme:dark"));
  EXPECT_LT(page.size(), 2 * 40'000u);
}

TEST(BenchHtml, shows_charts_tables_and_how_to_do_it_again) {
  const auto page = page_of(full_report());
  for (const char* title :
       {"time of a call against n", "times at the largest case", "work against the roofs of the host",
        "work against the roofs of the device", "blocks over the median"})
    EXPECT_THAT(page, HasSubstr(std::string("<title>") + title)) << title;
  EXPECT_THAT(page, HasSubstr("Again: <code>kparity bench specs --profile full --seed 1</code>"));
}

TEST(BenchHtml, a_row_without_a_pass_has_its_reason_escaped_and_no_time) {
  auto wrong = row_of("openmp", 123e-6);
  wrong.verdict = result::Verdict::fail;
  wrong.reason = "<b>&\"";
  const auto page = page_of(report_of({wrong}));
  EXPECT_THAT(page, HasSubstr("&lt;b&gt;&amp;&quot;"));
  EXPECT_THAT(page, Not(HasSubstr("123 us")));
  EXPECT_THAT(page, Not(HasSubstr("<svg")));
}

TEST(Svg, points_that_a_logarithmic_axis_cannot_show_are_left_out) {
  EXPECT_EQ(svg::lines({{0, {{0, 1, 1, 1}}}, {1, {{1, 0, 0, 0}}}}, {"t", "x", "y"}), "");
  EXPECT_THAT(svg::lines({{0, {{1, 1, 1, 1}}}}, {"t", "x", "y"}), HasSubstr("<circle"));
}

/// What a browser finds wrong with the layout: text outside of its chart, text on text, cells wider than their room.
constexpr const char* inspection = R"(<script>
const wrong = [];
for (const svg of document.querySelectorAll('svg')) {
  const box = svg.getBoundingClientRect(), texts = [...svg.querySelectorAll('text')];
  const boxes = texts.map(t => t.getBoundingClientRect());
  boxes.forEach((b, i) => {
    const name = svg.querySelector('title').textContent + ': "' + texts[i].textContent + '"';
    if (b.left < box.left - 1 || b.right > box.right + 1 || b.top < box.top - 1 || b.bottom > box.bottom + 1)
      wrong.push('cut off in ' + name);
    for (let j = 0; j < i; ++j) {
      const o = boxes[j];
      if (Math.min(b.right, o.right) - Math.max(b.left, o.left) > 1 && Math.min(b.bottom, o.bottom) - Math.max(b.top, o.top) > 2)
        wrong.push('"' + texts[j].textContent + '" lies on ' + name);
    }
  });
}
for (const part of document.querySelectorAll('p,h1,h2,figure,td,th'))
  if (part.scrollWidth > part.clientWidth + 1) wrong.push('too wide: ' + part.tagName + ' ' + part.textContent.slice(0, 60));
if (document.documentElement.scrollWidth > document.documentElement.clientWidth + 1) wrong.push('the page is wider than the window');
document.title = 'inspected ' + document.querySelectorAll('svg').length + ' charts';
document.body.textContent = 'FOUND[' + wrong.join('; ') + ']';
</script>)";

std::string browser() {
  for (const char* name : {"chromium", "chromium-browser", "google-chrome"})
    for (const char* folder : {"/usr/bin/", "/usr/local/bin/"})
      if (std::filesystem::exists(std::string(folder) + name)) return std::string(folder) + name;
  return "";
}

std::string output_of(const std::string& command) {
  std::string output;
  FILE* const pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return output;
  std::array<char, 4096> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
    output.append(buffer.data(), count);
  ::pclose(pipe);
  return output;
}

TEST(BenchHtml, in_a_browser_no_text_is_cut_off_or_lies_on_other_text) {
  const std::string program = browser();
  if (program.empty()) GTEST_SKIP() << "no chromium here";
  std::string folder = (std::filesystem::temp_directory_path() / "kparity-page-XXXXXX").string();
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  std::string page = page_of(full_report());
  page.insert(page.rfind("</body>"), inspection);
  std::ofstream(folder + "/page.html") << page;
  for (const char* size : {"1280,900", "420,900"}) {
    const auto dom =
        output_of("timeout 60 " + program + " --headless --no-sandbox --disable-gpu --user-data-dir=" + folder +
                  "/profile --window-size=" + size + " --virtual-time-budget=2000 --dump-dom file://" + folder +
                  "/page.html 2>/dev/null");
    if (dom.find("<title>inspected") == std::string::npos) {
      std::filesystem::remove_all(folder);
      GTEST_SKIP() << "the browser does not run here";
    }
    EXPECT_THAT(dom, HasSubstr("<title>inspected 10 charts")) << size;
    EXPECT_EQ(dom.substr(dom.find("<body>"), 15), "<body>FOUND[]\n<") << size << dom.substr(dom.find("<body>"));
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace kparity::report
