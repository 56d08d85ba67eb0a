#!/usr/bin/env bash
# README's first command: installs what is missing, builds, and starts Neighborscope. Arguments go to the program.
#   app/run.sh                          open the window
#   app/run.sh sample:post-codes -k 32  the same with arguments
#   app/run.sh --build                  stop after building and print the program's path
#   app/run.sh --package                make the Debian package and print its path
#   app/run.sh --tarball                make an archive that runs where it is unpacked, and print its path
# NEIGHBORSCOPE_CUDA=OFF in the environment leaves the CUDA device out where there is nvcc.
# Without a display it renders a tour to pictures and says where they are.
set -euo pipefail
cd "$(dirname "$0")/.."
start_folder=$OLDPWD
. app/setup.sh

wanted=${1:-}
mapfile -t packages < <(packages_of app/packages.txt)
case $wanted in
    --package) packages+=(dpkg-dev) ;;
    --tarball) packages+=(patchelf xz-utils) ;;
esac
install_packages "${packages[@]}"
preset=release
[[ $wanted =~ ^--(package|tarball)$ ]] && preset=package

cuda=OFF
architectures=()
if [ "${NEIGHBORSCOPE_CUDA:-ON}" = OFF ]; then
    say "NEIGHBORSCOPE_CUDA is OFF: built for CPU only."
elif find_nvcc; then
    cuda=ON
    # The GPU of this machine when it has one: builds in a quarter of the time. Else the list in CMakeLists.txt.
    here=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | sort -u | tr -d . | paste -sd';' || true)
    [[ $here =~ ^[0-9\;]+$ && $preset = release ]] && architectures=("-DCMAKE_CUDA_ARCHITECTURES=$here")
elif has_nvidia_device; then
    say "This machine has an NVIDIA device but no nvcc, so this is built for CPU only. To search on the GPU, install the CUDA Toolkit"
    say "(https://developer.nvidia.com/cuda-downloads, Debian 12, package cuda-toolkit-13-0), then run this again."
fi

build=build/$preset
program=$build/app/neighborscope
stamp=$build/.configured
configuration="cuda=$cuda ${architectures[*]:-} $(cksum <CMakeLists.txt)"
if [ ! -e $build/build.ninja ] || [ "$(cat $stamp 2>/dev/null)" != "$configuration" ]; then
    say "Configuring (CUDA: $cuda) ..."
    mkdir -p build
    cmake --preset $preset "-DNEIGHBORSCOPE_CUDA=$cuda" "${architectures[@]}" >$build.log 2>&1 ||
        { cat $build.log >&2; exit 2; }
    echo "$configuration" >$stamp
fi
# nvcc and Qt take up to 1.5 GB a process: as many as cores and memory allow.
memory_gb=$(awk '/MemAvailable/ {print int($2 / 1048576)}' /proc/meminfo)
jobs=$(nproc)
[ $((memory_gb * 2 / 3)) -lt "$jobs" ] && jobs=$((memory_gb * 2 / 3))
ninja -C $build -j "$((jobs > 0 ? jobs : 1))" | sed -u -e '/Entering directory/d' -e '/Re-checking/d' -e '/no work to do/d' >&2

program=$(realpath $program)
case $wanted in
    --build)
        echo "$program"
        exit 0 ;;
    --package)
        say "Packing ..."
        rm -f $build/*.deb
        cpack --config $build/CPackConfig.cmake -B $build >$build.pack.log 2>&1 || { cat $build.pack.log >&2; exit 2; }
        realpath $build/neighborscope_*.deb
        exit 0 ;;
    --tarball)
        assets/packaging/tarball.sh $build
        exit 0 ;;
esac
cd "$start_folder"
if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && [ $# -eq 0 ]; then
    tour=$PWD/neighborscope-tour
    mkdir -p "$tour"
    say "No display here: rendering a tour to $tour"
    "$program" shot sample:earthquakes --method heap -k 16 --query -120,37 --out "$tour/1-earthquakes.png"
    "$program" shot sample:post-codes --method heap -k 64 --query -95,39 --theme dark --out "$tour/2-post-codes.png"
    "$program" shot hotspots:n=20000 --method ppw -k 32 --out "$tour/3-hotspots.png"
    "$program" shot uniform:n=20000,d=3 --view 3d --method heap -k 32 --theme dark --out "$tour/4-three-dimensions.png"
    "$program" run sample:earthquakes --method heap -k 8 --query -120,37
    say "Pictures: $(ls "$tour"/*.png | tr '\n' ' ')"
    exit 0
fi
exec "$program" "$@"
