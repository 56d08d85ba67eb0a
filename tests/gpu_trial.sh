#!/usr/bin/env bash
# Everything that needs a GPU, in one go, with one table at the end. Continuous integration has no GPU: run this on a machine
# with one before an issue is called done.
#   tests/gpu_trial.sh PROGRAMS [OUT]    PROGRAMS: a folder that holds neighborscope, test_device, test_methods, test_gpu,
#                                        differential, methods_bench, self_bench, live_bench, and beside them libneighborscope*.so of build/*/app
#                                        (all gathered from a build, but not by tests/run.sh with CI=true, whose kernels are slow);
#                                        OUT: where logs and pictures go
# Environment: LAUNCH, a command put before each program (for carried libraries); STEPS, the steps to run (default: all);
# X_LAUNCH and DISPLAY for the window step, which needs xwd (Debian's x11-apps) and xdotool; SANITIZER, compute-sanitizer's path.
set -u
programs=$(realpath "${1:?folder of programs}")
out=$(mkdir -p "${2:-gpu-trial}" && realpath "${2:-gpu-trial}")
launch=${LAUNCH:-}
x_launch=${X_LAUNCH:-$launch}
sanitizer=${SANITIZER:-$(command -v compute-sanitizer || echo /usr/local/cuda/bin/compute-sanitizer)}
steps=${STEPS:-tests memcheck racecheck synccheck check speed live bench shot window}
rows=()
failed=0

step() { # name, what to show of the log (a sed expression), command...
    local name=$1 show=$2 begun=${EPOCHREALTIME/[.,]/} status
    shift 2
    "$@" >"$out/$name.log" 2>&1
    status=$?
    [ $status -eq 0 ] || failed=1
    local tenths=$(((${EPOCHREALTIME/[.,]/} - begun) / 100000))
    rows+=("$(printf '%-34s %-7s %4d.%d s  %s' "$name" "$([ $status -eq 0 ] && echo passed || echo "exit $status")" \
        $((tenths / 10)) $((tenths % 10)) \
        "$(sed -n "$show" "$out/$name.log" | tail -n 1 | cut -c1-110)")")
    echo "${rows[-1]}" >&2  # as it happens: a trial that is cut off has said what it found
    [ $status -eq 0 ] || tail -n 15 "$out/$name.log"
}
wants() { [[ " $steps " == *" $1 "* ]]; }
last_gtest='s/^\[  PASSED  \]/&/p;s/^\[  FAILED  \]/&/p'

if wants tests; then
    for program in test_device test_gpu test_render test_instruments; do
        [ -x "$programs/$program" ] && step $program "$last_gtest" $launch "$programs/$program"
    done
    # The host device runs in continuous integration: here it only has to count like the GPU.
    step test_methods "$last_gtest" env NEIGHBORSCOPE_TEST_DEVICE=cuda $launch "$programs/test_methods"
    step differential 's/.*problems.*/&/p' $launch "$programs/differential" --seconds 60 --at-least 100
    step both-devices "$last_gtest" $launch "$programs/test_methods" --gtest_filter='BothDevices.*:*IsTheSameOnEveryDevice*'
fi
# Small cases only: the sanitizers are 10 to 100 times slower.
some_cases='*cuda*uniform2_euclidean:*cuda*uniform5_manhattan:*cuda*uniform128_euclidean:*cuda*uniform300_chebyshev:*cuda*uniform784_euclidean'
some_cases+=':Devices/Stream.ReadsRowsOfEveryShape/cuda:Devices/Stream.TakesListsOfEveryLength/cuda:Devices/Stream.SharesExactDistancesAmongBlocks/cuda'
some_cases+=':*cuda*grid_euclidean:*cuda*all_equal_manhattan:*cuda*far_from_origin_euclidean:BothDevices.*'
some_cases+=':Devices/StreamDots*/cuda:Devices/RecordedSteps*/cuda:Devices/Nn*/cuda:*Quadtree*cuda*'
long_cases='*Quadtree.TreesAreSoundAndListsRightOnEveryCloud*:*QuadtreeRecorded.CountsAndEndsAsThePlainRun/*'  # minutes each
some_cases+=':All/LeafWarp.*/cuda_uniform_k8:All/LeafWarp.*/cuda_hotspots_k33:All/LeafWarp.*/cuda_uniform3_k128:All/LeafWarp.*/cuda_uniform_k200'
some_cases+=':All/LeafWarp.EveryPointAsks/cuda_cliffs_k128:All/LeafWarp.EveryPointAsks/cuda_cliffs3_k33'
some_cases+=':Devices/Ivf.TakesListsOfEveryLength/cuda:Devices/Ivf.OneListHoldsAll/cuda:Devices/Ivf.RecallGrowsWithProbesToOne/cuda'
some_cases+=':Devices/Fused.CertifiesOrdinaryQueriesAtOnce/cuda*:Devices/Fused.TakesEveryDimension/cuda*:Devices/Fused.LeavesExcludedPointsOut/cuda*'
some_cases+=':Devices/Insertion*/cuda:Devices/Quicksort.Counts*/cuda:Devices/Quicksort.Ends*/cuda:Devices/TiledRadix.Counts*/cuda:Devices/TiledRadix.SortsByEveryDigit/cuda'
some_cases+=':*cuda*signed16_inner_product:*cuda*signed300_inner_product:*cuda*uniform784_inner_product:*cuda*tied_products_inner_product'
some_cases+=':*cuda*long_and_short_inner_product:*cuda*all_equal_inner_product:All/EveryMethod.FindsByInnerProducts*cuda'
some_cases+=':Devices/Fused.CertifiesInnerProducts/cuda*:Devices/Fused.GoesBetweenDistancesAndProducts/cuda*'
some_cases+=':All/Filtered.*/*cuda_half_3:All/Filtered.*/*cuda_no_row_2:All/Filtered.*/*cuda_nine_rows_16:Devices/FilterOnDevice.*/cuda'
for tool in memcheck racecheck synccheck; do
    if wants $tool; then
        step $tool 's/.*SUMMARY/&/p' $launch "$sanitizer" --tool $tool --error-exitcode 1 "$programs/test_methods" --gtest_filter="${CASES:-$some_cases:-$long_cases}"
    fi
