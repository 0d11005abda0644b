// The commands are Python where gdb's own language cannot say it: which frame of a stop belongs to the kernel.
#include "debugger.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "kparity/compile/cache.hpp"
#include "kparity/compile/files.hpp"
#include "kparity/error.hpp"
#include "kparity/sha256.hpp"

namespace kparity::tool {

namespace {

/// A string of Python.
std::string python_text(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

constexpr const char* commands_text = R"gdb(
def select_kernel_frame():
    """Selects the innermost frame in the kernel's own source; False if the kernel does not run."""
    frame = gdb.newest_frame()
    while frame is not None:
        table = frame.find_sal().symtab
        if table is not None and table.objfile.filename == LIBRARY and not table.fullname().startswith(PRELUDE):
            frame.select()
            return True
        frame = frame.older()
    return False

def show_thread():
    if not select_kernel_frame():
        print("No thread of the kernel runs at this moment.")
        return
    index = lambda name: "({},{},{})".format(*(gdb.parse_and_eval(name + "." + axis) for axis in "xyz"))
    print("block {} thread {}".format(index("blockIdx"), index("threadIdx")))
    gdb.execute("frame")

def enter_kernel():
    """The thread that is waited for goes into the kernel next."""
    entry = gdb.Breakpoint(function=KERNEL, qualified=True, temporary=True)
    entry.commands = "silent\npython show_thread()"
    gdb.execute("continue")
end
set breakpoint pending on
break kparity_debugger_finding
commands
  silent
  python show_thread()
end
break kparity_debugger_thread
commands
  silent
  python enter_kernel()
end
run
)gdb";

}  // namespace

std::string gdb_commands(const DebuggerTarget& target) {
  return fmt::format(
             "# Written by kparity. The kernel's library is loaded while the program runs.\npython\nimport gdb\n\n"
             "KERNEL = {}\nLIBRARY = {}\nPRELUDE = {}\n",
             python_text(target.kernel), python_text(target.library), python_text(target.prelude)) +
         commands_text;
}

std::string find_gdb() {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "/usr/bin:/bin" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string file = (folder.empty() ? "." : folder) + "/gdb";
    if (::access(file.c_str(), X_OK) == 0) return file;
  }
  throw ImplementationUnavailable(
      "--debugger needs gdb, which is not in PATH; on Debian and Ubuntu: apt-get install --no-install-recommends gdb");
}

void become_gdb(const std::string& gdb, const std::string& commands, const std::vector<std::string>& program) {
  const std::string file = compile::cached_file(sha256("gdb commands\n" + commands), ".gdb",
                                                [&](const auto& path) { compile::write_if_changed(path, commands); });
  std::vector<std::string> words = {gdb, "-q", "-x", file, "--args"};
  words.insert(words.end(), program.begin(), program.end());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execv(gdb.c_str(), arguments.data());
  throw RuntimeFailure(fmt::format("cannot start '{}': {}", gdb, std::strerror(errno)));
}

}  // namespace kparity::tool
