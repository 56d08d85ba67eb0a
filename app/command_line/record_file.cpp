#include "app/command_line/record_file.hpp"

#include "app/command_line/json_parts.hpp"

#include <charconv>
#include <cmath>

namespace neighborscope::shell {
namespace {

template <class Number>
void append_number(std::string& text, Number value) {
    char digits[32];
    text.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

/// Appends true coordinates of the low corner, then the side; for a box that is not a square or cube its size along each axis.
void append_box(std::string& text, const DataSet& data, const RecordedTree::Box& box, bool square) {
    for (int axis = 0; axis < data.dimension; ++axis) {
        const double origin = data.origin[std::size_t(axis)];
        const float low = box.low[std::size_t(axis)];
        if (origin == 0) append_number(text, low);
        else append_number(text, origin + double(low));
        text += ',';
    }
    append_number(text, box.size[0]);
    for (int axis = 1; axis < data.dimension && !square; ++axis) {
        text += ',';
        append_number(text, box.size[std::size_t(axis)]);
    }
}

/// One line with the members of a step, as "name":value.
class Line {
public:
    explicit Line(std::string& text) : text_(text) { text_ += "    {"; }
    void close() { text_ += '}'; }

    template <class Number>
    void member(std::string_view name, Number value) {
        begin(name);
        append_number(text_, value);
    }
    void member_unless_nan(std::string_view name, float value) {
        if (!std::isnan(value)) member(name, value);
    }
    void word(std::string_view name, std::string_view value) {
        begin(name);
        text_ += '"';
        text_ += value;
        text_ += '"';
    }
    /// Appends a box by append_box.
    void box(std::string_view name, const DataSet& data, const RecordedTree::Box& box, bool square) {
        begin(name);
        text_ += '[';
        append_box(text_, data, box, square);
        text_ += ']';
    }
    template <class Integer>
    void member_if(bool there, std::string_view name, Integer value) {
        if (there) member(name, value);
    }

private:
    void begin(std::string_view name) {
        if (any_) text_ += ',';
        any_ = true;
        text_ += '"';
        text_ += name;
        text_ += "\":";
    }

    std::string& text_;
    bool any_ = false;
};

/// Appends what a step does in the tree.
void append_quadrant(Line& line, const DataSet& data, const RecordedTree& tree, const Step& step) {
    line.member("iteration", step.iteration);
    if (step.way >= 0) line.word("way", step.way == 0 ? "left" : "right");
    line.member_if(step.visit > 0, "visit", step.visit);
    if (step.quadrant.up >= 0) {
        const auto [first, end] = tree.leaves_of(step.quadrant);
        line.member("leaf", first);
        line.member_if(end - first > 1, "last_leaf", end - 1);
        line.member_if(step.quadrant.half >= 0, "half", step.quadrant.half + 1);
        line.box(tree.is_grid() ? "quadrant" : "box", data, tree.box(step.quadrant), tree.is_grid());
    }
    line.member_unless_nan("nearest", step.nearest);
    line.member_unless_nan("reach", step.reach);
}

void append_step(std::string& text, const DataSet& data, const RecordedTree* tree, const Step& step) {
    Line line(text);
    line.member("phase", step.phase);
    line.member("kind", step.kind);
    line.member_if(step.block >= 0, "block", step.block);
    line.member_if(step.actor >= 0, "actor", step.actor);
    line.member("round", step.round);
    if (step.entered.index >= 0) {
        line.member("point", data.file_row(step.entered.index));
        line.member_unless_nan("distance", step.entered.distance);
    }
    if (step.left.index >= 0) {
        line.member("left", data.file_row(step.left.index));
        line.member_unless_nan("left_distance", step.left.distance);
    }
    line.member_unless_nan("bound", step.bound);
    line.member_if(step.size > 0, "size", step.size);
    line.member_if(step.source >= 0, "source", step.source);
    if (step.seen.index >= 0) line.member("seen", data.file_row(step.seen.index));
    line.member_unless_nan("seen_distance", step.seen.distance);
    if (step.from >= 0) line.member("from", data.file_row(step.from));
    line.member_if(step.level >= 0, "level", step.level);
    line.member_if(step.list >= 0, "list", step.list);
    if (tree) append_quadrant(line, data, *tree, step);
    line.close();
}

template <class Views>
Json strings_json(const Views& views) {
    Json json = Json::array();
    for (const std::string_view view : views) json.push_back(std::string(view));
    return json;
}

/// Of WalkEvent.
constexpr const char* walk_names[] = {"none", "begin", "follow", "probe", "compare", "end"};

Json kinds_json(const MethodInfo& info) {
    Json kinds = Json::array();
    for (const StepKind& kind : info.step_kinds) {
        Json one = {{"name", std::string(kind.name)}};
        if (kind.structure >= 0) one["structure"] = kind.structure;
        one["lines"] = kind.lines;
        one["sentence"] = std::string(kind.sentence);
        if (kind.walk != WalkEvent::none) one["walk"] = walk_names[std::size_t(kind.walk)];
        if (kind.refuses) one["refuses"] = true;
        kinds.push_back(std::move(one));
    }
    return kinds;
}

/// Returns everything but the steps.
Json header_json(const RecordInput& what) {
    Json query = Json::array();
    for (int axis = 0; axis < what.data.dimension; ++axis) {
        const double origin = what.data.origin[std::size_t(axis)];
        const float relative = what.query.coordinates[std::size_t(axis)];
        query.push_back(origin == 0 ? shortest(relative) : origin + double(relative));
    }
    Json list = Json::array();
    for (int rank = 0; rank < what.list.length(0); ++rank)
        list.push_back({{"index", what.data.file_row(what.list.index[std::size_t(rank)])},
            {"distance", shortest(what.list.distance[std::size_t(rank)])}});
    Json json = {
        {"neighborscope_record", 1},
        {"device", std::string(name(what.device.kind))},
        {"device_name", what.device.name},
        {"method", std::string(what.method.info.name)},
        {"options", options_json(what.options)},
        {"data", data_json(what.data)},
        {"query", query},
    };
    if (!what.query.exclude.empty() && what.query.exclude[0] >= 0) json["excluded"] = what.data.file_row(what.query.exclude[0]);
    json["k"] = what.k;
    json["metric"] = std::string(name(what.metric));
    json["phases"] = strings_json(what.method.info.phases);
    json["structures"] = strings_json(what.method.info.structures);
    json["pseudo_code"] = strings_json(what.method.info.pseudo_code);
    json["step_kinds"] = kinds_json(what.method.info);
    json["counters"] = counters_json(what.report.counters);
    json["list"] = list;
    return json;
}

/// Appends the leaves, one per line: low corner, side (for boxes: sizes), points.
void append_tree(std::string& text, const DataSet& data, const RecordedTree& tree) {
    text += ",\n  \"tree\": {\"level\": " + std::to_string(tree.level);
    if (tree.is_grid()) {
        text += ", \"square\": [";
        append_box(text, data, {tree.low, {tree.side, tree.side, tree.side}}, true);
        text += "]";
    }
    text += ", \"leaves\": [\n";
    for (int leaf = 0; leaf < tree.leaves(); ++leaf) {
        text += "    [";
        append_box(text, data, tree.box(tree.quadrant_of(leaf)), tree.is_grid());
        text += ',' + std::to_string(tree.objects[std::size_t(leaf)]) + (leaf + 1 < tree.leaves() ? "],\n" : "]\n");
    }
    text += "  ]}";
}

}  // namespace

void write_record(OutputFile& file, const RecordInput& what, const Progress& progress) {
    std::string text = json_text(header_json(what));
    text.erase(text.rfind('}'));
    text.erase(text.find_last_not_of('\n') + 1);
    const RecordedTree* const tree = what.report.tree.get();
    if (tree) append_tree(text, what.data, *tree);
    text += ",\n  \"steps\": [\n";
    const Steps& steps = what.report.steps;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        append_step(text, what.data, tree, steps[i]);
        text += i + 1 < steps.size() ? ",\n" : "\n";
        if (text.size() < 65536) continue;
        file.write(text);
        text.clear();
        progress.step(double(i), double(steps.size()));
    }
    file.write(text + "  ]\n}\n");
}

}  // namespace neighborscope::shell
