# kparity_add_kernels(<name> FOLDER <dir> [PREFIX <prefix>]): from a folder of kernels to
#   <name>          a static library: the catalogue `namespace <name>`, with every host implementation linked in
#   <name>_kparity  the tool with this catalogue built in
#   <name>_tests    a GoogleTest program with one test per kernel and check, and one ctest entry for each
# PREFIX goes in front of the names of the ctest entries and into the C symbols, for two catalogues with equal kernel names.
include(${CMAKE_CURRENT_LIST_DIR}/KparityHostKinds.cmake)

# Looks at file names only, as kparity itself does: a folder is a kernel if it holds <folder>.yaml, a <folder>_<kind><ending>
# or <folder>_cuda.cu. Sets in the caller's scope kernels (sorted), specs (the .yaml files) and, per kernel, hosts_<kernel>
# (kinds, in order of preference) and cuda_<kernel>. A file that comes or goes makes the next build configure again.
function(kparity_scan_kernels folder)
  file(GLOB files CONFIGURE_DEPENDS LIST_DIRECTORIES FALSE ${folder}/*/*.yaml ${folder}/*/*.cpp ${folder}/*/*.f90
    ${folder}/*/*.cu)
  set(kernels "")
  set(specs "")
  foreach(file IN LISTS files)
    cmake_path(GET file FILENAME filename)
    cmake_path(GET file PARENT_PATH kernel_folder)
    cmake_path(GET kernel_folder FILENAME kernel)
    set(hosts_of_file "")
    foreach(kind IN LISTS kparity_kinds)
      if(filename STREQUAL "${kernel}_${kind}${kparity_kind_${kind}_ending}")
        set(hosts_of_file ${kind})
      endif()
    endforeach()
    if(filename STREQUAL "${kernel}.yaml")
      list(APPEND specs ${file})
      file(STRINGS ${file} device_function REGEX "^device_function:")
      if(device_function)  # its .cu is written by kparity
        set(cuda_${kernel} TRUE PARENT_SCOPE)
      endif()
    elseif(filename STREQUAL "${kernel}.cpp")  # may hold a launch rule; by itself it makes no kernel
      set(rule_${kernel} TRUE PARENT_SCOPE)
      continue()
    elseif(filename STREQUAL "${kernel}_cuda.cu")
      set(cuda_${kernel} TRUE PARENT_SCOPE)
    elseif(hosts_of_file)
      list(APPEND hosts_${kernel} ${hosts_of_file})
    else()
      continue()
    endif()
    list(APPEND kernels ${kernel})
  endforeach()
  list(REMOVE_DUPLICATES kernels)
  foreach(kernel IN LISTS kernels)
    set(ordered "")
    foreach(kind IN LISTS kparity_kinds)
      if(kind IN_LIST hosts_${kernel})
        list(APPEND ordered ${kind})
      endif()
    endforeach()
    set(hosts_${kernel} "${ordered}" PARENT_SCOPE)
  endforeach()
  set(kernels "${kernels}" PARENT_SCOPE)
  set(specs "${specs}" PARENT_SCOPE)
endfunction()

# The rule that writes table, header, wrappers and flags; runs again when a spec, a .cu or what it includes changes.
function(kparity_write_sources name folder prefix output)
  set(written ${output}/${name}.hpp ${output}/${name}_table.cpp ${output}/${name}.libs)
  set(unavailable "")
  foreach(kind IN LISTS kparity_kinds)
    if(kparity_kind_${kind}_unavailable)
      list(APPEND unavailable --unavailable "${kind}=${kparity_kind_${kind}_unavailable}")
    endif()
  endforeach()
  foreach(wrapper IN LISTS wrappers)
    list(APPEND written ${output}/${wrapper}.cpp ${output}/${wrapper}.flags)
  endforeach()
  cmake_path(RELATIVE_PATH output BASE_DIRECTORY ${CMAKE_BINARY_DIR} OUTPUT_VARIABLE target)
  add_custom_command(OUTPUT ${written}
    COMMAND kparity::write_catalog --name ${name} --prefix ${prefix} --folder ${folder} --output ${output}
      --depfile ${output}/${name}.d --target ${target}/${name}.hpp ${unavailable}
    DEPENDS kparity::write_catalog ${specs}
    DEPFILE ${output}/${name}.d
    COMMENT "Writing the catalogue ${name}" VERBATIM)
