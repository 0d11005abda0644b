// The reader on good specs: every block ends up in the model as it was meant.
#include "kparity/spec/reader.hpp"

#include <gtest/gtest.h>

#include "words.hpp"

namespace kparity::spec {
namespace {

KernelSpec read_axpy() { return read_text(axpy_text, "axpy/axpy.yaml", test_words()); }

TEST(Reader, reads_axpy) {
  const KernelSpec spec = read_axpy();
  EXPECT_EQ(spec.kernel, "axpy");
  EXPECT_EQ(spec.summary, "y += a x");
  EXPECT_EQ(spec.folder, "axpy");
  ASSERT_EQ(spec.instantiations.size(), 1u);
  EXPECT_EQ(to_string(spec.instantiations[0]), "void axpy(double a, const double* x, double* y, int n)");
  ASSERT_EQ(spec.inputs.size(), 4u);
  EXPECT_EQ(spec.inputs[0].name, "a");
}

}  // namespace
}  // namespace kparity::spec
