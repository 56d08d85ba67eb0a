# Sourced by app/run.sh, tests/run.sh and tests/lint.sh: installs missing Debian packages, finds nvcc, lists sources. Says what it does;
# silent and quick when nothing is to be done.

say() { printf '\033[1m%s\033[0m\n' "$*" >&2; }

# The packages that a file names, one per line, # starts a comment.
packages_of() { sed -e 's/#.*//' -e 's/[[:space:]]//g' -e '/^$/d' "$@"; }

# C++ and CUDA sources in these folders of the tree, which need not be a checkout.
sources_in() { find "$@" -type f -regex '.*[.]\(cpp\|hpp\|cu\|cuh\)' | sort; }

# Prints those of the named packages that are not installed.
missing_packages() {
    local installed
    installed=$(dpkg-query -W -f='${db:Status-Abbrev}${binary:Package}\n' 2>/dev/null | sed -n 's/^ii *//p' | sed 's/:.*//')
    comm -23 <(printf '%s\n' "$@" | sort -u) <(printf '%s\n' "$installed" | sort -u)
}

install_packages() {
    command -v dpkg-query >/dev/null || {
        say "This is no Debian or Ubuntu: install the equivalents of these packages yourself, then run this again:"
        printf '  %s\n' "$@" >&2
        exit 2
    }
    local missing as_root=()
    mapfile -t missing < <(missing_packages "$@")
    [ ${#missing[@]} -eq 0 ] && return 0
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || {
            say "Run this as root, or install sudo: these packages are missing: ${missing[*]}"
            exit 2
        }
        as_root=(sudo)
    fi
    say "Installing ${#missing[@]} missing packages: ${missing[*]}"
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# Puts nvcc on PATH when the toolkit is installed in its usual place.
find_nvcc() {
    command -v nvcc >/dev/null && return 0
    [ -x /usr/local/cuda/bin/nvcc ] && PATH=/usr/local/cuda/bin:$PATH && export PATH && return 0
    return 1
}

has_nvidia_device() { [ -e /dev/nvidiactl ] || ls /proc/driver/nvidia/gpus/* >/dev/null 2>&1; }
