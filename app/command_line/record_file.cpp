#include "app/command_line/record_file.hpp"

#include "app/command_line/json_parts.hpp"

#include <charconv>
#include <cmath>

namespace neighborscope::shell {
namespace {

/// One step's members, "name":value in a row.
class Line {
public:
    explicit Line(std::string& text) : text_(text) { text_ += "    {"; }
    void close() { text_ += '}'; }

    template <class Number>
    void member(std::string_view name, Number value) {
        if (any_) text_ += ',';
        any_ = true;
        text_ += '"';
        text_ += name;
        text_ += "\":";
        char digits[32];
        text_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
    }
    void member_unless_nan(std::string_view name, float value) {
        if (!std::isnan(value)) member(name, value);
    }
    template <class Integer>
    void member_if(bool there, std::string_view name, Integer value) {
        if (there) member(name, value);
    }

private:
    std::string& text_;
    bool any_ = false;
};

void append_step(std::string& text, const DataSet& data, const Step& step) {
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
    line.close();
}

template <class Views>
Json strings_json(const Views& views) {
    Json json = Json::array();
    for (const std::string_view view : views) json.push_back(std::string(view));
    return json;
}

Json kinds_json(const MethodInfo& info) {
    Json kinds = Json::array();
    for (const StepKind& kind : info.step_kinds) {
        Json one = {{"name", std::string(kind.name)}};
        if (kind.structure >= 0) one["structure"] = kind.structure;
        one["lines"] = kind.lines;
        one["sentence"] = std::string(kind.sentence);
        kinds.push_back(std::move(one));
    }
    return kinds;
}

/// Everything but the steps.
Json header_json(const Recorded& what) {
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

}  // namespace

void write_record(OutputFile& file, const Recorded& what, const Progress& progress) {
    std::string text = json_text(header_json(what));
    text.erase(text.rfind('}'));
    text.erase(text.find_last_not_of('\n') + 1);
    text += ",\n  \"steps\": [\n";
    const Steps& steps = what.report.steps;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        append_step(text, what.data, steps[i]);
        text += i + 1 < steps.size() ? ",\n" : "\n";
        if (text.size() < 65536) continue;
        file.write(text);
        text.clear();
        progress.step(double(i), double(steps.size()));
    }
    file.write(text + "  ]\n}\n");
}

}  // namespace neighborscope::shell
