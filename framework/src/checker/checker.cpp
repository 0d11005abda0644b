// The public face: hooks for the scheduler, device memory for the caller, flags for the compilers.
#include "kparity/checker/checker.hpp"

#include <cstring>
#include <stdexcept>

#include "engine.hpp"
#include "kparity/error.hpp"

namespace kparity::checker {

namespace {

Engine& engine_of(void* self) {
  return *static_cast<Engine*>(self);
}
Scope scope_of(KparityScope scope) {
  return static_cast<Scope>(scope);
}

/// `address` is in the kernel's library: the caller of the hook.
CodePlace place_of(Engine& engine, const KparitySite* site, void* address) {
  const auto code = reinterpret_cast<std::uintptr_t>(address);
  if (site == nullptr || site->file == nullptr) return {code};
  return {code, engine.findings.site(*site), true};
}

KparityHooks hooks_for(Engine& engine) {
  KparityHooks hooks{};
  hooks.self = &engine;
  hooks.shared_arena = [](void* self, std::size_t bytes) { return engine_of(self).space.shared_arena(bytes); };
  hooks.launch_begin = [](void* self, const KparityLaunch* launch) { engine_of(self).launch_begin(*launch); };
  hooks.launch_end = [](void* self, int) { engine_of(self).launch_end(); };
  hooks.block_begin = [](void* self, KparityDim3, std::uint64_t linear) {
    engine_of(self).space.clear_shared();
    engine_of(self).order.block_begin(linear);
  };
  hooks.block_end = [](void* self) { engine_of(self).block_end(); };
  hooks.thread_change = [](void* self, unsigned linear) { engine_of(self).order.thread_change(linear); };
  hooks.thread_exit = [](void* self) { engine_of(self).thread_exit(); };
  hooks.barrier = [](void* self) { engine_of(self).barrier(); };
  hooks.warp_collective = [](void* self, unsigned warp, std::uint64_t mask, int orders_memory) {
    if (orders_memory != 0) engine_of(self).order.collective(warp, mask);
  };
  hooks.fence = [](void* self, KparityScope scope) { engine_of(self).order.fence(scope_of(scope)); };
  hooks.atomic_begin = [](void* self, const void* address, std::size_t size, KparityAtomicKind kind, KparityScope scope,
                          const KparitySite* site) {
    Engine& checking = engine_of(self);
    checking.atomic(reinterpret_cast<std::uintptr_t>(address), size, kind, scope_of(scope),
                    place_of(checking, site, __builtin_return_address(0)));
  };
  hooks.atomic_end = [](void* self, const void*, std::size_t, KparityAtomicKind kind, int writes) {
    if (kind == kparity_atomic_compare_exchange) engine_of(self).compared(writes != 0);
  };
  hooks.shared_allocated = [](void* self, const void* address, std::size_t size, const char* name, const KparitySite*) {
    engine_of(self).space.add_shared(address, size, name);
  };
  hooks.device_allocated = [](void* self, const void* address, std::size_t size, const char* name,
                              std::size_t element_size, int initialised) {
    engine_of(self).space.add(address, size, name, element_size, initialised != 0);
  };
  hooks.device_freed = [](void* self, const void* address) { engine_of(self).space.remove(address); };
  return hooks;
}

/// Lets device memory be touched by the host for as long as it lives.
class Opened {
 public:
  Opened(Space& space, bool close_again) : space_(space), close_(close_again) { space_.open_region(true); }
  ~Opened() {
    if (close_) space_.open_region(false);
  }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

