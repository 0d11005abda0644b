// Device headers from host structs: the text, and what cannot be written.
#include "kparity/parity/struct_headers.hpp"

#include <gmock/gmock.h>

#include "kparity/error.hpp"
#include "signature/libclang.hpp"
#include "small_kernels.hpp"
#include "support/cuda_sources.hpp"

namespace kparity::parity {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::ThrowsMessage;

class StructHeaders : public testing::Test {
 protected:
  void SetUp() override {
    if (signature::libclang().library == nullptr) GTEST_SKIP() << signature::libclang().why_not;
  }

  std::vector<StructHeader> headers(const std::string& host_header, const std::string& fields,
                                    const std::string& more = "device_header: pair.cuh, ") {
    folder_.write("pair.hpp", host_header);
    const auto spec =
        read_spec("kernel: k\nsignature: void k(Pair pair, double* z)\nstructs:\n  Pair: {header: pair.hpp, " + more +
                      "fields: [" + fields +
                      "]}\ninputs:\n  pair.n: {generate: integer, min: 0, max: 9, role: size}\n"
                      "  pair.a: {generate: uniform, min: 0, max: 1}\noutputs:\n"
                      "  z: {shape: [pair.n], tolerance: {rel: 1e-9}, reason: x}\n",
                  "k");
    spec::KernelFolder folder;
    folder.name = "k";
    folder.path = folder_.path();
    return struct_headers(spec, folder);
  }

  test::Folder folder_;
};

TEST_F(StructHeaders, has_the_fields_in_order_with_plain_types_and_the_size) {
  const auto written = headers(
      "#include <cstdint>\n#include <vector>\nusing Count = std::int32_t;\n"
      "struct Pair { double a; /* b is gone */ Count n; };\n",
      "double a, int n");
  ASSERT_EQ(written.size(), 1U);
  EXPECT_EQ(written[0].path, folder_.path() + "/pair.cuh");
  EXPECT_EQ(
      written[0].text,
      "// Written by `kparity headers` from pair.hpp: change that file, then write this one again.\n#pragma once\n\n"
      "struct Pair {\n  double a;\n  int n;\n};\n"
      "static_assert(sizeof(Pair) == 16, \"Pair has another size on the host\");\n");
}

TEST_F(StructHeaders, nothing_is_written_that_nobody_asks_for) {
  EXPECT_TRUE(headers("struct Pair { double a; int n; };", "double a, int n", "").empty());
}

TEST_F(StructHeaders, what_cannot_be_read_is_refused_with_spec_and_header) {
  EXPECT_THAT([&] { headers("struct Other { double a; };", "double a, int n"); },
              ThrowsMessage<InvalidArgument>(AllOf(HasSubstr("k.yaml"), HasSubstr("pair.hpp"), HasSubstr("Pair"))));
  EXPECT_THAT([&] { headers("struct Pair { unknown a; int n; };", "double a, int n"); },
              ThrowsMessage<InvalidArgument>(HasSubstr("pair.hpp")));
}

}  // namespace
}  // namespace kparity::parity
