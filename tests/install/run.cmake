# Installs kparity into a scratch prefix, builds a copy of the project against it, runs its tests, takes its sources away
# and calls its application again.
function(step what)
  message(STATUS "${what}")
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${what} failed (${code}):\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
set(sources ${SCRATCH}/project)
set(build ${SCRATCH}/build)
file(COPY ${PROJECT}/ DESTINATION ${sources})

step("install" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${SCRATCH}/prefix)
step("configure" ${CMAKE_COMMAND} -S ${sources} -B ${build} -G ${GENERATOR} -DCMAKE_PREFIX_PATH=${SCRATCH}/prefix
  -DCMAKE_CXX_COMPILER=${CXX} "-DCMAKE_CXX_FLAGS=${CXX_FLAGS} -Wall -Wextra -Wpedantic -Werror"
  -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER} "-DKPARITY_DISABLED_HOST_KINDS=${DISABLED}")
step("build" ${CMAKE_COMMAND} --build ${build})
step("build again, nothing to do" ${CMAKE_COMMAND} --build ${build} --verbose)
if(output MATCHES "Building CXX")
  message(FATAL_ERROR "a second build compiled something:\n${output}")
endif()
step("ctest" ${CMAKE_CTEST_COMMAND} --test-dir ${build} --output-on-failure)
step("list the tests" ${CMAKE_CTEST_COMMAND} --test-dir ${build} -N)
foreach(test IN ITEMS scale.signature scale.parity.simd scale.parity.cuda blend.signature blend.parity.openmp)
  if(NOT output MATCHES "[ .]${test}\n")
    message(FATAL_ERROR "there is no ctest entry ${test}:\n${output}")
  endif()
endforeach()
step("the installed tool" ${SCRATCH}/prefix/bin/kparity list ${sources}/kernels)
if(NOT output MATCHES "scale")
  message(FATAL_ERROR "the installed tool does not list the kernels:\n${output}")
endif()

file(RENAME ${sources} ${SCRATCH}/moved_away)
step("the application without its sources" ${build}/application)
if(NOT output MATCHES "scale of 1 2 3 by 2 is 2 4 6" OR NOT output MATCHES "__global__ void scale" OR
   NOT output MATCHES "index of this thread")
  message(FATAL_ERROR "the application printed:\n${output}")
endif()
message(STATUS "${output}")

set(scale ${SCRATCH}/moved_away/kernels/scale)
step("capture a call" ${CMAKE_COMMAND} -E env KPARITY_CAPTURE=scale:1 KPARITY_CAPTURE_DIR=${scale} ${build}/application)
file(APPEND ${scale}/scale.yaml "cases: {captured: [scale.1]}\n")
step("check with what was captured" ${SCRATCH}/prefix/bin/kparity check ${SCRATCH}/moved_away/kernels scale
  --implementation simd --cases 20)
if(NOT output MATCHES "captured 1")
  message(FATAL_ERROR "the check did not run what was captured:\n${output}")
endif()
