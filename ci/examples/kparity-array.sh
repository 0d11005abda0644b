#!/bin/sh
#SBATCH --job-name=kparity
#SBATCH --gpus=1
#SBATCH --time=00:30:00
# A job array for Slurm: each task checks a part of the kernels on one GPU. Start it, and merge when all tasks are through,
# also those that failed, so that a hole is reported:
#   job=$(sbatch --parsable --array=0-3 kparity-array.sh kernels results)
#   sbatch --dependency=afterany:$job --wrap 'kparity merge results/part-*.json --output results/all.json'
set -u
kernels=$1
results=$2
mkdir -p "$results"
export KPARITY_REQUIRE_CUDA="${KPARITY_REQUIRE_CUDA-1}"
# On the node itself: many nodes that compile into one folder on a network wait for each other.
export KPARITY_CACHE_DIR="${KPARITY_CACHE_DIR-${TMPDIR:-/tmp}/kparity-cache-$(id -u)}"
exec "${KPARITY:-kparity}" check "$kernels" --shard slurm --format json \
  --output "$results/part-$SLURM_ARRAY_TASK_ID.json" --evidence "$results/evidence"
