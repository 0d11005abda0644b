// The active backend and the chosen implementation, with their scopes.
#include "kparity/selection.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "kernels.hpp"
#include "kparity/error.hpp"

namespace kparity {
namespace {

using test::message_from;

TEST(Selection, the_backend_is_the_host_unless_set) {
  EXPECT_EQ(backend(), Backend::host);
  set_backend(Backend::cuda);
  EXPECT_EQ(backend(), Backend::cuda);
  set_backend(Backend::host);
}

TEST(Selection, backends_are_parsed_from_their_names) {
  EXPECT_EQ(parse_backend("cuda"), Backend::cuda);
  EXPECT_EQ(message_from<InvalidArgument>([] { parse_backend("gpu"); }), "unknown backend 'gpu'; allowed: host, cuda");
}

TEST(Selection, a_scope_is_undone_at_its_end_with_what_was_set_inside) {
  {
    const BackendScope scope(Backend::cuda);
    EXPECT_EQ(backend(), Backend::cuda);
    set_backend(Backend::host);
    EXPECT_EQ(backend(), Backend::host);
    set_backend(Backend::cuda);
  }
  EXPECT_EQ(backend(), Backend::host);
}

TEST(Selection, a_scope_is_undone_after_an_exception) {
  try {
    const BackendScope scope(Backend::cuda);
    throw 1;
  } catch (int) {
  }
  EXPECT_EQ(backend(), Backend::host);
}

TEST(Selection, a_scope_holds_for_its_thread_only_and_setting_for_all) {
  const BackendScope scope(Backend::cuda);
  std::thread([] { EXPECT_EQ(backend(), Backend::host); }).join();
  const ImplementationScope other(std::nullopt);
  std::thread([] {
    set_backend(Backend::cuda);
    EXPECT_EQ(backend(), Backend::cuda);
    set_backend(Backend::host);
  }).join();
  EXPECT_EQ(backend(), Backend::cuda);
}

TEST(Selection, case_37_an_unknown_implementation_is_refused_and_the_old_one_kept) {
  set_kernel_implementation("reference");
  const std::string message = message_from<InvalidArgument>([] { set_kernel_implementation("referense"); });
  EXPECT_EQ(kernel_implementation(), "reference");
  EXPECT_NE(message.find("unknown implementation 'referense' (did you mean 'reference'?); known are reference"),
            std::string::npos)
      << message;
  EXPECT_THROW(const ImplementationScope scope("openpm"), InvalidArgument);
  EXPECT_EQ(kernel_implementation(), "reference");
  set_kernel_implementation(std::nullopt);
  EXPECT_EQ(kernel_implementation(), std::nullopt);
}

TEST(Selection, the_cuda_side_is_no_host_implementation) {
  const std::string message = message_from<InvalidArgument>([] { set_kernel_implementation("cuda"); });
  EXPECT_NE(message.find("the CUDA side is chosen by the backend"), std::string::npos) << message;
}

TEST(Selection, the_names_that_kernels_bring_are_known) {
  EXPECT_THROW(set_kernel_implementation("halide_for_this_test"), InvalidArgument);
  const Kernel kernel(test::mark_definition({test::marking<1>("halide_for_this_test"), test::marking<0>("reference")}));
  const ImplementationScope scope("halide_for_this_test");
  EXPECT_EQ(kernel_implementation(), "halide_for_this_test");
}

TEST(Selection, the_device_implementation_is_cuda_or_none) {
  EXPECT_EQ(device_implementation(), std::nullopt);
  {
    const DeviceImplementationScope scope("cuda");
    EXPECT_EQ(device_implementation(), "cuda");
  }
  EXPECT_EQ(device_implementation(), std::nullopt);
  EXPECT_THROW(set_device_implementation("opencl"), InvalidArgument);
}

}  // namespace
}  // namespace kparity
