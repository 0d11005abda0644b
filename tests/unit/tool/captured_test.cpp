// Captured inputs in checks, replays and benchmarks: beside a spec lies a file that Python's zipfile wrote as np.savez
// does, so that no writer of ours is needed.
#include <gmock/gmock.h>

#include <cstdlib>

#include "tool_runner.hpp"

namespace kparity::tool {
namespace {

using testing::HasSubstr;

class CapturedInputs : public KernelFolders {
 protected:
  /// n, a and x of scale; y as a call had it.
  void write_inputs(const std::string& name, const std::string& n, const std::string& x) {
    write("write.py", R"(
import io, struct, sys, zipfile
def npy(values, shape):
    text = "{'descr': '<i4', 'fortran_order': False, 'shape': %s, }" % (shape,)
    text += ' ' * (63 - (10 + len(text)) % 64) + '\n'
    return b'\x93NUMPY\x01\x00' + struct.pack('<H', len(text)) + text.encode() + struct.pack('<%di' % len(values), *values)
n, x = int(sys.argv[2]), [int(each) for each in sys.argv[3].split(',')]
with zipfile.ZipFile(sys.argv[1], 'w') as file:
    for name, values, shape in [('n', [n], ()), ('a', [3], ()), ('x', x, (len(x),)), ('y', [7] * len(x), (len(x),))]:
        with file.open(name + '.npy', 'w', force_zip64=True) as entry: entry.write(npy(values, shape))
)");
    const std::string command =
        "python3 '" + path("write.py") + "' '" + path("scale/" + name + ".npz") + "' " + n + " " + x;
    ASSERT_EQ(std::system(command.c_str()), 0);
  }
  void append_to_spec(const std::string& lines) { std::ofstream(root / "scale/scale.yaml", std::ios::app) << lines; }
};

const std::string wrong_for_77 = "for (int i = 0; i < n; ++i) y[i] = x[i] == 77 ? 1 : a * x[i];";

TEST_F(CapturedInputs, a_check_runs_them_first) {
  write_kernel("scale", wrong_for_77);
  write_inputs("step.3", "4", "1,77,-2,5");
  append_to_spec("cases: {captured: [step.3]}\n");
  const auto ran = run_tool({"check", path(), "--implementation", "simd", "--cases", "20"});
  EXPECT_EQ(ran.code, 1) << ran.all();
  EXPECT_THAT(ran.out, HasSubstr("scale:n=4,a=3,capture=step.3,seed="));
  EXPECT_THAT(ran.out, HasSubstr("y[1]"));
  EXPECT_THAT(ran.all(), HasSubstr("1 of 4 elements of 'x' are outside of the bounds of its generator 'integer'"));

  write_kernel("scale");
  append_to_spec("cases: {captured: [step.3]}\n");
  const auto right = run_tool({"check", path(), "--implementation", "simd", "--cases", "20"});
  EXPECT_EQ(right.code, 0) << right.all();
  EXPECT_THAT(right.out, HasSubstr("captured 1"));
  EXPECT_THAT(right.out, HasSubstr("21 cases"));
}

TEST_F(CapturedInputs, a_token_replays_them) {
  write_kernel("scale", wrong_for_77);
  write_inputs("step.3", "4", "1,77,-2,5");
  const auto ran = run_tool({"replay", "scale:capture=step.3", "--in", path(), "--implementation", "simd"});
  EXPECT_EQ(ran.code, 1) << ran.all();
  EXPECT_THAT(ran.out, HasSubstr("capture=step.3"));
}

TEST_F(CapturedInputs, what_does_not_fit_is_an_error_of_the_spec) {
  write_kernel("scale");
  append_to_spec("bench:\n  inputs: capture:step.3\n");
  const auto missing = run_tool({"check", path()});
  EXPECT_EQ(missing.code, 2) << missing.all();
  EXPECT_THAT(missing.all(), HasSubstr("scale.yaml:11:11: captured inputs '" + path("scale/step.3.npz") + "'"));
  write_inputs("step.3", "3", "1,77,-2,5");
  EXPECT_THAT(run_tool({"check", path()}).all(),
              HasSubstr("of kernel 'scale': argument 'x' has shape [4], but its shape [n] in the spec is [3]"));
}

TEST_F(CapturedInputs, a_benchmark_times_them_and_a_check_runs_them_too) {
  write_kernel("scale");
  write_inputs("step.3", "4", "1,77,-2,5");
  append_to_spec("bench:\n  inputs: capture:step.3\n");
  const auto ran = run_tool({"bench", path(), "--profile", "ci", "--no-roof"});
  EXPECT_EQ(ran.code, 0) << ran.all();
  EXPECT_THAT(ran.out, HasSubstr("n=4"));
  const auto checked = run_tool({"check", path(), "--implementation", "simd", "--cases", "20"});
  EXPECT_THAT(checked.out, HasSubstr("captured 1"));
}

}  // namespace
}  // namespace kparity::tool
