#!/usr/bin/env bash
# clang-tidy over every C++ source and the kernels as the host device compiles them, with the compile commands of a host-only build.
# Up to sixteen sources are joined to one, as most of the time goes into headers. Joined, not included: the analyzer follows paths
# in the main file only. It gives up on a function after `max-nodes` states: a fifth of its default takes a third of the time, and
# a division by zero that the default found is still found.
set -euo pipefail
cd "$(dirname "$0")/.."
. app/setup.sh
mkdir -p build
cmake -S . -B build/lint -G Ninja -DNEIGHBORSCOPE_CUDA=OFF -DNEIGHBORSCOPE_TESTS=OFF -DCMAKE_CXX_COMPILER=g++ \
    -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=16 >build/lint.configure.log
# Generated headers that sources include must exist; AUTOMOC files need not.
ninja -C build/lint render/render_shaders.hpp neighborscope_commit >/dev/null

# In place of each #include of a source: its path as a comment, then its lines.
join_sources() { # unity file
    awk '!/^#include "/ { print; next }
         { path = substr($0, 11, length($0) - 11); print "// source " path
           while ((getline line < path) > 0) print line
           close(path) }' "$1" >"$1.joined"
    mv "$1.joined" "$1"
}

# clang-tidy looks for settings from the joined source's folder upwards: those of the sources' own folder are put there.
bring_settings() { # unity file
    local folder
    folder=$(dirname "$(sed -n 's#^// source ##p' "$1" | head -n 1)")
    until [ -e "$folder/.clang-tidy" ]; do folder=$(dirname "$folder"); done
    [ "$folder" = "$PWD" ] || cp "$folder/.clang-tidy" "$(dirname "$1")"
}

# Messages name a line of the joined source: prints them with the source's own path and line.
name_sources() { # joined source
    awk -v joined="$1" 'FILENAME == joined { if (/^\/\/ source /) { path = $3; first = FNR } from[FNR] = path; line[FNR] = FNR - first; next }
         index($0, joined ":") == 1 { split(substr($0, length(joined) + 2), at, ":")
                                      if (from[at[1]]) $0 = from[at[1]] ":" line[at[1]] substr($0, length(joined ":" at[1]) + 1) }
         { print }' "$1" -
}

lint() { # source
    local messages status=0
    messages=$(clang-tidy -p build/lint --quiet --extra-arg=-Xclang --extra-arg=-analyzer-config --extra-arg=-Xclang \
        --extra-arg=max-nodes=40000 "$1" 2>&1) || status=1
    printf '%s' "$messages" | sed '/ warnings\? \(and .* \)\?generated\.$/d' | name_sources "$1"
    return $status
}

mapfile -t compilations < <(sed -n 's/^ *"file": "\(.*\)".*/\1/p' build/lint/compile_commands.json | grep -v '/mocs_compilation[.]cpp$')
for compilation in "${compilations[@]}"; do
    [[ $compilation != */Unity/* ]] || { join_sources "$compilation"; bring_settings "$compilation"; }
done

# None is forgotten: each source is one of these or joined into one.
mapfile -t sources < <(sources_in app gpu render | grep -E '[.](cpp|cu)$' | grep -vE '^gpu/(device/cuda|methods/[^/]*/hopper)/')
printf "$PWD/%s\n" "${sources[@]}" | sort >build/lint.sources
{ printf '%s\n' "${compilations[@]}"; sed -sn 's#^// source ##p' "${compilations[@]}"; } | sort >build/lint.seen
forgotten=$(comm -23 build/lint.sources build/lint.seen)
[ -z "$forgotten" ] || { printf 'not in the lint build: %s\n' "$forgotten"; exit 1; }

export -f lint name_sources
printf '%s\n' "${compilations[@]}" | xargs -P "$(nproc)" -I{} bash -c 'lint {}'
echo "clang-tidy: ${#sources[@]} files clean"
