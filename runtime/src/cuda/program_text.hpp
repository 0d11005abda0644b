// What the CUDA compiler gets for one kernel: the text of the `.cu` file with a check of the kernel's type behind it,
// the headers to hand over in memory, and the folders to look in.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "kparity/definition.hpp"

namespace kparity::cuda {

struct ProgramText {
  std::string name;  // the path of the `.cu` file; what the compiler's messages name
  std::string text;
  std::vector<CudaSource::File> headers;   // beside std_headers(), by the names in `#include`
  std::vector<std::string> folders;        // to look for includes in, in order; the toolkit's follow
  std::vector<std::string> expressions;    // one per instantiation: which function it is
  std::vector<CudaSource::File> contents;  // the `.cu` and all that it includes, but for the toolkit's headers
  bool is_complete = true;                 // false if `contents` may lack something
};

/// From disk where the file is, else from the texts in `source`. Throws RuntimeFailure if there is neither.
ProgramText program_text(const std::string& kernel, const CudaSource& source,
                         std::span<const Signature> instantiations);

/// The same program with a question behind it that the compiler answers with an error naming the type of the template
/// `kernel` for the types of `signature` ("T=float,I=int").
ProgramText type_question(const ProgramText& program, const std::string& kernel, const CudaSource& source,
                          const Signature& signature);

/// The name under which the compiler's messages speak of the check of the kernel's type.
std::string check_name(const std::string& kernel);

}  // namespace kparity::cuda
