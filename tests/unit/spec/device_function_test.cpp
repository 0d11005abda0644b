// A spec that tests a device function: what its kernel takes, and what need not be said.
#include "kparity/spec/device_function.hpp"

#include <gmock/gmock.h>

#include "kparity/compare/compare.hpp"
#include "kparity/generate/generate.hpp"
#include "kparity/spec/reader.hpp"

namespace kparity::spec {
namespace {

using testing::HasSubstr;

KernelSpec read_wrap(const std::string& function, const std::string& more = "",
                     const std::string& inputs =
                         "  x: {generate: uniform, min: -9, max: 9}\n"
                         "  length: {generate: uniform, min: 1, max: 2}\n",
                     const std::string& outputs = "  result: {tolerance: {ulp: 4}, reason: x}\n") {
  return read_text("kernel: wrap_test\ndevice_function:\n  function: " + function + "\n  header: wrap.cuh\n" + more +
                       "inputs:\n" + inputs + "outputs:\n" + outputs,
                   "wrap_test/wrap_test.yaml",
                   {generate::generator_rules(), compare::tolerance_rules(), compare::comparison_rules()});
}

TEST(DeviceFunction, its_kernel_takes_a_count_an_array_per_scalar_and_gives_an_array_of_results) {
  const KernelSpec spec = read_wrap("double wrap(double x, const double length)");
  EXPECT_EQ(to_string(spec.instantiations.at(0)),
            "void wrap_test(long long count, const double* x, const double* length, double* result)");
  ASSERT_EQ(spec.inputs.size(), 3U);
  EXPECT_EQ(spec.inputs[0].name, "count");
  EXPECT_EQ(spec.inputs[0].role, Role::size);
  EXPECT_EQ(find_input(spec, "x")->shape.at(0).text(), "count");
  EXPECT_EQ(find_output(spec, "result")->shape.at(0).text(), "count");
  EXPECT_EQ(spec.launch.threads.at(0).text(), "count");
  EXPECT_EQ(element_statement(spec, "i"), "result[i] = wrap(x[i], length[i]);");
  const auto functions = element_functions(spec);
  ASSERT_EQ(functions.size(), 1U);
  EXPECT_EQ(to_string(functions[0].signature), "void wrap(double x, double length)");
  EXPECT_EQ(element_pointer(functions[0], "p"), "double (*p)(double, double)");
}

TEST(DeviceFunction, pointers_are_shared_unless_they_have_one_element_per_thread) {
  const KernelSpec spec =
      read_wrap("void look_up(const double* table, int size, double x, double* y)", "  per_thread: [y]\n",
                "  table: {generate: uniform, shape: [100], min: 0, max: 1}\n  size: {generate: constant, value: 100}\n"
                "  x: {generate: uniform, min: 0, max: 1}\n",
                "  y: {tolerance: {ulp: 4}, reason: x}\n");
  EXPECT_EQ(to_string(spec.instantiations.at(0)),
            "void wrap_test(long long count, const double* table, const int* size, const double* x, double* y)");
  EXPECT_EQ(element_statement(spec, "i"), "look_up(table, size[i], x[i], y + i);");
  EXPECT_EQ(find_input(spec, "table")->shape.at(0).text(), "100");
  EXPECT_EQ(find_output(spec, "y")->shape.at(0).text(), "count");
  EXPECT_EQ(element_functions(spec)[0].returns, "void");
}

TEST(DeviceFunction, a_template_has_one_function_per_type) {
  const KernelSpec spec = read_wrap("T wrap(T x, T length)", "types: {T: [float, double]}\n");
  const auto functions = element_functions(spec);
  ASSERT_EQ(functions.size(), 2U);
  EXPECT_EQ(element_pointer(functions[0], "p"), "float (*p)(float, float)");
  EXPECT_EQ(element_pointer(functions[1], "p"), "double (*p)(double, double)");
}

TEST(DeviceFunction, what_the_spec_says_itself_stands) {
  const KernelSpec spec =
      read_wrap("double wrap(double x, double length)", "launch: {threads: count, block: 64}\n",
                "  count: {generate: integer, min: 1, max: 5, role: size}\n  x: {generate: uniform, min: -9, max: 9}\n"
                "  length: {generate: uniform, min: 1, max: 2}\n");
  EXPECT_EQ(spec.launch.block, std::vector<unsigned>{64});
  EXPECT_EQ(spec.inputs.size(), 3U);
}

TEST(DeviceFunction, case_72_a_parameter_called_like_the_result_or_the_count_is_refused_until_it_is_renamed) {
  for (const std::string name : {"result", "count"}) {
    const auto read = [&](const std::string& parameter) {
      return read_wrap("double wrap(double x, double length, double " + parameter + ")", "",
                       "  x: {generate: uniform, min: -9, max: 9}\n  length: {generate: uniform, min: 1, max: 2}\n"
                       "  " +
                           parameter + ": {generate: uniform, min: 1, max: 2}\n");
    };
    EXPECT_THAT([&] { read(name); },
                testing::ThrowsMessage<SpecError>(HasSubstr("a parameter is called '" + name + "'")));
    EXPECT_EQ(read("another_" + name).inputs.size(), 4U);
  }
}

TEST(DeviceFunction, qualifiers_of_the_declaration_do_not_matter) {
  EXPECT_EQ(read_wrap("__device__ inline double wrap(double x, double length)").instantiations.at(0).parameters.size(),
            4U);
}

TEST(DeviceFunction, the_function_and_its_header_are_part_of_what_a_token_belongs_to) {
  EXPECT_NE(read_wrap("double wrap(double x, double length)").hash,
            read_wrap("double warp(double x, double length)").hash);
}

}  // namespace
}  // namespace kparity::spec
