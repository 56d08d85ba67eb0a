#include "app/command_line/ticks.hpp"

#include "app/command_line/arguments.hpp"
#include "app/command_line/console.hpp"
#include "app/command_line/report.hpp"
#include "app/command_line/table.hpp"

namespace neighborscope::shell {
namespace {

constexpr std::size_t shown = 5;  // of the first ticks, and of the last

}  // namespace

std::int64_t ticks_in(const std::string& typed, const DataSet& data) {
    if (typed.empty()) return 0;
    const std::int64_t ticks = integer_in(typed, "--ticks", 1, 1000000000);
    if (!data.motion)
        throw Error(Failure::usage, "--ticks: the points of " + printable(data.name) + " stand still",
            "what moves are tables with a header tick,id,x,y and the generator roads:");
    const std::int64_t most = data.motion->ticks();
    if (most > 0 && ticks > most)
        throw Error(Failure::usage,
            "--ticks " + typed + ": " + printable(data.name) + " has " + std::to_string(most) + (most == 1 ? " tick" : " ticks"),
            "ask for at most " + std::to_string(most));
    return ticks;
}

std::string ticks_text(const std::vector<MeasuredTick>& ticks) {
    bool builds = false;
    double longest = 0;
    for (const MeasuredTick& tick : ticks) {
        builds = builds || tick.measured.build_milliseconds > 0;
        longest = std::max(longest, tick.measured.total.median);
    }
    Table table;
    table.column("tick");
    table.column("total ms");
    if (builds) table.column("build ms");
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        if (ticks.size() > 2 * shown && i >= shown && i + shown < ticks.size()) {
            if (i == shown) table.row(builds ? std::vector<std::string>{"...", "", ""} : std::vector<std::string>{"...", ""});
            continue;
        }
        std::vector<std::string> cells{std::to_string(ticks[i].number), number_text(ticks[i].measured.total.median, longest, 4)};
        if (builds) cells.push_back(number_text(ticks[i].measured.build_milliseconds, longest, 4));
        table.row(std::move(cells));
    }
    return table.text();
}

}  // namespace neighborscope::shell
