// What counts as an include and where it is looked up.
#include "kparity/compile/includes.hpp"

#include <gmock/gmock.h>

#include "kparity/error.hpp"
#include "small_kernels.hpp"

namespace kparity::compile {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> names(const std::vector<IncludeName>& includes) {
  std::vector<std::string> out;
  for (const IncludeName& include : includes) {
    const char* form = include.form == IncludeName::Form::quoted  ? "\""
                       : include.form == IncludeName::Form::angle ? "<"
                                                                  : "?";
    out.push_back(form + include.name);
  }
  return out;
}

std::vector<std::string> files(const SourceClosure& closure) {
  std::vector<std::string> out;
  for (const SourceFile& file : closure.files) out.push_back(file.name);
  return out;
}

TEST(ScanIncludes, finds_the_three_forms) {
  EXPECT_THAT(names(scan_includes("#include \"a.hpp\"\n#include <b>\n#include MACRO\n")),
              ElementsAre("\"a.hpp", "<b", "?"));
}

TEST(ScanIncludes, takes_every_way_to_write_one) {
  EXPECT_THAT(
      names(scan_includes("  #  include\"a\"\n/* x */ # /* y */ include /* z */ \"b\" // c\n#inc\\\nlude \"d\"\r\n"
                          "#include_next <e>\n#import \"f\"")),
      ElementsAre("\"a", "\"b", "\"d", "<e", "\"f"));
}

TEST(ScanIncludes, is_not_fooled_by_comments_and_strings) {
  EXPECT_THAT(names(scan_includes("// #include \"a\"\n/*\n#include \"b\"\n*/\nconst char* s = \"\\\"\\\n#include \";\n"
                                  "auto r = R\"x(\n#include \"c\"\n)\" )x\";\nint n = 1'000; char q = '\"';\n"
                                  "x #include \"d\"\n// spliced \\\n#include \"e\"\n#include \"real\"\n")),
              ElementsAre("\"real"));
}

TEST(ScanIncludes, ends_at_broken_text) {
  for (const char* text :
       {"#include \"a", "#include", "#", "/*", "\"", "'", "R\"(", "R\"", "\\", "#include <a\n", ""}) {
    EXPECT_NO_THROW(scan_includes(text)) << text;
  }
}

TEST(ScanIncludes, reads_fortran_lines_too) {
  EXPECT_THAT(names(scan_fortran_includes("  INCLUDE 'a.inc'\n! include 'b'\nincluded = 1\n#include \"c.h\"\n")),
              ElementsAre("\"a.inc", "\"c.h"));
}

TEST(IncludeClosure, looks_beside_the_including_file_first_then_in_the_given_folders) {
  const ScratchFolder scratch;
  const std::string main =
      scratch.write("k/k.cu", "#include \"local.cuh\"\n#include \"shared.cuh\"\n#include <angle.cuh>\n");
  scratch.write("k/local.cuh", "local");
  scratch.write("common/local.cuh", "not this one");
  scratch.write("common/shared.cuh", "#include \"deep/more.cuh\"\n#include <cmath>\n");
  scratch.write("common/deep/more.cuh", "#include \"../shared.cuh\"\n");
  scratch.write("common/angle.cuh", "");
  scratch.write("k/angle.cuh", "quotes only");
  EXPECT_THAT(
      files(include_closure(main, {scratch.path() + "/common"})),
      ElementsAre("k.cu", "local.cuh", "../common/shared.cuh", "../common/angle.cuh", "../common/deep/more.cuh"));
}

TEST(IncludeClosure, ends_on_cycles_and_notes_computed_includes) {
  const ScratchFolder scratch;
  const std::string main = scratch.write("a.hpp", "#include \"b.hpp\"\n");
  scratch.write("b.hpp", "#include \"a.hpp\"\n#include NAME\n");
  const SourceClosure closure = include_closure(main, {});
  EXPECT_THAT(files(closure), ElementsAre("a.hpp", "b.hpp"));
  EXPECT_TRUE(closure.computed);
  EXPECT_EQ(closure.files[1].text, "#include \"a.hpp\"\n#include NAME\n");
}

TEST(IncludeClosure, ends_where_a_folder_links_to_itself) {
  const ScratchFolder scratch;
  const std::string main = scratch.write("a.hpp", "#include \"here/a.hpp\"\n");
  std::filesystem::create_directory_symlink(scratch.path(), scratch.path() + "/here");
  EXPECT_LT(include_closure(main, {}).files.size(), 1000U);
}

TEST(IncludeClosure, says_which_file_is_missing) {
  try {
    include_closure("/no/such/file.cu", {});
    FAIL();
  } catch (const FileNotFound& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("/no/such/file.cu"));
  }
}

}  // namespace
}  // namespace kparity::compile
