// The memory one run of a kernel sees: every array with its exact extent between two guard zones, inputs filled,
// outputs poisoned, and the argument array the entry takes. Buffers are kept from case to case, so that a campaign does
// not allocate.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kparity/generate/generate.hpp"
#include "kparity/spec/model.hpp"

namespace kparity::parity {

/// What fills memory that a kernel may not rely on. Two runs with different poisons tell an unwritten element from a
/// value.
struct Poison {
  std::uint8_t byte = 0xa5;
};
inline constexpr Poison poison_a{0xa5};
inline constexpr Poison poison_b{0x5a};

/// A guard zone that was written to.
struct GuardHit {
  std::size_t array = 0;            // index into the plan
  std::int64_t bytes_past_end = 0;  // > 0: that many bytes from the end to the first changed byte, counted from 1
  std::int64_t bytes_before_begin = 0;
};

/// The generated inputs of one case, shared by all runs of it.
struct CaseData {
  generate::Case drawn;
  std::vector<generate::ArrayPlan> plan;
  std::vector<std::vector<std::byte>> inputs;  // per array; empty for pure outputs
};

bool all_bytes_are(std::span<const std::byte> bytes, std::uint8_t value);

/// Plans and generates; reuses the memory of `data`. Throws InvalidArgument for a case beyond the limits.
void generate_case(const spec::KernelSpec& spec, const generate::Case& drawn, CaseData& data,
                   std::uint64_t limit_bytes = generate::default_case_limit);
/// The same on so many threads, one per array.
void generate_case(const generate::Generator& generator, const generate::Case& drawn, CaseData& data,
                   std::uint64_t limit_bytes = generate::default_case_limit, std::size_t jobs = 1);

/// memcpy and memset, of large arrays on so many threads.
void copy_bytes(std::byte* to, const std::byte* from, std::size_t bytes, std::size_t jobs);
void fill_bytes(std::byte* to, std::uint8_t value, std::size_t bytes, std::size_t jobs);
inline constexpr std::size_t bytes_of_a_share = std::size_t{4} << 20;  // less is not worth a thread

/// Memory for arrays with room on both sides for kernels that miss them by much: stray_bytes that belong to nobody, and
/// beyond them addresses at which every access faults. So a stray access damages neither the heap nor other arrays.
class ArrayMemory {
 public:
  ArrayMemory() = default;
  ArrayMemory(ArrayMemory&& other) noexcept;
  ArrayMemory& operator=(ArrayMemory&& other) noexcept;
  ~ArrayMemory();

  /// At least `bytes` of memory, aligned to a page; what was there before is gone if it had to grow. Throws
  /// RuntimeFailure if the system gives none.
  std::byte* of_at_least(std::size_t bytes);

 private:
  std::byte* mapping_ = nullptr;
  std::size_t mapped_ = 0, size_ = 0;
};
inline constexpr std::size_t stray_bytes = std::size_t{64} * 1024;

class Workspace {
 public:
  /// `misalignment` shifts every array by that many bytes from a 64-byte boundary (a multiple of 16).
  explicit Workspace(std::size_t misalignment = 0) : misalignment_(misalignment) {}

  std::size_t misalignment() const { return misalignment_; }

  /// How memory is prepared for a run.
  struct Preparation {
    bool shared = false;   // arrays that may lie at the address of another one do so
    bool kept = false;     // what is no input keeps what the run before left there; the layout must be the same
    std::size_t jobs = 1;  // threads that touch and fill large arrays, each its share of every one
  };
  /// Lays out, fills and poisons all arrays of a case and builds the arguments.
  void prepare(const spec::KernelSpec& spec, const CaseData& data, Poison poison, Preparation how);
  void prepare(const spec::KernelSpec& spec, const CaseData& data, Poison poison) { prepare(spec, data, poison, {}); }

  /// The bytes of all arrays with their guards, for a copy of the whole to and from a device.
  std::span<std::byte> bytes() { return {first_byte_, used_}; }
  /// Makes the arguments point into a copy of bytes() that begins at `base`, aligned to 256 bytes.
  void point_into(std::byte* base);
  /// Makes the argument of one array point elsewhere, to a copy of that array alone.
  void point_at(std::size_t array, void* copy) { write_pointer(array, copy); }

  /// The arrays of the case that was prepared last; valid as long as its CaseData holds that case.
  std::span<const generate::ArrayPlan> plan() const { return plan_; }

  /// What an Entry takes.
  void** arguments() { return arguments_.data(); }

  std::size_t array_count() const { return arrays_.size(); }
  std::span<const std::byte> array(std::size_t index) const { return arrays_[index]; }
  std::span<std::byte> array(std::size_t index) { return arrays_[index]; }
  /// False for a pure output or scratch, which holds poison.
  bool is_input(std::size_t array) const { return plan_[array].is_input; }
  bool is_scratch(std::size_t array) const { return plan_[array].is_scratch; }
  /// The array in whose memory this one lies in this run, if it has none of its own.
  std::optional<std::size_t> shares(std::size_t array) const {
    return shared_ ? plan_[array].shares : std::optional<std::size_t>();
  }

  /// The first guard zone that no longer holds its pattern.
  std::optional<GuardHit> find_guard_hit() const;

 private:
  void place_arrays(const CaseData& data);
  void build_arguments(const spec::KernelSpec& spec, const CaseData& data);
  void write_pointer(std::size_t array, void* pointer);

  std::size_t misalignment_;
  std::uint8_t poison_byte_ = 0;
  bool shared_ = false;
  ArrayMemory memory_;
  std::byte* first_byte_ = nullptr;  // in memory_, aligned
  std::size_t used_ = 0;             // from there
  std::span<const generate::ArrayPlan> plan_;
  std::vector<std::span<std::byte>> arrays_;
  std::vector<std::byte> values_;     // parameter values: scalars, pointers, structures
  std::vector<std::size_t> offsets_;  // of each parameter in values_
  std::vector<void*> arguments_;
  std::vector<std::size_t> pointers_;  // where the pointer to each array lies in values_
};

/// Bytes of a guard zone on either side of an array.
inline constexpr std::size_t guard_bytes = 256;

}  // namespace kparity::parity
