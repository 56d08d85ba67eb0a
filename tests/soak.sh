#!/usr/bin/env bash
# Uses the windows without a pause and without aim, and watches what they take: each is opened on a display of its own, and mouse, wheel,
# keys and commands come as a fixed seed has them, three times the same. What the first time makes once, the second finds made: fails when
# the third time takes more memory than the second, when a window ends, gives no sign of life afterwards, or did not come back to its
# events for longer than HANG milliseconds. How long its longest turns were is printed. Below three minutes a slow machine does not get
# through the same things each time: then memory is told and not judged.
#   tests/soak.sh [SECONDS [PROGRAM [WINDOW...]]]     30, build/ci/app/neighborscope, light and desktop without more
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-30}
program=${2:-build/ci/app/neighborscope}
windows=("${@:3}")
[ ${#windows[@]} -gt 0 ] || windows=(light desktop)
hang=${HANG:-3000}      # milliseconds
growth=${GROWTH:-6000}  # KiB that the third time may add
answers=50              # milliseconds within which a window should be back

mapfile -t commands < <(tr -s ' \n' '\n' <<'LIST'
view.fit view.2d view.3d view.toggle_links view.theme view.instruments view.toggle_morton view.colour_next view.colour_previous
view.cells.none view.cells.outlines view.cells.occupancy view.cells.depth view.cells.work view.dock.bottom view.present
method.heap method.quadtree-cached method.quadtree-coalesced method.nanoflann method.serial method.presets
query.k.more query.k.fewer query.k.16 query.k.32 query.pin query.middle query.costliest query.why query.metric.manhattan
query.metric.euclidean query.exclude_self edit.undo edit.redo edit.copy_neighbours step.open step.play step.last step.next_visit
data.sample.earthquakes data.sample.airports help.shortcuts help.about
LIST
)
keys=(space Right Left Up Down Home End m 2 3 g f Tab Escape ctrl+z ctrl+y bracketleft bracketright n c r z s v k w j p t alt+3 alt+5
    ctrl+3 F1 Escape F8 F5 F5 ctrl+Left ctrl+Up period Escape)

first=(data.sample.earthquakes method.quadtree-cached view.2d view.cells.occupancy view.fit)  # each time begins with these

# One batch of what somebody might do, for xdotool. Menus stay closed: they lead to dialogs that wait for a file, and to Quit.
batch() {
    local i x y what
    actions=(key Escape)
    for ((i = 0; i < 12; ++i)); do
        x=$((5 + RANDOM % 1270)) y=$((32 + RANDOM % 740)) what=$((RANDOM % 100))
        if ((what < 60)); then actions+=(mousemove "$x" "$y")
        elif ((what < 72)); then actions+=(mousemove "$x" "$y" click 1)
        elif ((what < 80)); then actions+=(click $((4 + RANDOM % 2)))
        elif ((what < 88)); then actions+=(mousemove "$x" "$y" mousedown 1 mousemove_relative -- 30 20 mousemove_relative -- -5 9 mouseup 1)
        elif ((what < 98)); then actions+=(key "${keys[RANDOM % ${#keys[@]}]}")
        else actions+=(key Escape key ctrl+k sleep 0.2 type --delay 1 "${commands[RANDOM % ${#commands[@]}]}"$'\n'); fi
        # What is typed ends the list: xdotool takes all that follows as text.
        [ "${actions[-1]: -1}" != $'\n' ] || break
    done
}

resident() { awk '/^VmRSS/ { print $2 }' "/proc/$1/status"; }  # KiB

beats() { cat "$1" 2>/dev/null | wc -l; }  # seconds in which there was a turn

stop_all() { for one in "${started[@]}"; do kill "$one" 2>/dev/null || true; done; started=(); }

soak() { # window
    local window=$1 home began at next=0 time=-1 left command arguments=(sample:earthquakes --method quadtree-cached -k 16) pid now
    home=$(mktemp -d)
    [ "$window" = light ] && arguments+=(--light)
    mkfifo "$home/display"
    Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp 3>"$home/display" >/dev/null 2>&1 &
    started+=($!)
    read -r at <"$home/display"
    export DISPLAY=:$at
    HOME=$home XDG_CONFIG_HOME=$home XDG_DATA_HOME=$home QT_QPA_PLATFORM=xcb NEIGHBORSCOPE_SAMPLES=$PWD/assets/samples \
        NEIGHBORSCOPE_HEARTBEAT=$home/beats "$program" "${arguments[@]}" >"$home/said" 2>&1 &
    pid=$!
    started+=("$pid")
    at=$(timeout 300 xdotool search --sync --onlyvisible --name Neighborscope 2>/dev/null | head -1) ||
        { echo "$window: no window within 300 s"; cat "$home/said"; return 1; }
    xdotool windowfocus "$at" 2>/dev/null || true
    began=$SECONDS
    while now=$((SECONDS - began)) && ((now < seconds)); do
        kill -0 "$pid" 2>/dev/null || { echo "$window: ended after $now s"; tail -5 "$home/said"; return 1; }
        if ((now * 3 / seconds != time)); then
            time=$((now * 3 / seconds))
            RANDOM=7
            for command in "${first[@]}"; do
                xdotool key Escape key ctrl+k sleep 0.2 type --delay 1 "$command"$'\n' >/dev/null 2>&1 || true
            done
        fi
        batch
        xdotool "${actions[@]}" >/dev/null 2>&1 || true
        sleep 0.1
        if ((now >= next)); then
            printf '%d %d\n' "$now" "$(resident "$pid")" >>"$home/memory"
            ((next % 5)) || echo "$window: $now s, $(($(tail -1 "$home/memory" | cut -d' ' -f2) / 1024)) MiB"
            next=$((now + 1))
        fi
    done
    # It answers once more, however busy the machine is.
    began=$SECONDS now=$(beats "$home/beats")
    until (($(beats "$home/beats") > now || SECONDS - began > 300)); do
        xdotool mousemove 300 300 mousemove 500 400 >/dev/null 2>&1 || true
        sleep 1
    done
    (($(beats "$home/beats") > now)) || { echo "$window: no sign of life for 300 s"; return 1; }
    now=$(awk 'END { print NR ? $1 : 0 }' "$home/beats")
    awk -v window="$window" -v hang="$hang" -v limit="$answers" '
        $2 > most { most = $2; processor = $3; at = $1 }
        $2 > limit { printf "  %.0f ms at %.0f s, %.0f ms of them its own\n", $2, $1, $3; ++longer }
        END {
            printf "%s: longest turn %.0f ms (its own: %.0f ms) at %.0f s; over %d ms in %d of %d seconds\n", window, most, processor, at, limit,
                longer, NR
            exit NR == 0 || most > hang
        }' "$home/beats" || { echo "$window: hung, or gave no sign of life"; return 1; }
    # The medians of the second and of the third time.
    awk -v window="$window" -v third=$((seconds / 3)) -v most="$growth" '
        function middle(of, n, i, j, kept) {
            for (i = 2; i <= n; ++i)
                for (j = i; j > 1 && of[j] < of[j - 1]; --j) { kept = of[j]; of[j] = of[j - 1]; of[j - 1] = kept }
            return of[int((n + 1) / 2)]
        }
        $1 >= third && $1 < 2 * third { second[++n] = $2 }
        $1 >= 2 * third { last[++m] = $2 }
        END {
            grown = middle(last, m) - middle(second, n)
            printf "%s: the third time took %+.1f MiB more than the second, %+.2f MiB a minute\n", window, grown / 1024, grown / 1024 * 60 / third
            exit third >= 60 && grown > most
        }' "$home/memory" || { echo "$window: memory still grows"; return 1; }
    left=$(tail -1 "$home/memory" | cut -d' ' -f2)
    kill -0 "$pid" 2>/dev/null || { echo "$window: ended"; return 1; }
    echo "$window: lives, last beat at $now s, $((left / 1024)) MiB"
    rm -r "$home"
}

started=()
trap stop_all EXIT
status=0
for window in "${windows[@]}"; do
    soak "$window" || status=1
    stop_all
done
exit $status
