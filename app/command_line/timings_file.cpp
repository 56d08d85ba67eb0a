#include "app/command_line/timings_file.hpp"

#include "app/command_line/json_parts.hpp"
#include "app/session/sentences/search_texts.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace neighborscope::shell {
namespace {

Json spread_json(const Spread& spread) { return {{"median", spread.median}, {"minimum", spread.minimum}, {"maximum", spread.maximum}}; }

/// An integer if a double represents it exactly.
Json count_json(double count) { return std::abs(count) < 0x1p53 && count == std::floor(count) ? Json(std::int64_t(count)) : Json(count); }

Json iterations_json(const std::vector<Iteration>& iterations) {
    Json list = Json::array();
    for (const Iteration& one : iterations) list.push_back({{"what", one.what}, {"queries", one.queries}, {"tasks", one.tasks}});
    return list;
}

Json index_json(const std::optional<IndexUpdate>& index_update) {
    if (!index_update) return nullptr;
    return {{"created", index_update->created}, {"why", index_update->why}, {"rebuilds", index_update->rebuilds},
        {"creation_milliseconds", index_update->creation_milliseconds}, {"indexing_milliseconds", index_update->indexing_milliseconds}};
}

/// Null if builds were not repeated.
Json builds_json(const BuildTimes& build) {
    if (build.again.empty()) return nullptr;
    const auto [least, most] = std::minmax_element(build.again.begin(), build.again.end());
    return {{"first_milliseconds", build.first}, {"runs", build.again.size()}, {"minimum_milliseconds", *least},
        {"maximum_milliseconds", *most}};
}

Json measured_json(const Measurement& measured) {
    Json phases = Json::array();
    for (const MeasuredPhase& phase : measured.phases) {
        Json entry = {{"name", phase.name}, {"milliseconds", spread_json(phase.milliseconds)},
            {"bytes", count_json(phase.lower_bound.bytes)}, {"operations", count_json(phase.lower_bound.operations)},
            {"formula", explain_lower_bound(phase.lower_bound)}};
        if (phase.inside) {
            entry["share"] = phase.inside->share;
            entry["imbalance"] = phase.inside->imbalance;
            entry["stamping_overhead"] = phase.inside->stamping_overhead;
        }
        phases.push_back(std::move(entry));
    }
    return {
        {"runs", measured.runs},
        {"warmed_up", measured.warmed_up},
        {"total_milliseconds", spread_json(measured.total)},
        {"build_milliseconds", measured.build.first > 0 ? Json(measured.build.milliseconds()) : Json()},
        {"builds", builds_json(measured.build)},
        {"chosen", measured.chosen.empty() ? Json() : Json(measured.chosen)},
        {"index", index_json(measured.index_update)},
        {"phases", phases},
        {"counters", counters_json(measured.counters)},
        {"neighbours_within", measured.neighbours_within ? Json(*measured.neighbours_within) : Json()},
        {"iterations", iterations_json(measured.iterations)},
    };
}

Json devices_json(const Measurement& measured) {
    if (measured.devices.empty()) return nullptr;
    Json list = Json::array();
    for (const DeviceTime& one : measured.devices)
        list.push_back({{"device", one.device}, {"points", one.points}, {"queries", one.queries}, {"working_milliseconds", one.working},
            {"waiting_milliseconds", one.waiting}, {"communicating_milliseconds", one.communicating}});
    return {{"communication", measured.communication}, {"of", list}};
}

}  // namespace

std::string timings_json(const TimingsInput& timed) {
    Json json = {
        {"device", std::string(name(timed.device.kind))},
        {"device_name", timed.device.name},
        {"method", std::string(timed.method.info.name)},
        {"approximate", timed.method.info.supports.approximate},
        {"options", options_json(timed.options)},
        {"data", data_json(timed.data)},
        {"queries", timed.queries},
        {"k", timed.k},
        {"metric", std::string(name(timed.metric))},
        {"exclude_self", timed.exclude_self},
    };
    json.update(measured_json(timed.measured));
    json["devices"] = devices_json(timed.measured);
    if (timed.ticks.empty()) return json_text(json);
    json["ticks"] = Json::array();
    for (const MeasuredTick& tick : timed.ticks) {
        json["ticks"].push_back({{"tick", tick.number}, {"queries", tick.queries}});
        json["ticks"].back().update(measured_json(tick.measured));
    }
    return json_text(json);
}

}  // namespace neighborscope::shell
