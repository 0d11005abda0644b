// The stand-in must be stricter than a device, or the tests that use it prove nothing.
#include "support/fake_device.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "kparity/array.hpp"
#include "kparity/devices.hpp"
#include "kparity/error.hpp"

namespace kparity {
namespace {

using test::FakeDeviceScope;
using test::FakeLaunch;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

using FakeDeviceDeath = testing::Test;

class FakeDeviceDeathTest : public testing::Test {
 protected:
  FakeDeviceDeathTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(FakeDeviceDeathTest, host_access_to_device_memory_ends_the_process) {
  FakeDeviceScope fake;
  Array<double> x({1, 2, 3}, Place::device);
  volatile double* p = x.data();
  EXPECT_DEATH((void)*p, "");
  EXPECT_DEATH(*p = 1.0, "");
}

TEST_F(FakeDeviceDeathTest, memory_is_closed_again_after_copies_and_launches) {
  FakeDeviceScope fake;
  fake->add_kernel("fill", [](const FakeLaunch& launch) { launch.argument<double*>(0)[0] = 4.0; });
  Array<double> x({1, 2, 3}, Place::device);
  (void)x.to_vector();
  const Signature signature{"fill", {}, ""};
  const device::Program program = fake->compile({.kernel = "fill", .instantiations = {&signature, 1}});
  double* p = x.data();
  void* arguments[] = {&p};
  fake->launch({.kernel = &program.kernels[0], .arguments = arguments});
  EXPECT_THAT(x.to_vector(), ElementsAre(4, 2, 3));
  EXPECT_DEATH((void)*static_cast<volatile double*>(p), "");
}

TEST_F(FakeDeviceDeathTest, freed_memory_stays_closed_even_for_kernels) {
  FakeDeviceScope fake;
  double* p = nullptr;
  {
    Array<double> x({1, 2, 3}, Place::device);
    p = x.data();
  }
  fake->add_kernel("read", [](const FakeLaunch& launch) {
    volatile double value = launch.argument<double*>(0)[0];
    (void)value;
  });
  const Signature signature{"read", {}, ""};
  const device::Program program = fake->compile({.kernel = "read", .instantiations = {&signature, 1}});
  void* arguments[] = {&p};
  EXPECT_DEATH(fake->launch({.kernel = &program.kernels[0], .arguments = arguments}), "");
}

TEST_F(FakeDeviceDeathTest, a_kernel_cannot_touch_another_device) {
  FakeDeviceScope fake(2);
  fake->set_current(1);
  Array<double> x({1, 2, 3}, Place::device);
  double* p = x.data();
  fake->add_kernel("write", [](const FakeLaunch& launch) { launch.argument<double*>(0)[0] = 0.0; });
  const Signature signature{"write", {}, ""};
  const device::Program program = fake->compile({.kernel = "write", .instantiations = {&signature, 1}, .device = 1});
  void* arguments[] = {&p};
  fake->launch({.kernel = &program.kernels[0], .arguments = arguments, .device = 1});
  fake->set_current(0);
  const device::Program other = fake->compile({.kernel = "write", .instantiations = {&signature, 1}, .device = 0});
  EXPECT_DEATH(fake->launch({.kernel = &other.kernels[0], .arguments = arguments, .device = 0}), "");
}

TEST_F(FakeDeviceDeathTest, a_write_behind_an_array_meets_a_closed_page) {
  FakeDeviceScope fake;
  fake->add_kernel("overrun", [](const FakeLaunch& launch) { launch.argument<double*>(0)[32] = 0.0; });
  Array<double> x(Shape(32), Place::device);
  double* p = x.data();
  const Signature signature{"overrun", {}, ""};
  const device::Program program = fake->compile({.kernel = "overrun", .instantiations = {&signature, 1}});
  void* arguments[] = {&p};
  EXPECT_DEATH(fake->launch({.kernel = &program.kernels[0], .arguments = arguments}), "");
}

TEST_F(FakeDeviceDeathTest, freeing_twice_ends_the_process) {
  FakeDeviceScope fake;
  void* p = fake->allocate(8, 0);
  fake->free(p, 0);
  EXPECT_DEATH(fake->free(p, 0), "freed what is no live allocation");
}

TEST(FakeDevice, refuses_copies_with_the_wrong_side) {
  FakeDeviceScope fake;
  std::vector<double> host(4);
  void* memory = fake->allocate(32, 0);
  using device::Direction;
  EXPECT_THROW(fake->copy(host.data(), host.data(), 8, Direction::device_to_host), RuntimeFailure);
  EXPECT_THROW(fake->copy(memory, memory, 8, Direction::host_to_device), RuntimeFailure);
  EXPECT_THROW(fake->copy(memory, memory, 8, Direction::device_to_host), RuntimeFailure);
  EXPECT_THROW(fake->copy(memory, host.data(), 33, Direction::host_to_device), RuntimeFailure);
  fake->copy(memory, host.data(), 32, Direction::host_to_device);
  fake->free(memory, 0);
  EXPECT_THROW(fake->copy(memory, host.data(), 32, Direction::host_to_device), RuntimeFailure);
}

TEST(FakeDevice, compiles_what_was_registered_and_picks_the_instantiation) {
  FakeDeviceScope fake;
  std::vector<std::string> ran;
  fake->add_kernel(
      "k", [&](const FakeLaunch&) { ran.push_back("float"); }, "T=float");
  fake->add_kernel("k", [&](const FakeLaunch&) { ran.push_back("any"); });
  const std::vector<Signature> signatures{{"k", {}, "T=float"}, {"k", {}, "T=double"}};
  const device::Program program = fake->compile({.kernel = "k", .instantiations = signatures});
  ASSERT_EQ(program.kernels.size(), 2U);
  for (const device::LoadedKernel& kernel : program.kernels) fake->launch({.kernel = &kernel});
  EXPECT_THAT(ran, ElementsAre("float", "any"));
  EXPECT_EQ(fake->compilations("k"), 1);
  EXPECT_THAT([&] { fake->compile({.kernel = "other", .instantiations = signatures}); },
              ThrowsMessage<RuntimeFailure>(HasSubstr("other")));
  fake->fail_compilations("k", "k.cu(3): error: expected a ';'");
  EXPECT_THROW(fake->compile({.kernel = "k", .instantiations = signatures}), RuntimeFailure);
  fake->repair_compilations("k");
  EXPECT_NO_THROW(fake->compile({.kernel = "k", .instantiations = signatures}));
}

TEST(FakeDevice, is_the_device_only_while_its_scope_lives) {
  {
    FakeDeviceScope fake(2);
    EXPECT_EQ(device_count(), 2);
    EXPECT_EQ(why_no_device(), "");
    EXPECT_EQ(device_name(1), "fake device 1");
    EXPECT_THAT([] { device_name(2); }, ThrowsMessage<InvalidArgument>(HasSubstr("there are 2, counted from 0")));
    {
      FakeDeviceScope inner(3);
      EXPECT_EQ(device_count(), 3);
    }
    EXPECT_EQ(device_count(), 2);
  }
  EXPECT_NE(&device::active(), nullptr);
  EXPECT_EQ(&device::active(), &device::built_in());
}

TEST(FakeDevice, streams_know_their_device_and_refuse_waiting_in_capture) {
  FakeDeviceScope fake(2);
  const device::Stream capturing = fake->new_stream(1, true);
  EXPECT_EQ(fake->device_of(capturing), 1);
  EXPECT_THROW(fake->synchronize(capturing), RuntimeFailure);
  EXPECT_THROW(fake->device_of(&fake), RuntimeFailure);
  fake->synchronize(nullptr);
  EXPECT_EQ(fake->synchronizations(), 1);
}

}  // namespace
}  // namespace kparity
