// The signature check on small sources written to a temporary folder: each test is one way in which a declaration may
// agree with a spec, differ from it, or only seem to.
#include "kparity/parity/signatures.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "kparity/spec/folder.hpp"
#include "kparity/spec/model.hpp"
#include "signature/check.hpp"

namespace kparity::parity {
namespace {

namespace fs = std::filesystem;
using result::Outcome;
using result::Verdict;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

DType dtype_named(const std::string& name) {
  for (int i = 0; i <= static_cast<int>(DType::float64); ++i) {
    if (c_name(static_cast<DType>(i)) == name) return static_cast<DType>(i);
  }
  throw std::runtime_error("no type " + name);
}

/// "const double* x".
Parameter parameter(std::string text) {
  Parameter result;
  const std::size_t space = text.rfind(' ');
  result.name = text.substr(space + 1);
  text.erase(space);
  if (text.starts_with("const ")) {
    result.is_const = true;
    text.erase(0, 6);
  }
  if (text.ends_with('*')) {
    result.kind = ParameterKind::pointer;
    text.pop_back();
  }
  result.dtype = dtype_named(text);
  return result;
}

std::vector<Parameter> parameters(const std::string& list) {
  std::vector<Parameter> result;
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t comma = std::min(list.find(", ", at), list.size());
    result.push_back(parameter(list.substr(at, comma - at)));
    at = comma + 2;
  }
  return result;
}

std::string with_type(std::string text, const std::string& type) {
  for (std::size_t at = 0; (at = text.find("T", at)) != std::string::npos; at += type.size()) text.replace(at, 1, type);
  return text;
}

/// A kernel 'push' in a folder of its own, which goes away with it.
class Signatures : public testing::Test {
 protected:
  void SetUp() override {
    if (signature::libclang().library == nullptr) GTEST_SKIP() << signature::libclang().why_not;
    std::string pattern = (fs::temp_directory_path() / "kparity-signature-XXXXXX").string();
    root_ = mkdtemp(pattern.data());
  }
  void TearDown() override {
    if (!root_.empty()) fs::remove_all(root_);
  }

  void spec(const std::string& list, const std::vector<std::string>& types = {}) {
    spec_.kernel = "push";
    spec_.signature_text = "void push(" + list + ")";
    spec_.instantiations.clear();
    if (types.empty()) spec_.instantiations = {{"push", parameters(list), ""}};
    for (const std::string& type : types) {
      spec_.instantiations.push_back({"push", parameters(with_type(list, type)), "T=" + type});
    }
  }

  /// Writes `<name>` into the folder and makes it a source of the kernel, unless it is a header.
  void file(const std::string& name, const std::string& text) {
    const fs::path path = root_ / name;
    std::ofstream(path) << text;
    folder_.name = "push";
    folder_.path = root_.string();
    const std::string stem = path.stem().string();
    if (name.ends_with(".cu")) {
      folder_.cuda_file = path.string();
    } else if (name.ends_with(".cpp") || name.ends_with(".f90")) {
      folder_.hosts.push_back({stem.substr(stem.find('_') + 1), path.string()});
    }
  }
  void reference(const std::string& text) { file("push_reference.cpp", text); }
  void cuda(const std::string& text) { file("push_cuda.cu", text); }

  Outcome check() const { return check_signature(spec_, folder_); }