 private:
  Space& space_;
  bool close_;
};

/// Throws unless [device, device + bytes) lies in one array.
void check_device(Space& space, const void* device, std::size_t bytes, const std::string& what) {
  const Array* array = space.containing(device);
  if (array == nullptr) throw InvalidArgument(what + ": the device side is not memory of the emulated device");
  const std::size_t first = reinterpret_cast<std::uintptr_t>(device) - array->begin;
  if (bytes > array->size - first) {
    throw InvalidArgument(what + ": " + std::to_string(bytes) + " bytes from byte " + std::to_string(first) + " of '" +
                          array->name + "', which has " + std::to_string(array->size) + " bytes");
  }
}

void check_host(Space& space, const void* host, const std::string& what) {
  if (space.in_region(reinterpret_cast<std::uintptr_t>(host))) {
    const Array* array = space.containing(host);
    throw InvalidArgument(what + ": the host side is device memory" +
                          (array == nullptr ? "" : " ('" + std::string(array->name) + "')"));
  }
}

}  // namespace

Checker::Checker(const Options& options)
    : engine_(std::make_unique<Engine>(options)), hooks_(hooks_for(*engine_)), options_(options) {
  engine_->hooks = &hooks_;
  has_callbacks();  // makes the linker take them along, as does the next
  answer_undefined_behaviour();
}

Checker::~Checker() = default;

void* Checker::allocate(std::size_t bytes, const Allocation& allocation) {
  return engine_->space.allocate(bytes, allocation.name, allocation.element_size, allocation.initialised);
}

void Checker::free(void* address) {
  engine_->space.remove(address);
}

void Checker::copy_in(void* device, const void* host, std::size_t bytes) {
  check_device(engine_->space, device, bytes, "copy to the device");
  check_host(engine_->space, host, "copy to the device");
  const Opened opened(engine_->space, options_.close_device_memory);
  std::memcpy(device, host, bytes);
  engine_->space.set_written(device, bytes, true);
}

void Checker::copy_out(void* host, const void* device, std::size_t bytes) {
  check_device(engine_->space, device, bytes, "copy from the device");
  check_host(engine_->space, host, "copy from the device");
  const Opened opened(engine_->space, options_.close_device_memory);
  std::memcpy(host, device, bytes);
}

void Checker::fill(void* device, int byte, std::size_t bytes) {
  check_device(engine_->space, device, bytes, "fill");
  const Opened opened(engine_->space, options_.close_device_memory);
  std::memset(device, byte, bytes);
  engine_->space.set_written(device, bytes, true);
}

void Checker::forget_written(void* device, std::size_t bytes) {
  check_device(engine_->space, device, bytes, "forget_written");
  engine_->space.set_written(device, bytes, false);
}

std::string Checker::describe(const void* address) const {
  const auto where = reinterpret_cast<std::uintptr_t>(address);
  if (!engine_->space.in_region(where)) return "";
  const Array* array = engine_->space.containing(address);
  if (array == nullptr) return "device memory that is not allocated";
  return "`" + std::string(array->name) + "`[" + std::to_string((where - array->begin) / array->element_size) +
         "] of the device";
}

std::vector<std::string> compile_flags(Compiler compiler) {
  std::vector<std::string> flags = {"-g", "-fsanitize=thread", "-fno-optimize-sibling-calls"};
  // Left out of what the sanitizer offers: `null`, which is found as an access; `pointer-overflow`, which is about
  // addresses that nobody uses; division of floating-point numbers by zero, which is defined on a device; and what
  // needs type information at run time.
  flags.push_back(std::string("-fsanitize=shift,signed-integer-overflow,integer-divide-by-zero,float-cast-overflow,") +
                  "alignment,bool,builtin,unreachable,return," +
                  (compiler == Compiler::gcc ? "bounds" : "array-bounds"));
  if (compiler == Compiler::gcc) {
    flags.insert(flags.end(),
                 {"--param", "tsan-distinguish-volatile=1", "--param", "tsan-instrument-func-entry-exit=0"});
  } else {
    flags.emplace_back("-O1");  // beyond it accesses are merged and lose their lines
    for (const char* flag : {"-tsan-distinguish-volatile=1", "-tsan-instrument-read-before-write=1",
                             "-tsan-instrument-func-entry-exit=0"}) {
      flags.insert(flags.end(), {"-mllvm", flag});
    }
  }
  return flags;
}

std::vector<std::string> link_flags() {
  std::vector<std::string> flags = {"-Wl,--wrap=memcpy", "-Wl,--wrap=memmove", "-Wl,--wrap=memset"};
  for (const char* handler : {"add_overflow", "sub_overflow", "mul_overflow", "negate_overflow", "divrem_overflow",
                              "shift_out_of_bounds", "out_of_bounds", "builtin_unreachable", "missing_return",
                              "invalid_builtin", "load_invalid_value", "float_cast_overflow", "type_mismatch_v1"})
    flags.push_back(std::string("-Wl,--wrap=__ubsan_handle_") + handler);
  return flags;
}

}  // namespace kparity::checker
