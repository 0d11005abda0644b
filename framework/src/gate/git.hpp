// What the gate asks git: where a repository begins, what to compare with, and what an older revision holds. Plumbing
// commands only, and nothing is checked out.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kparity::gate {

struct Repository {
  std::string top;     // absolute
  std::string prefix;  // of the folder that was asked about: "" or "specs/"
  bool is_shallow = false;
};
struct RepositoryOrReason {
  std::optional<Repository> repository;
  std::string why_not;
};
RepositoryOrReason open_repository(const std::string& folder);

/// The value of an environment variable, empty if it is not set.
using Environment = std::function<std::string(const char*)>;

/// The commit to compare with.
struct Base {
  std::string commit;
  std::string words;  // "1a2b3c4d, where 'origin/main' and this branch part"
  bool is_head = false;
};
struct BaseOrReason {
  std::optional<Base> base;
  std::string why_not, what_next;  // and the command that mends it
};

/// Whether the environment is that of a pull or merge request, whose target is known.
bool is_pull_request(const Environment& environment);

/// The merge base of HEAD and `wanted`; of the target branch of the pull request, else of origin/HEAD, where `wanted`
/// is empty.
BaseOrReason find_base(const Repository& repository, const std::string& wanted, const Environment& environment);

struct TreeFile {
  std::string path;  // relative to the top
  std::string blob;
};
/// The files of a revision below `paths` (all if there is none). Throws RuntimeFailure with git's words.
std::vector<TreeFile> list_tree(const Repository& repository, const std::string& commit,
                                const std::vector<std::string>& paths);

/// The blobs that the files (relative to the top) would be, after git's conversion of line ends. Throws RuntimeFailure.
std::vector<TreeFile> hash_files(const Repository& repository, const std::vector<std::string>& paths);

/// The contents of blobs, in their order. Throws RuntimeFailure.
std::vector<std::string> read_blobs(const Repository& repository, const std::vector<std::string>& blobs);

}  // namespace kparity::gate
