#!/usr/bin/env bash
# An archive that runs where it is unpacked, on a machine without our packages and by a user without rights. Prints its path.
#   assets/packaging/tarball.sh BUILD    a build folder, of the preset `package`
# The libraries that the program needs lie beside it and are found relative to it (RUNPATH $ORIGIN). Those that belong to the machine are
# left out: glibc, and what OpenGL's drivers load too, because an older one of ours would break the driver: C++'s runtime, X11, Wayland,
# zlib and the like. The face detector is left out: it brings a BLAS and LAPACK.
set -euo pipefail
build=$(realpath "${1:?a build folder}")
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
name=neighborscope-$version-linux-$(uname -m)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/$name
cmake --install "$build" --component program --strip --prefix "$root" >/dev/null
modules=$(dirname "$(find "$root/lib" -name libneighborscope.so)")
rm -f "$modules/libneighborscope_detector.so"

# Qt opens the plugin for X11 by name, and finds it by this file beside the program.
plugins=$modules/qt
from=$(qmake6 -query QT_INSTALL_PLUGINS 2>/dev/null || dirname "$(find /usr/lib -type d -path '*/qt6/plugins/platforms' | head -n 1)")
if [ -e "$modules/libneighborscope_desktop.so" ]; then
    for plugin in platforms/libqxcb.so platforms/libqoffscreen.so xcbglintegrations/libqxcb-glx-integration.so \
        xcbglintegrations/libqxcb-egl-integration.so platforminputcontexts/libcomposeplatforminputcontextplugin.so; do
        install -D -m 644 "$from/$plugin" "$plugins/$plugin"
    done
    printf '[Paths]\nPrefix = ..\nPlugins = %s\n' "${plugins#"$root"/}" >"$root/bin/qt.conf"
fi

of_the_machine='^(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|util|anl|stdc[+][+]|gcc_s|z|zstd|drm|gbm|udev)|lib(GL|EGL|GLX|OpenGL|GLdispatch|GLESv2)'
of_the_machine+='|libwayland-.*|libX11|libX11-xcb|libXau|libXdmcp|libXext|libXfixes|libXxf86vm|libxshmfence'
of_the_machine+='|libxcb|libxcb-(dri2|dri3|glx|present|randr|shm|sync|xfixes))[.]so'
mapfile -t objects < <(find "$root/bin/neighborscope" "$modules" -type f \( -perm -u+x -o -name '*.so' \))
licences=$root/share/doc/neighborscope/licences
cp LICENSE "$licences/neighborscope" 2>/dev/null || cp "$(dirname "$0")/../../LICENSE" "$licences/neighborscope"
while read -r library; do
    file=$(basename "$library")
    [[ $file =~ $of_the_machine || $file == libneighborscope* ]] && continue
    real=$(realpath "$library")
    install -m 644 "$real" "$modules/$file"
    patchelf --set-rpath '$ORIGIN' "$modules/$file"
    package=$(dpkg-query -S "$real" "${real#/usr}" 2>/dev/null | head -n 1 | cut -d: -f1) || true  # it may know one of them only
    [ -z "$package" ] || cp -L "/usr/share/doc/$package/copyright" "$licences/$package"
done < <(ldd "${objects[@]}" 2>/dev/null | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p' | sort -u)
[ ! -d "$plugins" ] || find "$plugins" -name '*.so' -exec patchelf --set-rpath '$ORIGIN/../..' {} +

newest_symbol() { # prefix: the newest version of it that any file asks for
    find "$root" -type f \( -perm -u+x -o -name '*.so*' \) -exec objdump -T {} + 2>/dev/null | grep -oE "\\b$1_[0-9.]+" | sort -uV | tail -n 1 | cut -d_ -f2
}
glibc=$(newest_symbol GLIBC)
cat >"$root/README" <<TEXT
Neighborscope $version. Nothing has to be installed:

    bin/neighborscope                                     the window
    bin/neighborscope run sample:earthquakes --method heap -k 8
    bin/neighborscope --help

This machine brings glibc $glibc or newer (Debian 12, Ubuntu 22.04) with its C++ runtime (GLIBCXX_$(newest_symbol GLIBCXX)). If the loader
says that a GLIBCXX version was not found, run unset LD_LIBRARY_PATH. Windows and pictures need OpenGL 4.5 of this machine: on Debian and
Ubuntu apt install libegl1 libgl1 libopengl0. Faces in photos are found by the Debian package alone.
Manual page: man -l share/man/man1/neighborscope.1.gz
TEXT
find "$root" -type d -exec chmod 755 {} +
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@${SOURCE_DATE_EPOCH:-$(date +%s)}" -cf - "$name" | xz -T0 -6 >"$build/$name.tar.xz"
echo "$build/$name.tar.xz"
