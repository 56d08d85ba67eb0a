#!/usr/bin/env bash
# README's second command: installs what is missing, builds and runs every test that this machine can run.
#   tests/run.sh                 everything: release with pictures and windows, sanitizers, ThreadSanitizer, format, lint, fuzz
#   tests/run.sh release         one stage: release, sanitizers, tsan, format (with tests/rooms.sh), lint or fuzz (several may be named)
# With CI=true the CUDA compiler is required; elsewhere the CUDA device is left out when there is no nvcc.
# On a machine with a GPU, tests/gpu_trial.sh runs what needs one.
set -euo pipefail
cd "$(dirname "$0")/.."
. app/setup.sh

mapfile -t packages < <(packages_of app/packages.txt tests/packages.txt)
install_packages "${packages[@]}"

stages=("$@")
[ ${#stages[@]} -gt 0 ] || stages=(format release sanitizers tsan lint fuzz)
jobs=$(nproc)
results=()
failed=0
started=$SECONDS

# Of a program that fails only what failed is printed; ctest's closing lines say how many tests ran. One more program than there are
# cores: windows wait most of their time.
run_tests() { # preset, arguments of ctest...
    GTEST_BRIEF=1 ctest --test-dir build/"$1" --output-on-failure --timeout 1800 --parallel $((jobs + 1)) "${@:2}" && return 0
    # What a sanitizer says while googletest captures the output stays in googletest's file.
    find "${TMPDIR:-/tmp}" -maxdepth 1 -name 'gtest_captured_stream.*' -newer build/"$1".configure.log -exec tail -n 20 {} +
    return 1
}

build_and_test() { # preset, configure arguments...
    local preset=$1 begun=$SECONDS built status=0
    shift
    cmake --preset "$preset" "$@" >build/"$preset".configure.log 2>&1 || { cat build/"$preset".configure.log; return 1; }
    ninja -C build/"$preset" -j "$jobs" || return 1
    built=$((SECONDS - begun))
    say "built in $built s"
    run_tests "$preset" || try_again "$preset" || status=1
    parts=", built in $built s, tested in $((SECONDS - begun - built)) s"
    return $status
}

# For windows that wait for a display and keys on a busy machine. What passed at its second try begins afresh: who fails at the first
# try there too needs a second one twice in a row, and fails the stage.
try_again() { # preset
    local tests
    mapfile -t tests < <(failed_tests "$1")
    say "second try: ${tests[*]}"
    run_tests "$1" --rerun-failed --parallel 1 || return 1
    count_second_try "${tests[@]}"
    say "afresh: ${tests[*]}"
    run_tests "$1" --parallel 1 --tests-regex "^($(IFS='|' && echo "${tests[*]}"))\$" && return 0
    mapfile -t tests < <(failed_tests "$1")
    count_second_try "${tests[@]}"
    results+=("$1: failed at the first try twice in a row: ${tests[*]}")
    return 1
}
failed_tests() { sed 's/^[0-9]*://' build/"$1"/Testing/Temporary/LastTestsFailed.log; }
declare -A second_tries=()
count_second_try() { local name; for name in "$@"; do second_tries[$name]=$((${second_tries[$name]:-0} + 1)); done; }

stage() {
    local name=$1 begun=$SECONDS outcome=passed parts=
    say "== $name"
    if ! "stage_$name"; then outcome=FAILED failed=1; fi
    results+=("$(printf '%-11s %-7s %5d s%s' "$name" "$outcome" $((SECONDS - begun)) "$parts")")
}

# Both windows used at random for a short while, on a machine that may have other things to do: how long a turn takes is not judged.
# tests/soak.sh 600 is the thorough one.
soak() {
    local begun=$SECONDS status=0 window one soaks=()
    for window in light desktop; do
        [ -e build/ci/app/libneighborscope_$window.so ] || continue
        HANG=600000 tests/soak.sh 21 build/ci/app/neighborscope "$window" &
        soaks+=($!)
    done
    for one in "${soaks[@]}"; do wait "$one" || status=1; done
    parts+=", soaked in $((SECONDS - begun)) s"
    return $status
}

stage_release() {
    build_release && soak
}
build_release() {
    if [ "${CI:-}" = true ]; then
        find_nvcc || true
        # There is no GPU: kernels are compiled, not run. Quick code and few sizes of each kernel are a third of that time.
        build_and_test ci -DCMAKE_CUDA_FLAGS="-Ofc=max -DNEIGHBORSCOPE_FEW_KERNELS"
    elif find_nvcc; then
        build_and_test ci -DNEIGHBORSCOPE_WERROR=OFF
    else
        say "No nvcc: the CUDA device is left out."
        build_and_test ci -DNEIGHBORSCOPE_REQUIRE_CUDA=OFF -DNEIGHBORSCOPE_CUDA=OFF -DNEIGHBORSCOPE_WERROR=OFF
    fi
}
stage_sanitizers() { build_and_test sanitizers; }
stage_tsan() { build_and_test tsan; }
stage_format() {
    tests/rooms.sh && sources_in app gpu render tests | xargs clang-format --dry-run --Werror
}
stage_lint() { tests/lint.sh; }
stage_fuzz() { tests/fuzz/run.sh 2; }

mkdir -p build
for name in "${stages[@]}"; do
    declare -F "stage_$name" >/dev/null || { say "no stage '$name': release, sanitizers, tsan, format, lint, fuzz"; exit 2; }
    stage "$name"
done

say "== summary ($((SECONDS - started)) s)"
printf '%s\n' "${results[@]}"
echo "tests that needed a second try: ${#second_tries[@]}"
for name in "${!second_tries[@]}"; do echo "    $name: ${second_tries[$name]}x"; done
exit $failed
