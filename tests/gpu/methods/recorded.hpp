// What tests of records share: data, and replaying a record.
#pragma once
#include "tests/gpu/support.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace neighborscope::test {

inline Data cloud(int count, int dimension, unsigned seed, bool exclude = false) {
    std::mt19937 random(seed);
    Data data;
    data.dimension = dimension;
    for (int i = 0; i < count * dimension; ++i) data.points.push_back(float(random() % 97) / 4);  // coarse: equal distances occur
    if (exclude) {
        data.queries.assign(data.points.begin(), data.points.begin() + dimension);
        data.exclude = {0};
    } else {
        for (int d = 0; d < dimension; ++d) data.queries.push_back(float(random() % 97) / 4);
    }
    return data;
}

inline std::string_view kind_of(const Method& method, const Step& step) { return method.info.step_kinds.at(std::size_t(step.kind)).name; }

inline std::int64_t count_steps(const Method& method, const Steps& steps, int phase, std::initializer_list<std::string_view> kinds) {
    return std::count_if(steps.begin(), steps.end(), [&](const Step& step) {
        return (phase < 0 || step.phase == phase) && std::find(kinds.begin(), kinds.end(), kind_of(method, step)) != kinds.end();
    });
}

/// All values of a step, NaN equal to NaN.
inline auto all_of(const Step& s) {
    const auto bits = [](float x) { return std::isnan(x) ? 0x7fc00000u : std::bit_cast<unsigned>(x); };
    return std::tuple(s.iteration, s.phase, s.kind, s.block, s.actor, s.round, s.entered.index, bits(s.entered.distance), s.left.index,
        bits(s.left.distance), bits(s.bound), s.size, s.source, s.quadrant.cell, s.quadrant.up, bits(s.nearest), bits(s.reach), s.way,
        s.visit);
}

inline void expect_same(const Steps& a, const Steps& b, const std::string& where) {
    ASSERT_EQ(a.size(), b.size()) << where;
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(all_of(a[i]), all_of(b[i])) << where << ", step " << i;
}

/// Entries of a list of k over these points: at most their number.
inline int list_width(const Data& data, int k) { return int(std::clamp<std::int64_t>(data.count(), 1, k)); }

/// The contents of each (structure, block, actor).
using Entry = std::pair<float, std::int32_t>;
using StructuresAfterReplay = std::map<std::tuple<int, int, int>, std::set<Entry>>;

/// Replays a record: what leaves was there, what enters was not, sizes are right, nothing exceeds the bound when it enters,
/// a heap's bound is its farthest entry. A structure that holds more than k, or entries beyond the bound, is a buffer; `rounding`: of
/// bounds.
inline StructuresAfterReplay play(const Method& method, const Steps& steps, int k, float rounding = 0) {
    StructuresAfterReplay held;
    std::map<std::tuple<int, int, int>, float> bound;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Step& step = steps[i];
        const StepKind& kind = method.info.step_kinds.at(std::size_t(step.kind));
        EXPECT_LT(step.phase, int(method.info.phases.size()));
        for (const int line : kind.lines) EXPECT_LT(line, int(method.info.pseudo_code.size())) << kind.name;
        if (i > 0) {
            const Step& before = steps[i - 1];
            EXPECT_LE(std::tie(before.iteration, before.phase, before.round, before.block, before.actor),
                std::tie(step.iteration, step.phase, step.round, step.block, step.actor))
                << "step " << i;
        }
        if (kind.structure < 0) continue;
        EXPECT_LT(kind.structure, int(method.info.structures.size()));
        const std::tuple<int, int, int> place{kind.structure, step.block, step.actor};
        std::set<Entry>& entries = held[place];
        if (step.left.index >= 0) {
            EXPECT_EQ(entries.erase({step.left.distance, step.left.index}), 1u) << "step " << i << " lets go what is not there";
        }
        if (step.entered.index >= 0) {
            EXPECT_TRUE(entries.insert({step.entered.distance, step.entered.index}).second) << "step " << i << " enters twice";
            if (const auto before = bound.find(place); before != bound.end()) {
                EXPECT_LE(step.entered.distance, before->second + rounding) << "step " << i;
            }
        }
        EXPECT_EQ(int(entries.size()), step.size) << "step " << i << ", " << kind.name;
        if (method.info.structures[std::size_t(kind.structure)].find("buffer") == std::string_view::npos) {
            EXPECT_LE(step.size, k) << "step " << i;
        }
        if (entries.empty()) bound.erase(place);  // a search that restarts may have a greater one
        if (std::isnan(step.bound)) continue;
        bound[place] = step.bound;
        if (kind.name == "push" || kind.name == "eviction") {
            EXPECT_EQ(step.bound, entries.rbegin()->first) << "step " << i;
            EXPECT_EQ(step.size, k) << "step " << i;
        }
    }
    return held;
}

/// The list that the steps of the last phase make.
inline Found list_of(const Method& method, const Steps& steps, int k) {
    Found found;
    found.index.assign(std::size_t(k), -1);
    found.distance.assign(std::size_t(k), std::numeric_limits<float>::quiet_NaN());
    for (const Step& step : steps) {
        if (kind_of(method, step) != "place") continue;
        found.index.at(std::size_t(step.size - 1)) = step.entered.index;
        found.distance.at(std::size_t(step.size - 1)) = step.entered.distance;
    }
    return found;
}

inline void expect_same_lists(const Found& a, const Found& b, const std::string& where) {
    EXPECT_EQ(a.index, b.index) << where;
    for (std::size_t i = 0; i < a.distance.size(); ++i) {
        if (std::isnan(a.distance[i])) EXPECT_TRUE(std::isnan(b.distance[i])) << where << ", rank " << i;
        else EXPECT_EQ(a.distance[i], b.distance[i]) << where << ", rank " << i;
    }
}

}  // namespace neighborscope::test
