#include "app/command_line/ticks.hpp"

#include "app/data/points/point_set.hpp"
#include "app/command_line/arguments.hpp"
#include "app/command_line/console.hpp"
#include "app/command_line/table.hpp"

#include <algorithm>
#include <utility>

namespace neighborscope::shell {
namespace {

constexpr std::size_t shown = 5;                  // ticks at the beginning and at the end
constexpr std::int64_t most_rebuilds_shown = 10;  // ticks between these

void refuse_still(const DataSet& data, const std::string& option) {
    if (data.motion) return;
    throw Error(Failure::usage, option + ": the points of " + printable(data.name) + " do not move",
        "leave " + option +
            " out; points that move are tables with the header tick,id,x,y and more than one tick, and the generators uniform:, hotspots: "
            "and roads:");
}

}  // namespace

std::int64_t move_to_tick(const std::string& typed, DataSet& data, const Progress& progress) {
    const std::int64_t wanted =
        integer_in(typed, "--tick", std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max(), 0);
    refuse_still(data, "--tick");
    const std::int64_t first = data.motion->tick_number(0), all = data.motion->ticks();
    const auto tick_cursor = data.motion->tick_cursor(progress);
    std::int64_t tick = 0;
    while (data.motion->tick_number(tick) < wanted && (all == 0 || tick + 1 < all)) {
        tick_cursor->next(data.coordinates, progress);
        ++tick;
    }
    if (data.motion->tick_number(tick) != wanted)
        throw Error(Failure::usage, "--tick " + typed + ": " + printable(data.name) + " has no such tick",
            "its ticks are " + std::to_string(first) +
                (all > 0 ? " to " + std::to_string(data.motion->tick_number(all - 1)) : " and later"));
    return tick;
}

std::int64_t ticks_in(const std::string& typed, const DataSet& data) {
    if (typed.empty()) return 0;
    const std::int64_t ticks = integer_in(typed, "--ticks", 1, 1000000000, 30);
    refuse_still(data, "--ticks");
    const std::int64_t most = data.motion->ticks();
    if (most > 0 && ticks > most)
        throw Error(Failure::usage,
            "--ticks " + typed + ": " + printable(data.name) + " has " + std::to_string(most) + (most == 1 ? " tick" : " ticks"),
            "give at most " + std::to_string(most));
    return ticks;
}

void for_each_tick(
    const Question& question, DataSet& data, QueryBatch& batch, std::int64_t ticks, const Progress& progress, const TickVisitor& at_tick) {
    const double all = double(std::max<std::int64_t>(ticks, 1));
    PointSet points = points_on(question.device, data, progress);
    if (ticks > 0) points.set_extent(data.motion->extent());  // points that do not move need only their own box
    Searcher searcher(question.method, points, question.options, progress);
    const std::unique_ptr<TickCursor> tick_cursor = ticks > 0 ? data.motion->tick_cursor(progress) : nullptr;
    std::optional<QuerySet> queries;
    std::optional<ListSet> found;
    for (std::int64_t tick = 0; tick < std::max<std::int64_t>(ticks, 1); ++tick) {
        const Progress part{
            [&](double done, double total) { progress.step(double(tick) + (total > 0 ? std::min(done / total, 1.0) : 0), all); },
            progress.stop};
        if (tick > 0) {
            tick_cursor->next(data.coordinates, part);
            batch.at_tick(data, tick, question.exclude_self);
            points.move(data.coordinates);
            searcher.points_moved(part);
        }
        if (!queries || batch.kind != QueryKind::self || !batch.query_rows.empty()) queries.emplace(batch.on(points));
        if (!found || found->queries() != batch.count) {
            found.reset();  // free the old index before building the new one
            found.emplace(question.device, batch.count, points.list_width(question.k));
        }
        at_tick(tick, searcher, *queries, *found, part);
    }
}

Answer search_ticks(
    const Question& question, DataSet& data, QueryBatch& batch, MeasurePlan plan, std::int64_t ticks, const Progress& progress) {
    Answer answer;
    const bool steps = plan.steps, moves = ticks > 0;
    if (moves) plan.phases = plan.once = true;
    for_each_tick(question, data, batch, ticks, progress,
        [&](std::int64_t tick, Searcher& searcher, const QuerySet& queries, ListSet& found, const Progress& part) {
            if (moves && tick == 0) {  // warm-up
                const auto search = [&](Measure what) { return searcher.search(queries, question.k, question.metric, found, part, what); };
                const double build = search(Measure::total).build_milliseconds;
                if (build > 0 && build < neighborscope::measure::slow_build) {
                    searcher.rebuild_index(part.without_report());
                    search(Measure::total);
                }
                search(Measure::phases);
            }
            plan.steps = steps && tick + 1 >= ticks;
            Measurement measured = measure(searcher, queries, question.k, question.metric, found, plan, part);
            if (moves) answer.ticks.push_back({data.motion->tick_number(tick), batch.count, std::move(measured)});
            else answer.measured = std::move(measured);
            if (tick + 1 < ticks) return;
            answer.lists = {{}, {}, batch.count, found.k(), question.k};
            found.fetch(answer.lists.index, answer.lists.distance);
        });
    if (moves) answer.measured = summarise_ticks(answer.ticks);
    return answer;
}

FetchedLists lists_of_rows(const FetchedLists& lists, const QueryBatch& batch, const DataSet& data) {
    const std::size_t k = std::size_t(lists.k), entries = std::size_t(data.count()) * k;
    FetchedLists all{std::vector<std::int32_t>(entries, -1), std::vector<float>(entries, std::numeric_limits<float>::quiet_NaN()),
        data.count(), lists.k, lists.wanted};
    for (std::size_t i = 0; i < batch.query_rows.size(); ++i) {
        const std::ptrdiff_t from = std::ptrdiff_t(i * k), to = std::ptrdiff_t(std::size_t(batch.query_rows[i]) * k);
        std::copy_n(lists.index.begin() + from, k, all.index.begin() + to);
        std::copy_n(lists.distance.begin() + from, k, all.distance.begin() + to);
    }
    return all;
}

std::string ticks_text(const std::vector<MeasuredTick>& ticks) {
    constexpr std::string_view compared[] = {"distances", "leaves visited", "quadrants skipped"};
    bool builds = false, keeps = false;
    double longest = 0;
    std::int64_t rebuilds = 0, rebuilds_shown = 0;
    for (const MeasuredTick& tick : ticks) {
        builds = builds || tick.measured.build.first > 0;
        keeps = keeps || tick.measured.index_update;
        longest = std::max(longest, tick.measured.total.median);
    }
    const auto counted = [](const MeasuredTick& tick, std::string_view name) {
        const std::vector<Counter>& counters = tick.measured.counters;
        return std::find_if(counters.begin(), counters.end(), [&](const Counter& one) { return one.name == name; });
    };
    Table table;
    table.column("tick");
    table.column("total ms");
    std::vector<std::string> gap{"...", ""};
    if (builds) table.column("build ms"), gap.emplace_back();
    std::vector<std::string_view> names;
    for (const std::string_view name : compared)
        if (counted(ticks.front(), name) != ticks.front().measured.counters.end()) {
            names.push_back(name);
            table.column(std::string(name)), gap.emplace_back();
        }
    if (keeps) table.column("index", Table::Align::left), gap.emplace_back();
    std::int64_t left_out = 0;
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const Measurement& measured = ticks[i].measured;
        const bool anew = i > 0 && measured.index_update && measured.index_update->created;
        rebuilds += anew;
        // Of many ticks shows the first, the last, and those that rebuilt the index.
        if (ticks.size() > 2 * shown && i >= shown && i + shown < ticks.size() && (!anew || ++rebuilds_shown > most_rebuilds_shown)) {
            ++left_out;
            continue;
        }
        if (std::exchange(left_out, 0) > 0) table.row(gap);
        std::vector<std::string> cells{std::to_string(ticks[i].number), number_text(measured.total.median, longest, 4)};
        if (builds) cells.push_back(number_text(measured.build.milliseconds(), longest, 4));
        for (const std::string_view name : names) {
            const auto found = counted(ticks[i], name);
            cells.push_back(found == measured.counters.end() ? "" : std::to_string(found->value));
        }
        if (keeps)
            cells.push_back(!measured.index_update               ? ""
                            : !measured.index_update->created    ? "kept"
                            : measured.index_update->why.empty() ? "created"
                                                                 : "rebuilt: " + measured.index_update->why);
        table.row(std::move(cells));
    }
    std::string text = table.text();
    if (keeps) text += "the index was rebuilt at " + std::to_string(rebuilds) + " of " + std::to_string(ticks.size()) + " ticks\n";
    return text;
}

}  // namespace neighborscope::shell