endfunction()

# One wrapper: its flags come from a response file that follows the spec. A Fortran file is compiled by a rule of its own,
# since the project need not have enabled the language; of its symbols only the bound one stays visible, renamed as the
# wrapper expects it.
function(kparity_add_wrapper name prefix folder output kernel kind)
  set(wrapper ${output}/${kernel}_${kind})
  target_sources(${name} PRIVATE ${wrapper}.cpp)
  set(source ${folder}/${kernel}/${kernel}_${kind}${kparity_kind_${kind}_ending})
  if(kparity_kind_${kind}_ending STREQUAL ".f90")
    add_custom_command(OUTPUT ${wrapper}.o
      COMMAND ${CMAKE_COMMAND} -E make_directory ${wrapper}.modules
      COMMAND ${KPARITY_FORTRAN_COMPILER} @${wrapper}.flags -fPIC -J ${wrapper}.modules -c ${source} -o ${wrapper}.o
      COMMAND ${CMAKE_OBJCOPY} --redefine-sym ${kernel}_${kind}=kparity_${prefix}_${kernel}_${kind}_subroutine
        --keep-global-symbol=kparity_${prefix}_${kernel}_${kind}_subroutine ${wrapper}.o
      DEPENDS ${source} ${wrapper}.flags
      COMMENT "Compiling ${kernel}_${kind}.f90" VERBATIM)
    set_source_files_properties(${wrapper}.o PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
    target_sources(${name} PRIVATE ${wrapper}.o)
    set_source_files_properties(${wrapper}.cpp PROPERTIES COMPILE_OPTIONS "-O2;-fvisibility=hidden")
  else()
    set_source_files_properties(${wrapper}.cpp PROPERTIES COMPILE_OPTIONS "@${wrapper}.flags"
      OBJECT_DEPENDS "${wrapper}.flags")
  endif()
  target_link_libraries(${name} PUBLIC ${kparity_kind_${kind}_link_flags})
endfunction()

function(kparity_write_main file program statement)
  file(CONFIGURE OUTPUT ${file} @ONLY CONTENT
"// Written by CMake: the program @program@.
#include <kparity/tool/tool.hpp>

#include \"@name@.hpp\"

int main(int argc, char** argv) {
  const kparity::tool::BuiltIn built_in{\"@name@\", @folder_literal@, &@name@::catalog()};
  return @statement@;
}
")
endfunction()

# One ctest entry with the labels `check`. `side` is host or device; a device entry waits for a GPU where ctest knows of some.
function(kparity_add_entry name prefix entry check side)
  if(prefix)
    set(test ${prefix}.${entry})
  else()
    set(test ${entry})
  endif()
  add_test(NAME ${test} COMMAND ${name}_tests --gtest_filter=${entry})
  set(labels kparity ${check} ${side})
  list(REMOVE_DUPLICATES labels)
  set_property(TEST ${test} PROPERTY LABELS ${labels})
  set_tests_properties(${test} PROPERTIES SKIP_RETURN_CODE 77
    FAIL_REGULAR_EXPRESSION "Running 0 tests" TIMEOUT 600
    ENVIRONMENT OMP_WAIT_POLICY=passive)  # several tests share the cores
  if(side STREQUAL "device")
    set_tests_properties(${test} PROPERTIES RESOURCE_GROUPS "1,gpus:1")
  endif()
endfunction()

function(kparity_add_entries name prefix)
  foreach(kernel IN LISTS kernels)
    kparity_add_entry(${name} "${prefix}" ${kernel}.signature signature host)
    foreach(kind IN LISTS hosts_${kernel})
      if(NOT kind STREQUAL "reference")
        kparity_add_entry(${name} "${prefix}" ${kernel}.parity.${kind} parity host)
      endif()
    endforeach()
    if(cuda_${kernel})
      kparity_add_entry(${name} "${prefix}" ${kernel}.compile.cuda compile host)
      kparity_add_entry(${name} "${prefix}" ${kernel}.emulated.cuda emulated host)
      kparity_add_entry(${name} "${prefix}" ${kernel}.checked.cuda checked host)
      kparity_add_entry(${name} "${prefix}" ${kernel}.parity.cuda parity device)
      foreach(tool IN ITEMS memcheck racecheck initcheck synccheck)
        kparity_add_entry(${name} "${prefix}" ${kernel}.${tool}.cuda "memcheck;${tool}" device)
      endforeach()
    endif()
  endforeach()
endfunction()

function(kparity_add_kernels name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FOLDER;PREFIX" "")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_FOLDER)
    message(FATAL_ERROR "kparity_add_kernels(<name> FOLDER <dir> [PREFIX <prefix>]): got '${ARGN}'")
  endif()
  if(NOT name MATCHES "^[A-Za-z_][A-Za-z0-9_]*$")
    message(FATAL_ERROR "kparity_add_kernels: '${name}' becomes a namespace and has to be a C++ identifier")
  endif()
  cmake_path(ABSOLUTE_PATH arg_FOLDER BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE OUTPUT_VARIABLE folder)
  if(NOT IS_DIRECTORY ${folder})
    message(FATAL_ERROR "kparity_add_kernels: there is no folder '${folder}'")
  endif()
  set(symbols ${name})  # in front of the C symbols
  if(arg_PREFIX)
    set(symbols ${arg_PREFIX})
  endif()
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${name})
  kparity_read_host_kinds()
  kparity_probe_host_kinds()
  kparity_scan_kernels(${folder})
  set(wrappers "")
  foreach(spec IN LISTS specs)  # a kernel without a spec has tests that say so, but no place in the catalogue
    cmake_path(GET spec STEM kernel)
    foreach(kind IN LISTS hosts_${kernel})
      if(NOT kparity_kind_${kind}_unavailable)
        list(APPEND wrappers ${kernel}_${kind})
      endif()
    endforeach()
    if(rule_${kernel})
      list(APPEND wrappers ${kernel}_threads)
    endif()
  endforeach()

  kparity_write_sources(${name} ${folder} ${symbols} ${output})
  add_library(${name} STATIC ${output}/${name}_table.cpp ${output}/${name}.hpp)
  target_include_directories(${name} PUBLIC ${output})
  target_link_libraries(${name} PUBLIC kparity::runtime "-Wl,@${output}/${name}.libs")
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_EXTENSIONS OFF)
  foreach(spec IN LISTS specs)
    cmake_path(GET spec STEM kernel)
    foreach(kind IN LISTS hosts_${kernel})
      if(${kernel}_${kind} IN_LIST wrappers)
        kparity_add_wrapper(${name} ${symbols} ${folder} ${output} ${kernel} ${kind})
      endif()
    endforeach()
    if(rule_${kernel})
      target_sources(${name} PRIVATE ${output}/${kernel}_threads.cpp)
      set_source_files_properties(${output}/${kernel}_threads.cpp PROPERTIES
        COMPILE_OPTIONS "@${output}/${kernel}_threads.flags" OBJECT_DEPENDS "${output}/${kernel}_threads.flags")
    endif()
  endforeach()

  kparity_cpp_literal("${folder}" folder_literal)
  kparity_write_main(${output}/${name}_kparity.cpp ${name}_kparity "kparity::tool::main(argc, argv, &built_in)")
  kparity_write_main(${output}/${name}_tests.cpp ${name}_tests "kparity::tool::test_main(argc, argv, built_in)")
  foreach(program IN ITEMS ${name}_kparity ${name}_tests)
    add_executable(${program} ${output}/${program}.cpp)
    target_link_libraries(${program} PRIVATE ${name} kparity::tool)
  endforeach()
  kparity_add_entries(${name} "${arg_PREFIX}")
endfunction()
