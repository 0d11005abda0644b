// A process that compiles through the cache and may be killed at any time: `worker cuda|host FOLDER`. Prints a line
// `<kernel> compiled|cached <digest of the code>` for each CUDA kernel.
#include <cstdio>
#include <exception>
#include <string>

#include "work.hpp"

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  try {
    if (std::string(argv[1]) == "host") kparity::test::make_hosts(argv[2]);
    if (std::string(argv[1]) != "cuda") return 0;
    for (const kparity::test::Made& made : kparity::test::make_cuda(argv[2])) {
      std::printf("%s %s %s\n", made.kernel.c_str(), made.was_compiled ? "compiled" : "cached", made.digest.c_str());
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
