// The grammar of signatures: every spelling of a type, const on either side, structs, and one signature per
// combination.
#include "kparity/spec/signature_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kparity::spec {
namespace {

using testing::HasSubstr;

const Location where{"k.yaml", 2, 12};

Signature parse(const std::string& text) {
  return parse_signature(text, {}, {}, where).at(0);
}

DType type_of(const std::string& spelling) {
  return parse("void k(" + spelling + " a)").parameters.at(0).dtype;
}

std::string problem_of(const std::string& text, const std::vector<TypeParameter>& types = {},
                       const std::vector<StructSpec>& structs = {}) {
  try {
    parse_signature(text, types, structs, where);
  } catch (const SpecError& error) {
    return error.what();
  }
  return "";
}

TEST(SignatureText, knows_every_spelling_of_a_scalar) {
  EXPECT_EQ(type_of("bool"), DType::boolean);
  EXPECT_EQ(type_of("char"), DType::char8);
  EXPECT_EQ(type_of("signed char"), DType::int8);
  EXPECT_EQ(type_of("char unsigned"), DType::uint8);
  EXPECT_EQ(type_of("short"), DType::int16);
  EXPECT_EQ(type_of("unsigned short int"), DType::uint16);
  EXPECT_EQ(type_of("int"), DType::int32);
  EXPECT_EQ(type_of("signed"), DType::int32);
  EXPECT_EQ(type_of("unsigned"), DType::uint32);
  EXPECT_EQ(type_of("unsigned int"), DType::uint32);
  EXPECT_EQ(type_of("long"), DType::long64);
  EXPECT_EQ(type_of("long int"), DType::long64);
  EXPECT_EQ(type_of("unsigned long"), DType::ulong64);
  EXPECT_EQ(type_of("int long unsigned"), DType::ulong64);
  EXPECT_EQ(type_of("long long"), DType::int64);
  EXPECT_EQ(type_of("long unsigned int long"), DType::uint64);
  EXPECT_EQ(type_of("float"), DType::float32);
  EXPECT_EQ(type_of("double"), DType::float64);
  EXPECT_EQ(type_of("std::int64_t"), DType::long64);
  EXPECT_EQ(type_of("int64_t"), DType::long64);
  EXPECT_EQ(type_of("std::uint8_t"), DType::uint8);
  EXPECT_EQ(type_of("size_t"), DType::ulong64);
  EXPECT_EQ(type_of("std::size_t"), DType::ulong64);
  EXPECT_EQ(type_of("std::ptrdiff_t"), DType::long64);
}

TEST(SignatureText, agrees_with_this_compiler_about_fixed_widths) {
  EXPECT_EQ(type_of("int64_t"), dtype_of<std::int64_t>);
  EXPECT_EQ(type_of("uint64_t"), dtype_of<std::uint64_t>);
  EXPECT_EQ(type_of("size_t"), dtype_of<std::size_t>);
  EXPECT_EQ(type_of("int8_t"), dtype_of<std::int8_t>);
}

TEST(SignatureText, refuses_what_is_no_type) {
  for (const std::string spelling : {"long long long", "unsigned signed", "long float", "short long", "unsigned double",
                                     "bool int", "short char", "int int", "long double"}) {
    EXPECT_NE(problem_of("void k(" + spelling + " a)"), "") << spelling;
  }
}

TEST(SignatureText, takes_const_on_either_side_and_drops_it_from_values) {
  for (const std::string text : {"const double* x", "double const* x", "double const *const x", "const double x[]",
                                 "const double* __restrict__ x", "double const* const __restrict x"}) {
    const Parameter x = parse("void k(" + text + ")").parameters.at(0);
    EXPECT_EQ(x.kind, ParameterKind::pointer) << text;
    EXPECT_TRUE(x.is_const) << text;
    EXPECT_EQ(x.name, "x") << text;
  }
  const Parameter y = parse("void k(double* const y)").parameters.at(0);
  EXPECT_FALSE(y.is_const);
  const Parameter n = parse("void k(unsigned const long n)").parameters.at(0);
  EXPECT_EQ(n.kind, ParameterKind::scalar);
  EXPECT_EQ(n.dtype, DType::ulong64);
  EXPECT_FALSE(n.is_const);
}

TEST(SignatureText, takes_any_spacing_and_one_semicolon) {
  EXPECT_EQ(to_string(parse("  void\tk (const double*x,\n  int n ) ;")), "void k(const double* x, int n)");
}

TEST(SignatureText, combines_types_the_last_fastest) {
  const std::vector<TypeParameter> types{{"T", {DType::float32, DType::float64}}, {"I", {DType::int32, DType::long64}}};
  const auto signatures = parse_signature("void k(const T* x, I n, double a)", types, {}, where);
  ASSERT_EQ(signatures.size(), 4u);
  EXPECT_EQ(signatures[0].types, "T=float,I=int");
  EXPECT_EQ(signatures[1].types, "T=float,I=long");
  EXPECT_EQ(signatures[2].types, "T=double,I=int");
  EXPECT_EQ(to_string(signatures[3]), "void k(const double* x, long n, double a)");
}

TEST(SignatureText, passes_structs_by_value) {
  const std::vector<TypeParameter> types{{"T", {DType::float32, DType::float64}}};
  const std::vector<StructSpec> structs{{"Particles", "particles.hpp", {"T* x", "const T *v;", "int n"}, where, ""},
                                        {"Grid", "grid.hpp", {"int nx", "int ny"}, where, ""}};
  const auto signatures = parse_signature("void k(const Particles<T> p, struct Grid g)", types, structs, where);
  ASSERT_EQ(signatures.size(), 2u);
  const Parameter& particles = signatures[1].parameters[0];
  EXPECT_EQ(particles.kind, ParameterKind::structure);
  EXPECT_EQ(particles.struct_name, "Particles<double>");
  ASSERT_EQ(particles.fields.size(), 3u);
  EXPECT_EQ(c_type(particles.fields[0]), "double*");
  EXPECT_EQ(c_type(particles.fields[1]), "const double*");
  EXPECT_EQ(c_type(signatures[0].parameters[0].fields[0]), "float*");
  EXPECT_EQ(size_of(particles), 24u);
  EXPECT_EQ(signatures[0].parameters[1].struct_name, "Grid");
}

TEST(SignatureText, says_what_is_wrong_with_a_struct) {
  const std::vector<TypeParameter> types{{"T", {DType::float32}}, {"U", {DType::int32}}};
  const std::vector<StructSpec> both{{"S", "s.hpp", {"T* x", "U* i"}, where, ""}};
  EXPECT_THAT(problem_of("void k(S<T> s, U n)", types, both), HasSubstr("one type parameter, not both T and U"));
  const std::vector<StructSpec> nested{{"A", "a.hpp", {"int n"}, where, ""}, {"S", "s.hpp", {"A a"}, where, ""}};
  EXPECT_THAT(problem_of("void k(S s)", {}, nested), HasSubstr("unknown type 'A'"));
  const std::vector<StructSpec> plain{{"S", "s.hpp", {"int n"}, where, ""}};
  EXPECT_THAT(problem_of("void k(S<T> s, T a, U b)", types, plain), HasSubstr("use no type parameter; write S"));
}

TEST(SignatureText, locates_every_problem) {
  const std::string problems = problem_of("void k(flaot a, const double** x, int n, int n)");
  EXPECT_EQ(problems,
            "k.yaml:2:19: unknown type 'flaot' (did you mean 'float'?)\n"
            "k.yaml:2:41: a pointer to a pointer is not supported\n"
            "k.yaml:2:57: two parameters are called 'n'");
}

TEST(SignatureText, survives_any_cut_and_any_character) {
  const std::string text = "void k(const T* __restrict__ x, S<T> s, unsigned long n, float y[]);";
  const std::vector<TypeParameter> types{{"T", {DType::float32}}};
  const std::vector<StructSpec> structs{{"S", "s.hpp", {"T* x"}, where, ""}};
  EXPECT_EQ(problem_of(text, types, structs), "");
  for (std::size_t i = 0; i < text.size(); ++i) {
    problem_of(text.substr(0, i), types, structs);
    problem_of(text.substr(i), types, structs);
    for (const char c : std::string("()<>[]*&,;:=. 0x\xff")) {
      std::string changed = text;
      changed[i] = c;
      problem_of(changed, types, structs);
    }
  }
}

}  // namespace
}  // namespace kparity::spec
