# Shared by the scripts in ci/: where the repository is, how many jobs to run, how to configure and build a preset.
# Sourced, never run.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
jobs=$(nproc 2>/dev/null || echo 2)

say() { printf '== %s\n' "$*"; }

# build_preset PRESET [TARGET...]: configures the preset if needed and builds it. ccache is used where it is installed.
build_preset() {
  local preset=$1
  shift
  local launcher=()
  if command -v ccache >/dev/null 2>&1; then
    launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  fi
  say "configure $preset"
  (cd "$root" && cmake --preset "$preset" -Wno-dev --log-level=WARNING "${launcher[@]}")
  say "build $preset"
  cmake --build "$root/build/$preset" --parallel "$jobs" ${1+--target "$@"}
}

# test_preset PRESET [ctest options...]: runs the suite of a preset that was built.
test_preset() {
  local preset=$1
  shift
  say "test $preset"
  (cd "$root" && ctest --preset "$preset" --parallel "$jobs" "$@")
}
