#include "app/session/stepping/narrate.hpp"

#include "app/session/points/loaded_data.hpp"
#include "app/session/shown/view_model.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

constexpr const char* none = "\u2013";

std::string number(std::int64_t value) { return value < 0 ? none : text_of_count(value); }

/// "leaf 17", "part of leaf 17", "leaves 107 to 110".
std::string leaves_text(const RecordedTree& tree, const StepQuadrant& quadrant) {
    const auto [first, end] = tree.leaves_of(quadrant);
    if (end - first > 1) return "leaves " + text_of_count(first) + " to " + text_of_count(end - 1);
    return (quadrant == tree.quadrant_of(first) ? "leaf " : "part of leaf ") + text_of_count(first);
}

/// The k-th distance before the present update.
std::string before_text(const Recording& record, std::int64_t position) {
    const Step& step = record.at(position);
    const std::span<const LeafVisit> visits = record.visits_at(position);
    const int visit = step.visit - 1;
    if (visit < 1 || std::size_t(visit) > visits.size()) return {};
    const double before = double(visits[std::size_t(visit - 1)].bound);
    if (!std::isfinite(before)) return "; the list is now full";
    return "; before it was " + distances_apart(before, double(step.bound), 10 * record.farthest).first;
}

/// Of a walk down the levels: the distance of the nearest row before this step.
float former_distance(const Recording& record, std::int64_t position) {
    while (--position > 0) {
        const StepKind& kind = record.kind_at(position);
        if (kind.walk == WalkEvent::begin || (kind.walk == WalkEvent::compare && kind.decision)) return record.at(position).seen.distance;
    }
    return std::numeric_limits<float>::quiet_NaN();
}

std::string value_of(const Recording& record, std::int64_t position, std::string_view name) {
    const Step& step = record.at(position);
    if (name == "block") return number(step.block);
    if (name == "actor") return number(step.actor);
    if (name == "round") return number(step.round);
    if (name == "point") return row_text_of(record, step.entered.index);
    if (name == "distance") return distance_text(record, step.entered.distance);
    if (name == "left") return row_text_of(record, step.left.index);
    if (name == "left distance") return distance_text(record, step.left.distance);
    if (name == "bound") return distance_text(record, step.bound);
    if (name == "size") return number(step.size);
    if (name == "k") return number(record.k);
    if (name == "source") return number(step.source);
    if (name == "way") return step.way == 0 ? "left" : step.way == 1 ? "right" : "own leaf";
    if (name == "visit") return number(step.visit);
    if (name == "before") return before_text(record, position);
    if (name == "seen") return row_text_of(record, step.seen.index);
    if (name == "seen distance") return distance_text(record, step.seen.distance);
    if (name == "former distance") return distance_text(record, former_distance(record, position));
    if (name == "from") return row_text_of(record, step.from);
    if (name == "level") return number(step.level);
    if (name == "list") return number(step.list);
    if (name == "rank") return step.size == 1 ? std::string() : ordinal(step.size);
    if (name == "reach") return distance_text(record, step.reach);
    const auto [nearest, bound] = distances_apart(double(step.nearest), double(step.bound), 10 * record.farthest);
    if (name == "nearest") return nearest;
    if (name == "kth")
        return std::isfinite(step.bound) ? "the " + ordinal(record.k) + " neighbour is at " + bound : "the list is not full yet";
    if (record.tree && record.tree->leaves() > 0) {
        if (name == "leaf") {
            const int half = step.quadrant.half;
            return std::string(half == 0   ? "the first half of "
                               : half == 1 ? "the second half of "
                                           : "") +
                   "leaf " + text_of_count(record.tree->leaf_of(step.quadrant.cell));
        }
        if (name == "leaves") return leaves_text(*record.tree, step.quadrant);
    }
    return "{" + std::string(name) + "}";
}

/// Whether several blocks took part, so that a thread needs its block's number.
bool several_blocks(const Recording& record) {
    // Steps of one round are interleaved, so that a second block appears early.
    const std::size_t look = std::min<std::size_t>(record.steps.size(), 4096);
    return std::any_of(record.steps.begin(), record.steps.begin() + std::ptrdiff_t(look), [](const Step& step) { return step.block > 0; });
}

}  // namespace

std::string ordinal(std::int64_t number) {
    const bool teens = number % 100 / 10 == 1;
    const int last = int(number % 10);
    return text_of_count(number) + (teens || last < 1 || last > 3 ? "th" : last == 1 ? "st" : last == 2 ? "nd" : "rd");
}

std::string row_text_of(const Recording& record, std::int32_t index) {
    if (index < 0) return none;
    const bool known = record.data && index < record.data->set.count();
    return text_of_count(known ? record.data->set.file_row(index) : index);
}

std::string distance_text(const Recording& record, double distance) {
    return std::isfinite(distance) ? text_of_coordinate(distance, 10 * std::max(record.farthest, 1e-30)) : none;
}

std::pair<std::string, std::string> distances_apart(double a, double b, double extent) {
    extent = std::max(extent, 1e-30);
    const double finest = 1e-4 * std::max({std::abs(a), std::abs(b), 1e-30});
    const auto text = [&](double value) { return text_of_coordinate(value, extent); };
    while (a != b && text(a) == text(b) && extent > finest) extent /= 10;
    return {text(a), text(b)};
}

std::string narrate_step(const Recording& record, std::int64_t position) {
    if (record.count() == 0) return "The recording is empty.";
    if (position <= 0) return "Nothing has happened yet. " + text_of_count(record.count()) + " steps follow.";
    position = std::min(position, record.count());
    std::string text;
    std::string_view left = record.kind_at(position).sentence;
    while (!left.empty()) {
        const std::size_t open = left.find('{'), close = open == std::string_view::npos ? open : left.find('}', open);
        if (close == std::string_view::npos) break;
        text += left.substr(0, open);
        text += value_of(record, position, left.substr(open + 1, close - open - 1));
        left.remove_prefix(close + 1);
        for (const std::string_view several : {" points", " rows", " lists"}) {
            if (!text.ends_with(" 1") || !left.starts_with(several)) continue;
            text += several.substr(0, several.size() - 1);
            left.remove_prefix(several.size());
        }
    }
    return text + std::string(left);
}

std::string step_text(std::int64_t position, std::int64_t count) {
    return "step " + text_of_count(position) + " of " + text_of_count(count);
}

std::string structure_title(const Recording& record, int structure, int block, int actor) {
    const auto& names = record.method->info.structures;
    if (structure < 0 || std::size_t(structure) >= names.size()) return {};
    std::string title(names[std::size_t(structure)]);
    // "of a thread" becomes "of thread 37"; a block has its own number.
    const std::string article = " of a ";
    const std::size_t at = title.find(article);
    const bool of_block = at != std::string::npos && title.compare(at + article.size(), 5, "block") == 0;
    const int its = of_block ? block : actor;
    if (at != std::string::npos && its >= 0) {
        title.replace(at, article.size(), " of ");
        title += " " + text_of_count(its);
    }
    if (!of_block && actor >= 0 && block >= 0 && several_blocks(record)) title += ", block " + text_of_count(block);
    return title;
}

std::string kind_name(const Recording& record, std::int64_t position) {
    return position < 1 || position > record.count() ? std::string() : std::string(record.kind_at(position).name);
}

}  // namespace neighborscope
