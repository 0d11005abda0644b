// The table that CMake writes from runtime/host_kinds/.
#include "kparity/compile/host_kind.hpp"

#include <gmock/gmock.h>

#include <filesystem>

namespace kparity::compile {
namespace {

TEST(HostKinds, are_one_per_file_with_reference_last) {
  std::vector<std::string> files, names;
  for (const auto& entry : std::filesystem::directory_iterator(KPARITY_SOURCE_DIR "/runtime/host_kinds")) {
    files.push_back(entry.path().stem().string());
  }
  int rank = 0;
  for (const HostKind& kind : host_kinds()) {
    names.push_back(kind.name);
    EXPECT_GT(kind.rank, rank) << kind.name;
    EXPECT_FALSE(kind.doc.empty()) << kind.name;
    EXPECT_EQ(kind.probe.empty(), kind.probe_failure.empty()) << kind.name;
    rank = kind.rank;
  }
  EXPECT_THAT(names, testing::UnorderedElementsAreArray(files));
  EXPECT_EQ(names.back(), "reference");
}

TEST(HostKinds, are_found_by_name) {
  ASSERT_NE(find_host_kind("openmp"), nullptr);
  EXPECT_THAT(find_host_kind("openmp")->flags, testing::Contains("-fopenmp"));
  EXPECT_EQ(find_host_kind("openmpi"), nullptr);
  EXPECT_THAT(source_endings(), testing::ElementsAre(".cpp", ".f90"));
}

}  // namespace
}  // namespace kparity::compile