done
if wants check; then
    for data in sample:earthquakes sample:post-codes hotspots:n=100000 vectors:n=20000,d=784; do
        step "check-${data//[:,=]/-}" 's/.* exact, .*/&/p' $launch "$programs/neighborscope" check $data --method all -k 64 --device cuda
    done
    for data in hotspots:n=100000 vectors:n=100000,d=128 vectors:n=20000,d=784; do
        step "check-products-${data//[:,=]/-}" 's/.* exact, .*/&/p' \
            $launch "$programs/neighborscope" check $data --metric inner-product --method all -k 64 --device cuda
    done
fi
if wants speed; then
    step speed '/reached/p' $launch "$programs/methods_bench"
    grep -E 'ppw on|total|floor' "$out/speed.log"
    step table 's/.*wrong.*/&/p' $launch "$programs/methods_bench" --table 1,2,4,8,12 --method stream,ppw -k 10,64,128 --repeat 20
    cat "$out/table.log"
    step many 's/.*wrong.*/&/p' $launch "$programs/methods_bench" --table 1024,10000 --method fused,flat,ivf -k 64 --repeat 7
    cat "$out/many.log"
    step self 's/.*wrong.*/&/p' $launch "$programs/self_bench" --method leaf-warp,quadtree-cached --verify 20
    cat "$out/self.log"
    step phases 's/.*add up to.*/&/p' $launch "$programs/neighborscope" run vectors:n=1275219,d=128 --method ppw -k 64 --random-queries 1 --repeat 30 --device cuda
fi
if wants live; then
    for data in uniform:n=1000000 hotspots:n=1000000 uniform:n=1000000,d=3; do
        step "live-${data//[:,=]/-}" 's/.*frames a second.*/&/p' $launch "$programs/live_bench" $data --device cuda
        step "live-work-${data//[:,=]/-}" 's/.*frames a second.*/&/p' $launch "$programs/live_bench" $data --device cuda --cells work --colour-by query-distances
        step "live-present-${data//[:,=]/-}" 's/.*frames a second.*/&/p' $launch "$programs/live_bench" $data --device cuda --present yes
    done
    step live-regions 's/^from moved.*/&/p' $launch "$programs/live_bench" sample:two-moons --method leaf-warp -k 9 --regions yes --device cuda
fi
if wants bench; then
    for suite in kuang-zhao cordeiro-zola mohammadi barrientos lettich-s1 lettich-s2; do  # lettich-s3 takes six minutes
        step bench-$suite 's/^ *\(not, because.*\|reproduced\)/&/p' $launch "$programs/neighborscope" bench $suite --device cuda --overwrite --out "$out/bench-$suite"
        grep -E -A1 '^  [A-Z]' "$out/bench-$suite.log"
    done
fi
if wants shot; then
    step shot 's/.*interop.*/&/p' $launch "$programs/neighborscope" shot sample:post-codes --method ppw -k 64 --query -95,39 --device cuda --require-interop --out "$out/shot.png"
fi
if wants window && [ -n "${DISPLAY:-}" ]; then
    window() {
        $x_launch "$programs/neighborscope" sample:post-codes --method ppw -k 32 --device cuda --require-interop --size 1280x800 &
        local program=$!
        sleep 6
        $x_launch xdotool mousemove 640 400 mousemove 700 420 2>/dev/null
        sleep 2
        $x_launch xwd -root -silent -out "$out/window.xwd"
        # --require-interop ends the program when the path is another one: that it still runs is the proof.
        kill $program && echo "path interop" && [ -s "$out/window.xwd" ]
    }
    step window 's/.*interop.*/&/p' window
fi
printf '%s\n' "${rows[@]}"
exit $failed
