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

# ---- Machines that lack something: each is one clear line, and `doctor` says it, too -------------------------------------------
program=$usr/bin/neighborscope
search=(run sample:iris --method heap -k 2 --device host --repeat 1)
chmod 755 "$work"
unset XDG_CONFIG_HOME XDG_DATA_HOME LD_LIBRARY_PATH LD_PRELOAD
export HOME=$work/home
mkdir -p "$HOME"
says() { # what happens, what is said, command...: its output has this line
    local case=$1 line=$2 said
    shift 2
    said=$("$@" 2>&1 || true)
    grep -qF -e "$line" <<<"$said" || fail "$case: it does not say '$line', but: $said"
}
refuses() { # what happens, exit status, what is said, command...: one line, which ends so
    local case=$1 status=$2 line=$3 said exit_status=0
    shift 3
    said=$("$@" 2>&1) || exit_status=$?
    [ "$exit_status" -eq "$status" ] && [ "$(wc -l <<<"$said")" -eq 1 ] && [[ $said == neighborscope:*"$line" ]] ||
        fail "$case: exit status $exit_status, not one line that ends with '$line': $said"
}

env -u HOME "$program" "${search[@]}" >/dev/null || fail "it does not run without HOME"
says "no HOME" "HOME is not set: settings and recent files are not remembered" env -u HOME "$program" doctor
HOME=$work/none "$program" "${search[@]}" >/dev/null || fail "it does not run when the home does not exist"
[ ! -e "$work/none" ] || fail "it made a home that did not exist"
says "a home that does not exist" "does not exist: settings and recent files are not remembered" env HOME="$work/none" "$program" doctor
mkdir -m 555 "$work/read-only"
without_rights=()
[ "$(id -u)" -ne 0 ] || without_rights=(setpriv --reuid=65534 --regid=65534 --clear-groups)
HOME=$work/read-only "${without_rights[@]}" "$program" "${search[@]}" >/dev/null || fail "it does not run with a read-only home"
says "a read-only home" "cannot be written: settings and recent files are not remembered" \
    env HOME="$work/read-only" "${without_rights[@]}" "$program" doctor

# A second copy of the program: each starts its own library, whichever comes first.
cp -r "$usr" "$work/other"
PATH=$work/other/bin:$usr/bin:$PATH neighborscope "${search[@]}" >/dev/null || fail "a copy elsewhere does not run"
says "two versions" "also there: $work/other/bin/neighborscope; \`neighborscope\` starts that one" \
    env PATH="$work/other/bin:$usr/bin:$PATH" "$program" doctor
modules=$(dirname "$(find "$work/other/lib" -name libneighborscope.so)")
says "the library of the other" "the library is not the one installed with this program: $modules/libneighborscope.so" \
    env LD_LIBRARY_PATH="$modules" "$program" doctor

# Libraries of another version that LD_LIBRARY_PATH puts before the right ones.
old_library() { # file, version that it has
    mkdir -p "$work/old"
    rm -f "$work"/old/*
    echo "$2 { global: nothing_else; };" >"$work/versions"
    echo 'void nothing_else(void) {}' | "${CC:-cc}" -x c - -shared -fPIC -nostdlib -Wl,-soname,"$1" -Wl,--version-script="$work/versions" -o "$work/old/$1"
}
old_library libepoxy.so.0 EPOXY_0
refuses "an old library of windows" 3 "; unset LD_LIBRARY_PATH" \
    env LD_LIBRARY_PATH="$work/old" "$program" shot sample:iris -k 2 --device host --out "$work/view.png"
says "an old library of windows" "-> unset LD_LIBRARY_PATH" env LD_LIBRARY_PATH="$work/old" "$program" doctor
LD_LIBRARY_PATH=$work/old "$program" "${search[@]}" >/dev/null || fail "a search needs a library of windows"

# ---- What a desktop does at a double click ---------------------------------------------------------------------------------------
opens() { # file, type: it is of this type, and the desktop opens it with this program
    local type
    type=$(on_desktop gio info -a standard::content-type "$1" | sed -n 's/.*content-type: //p')
    [ "$type" = "$2" ] || fail "a desktop takes $(basename "$1") for $type, not for $2"
    [ "$(default_of "$2")" = neighborscope.desktop ] || fail "a double click on $(basename "$1") opens $(default_of "$2")"
}
default_of() { on_desktop gio mime "$1" | sed -n 's/^Default application.*: //p'; }
on_desktop() { env LC_ALL=C PATH="$usr/bin:$PATH" XDG_DATA_DIRS="$usr/share:/usr/share" "$@"; }
if [ -e "$usr/share/applications/neighborscope.desktop" ]; then
    on_desktop update-mime-database "$usr/share/mime"
    on_desktop update-desktop-database "$usr/share/applications"
    data=$(dirname "$0")/data/points samples=$usr/share/neighborscope/samples seeds=$(dirname "$0")/fuzz/seeds
    echo '{"neighborscope_session": 1, "data": "sample:iris"}' >"$work/view.neighborscope.json"
    opens "$work/view.neighborscope.json" application/x-neighborscope-session
    opens "$samples/iris.csv" text/csv
    opens "$samples/lidar.las" application/vnd.las
    opens "$samples/streets.cnode" application/x-street-network
    opens "$data/diamond.npy" application/x-numpy-array
    opens "$data/diamond.npz" application/x-numpy-archive
    opens "$data/diamond.ply" application/x-ply
    opens "$data/diamond.obj" model/obj
    opens "$data/diamond.off" application/x-off
    opens "$data/utm17_space.pcd" application/x-pcd
    opens "$seeds/hdf5/ann.hdf5" application/x-hdf
    opens "$seeds/json/towns.geojson" application/geo+json
    opens "$seeds/arff/iris.arff" application/x-arff
    opens "$seeds/libsvm/iris.svm" application/x-libsvm
    opens "$seeds/vecs/two.fvecs" application/x-texmex-vectors
    opens "$seeds/bigann/three.fbin" application/x-big-ann-vectors
    [ "$(default_of text/plain)" != neighborscope.desktop ] || fail "it opens any text"
    [ "$(default_of application/vnd.laszip)" != neighborscope.desktop ] || fail "it opens LAZ, which it refuses"
fi

cmake -S "$usr/share/doc/libneighborscope-dev/example" -B "$work/example" -Dneighborscope_ROOT="$usr" -DCMAKE_BUILD_TYPE=Release >"$work/cmake.log" ||
    { cat "$work/cmake.log"; fail "the example does not find the package"; }
cmake --build "$work/example" >"$work/make.log" || { cat "$work/make.log"; fail "the example is not built"; }
"$work/example/neighbours" | tee "$work/lists"
grep -qx 'host: query 0, neighbour 1 at 0.141' "$work/lists" || fail "the example finds other neighbours"
