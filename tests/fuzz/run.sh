#!/usr/bin/env bash
# Fuzzes the readers, two at a time: builds the targets with clang, runs each from its seeds, prints what came of it.
#   tests/fuzz/run.sh                  every target for 60 s
#   tests/fuzz/run.sh 180 npy csv      these two for three minutes each
# What a run finds stays in build/fuzz/corpus; an input that breaks a reader is kept in build/fuzz/crashes, and the run fails.
# A target that accepts nothing, or has no seeds, fails too: it has not looked at the reader.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-60}
shift || true
build=build/fuzz

mkdir -p build
cmake --preset fuzz >build/fuzz.configure.log 2>&1 || { cat build/fuzz.configure.log; exit 1; }
mapfile -t targets < <(sed -n 's/^READER(\(.*\))$/\1/p' app/data/load/readers.inc; sed -n 's/^INDEX_READER(\(.*\))$/index_\1/p' app/data/index_files/index_readers.inc; printf '%s\n' gzip generator picture lesson)
[ $# -eq 0 ] || targets=("$@")
ninja -C "$build" fuzz_targets >build/fuzz.build.log || { cat build/fuzz.build.log; exit 1; }

program_of() { # target
    case $1 in
        gzip | generator | picture | lesson) echo "$build/tests/fuzz/fuzz_$1" ;;
        index_*) echo "$build/tests/fuzz/fuzz_index" ;;
        *) echo "$build/tests/fuzz/fuzz_reader" ;;
    esac
}

run_one() { # target
    local target=$1 dictionary=tests/fuzz/dictionaries/$1.dict status=0
    local corpus=$build/corpus/$target log=$build/$target.log
    mkdir -p "$corpus" "$build/crashes"
    # libhdf5 asks for as much memory as a damaged file says, and goes on when it gets none.
    # A reader that does so ends with an exception nobody expects.
    NEIGHBORSCOPE_FUZZED=$target ASAN_OPTIONS=allocator_may_return_null=1:max_allocation_size_mb=1024 LSAN_OPTIONS=suppressions=tests/fuzz/leaks.supp \
        LLVM_PROFILE_FILE=$build/$target.profraw "$(program_of "$target")" "$corpus" "tests/fuzz/seeds/$target" \
        -max_total_time="$seconds" -max_len=8192 -timeout=10 -rss_limit_mb=2048 -malloc_limit_mb=1024 -print_final_stats=1 \
        -artifact_prefix="$build/crashes/$target-" $([ -e "$dictionary" ] && echo "-dict=$dictionary") >"$log" 2>&1 || status=$?
    report "$target" "$status"
}

# The sources whose lines count, as a regular expression: those named after the format, and what belongs to it alone.
sources_of() {
    case $1 in
        gzip) echo '/input_file[.]cpp$' ;;
        generator) echo '/make/generator[.]cpp$' ;;
        picture) echo '/faces/(picture|jpeg|pnm|exif|scale)[.]cpp$' ;;
        lesson) echo '/lessons/[a-z_]*[.]cpp$' ;;
        index_*) echo "/index_files/(${1#index_}(_[a-z]*)?|byte_reader|check_links)[.].pp\$" ;;
        csv) echo '/load/(csv/.*|words)[.].pp$' ;;
        npz) echo '/load/npy/(npz|zip)[.].pp$' ;;
        *_roads) echo "/load/roads/($1|road_files)[.].pp\$" ;;
        *) echo "/load/[a-z0-9_]*/$1(_[a-z]*)?[.].pp\$" ;;
    esac
}

report() { # target, exit status
    local log=$build/$1.log lines=- accepted=0 inputs=0
    [ "$2" -eq 0 ] || lines="FAILED: $log"
    read -r accepted inputs < <(sed -n 's/^accepted \([0-9]*\) of \([0-9]*\)$/\1 \2/p' "$log") || true
    if [ "$2" -eq 0 ]; then
        llvm-profdata merge -sparse "$build/$1.profraw" -o "$build/$1.profdata" 2>/dev/null
        lines=$(llvm-cov report "$(program_of "$1")" -instr-profile="$build/$1.profdata" 2>/dev/null |
            awk -v sources="$(sources_of "$1")" '$1 ~ sources { all += $8; missed += $9 } END { if (all) printf "%.1f%%", 100 - 100 * missed / all; else print "FAILED: no source is counted" }')
        [ "${accepted:-0}" -gt 0 ] || lines="FAILED: nothing was accepted"
    fi
    local corpus
    corpus=$(find "$build/corpus/$1" -type f | wc -l)
    awk -v target="$1" -v inputs="${inputs:-0}" -v accepted="${accepted:-0}" -v corpus="$corpus" -v lines="$lines" \
        -v rate="$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log")" \
        'BEGIN { printf "%-14s %10d %8d %7d %9.1f%%  %s\n", target, inputs, rate, corpus, inputs ? 100 * accepted / inputs : 0, lines }'
    [[ $lines != FAILED* ]]
}

export -f program_of run_one report sources_of
export build seconds
printf '%-14s %10s %8s %7s %10s  %s\n' target executions per_s corpus accepted lines
printf '%s\n' "${targets[@]}" | xargs -P 2 -I{} bash -c 'set -euo pipefail; run_one {}'
