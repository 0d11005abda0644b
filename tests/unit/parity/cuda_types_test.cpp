// The compiler's spelling of a kernel's type against the parameters of a spec, and the line of the kernel.
#include "cuda_types.hpp"

#include <gmock/gmock.h>

namespace kparity::parity {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Parameter scalar(const std::string& name, DType dtype) {
  Parameter out;
  out.name = name;
  out.dtype = dtype;
  return out;
}

Parameter pointer(const std::string& name, DType dtype, bool is_const) {
  Parameter out = scalar(name, dtype);
  out.kind = ParameterKind::pointer;
  out.is_const = is_const;
  return out;
}

Parameter structure(const std::string& name, const std::string& type) {
  Parameter out = scalar(name, DType::int32);
  out.kind = ParameterKind::structure;
  out.struct_name = type;
  return out;
}

Signature axpy() {
  return {"axpy",
          {scalar("a", DType::float64), pointer("x", DType::float64, true), pointer("y", DType::float64, false),
           scalar("n", DType::int32)},
          ""};
}

TEST(CudaTypes, equal_types_do_not_differ) {
  EXPECT_THAT(type_differences(axpy(), "void (*)(double, const double *, double *, int)"), IsEmpty());
}

TEST(CudaTypes, names_the_parameter_and_both_types) {
  EXPECT_THAT(type_differences(axpy(), "void (*)(double, const float *, double *, long)"),
              ElementsAre("parameter 2 'x': the spec says const double*, the compiler sees const float*",
                          "parameter 4 'n': the spec says int, the compiler sees long"));
  EXPECT_THAT(type_differences(axpy(), "void (*)(double, double *, double *, int)"),
              ElementsAre("parameter 2 'x': the spec says const double*, the compiler sees double*"));
}

TEST(CudaTypes, says_which_parameters_are_missing_or_too_many) {
  EXPECT_THAT(type_differences(axpy(), "void (*)(double, const double *, double *)"),
              ElementsAre("parameter 4 'n': the spec says int, the kernel takes 3 parameters"));
  EXPECT_THAT(type_differences(axpy(), "void (*)(double, const double *, double *, int, float)"),
              ElementsAre("parameter 5 of type float is not in the spec"));
  EXPECT_EQ(type_differences(axpy(), "void (*)()").size(), 4U);
}

TEST(CudaTypes, a_reference_is_explained) {
  EXPECT_THAT(type_differences(axpy(), "void (*)(double, const double *, double *, const int &)"),
              ElementsAre(HasSubstr("the compiler sees const int&, a reference; a kernel cannot take references")));
}

TEST(CudaTypes, commas_within_template_arguments_do_not_separate) {
  const Signature signature{"k", {structure("m", "Map<int,double>"), scalar("n", DType::int32)}, ""};
  EXPECT_THAT(type_differences(signature, "void (*)(Map<int, double>, int)"), IsEmpty());
  EXPECT_EQ(type_differences(signature, "void (*)(Map<int, float>, int)").size(), 1U);
}

TEST(CudaTypes, other_words_give_nothing) {
  EXPECT_THAT(type_differences(axpy(), ""), IsEmpty());
  EXPECT_THAT(type_differences(axpy(), "<unknown-type>"), IsEmpty());
}

TEST(CudaTypes, finds_the_line_of_the_kernel) {
  const char* text =
      "// __global__ void axpy(int)\n"
      "/* __global__ void axpy(int)\n*/\n"
      "__device__ void axpy_helper(int n);\n"
      "__global__ void axpy_other(int n) { axpy(n); }\n"
      "template <class T>\n"
      "__global__ void __launch_bounds__(64)\n"
      "    axpy (T a) {}\n";
  EXPECT_EQ(line_of_kernel(text, "axpy"), 8);
  EXPECT_EQ(line_of_kernel(text, "absent"), 0);
}

}  // namespace
}  // namespace kparity::parity
