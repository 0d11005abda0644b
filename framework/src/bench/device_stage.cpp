// Arrays lie as an application would have them, at multiples of 256 bytes, with a guard zone on both sides. Before
// anything is judged a whole set comes back, so that writes next to an array are seen.
#include "device_stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <span>

#include "kparity/error.hpp"

namespace kparity::bench {

namespace {

constexpr std::size_t alignment = 256;
constexpr std::uint8_t guard_byte = 0x99;

std::size_t round_up(std::size_t bytes) {
  return (bytes + alignment - 1) / alignment * alignment;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

DeviceStage::DeviceStage(const spec::KernelSpec& spec, const Kernel& kernel, const Stage& stage, std::size_t sets)
    : kernel_(kernel),
      spec_(spec),
      stage_(stage),
      instantiation_(stage.data(0).drawn.instantiation),
      sets_(std::max(sets, stage.seeds())) {
  const auto start = std::chrono::steady_clock::now();
  kernel_.compile();
  compile_seconds_ = seconds_since(start);
  for (std::size_t i = 0; i < plan().size(); ++i) {
    offsets_.push_back(stride_ + alignment);
    stride_ = offsets_.back() + round_up(bytes_of(i));
  }
  stride_ += alignment;
  image_.resize(stride_);
  memory_.emplace(sets_ * stride_);
  if (works_in_place()) pristine_.emplace(stage_.seeds() * stride_);
  for (std::size_t seed = 0; seed < stage_.seeds(); ++seed) {
    fill_image(seed);
    for (std::size_t set = seed; set < sets_; set += stage_.seeds())
      memory_->write(image_.data(), set * stride_, stride_);
    if (pristine_) pristine_->write(image_.data(), seed * stride_, stride_);
  }
  workspace_.prepare(spec_, stage_.data(0), parity::poison_a, {.jobs = stage_.jobs()});
  shape_ = kernel_.launch_shape_erased(instantiation_, workspace_.arguments());
}

std::size_t DeviceStage::bytes_of(std::size_t array) const {
  return static_cast<std::size_t>(plan()[array].elements) * size_of(plan()[array].dtype);
}

std::byte* DeviceStage::address(std::size_t set, std::size_t array) const {
  return static_cast<std::byte*>(memory_->data()) + set * stride_ + offsets_[array];
}

void DeviceStage::fill_image(std::size_t seed) {
  const auto& data = stage_.data(seed);
  std::size_t guarded_from = 0;
  for (std::size_t i = 0; i <= offsets_.size(); ++i) {
    const std::size_t guarded_to = i < offsets_.size() ? offsets_[i] : stride_;
    std::memset(image_.data() + guarded_from, guard_byte, guarded_to - guarded_from);
    if (i == offsets_.size()) break;
    std::byte* const to = image_.data() + offsets_[i];
    if (data.plan[i].is_input) {
      parity::copy_bytes(to, data.inputs[i].data(), bytes_of(i), stage_.jobs());
    } else {
      parity::fill_bytes(to, parity::poison_a.byte, bytes_of(i), stage_.jobs());
    }
    guarded_from = offsets_[i] + bytes_of(i);
  }
}

std::size_t DeviceStage::next_set() {
  const std::size_t set = next_;
  next_ = (next_ + 1) % sets_;
  return set;
}

void DeviceStage::call(std::size_t set) {
  for (std::size_t i = 0; i < offsets_.size(); ++i) workspace_.point_at(i, address(set, i));
  kernel_.call_erased(instantiation_, workspace_.arguments(), timer_.stream());
}

void DeviceStage::restore(std::size_t set) const {
  for (std::size_t i = 0; i < offsets_.size(); ++i) {
    if (!stage_.is_restored(i)) continue;
    const auto* from = static_cast<const std::byte*>(pristine_->data()) + seed_of(set) * stride_ + offsets_[i];
    timer_.copy_within(address(set, i), from, bytes_of(i));
  }
}

std::size_t DeviceStage::copies_of_restore() const {
  std::size_t copies = 0;
  for (std::size_t i = 0; i < plan().size(); ++i) copies += stage_.is_restored(i) ? 1 : 0;
  return copies;
}

void DeviceStage::poison(std::size_t set) {
  fill_image(seed_of(set));
  memory_->write(image_.data(), set * stride_, stride_);
}

std::string DeviceStage::fault_in(std::size_t set) {
  memory_->read(image_.data(), set * stride_, stride_);
  const auto is_guard = [](std::byte b) { return std::to_integer<std::uint8_t>(b) == guard_byte; };
  std::size_t guarded_from = 0;
  for (std::size_t i = 0; i <= offsets_.size(); ++i) {
    const std::size_t guarded_to = i < offsets_.size() ? offsets_[i] : stride_;
    const std::span<const std::byte> guard(image_.data() + guarded_from, guarded_to - guarded_from);
    if (!std::ranges::all_of(guard, is_guard))
      return fmt::format("it wrote outside of '{}'", plan()[i == 0 ? 0 : i - 1].name);
    if (i < offsets_.size()) guarded_from = offsets_[i] + bytes_of(i);
  }
  for (std::size_t i = 0; i < offsets_.size(); ++i)
    parity::copy_bytes(workspace_.array(i).data(), image_.data() + offsets_[i], bytes_of(i), stage_.jobs());
  return stage_.fault_in(workspace_, seed_of(set));
}

std::string DeviceStage::fault_of_kernel() {
  for (std::size_t set = 0; set < stage_.seeds(); ++set) {
    const auto start = std::chrono::steady_clock::now();
    call(set);
    timer_.wait();
    if (set == 0) first_call_seconds_ = seconds_since(start);
    std::string fault = fault_in(set);
    if (works_in_place()) poison(set);
    if (!fault.empty()) return fault;
  }
  return "";
}

std::vector<std::size_t> DeviceStage::arrays_in() const {
  std::vector<std::size_t> arrays;
  for (std::size_t i = 0; i < plan().size(); ++i)
    if (plan()[i].is_input && bytes_of(i) > 0) arrays.push_back(i);
  return arrays;
}

std::vector<std::size_t> DeviceStage::arrays_out() const {
  std::vector<std::size_t> arrays;
  for (std::size_t i = 0; i < plan().size(); ++i)
    if (plan()[i].is_output && !plan()[i].is_scratch && bytes_of(i) > 0) arrays.push_back(i);
  return arrays;
}

void DeviceStage::prepare_pinned() {
  if (!pinned_.empty()) return;
  for (std::size_t i = 0; i < plan().size(); ++i) {
    pinned_.push_back(std::make_unique<PinnedMemory>(bytes_of(i)));
    if (plan()[i].is_input && bytes_of(i) != 0)
      parity::copy_bytes(static_cast<std::byte*>(pinned_.back()->data()), stage_.data(0).inputs[i].data(), bytes_of(i),
                         stage_.jobs());
  }
}

void DeviceStage::copy_in(std::size_t set, std::size_t array, bool pinned) {
  const std::size_t offset = set * stride_ + offsets_[array];
  // The pinned copy has the contents of the first seed; nothing is computed from it.
  memory_->write(pinned ? pinned_[array]->data() : stage_.data(seed_of(set)).inputs[array].data(), offset,
                 bytes_of(array));
}

void DeviceStage::copy_out(std::size_t set, std::size_t array, bool pinned) {
  memory_->read(pinned ? pinned_[array]->data() : workspace_.array(array).data(), set * stride_ + offsets_[array],
                bytes_of(array));
}

void DeviceStage::poison_host_copy(std::size_t set) {
  workspace_.prepare(spec_, stage_.data(seed_of(set)), parity::poison_a, {.jobs = stage_.jobs()});
}

std::string DeviceStage::fault_in_host_copy(std::size_t set) const {
  return stage_.fault_in(workspace_, seed_of(set));
}

}  // namespace kparity::bench
