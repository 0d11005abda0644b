// Kernels by hand: host functions of the program as implementations, with the signature read from their C++ type.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "kparity/array_view.cuh"
#include "kparity/definition.hpp"
#include "kparity/thunk.hpp"

namespace kparity {

/// A parameter by name ("y", "particles.x") or by position from 0.
class ParameterChoice {
 public:
  ParameterChoice(std::string name) : name_(std::move(name)) {}  // NOLINT(google-explicit-constructor)
  ParameterChoice(const char* name) : name_(name) {}             // NOLINT(google-explicit-constructor)
  ParameterChoice(int position) : position_(position) {}         // NOLINT(google-explicit-constructor)
  // What converts to int or const char* by accident does not compile.
  ParameterChoice(bool) = delete;
  ParameterChoice(double) = delete;
  ParameterChoice(std::nullptr_t) = delete;

  const std::optional<int>& position() const noexcept { return position_; }
  const std::string& name() const noexcept { return name_; }

 private:
  std::string name_;
  std::optional<int> position_;
};

/// What a C++ function type does not say.
struct HostOptions {
  std::vector<std::string> parameters{};  // names in order; empty: messages count positions
  /// What a call writes; none given: every pointer to non-const elements. An empty list: nothing is an output.
  std::optional<std::vector<ParameterChoice>> outputs{};
};

/// A host function, or one per instantiation, wrapped as an implementation. Made by host<>().
struct HostFunction {
  std::vector<Signature> signatures;  // without names
  HostImplementation implementation;
  std::optional<HostOptions> options;
};

namespace detail {

// "double", "Particles<float>": the type's own spelling, from the compiler.
template <class T>
std::string type_name() {
  const std::string_view text = __PRETTY_FUNCTION__;
  const std::size_t begin = text.find("T = ") + 4;
  return std::string(text.substr(begin, text.find_first_of(";]", begin) - begin));
}

/// A structure whose fields are not known: stand-ins of its size and alignment.
Parameter opaque_structure(std::string name, std::size_t size, std::size_t alignment);

template <class P>
inline constexpr bool is_view = false;
template <class T, int Rank>
inline constexpr bool is_view<ArrayView<T, Rank>> = true;
template <class T, int Rank>
inline constexpr bool is_view<ContiguousView<T, Rank>> = true;

template <class P>
Parameter parameter_of_type() {
  Parameter parameter;
  if constexpr (is_view<P>) {
    using Element = typename P::Element;
    static_assert(Scalar<Element>, "a view of scalars");
    return view_parameter("", dtype_of<Element>, std::is_const_v<Element>, P::rank, P::is_strided);
  } else if constexpr (Scalar<P>) {
    parameter.dtype = dtype_of<P>;
  } else if constexpr (ScalarPointer<P>) {
    using Element = std::remove_pointer_t<P>;
    parameter.kind = ParameterKind::pointer;
    parameter.dtype = dtype_of<Element>;
    parameter.is_const = std::is_const_v<Element>;
  } else {
    static_assert(std::is_class_v<P> && std::is_trivially_copyable_v<P>,
                  "kernels take scalars, pointers to scalars, views and trivially copyable structures by value");
    static_assert(alignof(P) <= 8, "structures of scalars and pointers need no larger alignment");
    return opaque_structure(type_name<P>(), sizeof(P), alignof(P));
  }
  return parameter;
}

template <class... P>
Signature signature_of_type(void (*)(P...)) {
  Signature signature;
  (signature.parameters.push_back(parameter_of_type<std::remove_cv_t<P>>()), ...);
  return signature;
}

}  // namespace detail

/// `host<&axpy>()`, `host<&axpy_simd>("simd")`, `host<&axpy<float>, &axpy<double>>()`: functions without result.
template <auto... Function>
HostFunction host(std::string name = std::string(reference_name), std::optional<HostOptions> options = {}) {
  static_assert(sizeof...(Function) > 0);
  return {{detail::signature_of_type(Function)...},
          {std::move(name),
           [] {
             return LoadedHost{{&entry<Function>...}, {}, nullptr};
           }},
          std::move(options)};
}

/// The options of a kernel by hand.
struct KernelOptions {
  HostOptions host{};  // unless the first function brings its own
  MissingCudaPolicy missing_cuda = MissingCudaPolicy::raise;
  Dispatch dispatch = Dispatch::backend;
  LaunchRule launch{};
  std::optional<CudaSource> cuda{};
  std::string expected_cuda_path{};
  bool check_finite = false;         // see KernelDefinition
  std::optional<bool> debug{};       // likewise
  std::vector<ArrayShape> shapes{};  // likewise
};

/// Puts them together. Throws InvalidArgument if the functions differ in type, if a name or position is no parameter,
/// or if host options are given to a function that already has its own.
KernelDefinition define(std::string name, std::vector<HostFunction> hosts, KernelOptions options = {});

}  // namespace kparity
