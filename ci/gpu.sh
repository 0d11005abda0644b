#!/usr/bin/env bash
# For a machine with a GPU: builds the release preset, runs everything that needs the device, and writes the results into one
# archive. Usage: ci/gpu.sh [OUTPUT_FOLDER]; CMAKE_PREFIX_PATH may name a folder with packages that the machine lacks.
set -euo pipefail
# shellcheck source=ci/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root"

output=${1:-$root/build/gpu-results}
cases=${GPU_CASES:-500}
mkdir -p "$output/results"
results=$output/results
export KPARITY_REQUIRE_CUDA=1
failed=()

# step NAME COMMAND...: runs and keeps the output; a failure is remembered and the run goes on.
step() {
  local name=$1
  shift
  say "$name: $*"
  local code=0
  "$@" >"$results/$name.txt" 2>&1 || code=$?
  if [[ $code -eq 0 || $code -eq 77 ]]; then # 77: skipped, and the output says why
    tail -n 3 "$results/$name.txt"
  else
    failed+=("$name")
    tail -n 40 "$results/$name.txt"
  fi
}

{
  date -u +%Y-%m-%d
  nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader || true
  ${CXX:-c++} --version | head -n 1
} | tee "$results/machine.txt"

cmake -S . -B build/gpu -G Ninja -DCMAKE_BUILD_TYPE=Release >"$results/configure.txt"
step build cmake --build build/gpu --parallel "$jobs" -- -k 0
kparity=build/gpu/kparity
step list "$kparity" list specs
step check "$kparity" check specs --place device --cases "$cases"
step check-json "$kparity" check specs --place device --cases "$cases" --format json --output "$results/check.json"
step bench "$kparity" bench specs --budget 2 --files "$results"
step bench-ncu ci/compare_ncu.py "$kparity" specs "$results/bench.json"
# Before the tests: the planted faults among them leave the card in states that cost time.
for program in build/gpu/bench/kparity_bench_*; do
  step "$(basename "$program")" "$program"
done
step device-tests ctest --test-dir build/gpu -L device -LE memcheck --output-on-failure --timeout 120
step runtime-tests build/gpu/tests/kparity_runtime_tests --gtest_filter='*uda*'
step sanitizers ctest --test-dir build/gpu -L memcheck --output-on-failure --timeout 120

tar -C "$output" -czf "$output/gpu-results.tar.gz" results
if [[ ${#failed[@]} -gt 0 ]]; then
  say "failed: ${failed[*]}"
  exit 1
fi
say "all green"
