// The exceptions kparity throws. Expected outcomes (a mismatch, an unported kernel, a missing device) are values or
// have a type of their own here; everything derives from Error, so one handler at the edge is enough.
#pragma once

#include <stdexcept>
#include <string>

namespace kparity {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A kernel has no CUDA version and its policy is `missing_cuda: raise`.
class MissingCuda : public Error {
 public:
  MissingCuda(const std::string& message, std::string kernel, std::string expected_path)
      : Error(message), kernel_(std::move(kernel)), expected_path_(std::move(expected_path)) {}
  const std::string& kernel() const noexcept { return kernel_; }
  /// Where the `.cu` file is expected; empty if unknown.
  const std::string& expected_path() const noexcept { return expected_path_; }

 private:
  std::string kernel_, expected_path_;
};

/// The implementation that was asked for is absent or failed to load; a load failure is nested
/// (std::rethrow_if_nested).
class ImplementationUnavailable : public Error {
 public:
  using Error::Error;
};

/// A bad option value, signature mismatch, launch limit or wrong device.
class InvalidArgument : public Error {
 public:
  using Error::Error;
};

/// Argument count, data type, rank, layout, or an array on the wrong side.
class TypeMismatch : public Error {
 public:
  using Error::Error;
};

/// An integer does not fit the declared type.
class RangeOverflow : public Error {
 public:
  using Error::Error;
};

/// A name is unknown in, or already taken in, a catalogue.
class KeyError : public Error {
 public:
  using Error::Error;
};

class FileNotFound : public Error {
 public:
  using Error::Error;
};

class NotAKernelFolder : public Error {
 public:
  using Error::Error;
};

/// Two implementations disagree.
class ParityMismatch : public Error {
 public:
  using Error::Error;
};

/// A copy happened where none is allowed.
class TransferViolation : public Error {
 public:
  using Error::Error;
};

/// A compiler, driver or device failed.
class RuntimeFailure : public Error {
 public:
  using Error::Error;
};

}  // namespace kparity
