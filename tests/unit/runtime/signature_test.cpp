// Signatures: text, layout of structures, paths to fields.
#include "kparity/signature.hpp"

#include <gtest/gtest.h>

#include <cstddef>

namespace kparity {
namespace {

Parameter scalar(std::string name, DType dtype) {
  Parameter parameter;
  parameter.name = std::move(name);
  parameter.dtype = dtype;
  return parameter;
}

Parameter pointer(std::string name, DType dtype, bool is_const = false) {
  Parameter parameter = scalar(std::move(name), dtype);
  parameter.kind = ParameterKind::pointer;
  parameter.is_const = is_const;
  return parameter;
}

Parameter structure(std::string name, std::string type, std::vector<Parameter> fields) {
  Parameter parameter;
  parameter.name = std::move(name);
  parameter.kind = ParameterKind::structure;
  parameter.struct_name = std::move(type);
  parameter.fields = std::move(fields);
  return parameter;
}

struct Mixed {
  bool flag;
  double* x;
  char c;
  short s;
  int n;
  char tail;
};

Parameter mixed() {
  return structure("m", "Mixed",
                   {scalar("flag", DType::boolean), pointer("x", DType::float64), scalar("c", DType::char8),
                    scalar("s", DType::int16), scalar("n", DType::int32), scalar("tail", DType::char8)});
}

TEST(Signature, structures_are_laid_out_by_the_rules_of_c) {
  const Parameter m = mixed();
  EXPECT_EQ(size_of(m), sizeof(Mixed));
  EXPECT_EQ(align_of(m), alignof(Mixed));
  EXPECT_EQ(field_offset(m, 0), offsetof(Mixed, flag));
  EXPECT_EQ(field_offset(m, 1), offsetof(Mixed, x));
  EXPECT_EQ(field_offset(m, 2), offsetof(Mixed, c));
  EXPECT_EQ(field_offset(m, 3), offsetof(Mixed, s));
  EXPECT_EQ(field_offset(m, 4), offsetof(Mixed, n));
  EXPECT_EQ(field_offset(m, 5), offsetof(Mixed, tail));
}

TEST(Signature, an_empty_structure_has_size_one) {
  EXPECT_EQ(size_of(structure("e", "Empty", {})), 1U);
  EXPECT_EQ(align_of(structure("e", "Empty", {})), 1U);
}

TEST(Signature, is_spelled_as_c) {
  const Signature axpy{"axpy",
                       {scalar("a", DType::float64), pointer("x", DType::float64, true), pointer("y", DType::float64),
                        scalar("n", DType::int32)},
                       ""};
  EXPECT_EQ(to_string(axpy), "void axpy(double a, const double* x, double* y, int n)");
  EXPECT_EQ(type_list(axpy), "double, const double*, double*, int");
}

TEST(Signature, unnamed_parameters_are_spelled_by_their_types) {
  EXPECT_EQ(to_string(Signature{"f", {scalar("", DType::int64)}, ""}), "void f(long long)");
}

TEST(Signature, finds_parameters_and_fields_by_name) {
  const Signature s{"f", {scalar("n", DType::int32), mixed()}, ""};
  EXPECT_EQ(find(s, "n"), (ParameterPath{0, std::nullopt}));
  EXPECT_EQ(find(s, "m"), (ParameterPath{1, std::nullopt}));
  EXPECT_EQ(find(s, "m.x"), (ParameterPath{1, 1}));
  EXPECT_EQ(path_name(s, {1, 1}), "m.x");
  EXPECT_EQ(c_type(at(s, {1, 1})), "double*");
  for (const char* absent : {"", ".", "m.", "m.z", "z", "n.x", "m.x.y"}) EXPECT_EQ(find(s, absent), std::nullopt);
}

TEST(Signature, unnamed_parameters_are_never_found) {
  const Signature s{"f", {scalar("", DType::int32)}, ""};
  EXPECT_EQ(find(s, ""), std::nullopt);
}

}  // namespace
}  // namespace kparity
