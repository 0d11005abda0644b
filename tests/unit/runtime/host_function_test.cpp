// Kernels made by hand from functions of the program.
#include "kparity/host_function.hpp"

#include <gtest/gtest.h>

#include <type_traits>

#include "kernels.hpp"
#include "kparity/error.hpp"

namespace kparity {
namespace {

using test::message_from;

struct Pair {
  float* values;
  int n;
};

void take(Pair, const int*, long long*, unsigned char) {}
void other(Pair, const int*, long long*, char) {}

TEST(HostFunction, the_signature_comes_from_the_functions_type) {
  const KernelDefinition definition = define("take", {host<&take>()}, {.host = {.parameters = {"p", "i", "out", "c"}}});
  ASSERT_EQ(definition.instantiations.size(), 1U);
  const Signature& signature = definition.instantiations[0];
  EXPECT_NE(to_string(signature).find("Pair p, const int* i, long long* out, unsigned char c)"), std::string::npos)
      << to_string(signature);
  EXPECT_EQ(size_of(signature.parameters[0]), sizeof(Pair));
  EXPECT_EQ(align_of(signature.parameters[0]), alignof(Pair));
  EXPECT_EQ(definition.outputs, std::vector<std::string>{"out"});
  EXPECT_EQ(definition.hosts[0].name, "reference");
}

TEST(HostFunction, outputs_are_names_or_positions) {
  const auto outputs = [](std::vector<ParameterChoice> chosen) {
    return define("take", {host<&take>()}, {.host = {.parameters = {"p", "i", "out", "c"}, .outputs = chosen}}).outputs;
  };
  EXPECT_EQ(outputs({2}), std::vector<std::string>{"out"});
  EXPECT_EQ(outputs({"out"}), std::vector<std::string>{"out"});
  EXPECT_TRUE(outputs({}).empty());
  EXPECT_EQ(message_from<InvalidArgument>([&] { outputs({4}); }),
            "kernel 'take': output 4 is no position of a parameter; there are 0 to 3");
  EXPECT_THROW(outputs({-1}), InvalidArgument);
}

TEST(HostFunction, case_16_odd_values_in_outputs_do_not_compile) {
  static_assert(!std::is_constructible_v<ParameterChoice, bool>);
  static_assert(!std::is_constructible_v<ParameterChoice, double>);
  static_assert(!std::is_constructible_v<ParameterChoice, std::nullptr_t>);
  static_assert(!std::is_convertible_v<int, std::vector<ParameterChoice>>);
  static_assert(std::is_constructible_v<ParameterChoice, int>);
}

TEST(HostFunction, parameters_without_names_are_counted) {
  const KernelDefinition definition = define("take", {host<&take>()});
  EXPECT_EQ(definition.instantiations[0].parameters[3].name, "arg3");
  EXPECT_EQ(definition.outputs, std::vector<std::string>{"arg2"});
}

TEST(HostFunction, case_21_host_options_beside_a_function_that_has_its_own_are_refused) {
  const auto own = host<&test::axpy>("reference", test::axpy_names());
  EXPECT_NO_THROW(Kernel("axpy", {own}));
  const std::string message =
      message_from<InvalidArgument>([&] { Kernel("axpy", {own}, {.host = {.outputs = {{"y"}}}}); });
  EXPECT_EQ(message, "kernel 'axpy': host options are given, but implementation 'reference' brings its own");
}

TEST(HostFunction, the_implementations_of_a_kernel_have_one_type) {
  const std::string message = message_from<InvalidArgument>([&] {
    define("take", {host<&take>(), host<&other>("openmp")});
  });
  EXPECT_NE(message.find("implementation 'openmp' takes ("), std::string::npos) << message;
  EXPECT_NE(message.find("char)"), std::string::npos) << message;
}

TEST(HostFunction, names_and_parameters_agree_in_number) {
  EXPECT_NE(message_from<InvalidArgument>([] {
              define("take", {host<&take>()}, {.host = {.parameters = {"p"}}});
            }).find("1 parameter names for 4 parameters"),
            std::string::npos);
  EXPECT_THROW(define("none", {}), InvalidArgument);
}

}  // namespace
}  // namespace kparity
