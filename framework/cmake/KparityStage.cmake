# kparity_stage(<name> LINKS ... PRIVATE ...): the library kparity_<name> from the .cpp files of the current folder and of
# its folder kinds/ or formats/, with the public headers framework/include/kparity/<name>. LINKS are stages of ours.
function(kparity_stage name)
  cmake_parse_arguments(arg "" "" "LINKS;PRIVATE" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cpp)
  file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/framework/include/kparity/${name}/*.hpp)
  if(NOT sources)  # a stage that is still to be written
    set(sources ${CMAKE_CURRENT_BINARY_DIR}/empty.cpp)
    file(WRITE ${sources} "")
  endif()
  add_library(kparity_${name} STATIC ${sources})
  add_library(kparity::${name} ALIAS kparity_${name})
  set_target_properties(kparity_${name} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON
    VERIFY_INTERFACE_HEADER_SETS ON)
  target_sources(kparity_${name} PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/framework/include
    FILES ${headers})
  target_include_directories(kparity_${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_compile_features(kparity_${name} PUBLIC cxx_std_20)
  list(TRANSFORM arg_LINKS PREPEND kparity_)
  target_link_libraries(kparity_${name} PUBLIC ${arg_LINKS} PRIVATE $<BUILD_INTERFACE:kparity_settings> ${arg_PRIVATE})
endfunction()

# Appends `{"NAME", R"kparity(the text of FILE)kparity"},` to the variable TABLE, rows of what a stage carries in itself.
# Brackets and semicolons mean something in a list, so the rows are one string and never one.
function(kparity_append_text_row table name file)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  set(${table} "${${table}}      {\"${name}\", R\"kparity(${text})kparity\"},\n" PARENT_SCOPE)
endfunction()
