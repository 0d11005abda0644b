// The program `kparity`, which works on folders of kernels that no build knows.
#include "kparity/tool/tool.hpp"

int main(int argc, char** argv) {
  return kparity::tool::main(argc, argv);
}
