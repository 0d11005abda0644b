// The two spellings of a scalar type: C++'s and ours.
#include "kparity/dtype.hpp"

namespace kparity {

std::string_view c_name(DType dtype) {
  switch (dtype) {
    case DType::boolean: return "bool";
    case DType::char8: return "char";
    case DType::int8: return "signed char";
    case DType::uint8: return "unsigned char";
    case DType::int16: return "short";
    case DType::uint16: return "unsigned short";
    case DType::int32: return "int";
    case DType::uint32: return "unsigned int";
    case DType::long64: return "long";
    case DType::ulong64: return "unsigned long";
    case DType::int64: return "long long";
    case DType::uint64: return "unsigned long long";
    case DType::float32: return "float";
    case DType::float64: return "double";
  }
  __builtin_unreachable();
}

std::string_view name_of(DType dtype) {
  switch (dtype) {
    case DType::boolean: return "boolean";
    case DType::char8: return "char8";
    case DType::int8: return "int8";
    case DType::uint8: return "uint8";
    case DType::int16: return "int16";
    case DType::uint16: return "uint16";
    case DType::int32: return "int32";
    case DType::uint32: return "uint32";
    case DType::long64: return "long64";
    case DType::ulong64: return "ulong64";
    case DType::int64: return "int64";
    case DType::uint64: return "uint64";
    case DType::float32: return "float32";
    case DType::float64: return "float64";
  }
  __builtin_unreachable();
}

}  // namespace kparity
