// What a kernel takes: parameter names, order, types and constness. A Signature is made from the text of a spec
// (framework), from the build's table, or from the type of a C++ function; it is the one description that every check
// and call uses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kparity/dtype.hpp"

namespace kparity {

enum class ParameterKind : std::uint8_t { scalar, pointer, structure };

/// One parameter, or one field of a structure passed by value.
struct Parameter {
  std::string name;  // may be empty when made from a function's type
  ParameterKind kind = ParameterKind::scalar;
  DType dtype = DType::int32;     // the scalar's type, or the pointee's; unused for structures
  bool is_const = false;          // the pointee is const; false for scalars and structures
  std::string struct_name;        // as C++ spells it: "Particles<double>"; structures only
  std::vector<Parameter> fields;  // scalars and pointers, in order; structures only
  int view_rank = 0;              // of a kparity::ArrayView or ContiguousView, which are structures; 0 for all others
  bool is_strided_view = false;   // an ArrayView
};

/// An ArrayView<T, rank>, or a ContiguousView if not strided: a structure with the fields `data`, `extent_0` ...,
/// `stride_0` ... and `parameter`. Throws InvalidArgument for a rank that is not 1 to 8.
Parameter view_parameter(std::string name, DType element, bool is_const, int rank, bool is_strided);

/// A pointer or view whose elements are not const.
bool can_be_written(const Parameter& parameter);

/// One instantiation of a kernel: with `types: {T: [float, double]}` a kernel has two of these.
struct Signature {
  std::string kernel;
  std::vector<Parameter> parameters;
  std::string types;  // "T=double", "T=float,I=int"; empty without `types:`
};

/// A parameter, or a field of a structure parameter: "x" or "particles.x".
struct ParameterPath {
  std::size_t parameter = 0;
  std::optional<std::size_t> field;
  friend bool operator==(const ParameterPath&, const ParameterPath&) = default;
};

/// Size and alignment in bytes as passed by value (a pointer is 8, a structure is laid out by the C rules).
std::size_t size_of(const Parameter& parameter);
std::size_t align_of(const Parameter& parameter);
/// Offset in bytes of field `field` of a structure parameter.
std::size_t field_offset(const Parameter& structure, std::size_t field);

/// The C++ type: "double", "const double*", "Particles<double>".
std::string c_type(const Parameter& parameter);
/// "void axpy(double a, const double* x, double* y, int n)".
std::string to_string(const Signature& signature);
/// "double, const double*, double*, int": what a function pointer to the kernel lists.
std::string type_list(const Signature& signature);

/// Finds "x" or "particles.x"; empty when there is none.
std::optional<ParameterPath> find(const Signature& signature, std::string_view path);
/// The parameter or field a path leads to.
const Parameter& at(const Signature& signature, ParameterPath path);
/// "x" or "particles.x".
std::string path_name(const Signature& signature, ParameterPath path);

}  // namespace kparity
