// Commands of git with their answers taken apart.
#include "git.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "kparity/compile/compiler.hpp"
#include "kparity/error.hpp"

namespace kparity::gate {

namespace {

compile::ProcessResult git(const std::string& folder, std::vector<std::string> arguments,
                           const std::string& input = "") {
  std::vector<std::string> words{"git", "-C", folder, "--no-optional-locks"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return compile::run_process_apart(words, input);
}

std::string line_of(const compile::ProcessResult& answer) {
  const auto end = answer.output.find('\n');
  return answer.output.substr(0, end);
}

/// The first line of what git complains about.
std::string complaint(const compile::ProcessResult& answer) {
  std::string text = answer.errors.substr(0, answer.errors.find('\n'));
  return text.empty() ? fmt::format("exit code {}", answer.exit_code) : text;
}

[[noreturn]] void fail(const std::string& what, const compile::ProcessResult& answer) {
  throw RuntimeFailure(fmt::format("git cannot {}: {}", what, complaint(answer)));
}

std::string commit_of(const Repository& repository, const std::string& name) {
  const auto answer = git(repository.top, {"rev-parse", "--quiet", "--verify", "--end-of-options", name + "^{commit}"});
  return answer.exit_code == 0 ? line_of(answer) : "";
}

struct Target {
  std::string name;       // "origin/main"
  std::string what_next;  // if it is not there
};

std::string fetch_command(const Repository& repository, const std::string& branch) {
  return repository.is_shallow ? fmt::format("git fetch --unshallow origin {0}:refs/remotes/origin/{0}", branch)
                               : fmt::format("git fetch origin {0}:refs/remotes/origin/{0}", branch);
}

Target target_of(const Repository& repository, const std::string& wanted, const Environment& environment) {
  constexpr std::string_view remote = "origin/";
  if (!wanted.empty()) {
    const std::string branch = wanted.starts_with(remote) ? wanted.substr(remote.size()) : wanted;
    return {wanted, fetch_command(repository, branch)};
  }
  if (const std::string sha = environment("CI_MERGE_REQUEST_DIFF_BASE_SHA"); !sha.empty())
    return {sha, repository.is_shallow ? "git fetch --unshallow origin (in GitLab CI: GIT_DEPTH: 0)"
                                       : fmt::format("git fetch origin {}", sha)};
  if (const std::string branch = environment("GITHUB_BASE_REF"); !branch.empty())
    return {std::string(remote) + branch,
            fetch_command(repository, branch) + " (with actions/checkout: fetch-depth: 0)"};
  return {"origin/HEAD", "git fetch origin && git remote set-head origin --auto, or give --base REVISION"};
}

/// "1a2b3c4d5e" of a longer one.
std::string short_name(const std::string& commit) {
  return commit.substr(0, 10);
}

}  // namespace

RepositoryOrReason open_repository(const std::string& folder) {
  compile::ProcessResult answer;
  try {
    answer = git(folder, {"rev-parse", "--show-toplevel", "--is-shallow-repository", "--show-prefix"});
  } catch (const RuntimeFailure& error) {
    return {std::nullopt, error.what()};
  }
  if (answer.exit_code != 0) return {std::nullopt, complaint(answer)};
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < answer.output.size();) {
    const auto end = std::min(answer.output.find('\n', begin), answer.output.size());
    lines.push_back(answer.output.substr(begin, end - begin));
    begin = end + 1;
  }
  if (lines.size() < 2) return {std::nullopt, "it has no working tree"};
  return {Repository{lines[0], lines.size() > 2 ? lines[2] : "", lines[1] == "true"}, ""};
}

bool is_pull_request(const Environment& environment) {
  return !environment("CI_MERGE_REQUEST_DIFF_BASE_SHA").empty() || !environment("GITHUB_BASE_REF").empty();
}

BaseOrReason find_base(const Repository& repository, const std::string& wanted, const Environment& environment) {
  const Target target = target_of(repository, wanted, environment);
  const std::string head = commit_of(repository, "HEAD");
  if (head.empty()) return {std::nullopt, "there is no commit yet, so nothing to compare with", "git commit"};
  const std::string tip = commit_of(repository, target.name);
  if (tip.empty())
    return {std::nullopt,
            fmt::format("the base '{}' is not in this {}clone", target.name, repository.is_shallow ? "shallow " : ""),
            target.what_next};
  const auto answer = git(repository.top, {"merge-base", "HEAD", tip});
  const std::string commit = line_of(answer);
  if (answer.exit_code != 0 || commit.empty()) {
    if (repository.is_shallow)
      return {std::nullopt,
              fmt::format("this clone is shallow and does not reach back to where '{}' and HEAD part", target.name),
              "git fetch --unshallow"};
    if (answer.exit_code > 1) return {std::nullopt, complaint(answer), "git fsck"};
    return {std::nullopt, fmt::format("'{}' and HEAD have no commit in common", target.name),
            "give --base REVISION of the same history"};
  }
  return {Base{commit,
               commit == tip ? fmt::format("{} ('{}')", short_name(commit), target.name)
                             : fmt::format("{}, where '{}' and this branch part", short_name(commit), target.name),
               commit == head},
          "", ""};
}

std::vector<TreeFile> list_tree(const Repository& repository, const std::string& commit,
                                const std::vector<std::string>& paths) {
  std::vector<std::string> words{"ls-tree", "-r", "-z", "--full-tree", commit};
  if (!paths.empty()) words.emplace_back("--");
  words.insert(words.end(), paths.begin(), paths.end());
  const auto answer = git(repository.top, words);
  if (answer.exit_code != 0) fail(fmt::format("list the files of {}", short_name(commit)), answer);
  std::vector<TreeFile> files;
  for (std::size_t begin = 0; begin < answer.output.size();) {  // "100644 blob <id>\t<path>\0"
    const auto end = std::min(answer.output.find('\0', begin), answer.output.size());
    const std::string_view line = std::string_view(answer.output).substr(begin, end - begin);
    const auto tab = line.find('\t'), kind = line.find(" blob ");
    if (tab != std::string_view::npos && kind != std::string_view::npos && kind < tab)
      files.push_back({std::string(line.substr(tab + 1)), std::string(line.substr(kind + 6, tab - kind - 6))});
    begin = end + 1;
  }
  return files;
}

std::vector<TreeFile> hash_files(const Repository& repository, const std::vector<std::string>& paths) {
  std::vector<TreeFile> files;
  std::string input;
  for (const std::string& path : paths) {
    if (path.find('\n') != std::string::npos) continue;  // git reads one path a line; such a file counts as changed
    files.push_back({path, ""});
    input += path + "\n";
  }
  if (files.empty()) return files;
  const auto answer = git(repository.top, {"hash-object", "--stdin-paths"}, input);
  if (answer.exit_code != 0) fail("hash the files of the working tree", answer);
  std::size_t begin = 0;
  for (TreeFile& file : files) {
    const auto end = std::min(answer.output.find('\n', begin), answer.output.size());
    file.blob = answer.output.substr(begin, end - begin);
    begin = std::min(end + 1, answer.output.size());
  }
  return files;
}

std::vector<std::string> read_blobs(const Repository& repository, const std::vector<std::string>& blobs) {
  std::vector<std::string> contents;
  if (blobs.empty()) return contents;
  std::string input;
  for (const std::string& blob : blobs) input += blob + "\n";
  const auto answer = git(repository.top, {"cat-file", "--batch"}, input);
  if (answer.exit_code != 0) fail("read the files of the base", answer);
  std::size_t begin = 0;
  for (const std::string& blob : blobs) {  // "<id> blob <size>\n<contents>\n", or "<id> missing\n"
    const auto end = answer.output.find('\n', begin);
    const std::string head = answer.output.substr(begin, end - begin);
    const auto kind = head.find(" blob ");
    std::size_t size = 0;
    if (kind == std::string::npos || end == std::string::npos ||
        std::from_chars(head.data() + kind + 6, head.data() + head.size(), size).ec != std::errc() ||
        end + 1 + size > answer.output.size())
      throw RuntimeFailure(
          fmt::format("git cannot read the file {} of the base: {}", blob, head.empty() ? complaint(answer) : head));
    contents.push_back(answer.output.substr(end + 1, size));
    begin = end + 1 + size + 1;
  }
  return contents;
}

}  // namespace kparity::gate
