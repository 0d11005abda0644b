// One kernel for all shapes, compiled for a pair of data types when that pair is first needed. Its values are those of
// convert_elements(), which is its reference.
#include "device/cuda/convert.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>

#include "device/cuda/check.hpp"
#include "device/cuda/kernels.hpp"

namespace kparity::device {

namespace {

constexpr const char* text = R"(// Element by element from one layout and type to another.
struct Layout {
  long long count;
  long long rank;
  long long shape[8];
  long long from[8];
  long long to[8];
};

template <class To, class From>
__device__ To converted(From value) {
  constexpr bool from_floating = sizeof(From) > 1 && From(0.5) != From(0);
  constexpr bool to_floating = sizeof(To) > 1 && To(0.5) != To(0);
  if constexpr (sizeof(To) == 1 && To(2) == To(1)) {  // bool
    return value != From(0);
  } else if constexpr (from_floating && !to_floating) {
    constexpr bool is_signed = To(-1) < To(0);
    constexpr To largest = is_signed ? To((1ull << (8 * sizeof(To) - 1)) - 1) : To(-1);
    constexpr To smallest = is_signed ? To(-1 - (long long)largest) : To(0);
    if (value != value) return To(0);
    if (value <= From(smallest)) return smallest;
    if (value >= From(largest)) return largest;
    return To(value);
  } else {
    return To(value);
  }
}

template <class From, class To>
__global__ void kparity_convert(const From* from, To* to, Layout layout) {
  const long long step = (long long)gridDim.x * blockDim.x;
  for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < layout.count; i += step) {
    long long rest = i, source = 0, target = 0;
    for (long long axis = layout.rank - 1; axis >= 0; --axis) {
      const long long index = rest % layout.shape[axis];
      rest /= layout.shape[axis];
      source += index * layout.from[axis];
      target += index * layout.to[axis];
    }
    to[target] = converted<To>(from[source]);
  }
}
)";

struct Layout {
  long long count = 0, rank = 0;
  std::array<long long, max_rank> shape{}, from{}, to{};
};

/// Axes of extent 1 go, and neighbours that lie one after another on both sides become one.
Layout layout_of(const ArrayRef& from, const ArrayRef& to) {
  Layout out;
  out.count = element_count(from);
  std::size_t rank = 0;
  for (std::size_t axis = 0; axis < from.rank; ++axis) {
    if (from.shape[axis] == 1) continue;
    const bool continues = rank > 0 && out.from[rank - 1] == from.shape[axis] * from.strides[axis] &&
                           out.to[rank - 1] == to.shape[axis] * to.strides[axis];
    const std::size_t place = continues ? rank - 1 : rank++;
    out.shape[place] = (continues ? out.shape[place] : 1) * from.shape[axis];
    out.from[place] = from.strides[axis];
    out.to[place] = to.strides[axis];
  }
  out.rank = static_cast<long long>(rank);
  return out;
}

Parameter pointer(const char* name, DType dtype, bool is_const) {
  Parameter out;
  out.name = name;
  out.kind = ParameterKind::pointer;
  out.dtype = dtype;
  out.is_const = is_const;
  return out;
}

/// Compiled programs by device and types; kept until the process ends, as the code of kernels is.
struct Converters {
  std::mutex mutex;
  std::map<std::array<int, 3>, Program> programs;

  const LoadedKernel& get(DType from, DType to, int device) {
    const std::lock_guard lock(mutex);
    const std::array<int, 3> key{device, static_cast<int>(from), static_cast<int>(to)};
    auto found = programs.find(key);
    if (found == programs.end()) {
      const std::array<Signature, 1> signatures{conversion_signature(from, to)};
      CompileRequest request;
      request.kernel = signatures.front().kernel;
      request.source = &conversion_source();
      request.instantiations = signatures;
      request.device = device;
      found = programs.emplace(key, load(request)).first;
    }
    return found->second.kernels.front();
  }
};

Converters& converters() {
  static auto* const all = new Converters;
  return *all;
}

}  // namespace

const CudaSource& conversion_source() {
  static const CudaSource source = [] {
    CudaSource out;
    out.files = {{"kparity_convert.cu", text}};
    return out;
  }();
  return source;
}

Signature conversion_signature(DType from, DType to) {
  Parameter layout;
  layout.name = "layout";
  layout.kind = ParameterKind::structure;
  layout.struct_name = "Layout";
  Parameter number;
  number.dtype = DType::int64;
  layout.fields.assign(sizeof(Layout) / sizeof(long long), number);
  return {"kparity_convert", {pointer("from", from, true), pointer("to", to, false), layout}, ""};
}

void convert_by_kernel(const ArrayRef& from, const ArrayRef& to, int device) {
  Layout layout = layout_of(from, to);
  void *source = from.data, *target = to.data;
  void* arguments[]{&source, &target, &layout};
  constexpr long long block = 256, most_blocks = 1 << 16;
  LaunchRequest request;
  request.kernel = &converters().get(from.dtype, to.dtype, device);
  request.shape.grid[0] = static_cast<unsigned>(std::min(most_blocks, (layout.count + block - 1) / block));
  request.shape.block[0] = block;
  request.arguments = arguments;
  request.device = device;
  launch_kernel(request);
  check(cudaStreamSynchronize(nullptr), "convert an array on the device");
}

}  // namespace kparity::device
