#!/usr/bin/env bash
# clang-tidy over every C++ source and the kernels as the host device compiles them, with the compile commands of a host-only build.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p build
cmake -S . -B build/lint -G Ninja -DNEIGHBORSCOPE_CUDA=OFF -DCMAKE_CXX_COMPILER=g++ >build/lint.configure.log
# Generated headers that sources include must exist; AUTOMOC files need not.
ninja -C build/lint render/render_shaders.hpp neighborscope_commit >/dev/null
mapfile -t sources < <(git ls-files 'app/*.cpp' 'gpu/*.cpp' 'gpu/*.cu' 'render/*.cpp' ':!gpu/device/cuda')
printf '%s\n' "${sources[@]}" | xargs -P "$(nproc)" -n 1 clang-tidy -p build/lint --quiet 2> >(grep -v ' warnings\? generated' >&2 || true)
echo "clang-tidy: ${#sources[@]} files clean"
