// Lays arrays out between guard zones and builds the argument array. The guard zones of each array hold a byte value of
// their own that is neither poison: a kernel that copies beyond the ends of two arrays changes a guard zone, too.
#include "kparity/parity/workspace.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <utility>

#include "kparity/error.hpp"
#include "kparity/in_parallel.hpp"

namespace kparity::parity {

namespace {

constexpr std::size_t alignment = 64;
constexpr std::size_t page_bytes = std::size_t{64} * 1024;             // of the largest pages in use
constexpr std::size_t faulting_bytes = std::size_t{16} * 1024 * 1024;  // of addresses on each side; they cost no memory

std::size_t round_up(std::size_t bytes, std::size_t to) {
  return (bytes + to - 1) / to * to;
}

std::size_t bytes_of(const generate::ArrayPlan& array) {
  return static_cast<std::size_t>(array.elements) * size_of(array.dtype);
}

std::span<const std::byte> guard_before(std::span<std::byte> array) {
  return {array.data() - guard_bytes, guard_bytes};
}

std::span<const std::byte> guard_after(std::span<std::byte> array) {
  return {array.data() + array.size(), guard_bytes};
}

std::size_t index_of(std::span<const std::byte> bytes, std::uint8_t not_value) {
  const auto changed = std::find_if(bytes.begin(), bytes.end(),
                                    [&](std::byte b) { return std::to_integer<std::uint8_t>(b) != not_value; });
  return static_cast<std::size_t>(changed - bytes.begin());
}

/// Never the poison, and different for up to 255 arrays.
std::uint8_t guard_byte_of(std::size_t array, std::uint8_t poison) {
  return static_cast<std::uint8_t>(poison + 1 + (60 + 37 * array) % 255);
}

}  // namespace

bool all_bytes_are(std::span<const std::byte> bytes, std::uint8_t value) {
  // Comparing a buffer with itself shifted by one is a memcmp, far faster than a loop in an unoptimised build.
  if (bytes.empty()) return true;
  return std::to_integer<std::uint8_t>(bytes[0]) == value &&
         std::memcmp(bytes.data(), bytes.data() + 1, bytes.size() - 1) == 0;
}

void copy_bytes(std::byte* to, const std::byte* from, std::size_t bytes, std::size_t jobs) {
  if (bytes == 0) return;
  if (bytes < 2 * bytes_of_a_share) {
    std::memcpy(to, from, bytes);
    return;
  }
  in_shares(bytes, jobs, bytes_of_a_share,
            [&](std::size_t first, std::size_t last) { std::memcpy(to + first, from + first, last - first); });
}

void fill_bytes(std::byte* to, std::uint8_t value, std::size_t bytes, std::size_t jobs) {
  if (bytes == 0) return;
  if (bytes < 2 * bytes_of_a_share) {
    std::memset(to, value, bytes);
    return;
  }
  in_shares(bytes, jobs, bytes_of_a_share,
            [&](std::size_t first, std::size_t last) { std::memset(to + first, value, last - first); });
}

void generate_case(const spec::KernelSpec& spec, const generate::Case& drawn, CaseData& data,
                   std::uint64_t limit_bytes) {
  generate_case(generate::Generator(spec), drawn, data, limit_bytes);
}

void generate_case(const generate::Generator& generator, const generate::Case& drawn, CaseData& data,
                   std::uint64_t limit_bytes, std::size_t jobs) {
  data.drawn = drawn;
  data.plan = generator.plan(drawn, limit_bytes);
  data.inputs.resize(data.plan.size());
  const auto fill = [&](std::size_t i) {
    data.inputs[i].resize(data.plan[i].is_input ? bytes_of(data.plan[i]) : 0);
    if (data.plan[i].is_input) generator.fill(drawn, data.plan[i], data.inputs[i]);
  };
  std::vector<std::exception_ptr> failures(jobs > 1 ? data.plan.size() : 0);
  in_parallel(failures.size(), jobs, [&](std::size_t i) {
    try {
      fill(i);
    } catch (...) {
      failures[i] = std::current_exception();
    }
  });
  for (const auto& failure : failures)
    if (failure) std::rethrow_exception(failure);
  for (std::size_t i = 0; jobs <= 1 && i < data.plan.size(); ++i) fill(i);
  // What lies at the address of another array has its contents, also where both lie apart.
  for (std::size_t i = 0; i < data.plan.size(); ++i)
    if (const auto other = data.plan[i].shares; other && data.plan[i].is_input) data.inputs[i] = data.inputs[*other];
}

ArrayMemory::ArrayMemory(ArrayMemory&& other) noexcept {
  *this = std::move(other);
}

ArrayMemory& ArrayMemory::operator=(ArrayMemory&& other) noexcept {
  std::swap(mapping_, other.mapping_);
  std::swap(mapped_, other.mapped_);
  std::swap(size_, other.size_);
  return *this;
}

ArrayMemory::~ArrayMemory() {
  if (mapping_ != nullptr) ::munmap(mapping_, mapped_);
}

std::byte* ArrayMemory::of_at_least(std::size_t bytes) {
  constexpr std::size_t in_front = faulting_bytes + stray_bytes;
  if (mapping_ != nullptr && size_ >= bytes) return mapping_ + in_front;
  const std::size_t size = round_up(std::max(bytes, 2 * size_), page_bytes);
  const std::size_t mapped = size + 2 * in_front;
  void* const memory = ::mmap(nullptr, mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw RuntimeFailure(std::string("no memory for arrays: ") + std::strerror(errno));
  if (mapping_ != nullptr) ::munmap(mapping_, mapped_);
  mapping_ = static_cast<std::byte*>(memory);
  mapped_ = mapped;
  size_ = size;
  if (::mprotect(mapping_ + faulting_bytes, size + 2 * stray_bytes, PROT_READ | PROT_WRITE) != 0)
    throw RuntimeFailure(std::string("no memory for arrays: ") + std::strerror(errno));
  return mapping_ + in_front;
}

void Workspace::place_arrays(const CaseData& data) {
  std::size_t total = alignment;
  for (const auto& array : data.plan) total += 2 * guard_bytes + round_up(bytes_of(array), alignment);
  total += misalignment_;
  first_byte_ = memory_.of_at_least(total);
  arrays_.clear();
  std::byte* aligned = first_byte_;
  for (const auto& array : data.plan) {
    std::byte* const start = aligned + guard_bytes + misalignment_;
    arrays_.emplace_back(start, bytes_of(array));
    aligned += guard_bytes + round_up(bytes_of(array), alignment) + guard_bytes;
  }
  for (std::size_t i = 0; i < data.plan.size(); ++i)
    if (const auto other = shares(i)) arrays_[i] = arrays_[*other];
  used_ = static_cast<std::size_t>(aligned - first_byte_) + misalignment_;
}

void Workspace::prepare(const spec::KernelSpec& spec, const CaseData& data, Poison poison, Preparation how) {
  plan_ = data.plan;
  poison_byte_ = poison.byte;
  shared_ = how.shared;
  place_arrays(data);
  for (std::size_t i = 0; i < arrays_.size(); ++i) {
    if (shares(i)) continue;  // it has the memory and the contents of another one
    const auto& bytes = arrays_[i];
    const std::uint8_t guard_byte = guard_byte_of(i, poison.byte);
    std::memset(bytes.data() - guard_bytes, guard_byte, guard_bytes);
    if (data.plan[i].is_input) {
      copy_bytes(bytes.data(), data.inputs[i].data(), bytes.size(), how.jobs);
    } else if (!how.kept) {
      fill_bytes(bytes.data(), poison.byte, bytes.size(), how.jobs);
    }
    std::memset(bytes.data() + bytes.size(), guard_byte, guard_bytes);
  }
  build_arguments(spec, data);
}

void Workspace::build_arguments(const spec::KernelSpec& spec, const CaseData& data) {
  const Signature& signature = spec.instantiations[data.drawn.instantiation];
  offsets_.clear();
  std::size_t bytes = 0;
  for (const auto& parameter : signature.parameters) {
    bytes = round_up(bytes, std::max(align_of(parameter), alignof(std::max_align_t)));
    offsets_.push_back(bytes);
    bytes += size_of(parameter);
  }
  values_.assign(bytes, std::byte{0});
  arguments_.clear();
  for (const auto offset : offsets_) arguments_.push_back(values_.data() + offset);

  const auto slot = [&](ParameterPath path) {
    const auto& parameter = signature.parameters[path.parameter];
    return values_.data() + offsets_[path.parameter] + (path.field ? field_offset(parameter, *path.field) : 0);
  };
  std::size_t scalar = 0;
  for (const auto& input : spec.inputs) {
    if (at(signature, input.path).kind == ParameterKind::pointer) continue;
    const auto& value = data.drawn.scalars[scalar++];
    std::memcpy(slot(input.path), &value.bits, size_of(value.dtype));
  }
  pointers_.clear();
  for (std::size_t i = 0; i < data.plan.size(); ++i) {
    pointers_.push_back(static_cast<std::size_t>(slot(data.plan[i].path) - values_.data()));
    write_pointer(i, arrays_[i].data());
  }
}

void Workspace::write_pointer(std::size_t array, void* pointer) {
  std::memcpy(values_.data() + pointers_[array], &pointer, sizeof pointer);
}

void Workspace::point_into(std::byte* base) {
  for (std::size_t i = 0; i < arrays_.size(); ++i) write_pointer(i, base + (arrays_[i].data() - first_byte_));
}

std::optional<GuardHit> Workspace::find_guard_hit() const {
  for (std::size_t i = 0; i < arrays_.size(); ++i) {
    if (shares(i)) continue;
    const std::uint8_t guard_byte = guard_byte_of(i, poison_byte_);
    if (const auto after = guard_after(arrays_[i]); !all_bytes_are(after, guard_byte))
      return GuardHit{.array = i, .bytes_past_end = static_cast<std::int64_t>(index_of(after, guard_byte)) + 1};
    if (const auto before = guard_before(arrays_[i]); !all_bytes_are(before, guard_byte)) {
      // The last changed byte in front of the array is the nearest one.
      std::size_t last = guard_bytes;
      while (last > 0 && std::to_integer<std::uint8_t>(before[last - 1]) == guard_byte) --last;
      return GuardHit{.array = i, .bytes_before_begin = static_cast<std::int64_t>(guard_bytes - last) + 1};
    }
  }
  return std::nullopt;
}

}  // namespace kparity::parity