  fs::path root_;
  spec::KernelSpec spec_;
  spec::KernelFolder folder_;
};

std::string all_text(const Outcome& outcome) {
  std::string text = outcome.reason;
  for (const std::string& line : outcome.details) text += "\n" + line;
  return text;
}

testing::AssertionResult passes(const Outcome& outcome) {
  if (outcome.verdict == Verdict::pass && outcome.reason.empty()) return testing::AssertionSuccess();
  return testing::AssertionFailure() << result::name_of(outcome.verdict) << ": " << all_text(outcome);
}

// What must agree.

TEST_F(Signatures, case_50_equal_lists_pass) {
  spec("int n, float dt, const float* x, float* v");
  reference("static void push(int n, float dt, const float* x, float* v) {}");
  file("push_openmp.cpp", "namespace { void push(int n, float dt, const float* x, float* v) {} }");
  cuda("__global__ void push(int n, float dt, const float* x, float* v) {}");
  const Outcome outcome = check();
  EXPECT_TRUE(passes(outcome));
  EXPECT_EQ(result::id_of(outcome), "push.signature");
  EXPECT_THAT(outcome.details, IsEmpty());
}

TEST_F(Signatures, case_50_a_renamed_parameter_fails_with_both_lists) {
  spec("int n, float dt, float* v");
  reference("static void push(int n, float dt, float* v) {}");
  cuda("\n\n__global__ void push(int n, float h, float* v) {}");
  const Outcome outcome = check();
  EXPECT_EQ(outcome.verdict, Verdict::signature);
  EXPECT_EQ(
      outcome.reason,
      "kernel 'push': the spec says (int n, float dt, float* v), push_cuda.cu:3 takes (int n, float h, float* v)");
  EXPECT_THAT(outcome.details, Contains(HasSubstr("parameter 2 is called 'h', the spec calls it 'dt'")));
}

TEST_F(Signatures, case_50_reordered_parameters_of_one_type_fail) {
  spec("const float* x, const float* v, int n");
  reference("static void push(const float* v, const float* x, int n) {}");
  const Outcome outcome = check();
  EXPECT_EQ(outcome.verdict, Verdict::signature);
  EXPECT_THAT(outcome.reason, AllOf(HasSubstr("(const float* x, const float* v, int n)"),
                                    HasSubstr("push_reference.cpp:1 takes (const float* v, const float* x, int n)")));
}

TEST_F(Signatures, case_50_a_missing_parameter_fails) {
  spec("int n, float dt, float* v");
  reference("static void push(int n, float dt) {}");
  const Outcome outcome = check();
  EXPECT_EQ(outcome.verdict, Verdict::signature);
  EXPECT_THAT(outcome.details, Contains(HasSubstr("parameter 3 'v' is missing")));
}

TEST_F(Signatures, case_50_an_extra_parameter_fails) {
  spec("int n");
  reference("static void push(int n, float dt) {}");
  const Outcome outcome = check();
  EXPECT_EQ(outcome.verdict, Verdict::signature);
  EXPECT_THAT(outcome.details, Contains(HasSubstr("parameter 2 'dt' is not in the spec")));
}

TEST_F(Signatures, every_differing_file_is_reported) {
  spec("int n, float* v");
  reference("static void push(int n, float* w) {}");
  file("push_simd.cpp", "static void push(int n, float* v) {}");
  cuda("__global__ void push(long n, float* v) {}");
  const Outcome outcome = check();
  EXPECT_EQ(outcome.verdict, Verdict::signature);
  EXPECT_THAT(all_text(outcome),
              AllOf(HasSubstr("push_reference.cpp:1 takes (int n, float* w)"), HasSubstr("and 1 more"),
                    HasSubstr("push_cuda.cu:1 takes (long n, float* v)"), Not(HasSubstr("push_simd"))));
}

TEST_F(Signatures, case_51_two_bad_kernels_among_five_name_both_and_no_others) {
  spec("int n, float* v");
  std::vector<CheckedKernel> kernels;
  for (const std::string name : {"a", "b", "c", "d", "e"}) {
    const bool bad = name == "b" || name == "d";
    fs::create_directory(root_ / name);
    const fs::path path = root_ / name / (name + "_reference.cpp");
    std::ofstream(path) << "static void " << name << (bad ? "(int m, float* v) {}" : "(int n, float* v) {}");
    CheckedKernel kernel{spec_, {}};
    kernel.spec.kernel = kernel.folder.name = name;
    kernel.folder.path = (root_ / name).string();
    kernel.folder.hosts = {{"reference", path.string()}};
    kernels.push_back(kernel);
  }
  const std::vector<Outcome> outcomes = check_signatures(kernels);
  ASSERT_EQ(outcomes.size(), 5u);
  EXPECT_EQ(differing_kernels(outcomes),
            "2 of 5 kernels differ from their specs:\n"
            "  kernel 'b': the spec says (int n, float* v), b_reference.cpp:1 takes (int m, float* v)\n"
            "  kernel 'd': the spec says (int n, float* v), d_reference.cpp:1 takes (int m, float* v)");
  EXPECT_EQ(differing_kernels({outcomes[0]}), "");
}

TEST_F(Signatures, aliases_macros_and_attributes_are_seen_through) {
  spec("long n, double dt, const double* x, unsigned long* cells");
  reference(R"(
#include <cstdint>
#include <cstddef>
typedef double real;
using count = std::int64_t;
#define ARRAY(name) const real* __restrict__ name
extern "C" { static void push(const count n, real dt, ARRAY(x), std::size_t* cells) {} }
)");
  cuda(R"(
#include <cstdint>
using real = double;
#ifdef __CUDACC_RTC__
#define INDEX std::int64_t
#else
#define INDEX int
#endif
extern "C" __global__ void __launch_bounds__(256, 2)
push(INDEX n, real dt, const real* __restrict__ x, size_t cells[]) { __shared__ real tile[32]; tile[threadIdx.x] = x[n]; }
)");
  EXPECT_TRUE(passes(check()));
}

TEST_F(Signatures, decoys_in_comments_strings_and_disabled_branches_are_not_read) {
  spec("int n, float* v");
  reference(R"__(
// static void push(float* v, int n)
/* void push(double n) */
static const char* text = "void push(long n)";
static const char* raw = R"(void push(short n))";
#if 0
static void push(char n) {}
#endif
struct Other { void push(bool n); };
static void push_all(int n) {}
static void push(int n, float* v) { auto push = [](int) {}; push(n); (void)v; (void)text; (void)raw; }
)__");
  cuda(R"(
#ifndef __CUDACC__
__global__ void push(int n) {}
#else
/* __global__ void push(int) */
__global__ void push(int n, float* v) {}
#endif
__global__ void push_more(int n, double* v) {}
)");
  EXPECT_TRUE(passes(check()));
}

TEST_F(Signatures, a_forward_declaration_is_the_same_function_and_the_definition_names_its_parameters) {
  spec("int n, float* v");
  reference(
      "static void push(int, float*);\nstatic void push(int n, float* v) {}\nstatic void push(int count, float*);");
  EXPECT_TRUE(passes(check()));
}

TEST_F(Signatures, a_template_fits_a_spec_with_and_without_types) {
  reference("template <class T>\nstatic void push(int n, T dt, const T* x, T* v) {}");
  cuda("template <typename Real> __global__ void push(int n, Real dt, const Real* x, Real* v) {}");
  spec("int n, double dt, const double* x, double* v");
  EXPECT_TRUE(passes(check()));
  spec("int n, T dt, const T* x, T* v", {"float", "double", "unsigned long"});
  EXPECT_TRUE(passes(check()));
}

TEST_F(Signatures, one_type_parameter_stands_for_one_type) {
  spec("int n, float dt, double* v");
  reference("template <class T> static void push(int n, T dt, T* v) {}");
  const Outcome outcome = check();
  EXPECT_EQ(outcome.verdict, Verdict::signature);
  EXPECT_THAT(outcome.reason, HasSubstr("push_reference.cpp:1 takes (int n, T dt, T* v)"));
}

TEST_F(Signatures, overloads_must_cover_every_instantiation) {
  spec("int n, T* v", {"float", "double"});
  reference("static void push(int n, float* v) {}\nstatic void push(int n, double* v) {}\nstatic void push(int n) {}");
  EXPECT_TRUE(passes(check()));
  folder_.hosts.clear();
  reference("static void push(int n, float* v) {}\nstatic void push(int n, long* v) {}");
  const Outcome outcome = check();
  EXPECT_EQ(outcome.verdict, Verdict::signature);
  EXPECT_THAT(outcome.reason, HasSubstr("(int n, T* v) (for T=double)"));
}

TEST_F(Signatures, an_explicit_specialisation_may_stand_for_the_template) {
  spec("int n, float* v");
  reference("template <class T> static void push(int m, T* v) {}\ntemplate <> void push<float>(int n, float* v) {}");
  EXPECT_TRUE(passes(check()));
}

TEST_F(Signatures, a_function_of_a_library_is_found_through_its_header) {
  spec("int n, float* v");
  file("library.hpp", "namespace lib { void push(int n, float* v); }");
  reference("#include \"library.hpp\"\nstatic void push(int n, float* v) { lib::push(n, v); }");
  EXPECT_TRUE(passes(check()));
  folder_.hosts.clear();
  reference("#include \"library.hpp\"\nusing lib::push;");
  EXPECT_TRUE(passes(check()));
}

// What must not agree.

TEST_F(Signatures, a_forward_declaration_does_not_hide_a_definition_with_swapped_names) {
  spec("const float* x, const float* v");
  cuda(
      "template <class T> __global__ void push(const T* x, const T* v);\n"
      "template <class T> __global__ void push(const T* v, const T* x)  // swapped\n{ }");
  EXPECT_EQ(check().verdict, Verdict::signature);
}

TEST_F(Signatures, constness_of_a_pointee_counts) {
  spec("int n, const float* x, float* v");
  reference("static void push(int n, float* x, const float* v) {}");
  const Outcome outcome = check();
  EXPECT_EQ(outcome.verdict, Verdict::signature);
  EXPECT_THAT(outcome.details,
              AllOf(Contains(HasSubstr("parameter 2 'x': expected const float*, found float* (constness)")),
                    Contains(HasSubstr("parameter 3 'v': expected float*, found const float* (constness)"))));
}

TEST_F(Signatures, long_and_long_long_differ) {
  spec("long n, long long m");
  reference("static void push(long long n, long m) {}");
  const Outcome outcome = check();
  EXPECT_EQ(outcome.verdict, Verdict::signature);
  EXPECT_THAT(outcome.details, Contains(HasSubstr("parameter 1 'n': expected long, found long long")));
}

TEST_F(Signatures, signedness_width_and_pointer_depth_count) {
  spec("unsigned int n, float* v");
  for (const std::string list :
       {"int n, float* v", "unsigned n, double* v", "unsigned n, float** v", "unsigned n, float v",
        "unsigned n, volatile float* v", "bool n, float* v", "unsigned n, void* v"}) {
    folder_.hosts.clear();
    reference("static void push(" + list + ") {}");
    EXPECT_EQ(check().verdict, Verdict::signature) << list;
  }
}

TEST_F(Signatures, a_reference_parameter_is_refused) {
  spec("int n, float* v");
  reference("static void push(int n, float* v) {}");
  cuda("__global__ void push(const int& n, float* v) {}");
  const Outcome outcome = check();
  EXPECT_EQ(outcome.verdict, Verdict::signature);
  EXPECT_THAT(outcome.details, Contains(HasSubstr("expected int, found const int& (a reference")));
}

TEST_F(Signatures, a_parameter_without_a_name_is_refused) {
  spec("int n, float* v");
  reference("static void push(int, float* v) {}");
  const Outcome outcome = check();
  EXPECT_EQ(outcome.verdict, Verdict::signature);
  EXPECT_THAT(outcome.details, Contains(HasSubstr("parameter 1 has no name, the spec calls it 'n'")));
}

TEST_F(Signatures, a_result_is_refused) {
  spec("int n");
  reference("static int push(int n) { return n; }");
  const Outcome outcome = check();
  EXPECT_EQ(outcome.verdict, Verdict::signature);
  EXPECT_THAT(outcome.details, Contains(HasSubstr("it returns int, a kernel returns void")));
}

TEST_F(Signatures, a_file_without_the_function_is_refused) {
  spec("int n");
  reference("static void pull(int n) {}");
  EXPECT_EQ(check().reason, "kernel 'push': push_reference.cpp defines no function 'push'");
  EXPECT_EQ(check().verdict, Verdict::signature);
}

TEST_F(Signatures, a_function_in_a_namespace_is_not_the_kernel) {
  spec("int n");
  reference("namespace physics {\nstatic void push(int n) {}\n}");
  EXPECT_EQ(check().verdict, Verdict::signature);
  EXPECT_THAT(check().reason, HasSubstr("the function 'push' in line 2 is inside a namespace"));
}

TEST_F(Signatures, a_device_function_is_not_the_kernel) {
  spec("int n");
  reference("static void push(int n) {}");
  cuda("__device__ void push(int n) {}");
  EXPECT_EQ(check().verdict, Verdict::signature);
  EXPECT_THAT(check().reason, HasSubstr("push_cuda.cu: the function 'push' in line 1 is not __global__"));
  cuda("__device__ void push(float n) {}\n__global__ void push(int n) {}");
  EXPECT_TRUE(passes(check()));
}

// Structures.

Parameter particles(const std::string& type) {
  Parameter result;
  result.name = "particles";
  result.kind = ParameterKind::structure;
  result.struct_name = "Particles<" + type + ">";
  result.fields = parameters(type + "* x, " + type + "* v, int n");
  return result;
}

class SignaturesOfStructures : public Signatures {
 protected:
  void structure_spec() {
    spec_.kernel = "push";
    spec_.signature_text = "void push(Particles<T> particles, T dt)";
    for (const std::string type : {"float", "double"}) {
      spec_.instantiations.push_back({"push", {particles(type), parameter(type + " dt")}, "T=" + type});
    }
  }
};

TEST_F(SignaturesOfStructures, a_structure_template_matches_with_its_fields) {
  structure_spec();
  file("particles.hpp", "#pragma once\ntemplate <class Q> struct Particles { Q* x; Q* v; int n; };");
  reference("#include \"particles.hpp\"\ntemplate <class T> static void push(Particles<T> particles, T dt) {}");
  file("push_simd.cpp",
       "#include \"particles.hpp\"\nstatic void push(Particles<float> particles, float dt) {}\n"
       "static void push(const Particles<double> particles, double dt) {}");
  cuda("#include \"particles.hpp\"\ntemplate <class T> __global__ void push(const Particles<T> particles, T dt) {}");
  EXPECT_TRUE(passes(check()));
}

TEST_F(SignaturesOfStructures, a_structure_that_drifted_is_found) {
  structure_spec();
  reference(
      "template <class T> struct Particles { T* x; T* v; int n; };\n"
      "template <class T> static void push(Particles<T> particles, T dt) {}");
  cuda(
      "template <class T> struct Particles { T* v; T* x; long n; };\n"
      "template <class T> __global__ void push(Particles<T> particles, T dt) {}");
  const Outcome outcome = check();
  EXPECT_EQ(outcome.verdict, Verdict::signature);
  EXPECT_THAT(outcome.details,
              AllOf(Contains(HasSubstr("field 1 of 'Particles<float>' is called 'v', the spec calls it 'x'")),
                    Contains(HasSubstr("field 3 of 'Particles<float>', 'n': expected int, found long"))));
}

TEST_F(SignaturesOfStructures, case_65_a_drifted_order_of_fields_names_each_offset_that_differs) {
  structure_spec();
  reference(
      "template <class T> struct Particles { T* x; T* v; int n; };\n"
      "template <class T> static void push(Particles<T> particles, T dt) {}");
  cuda(
      "template <class T> struct Particles { T* v; T* x; int n; };\n"
      "template <class T> __global__ void push(Particles<T> particles, T dt) {}");
  const Outcome outcome = check();
  EXPECT_EQ(outcome.verdict, Verdict::signature);
  EXPECT_THAT(
      all_text(outcome),
      AllOf(HasSubstr(
                "field 'x' of 'Particles<double>': 8 bytes at offset 0 in the spec, 8 bytes at offset 8 in the source"),
            HasSubstr(
                "field 'v' of 'Particles<double>': 8 bytes at offset 8 in the spec, 8 bytes at offset 0 in the source"),
            Not(HasSubstr("field 'n'"))));
}

TEST_F(SignaturesOfStructures, packing_and_alignment_that_names_and_types_do_not_show_are_found) {
  structure_spec();
  reference(
      "template <class T> struct Particles { T* x; T* v; int n; };\n"
      "template <class T> static void push(Particles<T> particles, T dt) {}");
  EXPECT_TRUE(passes(check()));
  cuda(
      "template <class T> struct __align__(16) Particles { T* x; __align__(16) T* v; int n; };\n"
      "template <class T> __global__ void push(Particles<T> particles, T dt) {}");
  const Outcome aligned = check();
  EXPECT_EQ(aligned.verdict, Verdict::signature);
  EXPECT_THAT(
      all_text(aligned),
      AllOf(HasSubstr("push_cuda.cu: the layout of a structure differs: 'Particles<float>': 24 bytes in the spec"),
            HasSubstr("field 'v' of 'Particles<double>': 8 bytes at offset 8 in the spec, 8 bytes at offset 16"),
            HasSubstr("field 'n' of 'Particles<double>': 4 bytes at offset 16 in the spec, 4 bytes at offset 24")));
  cuda(
      "#pragma pack(1)\ntemplate <class T> struct Particles { T* x; T* v; int n; };\n#pragma pack()\n"
      "template <class T> __global__ void push(Particles<T> particles, T dt) {}");
  EXPECT_THAT(all_text(check()), HasSubstr("'Particles<float>': 24 bytes in the spec, 20 in the source"));
}

TEST_F(SignaturesOfStructures, a_structure_passed_by_reference_or_of_another_type_is_refused) {
  structure_spec();
  file("particles.hpp", "#pragma once\ntemplate <class Q> struct Particles { Q* x; Q* v; int n; };");
  reference("#include \"particles.hpp\"\ntemplate <class T> static void push(const Particles<T>& particles, T dt) {}");
  EXPECT_EQ(check().verdict, Verdict::signature);
  folder_.hosts.clear();
  reference("#include \"particles.hpp\"\ntemplate <class T> static void push(Particles<double> particles, T dt) {}");
  EXPECT_EQ(check().verdict, Verdict::signature);
}

// What cannot be known.

TEST_F(Signatures, case_53_a_type_of_a_missing_header_is_unchecked_and_red_under_strict) {
  spec("int n, float* v");
  reference("#include \"nowhere.hpp\"\nstatic void push(index_t n, float* v) {}");
  const Outcome outcome = check();
  EXPECT_EQ(outcome.verdict, Verdict::unchecked);
  EXPECT_THAT(outcome.reason, AllOf(HasSubstr("push_reference.cpp:2"), HasSubstr("unknown type name 'index_t'")));
  EXPECT_FALSE(result::is_red(outcome.verdict, /*strict=*/false));
  EXPECT_TRUE(result::is_red(outcome.verdict, /*strict=*/true));
}

TEST_F(Signatures, an_unknown_type_behind_an_alias_or_a_macro_is_unchecked) {
  spec("int n, int* v");
  for (const std::string text : {"typedef missing_t index;\nstatic void push(index n, int* v) {}",
                                 "using index = missing_t;\nusing other = index;\nstatic void push(int n, other* v) {}",
                                 "#define INDEX missing_t\nstatic void push(INDEX n, int* v) {}",
                                 "template <class T> static void push(T n, missing_t* v) {}"}) {
    folder_.hosts.clear();
    reference(text);
    EXPECT_EQ(check().verdict, Verdict::unchecked) << text;
  }
  folder_.hosts.clear();
  reference("static void push(int n, int* v) {}");
  cuda("#include <thrust/nothing.h>\n__global__ void push(thrust::index n, int* v) {}");
  EXPECT_EQ(check().verdict, Verdict::unchecked);
}

TEST_F(Signatures, an_error_elsewhere_is_shown_and_does_not_disturb) {
  spec("int n, float* v");
  reference("#include \"nowhere.hpp\"\nstatic void helper(missing_t n) {}\nstatic void push(int n, float* v) {}");
  const Outcome outcome = check();
  EXPECT_EQ(outcome.verdict, Verdict::pass);
  EXPECT_THAT(outcome.details, Contains(HasSubstr("'nowhere.hpp' file not found")));
}

TEST_F(Signatures, a_macro_of_a_standard_header_may_choose_the_signature) {
  spec("long n, float* v");
  const std::string text =
      "#include <climits>\n#ifdef LONG_MAX\nstatic void push(long n, float* v) {}\n"
      "#else\nstatic void push(int n, float* v) {}\n#endif\n";
  reference(text);
  EXPECT_TRUE(passes(check()));
  file("choice.hpp", text);
  folder_.hosts.clear();
  reference("#include \"choice.hpp\"\n");
  EXPECT_TRUE(passes(check()));
}

TEST_F(Signatures, standard_headers_that_only_bodies_need_do_not_matter) {
  spec("int n, float* v");
  reference("#include <vector>\nstatic void push(int n, float* v) { std::vector<float> w(v, v + n); }");
  const Outcome outcome = check();
  EXPECT_TRUE(passes(outcome));
  EXPECT_THAT(outcome.details, IsEmpty());
}

TEST_F(Signatures, a_difference_wins_over_what_is_unchecked) {
  spec("int n, float* v");
  reference("static void push(missing_t n, float* v) {}");
  cuda("__global__ void push(int n, float* w) {}");
  const Outcome outcome = check();
  EXPECT_EQ(outcome.verdict, Verdict::signature);
  EXPECT_THAT(outcome.details, Contains(HasSubstr("not checked: push_reference.cpp:1")));
}

TEST_F(Signatures, nonsense_and_missing_files_never_throw) {
  spec("int n");
  for (const std::string& text : {std::string(), std::string("}}}} push(("), std::string("\0\xff\xfe\x01", 4),
                                  std::string("#include \"push_reference.cpp\"\n"), std::string(100000, '('),
                                  std::string("void push(decltype(push) n);"), std::string("template <class")}) {
    folder_.hosts.clear();
    reference(text);
    const Outcome outcome = check();
    EXPECT_NE(outcome.verdict, Verdict::pass) << text.substr(0, 40);
    EXPECT_NE(outcome.reason, "");
  }
  folder_.hosts = {{"reference", (root_ / "gone.cpp").string()}};
  EXPECT_EQ(check().verdict, Verdict::unchecked);
  folder_.hosts = {{"fortran", (root_ / "gone.f90").string()}};
  EXPECT_EQ(check().verdict, Verdict::unchecked);
}

TEST_F(Signatures, without_libclang_the_check_says_so) {
  spec("int n");
  reference("static void push(float n) {}");
  const signature::LibclangOrReason none = signature::open_libclang({"libclang-that-is-not-there.so.1"});
  EXPECT_EQ(none.library, nullptr);
  const Outcome outcome = signature::check(spec_, folder_, {none});
  EXPECT_EQ(outcome.verdict, Verdict::unchecked);
  EXPECT_THAT(outcome.reason, HasSubstr("libclang is not installed"));
  EXPECT_THAT(signature::open_libclang({"libc.so.6"}).why_not, HasSubstr("libc.so.6 has no function clang_"));
  EXPECT_THAT(libclang_version(), testing::MatchesRegex("libclang [0-9.]+ \\(.*libclang.*\\)"));
}

TEST_F(Signatures, flags_and_include_folders_of_the_spec_are_used) {
  spec("int n, float* v");
  fs::create_directory(root_ / "shared");
  file("shared/real.hpp", "typedef REAL real;");
  reference("#include \"real.hpp\"\nstatic void push(int n, real* v) {}");
  cuda("#include \"real.hpp\"\n__global__ void push(int n, real* v) {}");
  EXPECT_EQ(check().verdict, Verdict::unchecked);
  spec_.host_include_dirs = {"shared"};
  spec_.host_flags = {{"", {"-O3", "-D", "REAL=float"}}};
  spec_.cuda_include_dirs = {"shared"};
  spec_.cuda_options = {"-DREAL=float", "-fmad=false"};
  EXPECT_TRUE(passes(check()));
  spec_.cuda_options = {"-DREAL=double"};
  EXPECT_EQ(check().verdict, Verdict::signature);
}

// Fortran.

class SignaturesOfFortran : public Signatures {
 protected:
  void SetUp() override {
    Signatures::SetUp();
    if (std::system("gfortran --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "gfortran is not installed";
  }
  /// A subroutine with the given dummy arguments and their declarations.
  void fortran(const std::string& list, const std::string& declarations) {
    folder_.hosts.clear();
    file("push_fortran.f90", "subroutine push(" + list + ") bind(c, name=\"push_fortran\")\n  use iso_c_binding\n" +
                                 declarations + "\nend subroutine\n");
  }
};

TEST_F(SignaturesOfFortran, names_and_types_pass_without_case) {
  spec("int n, double dt, const double* X, double* v, unsigned long m, long long k");
  fortran("N, dt, x, v, m, k",
          "  integer(c_int), value :: n\n  real(c_double), value :: dt\n  real(c_double), intent(in) :: x(n)\n"
          "  real(c_double) :: v(n)\n  integer(c_size_t), value :: m\n  integer(c_long_long), value :: k");
  EXPECT_TRUE(passes(check()));
}

TEST_F(SignaturesOfFortran, differences_are_found) {
  spec("int n, double* v");
  fortran("m, v", "  integer(c_int), value :: m\n  real(c_double) :: v(m)");
  EXPECT_EQ(check().reason,
            "kernel 'push': the spec says (int n, double* v), push_fortran.f90:1 takes (int m, double* v)");
  fortran("n, v", "  integer(c_int), value :: n\n  real(c_float) :: v(n)");
  EXPECT_EQ(check().verdict, Verdict::signature);
  fortran("n, v", "  integer(c_long), value :: n\n  real(c_double) :: v(n)");
  EXPECT_EQ(check().verdict, Verdict::signature);
  fortran("n, v", "  integer(c_int), value :: n\n  real(c_double), intent(in) :: v(n)");
  EXPECT_THAT(check().details, Contains(HasSubstr("(constness)")));
  fortran("n, v", "  integer(c_int) :: n\n  real(c_double) :: v(n)");
  EXPECT_THAT(check().details, Contains(HasSubstr("found int* (without the attribute 'value')")));
}

TEST_F(SignaturesOfFortran, what_gfortran_does_not_tell_is_unchecked) {
  spec("int n, double* v");
  fortran("n, v", "  integer(c_int), value :: n\n  real(c_double) :: v(:)");
  EXPECT_EQ(check().verdict, Verdict::unchecked);
  EXPECT_THAT(check().reason, HasSubstr("array with a descriptor"));
  fortran("n, v", "  integer(c_int), value :: n\n  type(c_ptr), value :: v");
  EXPECT_EQ(check().verdict, Verdict::unchecked);
  fortran("n, v", "  integer(c_int), value :: n\n  reel(c_double) :: v(n)");
  EXPECT_EQ(check().verdict, Verdict::unchecked);
  EXPECT_THAT(check().reason, HasSubstr("Error:"));
  EXPECT_THAT(signature::check(spec_, folder_, {signature::libclang(), "no-such-gfortran"}).reason,
              HasSubstr("no-such-gfortran is not installed"));
}

TEST_F(SignaturesOfFortran, a_procedure_without_its_binding_is_refused) {
  spec("int n");
  folder_.hosts.clear();
  file("push_fortran.f90",
       "subroutine push(n) bind(c)\n  use iso_c_binding\n  integer(c_int), value :: n\nend subroutine\n");
  EXPECT_EQ(check().verdict, Verdict::signature);
  EXPECT_THAT(check().reason, HasSubstr("no procedure has bind(c, name=\"push_fortran\")"));
}

}  // namespace
}  // namespace kparity::parity
