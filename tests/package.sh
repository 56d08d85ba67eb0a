#!/usr/bin/env bash
# The packages as somebody gets them: made by cpack, unpacked into a folder, checked by what Debian and desktops check, and the example of
# the engine built against them. Needs no root; ctest runs it.
#   tests/package.sh BUILD    a build folder in which everything is built
set -euo pipefail
build=$(realpath "${1:?a build folder}")
packaging=$(realpath "$(dirname "$0")/../assets/packaging")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "package: $*"; exit 1; }

cpack --config "$build/CPackConfig.cmake" -B "$work" >"$work/cpack.log" 2>&1 || { cat "$work/cpack.log"; fail "cpack failed"; }
for package in "$work"/*.deb; do
    echo "$(basename "$package"): $(stat -c %s "$package") bytes"
    dpkg-deb -x "$package" "$work/root"
done
usr=$work/root/usr
dpkg-deb -f "$work"/neighborscope_*.deb Depends | grep -q 'libc6 (>=' || fail "it depends on no libc6"
dpkg-deb -f "$work"/neighborscope_*.deb Depends | grep -qE 'qt6|libegl|libx11|glfw' && fail "the command line depends on windows"
lintian --fail-on error --tag-display-limit 0 --suppress-tags bogus-mail-host "$work"/*.deb || fail "lintian has errors"
if [ -e "$usr/share/applications/neighborscope.desktop" ]; then
    desktop-file-validate --no-hints "$usr/share/applications/neighborscope.desktop" || fail "the desktop entry is wrong"
    appstreamcli validate --no-net "$usr"/share/metainfo/*.xml || fail "the metainfo is wrong"
fi

# What was installed is found beside the program, wherever it lies, and no file tells where it was built.
"$usr/bin/neighborscope" run sample:earthquakes --method heap -k 3 --device host >/dev/null || fail "the program does not run"
"$usr/bin/neighborscope" --version
line_info() { grep -q '^CMAKE_CUDA_FLAGS:' "$build/CMakeCache.txt" && grep -q '^NEIGHBORSCOPE_LINE_INFO:BOOL=ON' "$build/CMakeCache.txt"; }
line_info || ! grep -rlF -e "$(dirname "$(dirname "$packaging")")/" -e "$build/" "$usr" || fail "these files name the folder they were built in"

cmake -S "$usr/share/doc/libneighborscope-dev/example" -B "$work/example" -Dneighborscope_ROOT="$usr" -DCMAKE_BUILD_TYPE=Release >"$work/cmake.log" ||
    { cat "$work/cmake.log"; fail "the example does not find the package"; }
cmake --build "$work/example" >"$work/make.log" || { cat "$work/make.log"; fail "the example is not built"; }
"$work/example/neighbours" | tee "$work/lists"
grep -qx 'host: query 0, neighbour 1 at 0.141' "$work/lists" || fail "the example finds other neighbours"
