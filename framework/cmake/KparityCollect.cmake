# kparity_collect(<target> FOLDER <dir> TYPE <type> NAMESPACE <ns> HEADER <include> FUNCTION <name>): writes a source file
# with one declaration `<type> <stem>();` per .cpp file of a folder and a function `std::vector<<type>> <name>()` that calls
# them in alphabetical order. So an extension is one new file, and the table can be opened and read.
function(kparity_collect target)
  cmake_parse_arguments(arg "" "FOLDER;TYPE;NAMESPACE;HEADER;FUNCTION" "" ${ARGN})
  file(GLOB files CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${arg_FOLDER}/*.cpp)
  list(SORT files)
  set(declarations "")
  set(calls "")
  foreach(file IN LISTS files)
    cmake_path(GET file STEM stem)
    string(APPEND declarations "${arg_TYPE} ${stem}();\n")
    string(APPEND calls "    ${stem}(),\n")
  endforeach()
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${arg_FUNCTION}_table.cpp)
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT
"// Written by CMake from the files in ${arg_FOLDER}/.
#include \"${arg_HEADER}\"

namespace ${arg_NAMESPACE} {

${declarations}
std::vector<${arg_TYPE}> ${arg_FUNCTION}() {
  return {
${calls}  };
}

}  // namespace ${arg_NAMESPACE}
")
  target_sources(${target} PRIVATE ${output})
endfunction()
