#!/usr/bin/env bash
# Rooms and arrows: every source lies in a room of ARCHITECTURE.md's table, and includes nothing from a room above its own.
# A room is a folder with all folders in it that are no rooms themselves. Prints what breaks this, and fails.
set -euo pipefail
cd "$(dirname "$0")/.."
. app/setup.sh

mapfile -t rooms < <(sed -n 's/^| `\([a-z_/]*\)` .*/\1/p' ARCHITECTURE.md)
[ ${#rooms[@]} -gt 0 ] || { echo "ARCHITECTURE.md: no table of rooms"; exit 1; }
for room in "${rooms[@]}"; do
    [ -d "$room" ] || { echo "ARCHITECTURE.md: there is no folder $room"; exit 1; }
done

sources_in app gpu render | xargs grep -oH '^#include "\(app\|gpu\|render\)/[^"]*"' | sed 's/#include //; s/"//g' |
    awk -v rooms="${rooms[*]}" '
        BEGIN { count = split(rooms, room, " "); for (i = 1; i <= count; ++i) place[room[i]] = i }  # from the highest to the lowest
        function room_of(file) { while (sub("/[^/]*$", "", file)) if (file in place) return file; return "" }
        { split($0, pair, ":"); from = room_of(pair[1]); to = room_of(pair[2]) }
        from == "" { if (!told[pair[1]]++) print pair[1] ": lies in no room"; wrong = 1; next }
        to != "" && place[to] < place[from] { print pair[1] ": includes " pair[2] ", and " to " is above " from; wrong = 1 }
        { ++includes }
        END { if (!wrong) print count " rooms, " includes " includes, none upward"; exit wrong }'
