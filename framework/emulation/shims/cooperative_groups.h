// Cooperative groups of a block: the block, tiles of a warp, and groups of the lanes that are together. Written from the
// CUDA C++ Programming Guide, "Cooperative Groups". A tile larger than a warp, a grid and a cluster have no emulation.
#pragma once

namespace cooperative_groups {

namespace detail {
inline unsigned block_rank() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
inline unsigned block_size() { return blockDim.x * blockDim.y * blockDim.z; }
inline unsigned lane() { return kparity_lane(); }
inline unsigned lanes_below(unsigned lane) { return (1u << lane) - 1; }

/// A value of any size from another lane, in pieces of 4 bytes.
template <class T, class Shuffle>
inline T shuffled(const T& value, Shuffle shuffle) {
  unsigned words[(sizeof(T) + 3) / 4] = {};
  __builtin_memcpy(words, &value, sizeof(T));
  for (unsigned& word : words) word = shuffle(word);
  T result = value;
  __builtin_memcpy(&result, words, sizeof(T));
  return result;
}
}  // namespace detail

class thread_block {
 public:
  static void sync(KparitySite site = kparity_here()) { __syncthreads(site); }
  static unsigned thread_rank() { return detail::block_rank(); }
  static unsigned size() { return detail::block_size(); }
  static unsigned num_threads() { return detail::block_size(); }
  static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  static dim3 group_dim() { return blockDim; }
  static dim3 dim_threads() { return blockDim; }
};
inline thread_block this_thread_block() { return {}; }

/// The lanes of a mask. Collectives number them from 0; what each needs is below `kparity_lanes`.
class kparity_lanes {
 public:
  explicit kparity_lanes(unsigned mask = 1) : mask_(mask) {}
  unsigned thread_rank() const { return static_cast<unsigned>(__popc(mask_ & detail::lanes_below(detail::lane()))); }
  unsigned size() const { return static_cast<unsigned>(__popc(mask_)); }
  unsigned num_threads() const { return size(); }
  void sync(KparitySite site = kparity_here()) const { __syncwarp(mask_, site); }
  int any(int predicate, KparitySite site = kparity_here()) const { return __any_sync(mask_, predicate, site); }
  int all(int predicate, KparitySite site = kparity_here()) const { return __all_sync(mask_, predicate, site); }
  unsigned ballot(int predicate, KparitySite site = kparity_here()) const {
    return packed(__ballot_sync(mask_, predicate, site));
  }
  template <class T>
  unsigned match_any(T value, KparitySite site = kparity_here()) const {
    return packed(__match_any_sync(mask_, value, site));
  }
  template <class T>
  unsigned match_all(T value, int& all, KparitySite site = kparity_here()) const {
    return packed(__match_all_sync(mask_, value, &all, site));
  }
  template <class T>
  T shfl(T value, int rank, KparitySite site = kparity_here()) const {
    return from_rank(value, static_cast<unsigned>(rank) % size(), site);
  }
  template <class T>
  T shfl_up(T value, unsigned distance, KparitySite site = kparity_here()) const {
    const unsigned rank = thread_rank();
    return from_rank(value, distance > rank ? rank : rank - distance, site);
  }
  template <class T>
  T shfl_down(T value, unsigned distance, KparitySite site = kparity_here()) const {
    const unsigned rank = thread_rank();
    return from_rank(value, rank + distance < size() ? rank + distance : rank, site);
  }
  unsigned kparity_mask() const { return mask_; }

 protected:
  template <class T>
  T from_rank(T value, unsigned rank, KparitySite site) const {
    const int lane = __fns(mask_, 0, static_cast<int>(rank) + 1);
    return detail::shuffled(value, [&](unsigned word) { return __shfl_sync(mask_, word, lane, 0, site); });
  }
  unsigned packed(unsigned lanes) const {
    unsigned bits = 0, rank = 0;
    for (unsigned rest = mask_; rest != 0; rest &= rest - 1, ++rank)
      bits |= (lanes >> __builtin_ctz(rest) & 1u) << rank;
    return bits;
  }

 private:
  unsigned mask_;
};

class coalesced_group : public kparity_lanes {
 public:
  using kparity_lanes::kparity_lanes;
  unsigned meta_group_size() const { return 1; }
  unsigned meta_group_rank() const { return 0; }
};
/// "Only me", which the language permits.
inline coalesced_group coalesced_threads() { return coalesced_group(1u << detail::lane()); }

template <unsigned Size, class Parent = void>
class thread_block_tile : public kparity_lanes {
  static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0,
                "cannot emulate a tile larger than a warp; guard the code with #ifndef KPARITY_EMULATED");

 public:
  thread_block_tile() : kparity_lanes(mask()) {}
  static unsigned thread_rank() { return detail::block_rank() % Size; }
  static constexpr unsigned size() { return Size; }
  static constexpr unsigned num_threads() { return Size; }
  static unsigned meta_group_rank() { return detail::block_rank() / Size; }
  static unsigned meta_group_size() { return (detail::block_size() + Size - 1) / Size; }
  template <class T>
  T shfl(T value, int rank, KparitySite site = kparity_here()) const {
    return detail::shuffled(value, [&](unsigned word) { return __shfl_sync(mask(), word, rank, Size, site); });
  }
  template <class T>
  T shfl_up(T value, unsigned distance, KparitySite site = kparity_here()) const {
    return detail::shuffled(value, [&](unsigned word) { return __shfl_up_sync(mask(), word, distance, Size, site); });
  }
  template <class T>
  T shfl_down(T value, unsigned distance, KparitySite site = kparity_here()) const {
    return detail::shuffled(value, [&](unsigned word) { return __shfl_down_sync(mask(), word, distance, Size, site); });
  }
  template <class T>
  T shfl_xor(T value, unsigned lanes, KparitySite site = kparity_here()) const {
    return detail::shuffled(
        value, [&](unsigned word) { return __shfl_xor_sync(mask(), word, static_cast<int>(lanes), Size, site); });
  }

 private:
  static unsigned mask() {
    const unsigned all = Size == 32 ? 0xffffffffu : (1u << (Size % 32)) - 1;
    return all << detail::lane() / Size * Size;
  }
};

template <unsigned Size, class Parent>
inline thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
  return {};
}
/// Subgroups by a predicate or a label of the lanes.
inline coalesced_group binary_partition(const kparity_lanes& group, bool predicate, KparitySite site = kparity_here()) {
  const unsigned yes = __ballot_sync(group.kparity_mask(), predicate, site);
  return coalesced_group(predicate ? yes : group.kparity_mask() & ~yes);
}
template <class T>
inline coalesced_group labeled_partition(const kparity_lanes& group, T label, KparitySite site = kparity_here()) {
  return coalesced_group(__match_any_sync(group.kparity_mask(), label, site));
}

template <class Group>
inline void sync(const Group& group, KparitySite site = kparity_here()) {
  group.sync(site);
}

template <class T>
struct plus {
  T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct less {
  T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T>
struct greater {
  T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T>
struct bit_and {
  T operator()(T a, T b) const { return a & b; }
};
template <class T>
struct bit_or {
  T operator()(T a, T b) const { return a | b; }
};
template <class T>
struct bit_xor {
  T operator()(T a, T b) const { return a ^ b; }
};

}  // namespace cooperative_groups
