#include "app/session/stepping/walk_steps.hpp"

#include <algorithm>

namespace neighborscope {
std::vector<WalkSteps::Row> WalkSteps::descent() const {
    const auto last = std::find_if(followed.begin(), followed.end(), [](const Row& one) { return one.level <= 0; });
    return {followed.begin(), last == followed.end() ? last : last + 1};
}

WalkSteps walk_steps(const Recording& record, std::int64_t position) {
    WalkSteps walk;
    const std::vector<StepKind>& kinds = record.method->info.step_kinds;
    walk.walks = std::any_of(kinds.begin(), kinds.end(), [](const StepKind& kind) { return kind.walk != WalkEvent::none; });
    for (std::int64_t at = 1; walk.walks && at <= std::min(position, record.count()); ++at) {
        const Step& step = record.at(at);
        const StepKind& kind = record.kind_of(step);
        walk.current = {};
        if (step.level >= 0) walk.level = step.level;
        switch (kind.walk) {
            case WalkEvent::begin:  // once more where level 0 begins
                if (walk.entry.row < 0) walk.entry = {step.seen.index, step.level};
                walk.following = {};
                break;
            case WalkEvent::follow:
                walk.following = {step.seen.index, step.level};
                walk.followed.push_back(walk.following);
                break;
            case WalkEvent::probe:
                walk.following = {};
                walk.lists.push_back(step.list);
                break;
            case WalkEvent::compare:
                walk.current = {step.from, step.seen.index, step.level, step.entered.index >= 0, kind.refuses};
                walk.compared.push_back(walk.current);
                break;
            case WalkEvent::end:
                walk.following = {};
                walk.ended = true;
                walk.end = step.seen.index;
                walk.end_distance = double(step.seen.distance);
                break;
            case WalkEvent::none: walk.following = {}; break;
        }
    }
    return walk;
}

}  // namespace neighborscope
