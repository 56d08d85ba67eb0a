#include "app/command_line/compare_report.hpp"

#include "app/command_line/console.hpp"
#include "app/command_line/report.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope::shell {
namespace {

constexpr std::size_t most_named = 20;  // queries of a class that are listed

std::string class_text(const Comparison& comparison, const DataSet& data, ListClass one) {
    const std::vector<std::int64_t>& queries = comparison.queries_of(one);
    if (queries.empty()) return {};
    const std::string label(name(one));
    std::string text = "  first " + label + ": query " + std::to_string(comparison.number(queries.front())) + " at " +
                       position_text(data, comparison.queries.on(data).row(queries.front())) + ", " +
                       reason_of(comparison, data, queries.front()) + "\n  " + label + ": ";
    for (std::size_t i = 0; i < std::min(most_named, queries.size()); ++i)
        text += (i ? ", " : "") + std::to_string(comparison.number(queries[i]));
    if (queries.size() > most_named) text += ", and " + std::to_string(queries.size() - most_named) + " more";
    return text + "\n";
}

std::string as_csv_field(std::string text) {
    for (std::size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2) text.insert(at, 1, '"');
    return '"' + text + '"';
}

}  // namespace

std::string compare_text(const Comparison& comparison, const DataSet& data, bool strict) {
    std::string text = printable(comparison.name) + ": " + classes_text(comparison) + ", of " + std::to_string(comparison.count) +
                       (comparison.count == 1 ? " list" : " lists") + "\n  " + recall_text(comparison) + "\n";
    const auto line = [&](const std::string& sentence) {
        if (!sentence.empty()) text += "  " + printable(sentence) + "\n";
    };
    line(rounding_text(comparison));
    for (const std::string& note : comparison.notes) line(note);
    for (const Cause& cause : comparison.causes)
        line("cause: " + cause_text(comparison, cause) + (cause.remedy.empty() ? "" : "; " + cause.remedy));
    text += class_text(comparison, data, ListClass::wrong) + class_text(comparison, data, ListClass::missing);
    if (strict) text += class_text(comparison, data, ListClass::equal_distances);
    return text;
}

Json compare_json(const Comparison& comparison, const DataSet& data, int exit_status) {
    Json json{
        {"lists", comparison.name},
        {"data", data_json(data)},
        {"metric", name(comparison.metric)},
        {"k", comparison.k},
        {"queries", comparison.all},
        {"judged", comparison.count},
    };
    for (const ListClass one : all_list_classes) json[std::string(key(one))] = comparison.count_of(one);
    json["recall"] = comparison.recall();
    json["neighbours_found"] = comparison.found;
    json["neighbours_asked"] = comparison.asked;
    json["largest_relative_distance_difference"] = comparison.largest_difference < 0 ? Json() : Json(comparison.largest_difference);
    json["arithmetic"] = comparison.by.rounding.what;
    json["causes"] = Json::array();
    for (const Cause& cause : comparison.causes)
        json["causes"].push_back(
            {{"cause", key(cause.kind)}, {"sentence", cause.sentence}, {"remedy", cause.remedy}, {"lists", cause.lists}, {"of", cause.of}});
    json["notes"] = comparison.notes;
    for (const ListClass one : {ListClass::wrong, ListClass::missing}) {
        Json& first = json["first_" + std::string(key(one))];
        if (const auto& queries = comparison.queries_of(one); !queries.empty())
            first = {{"query", comparison.number(queries.front())}, {"reason", reason_of(comparison, data, queries.front())}};
    }
    json["exit_status"] = exit_status;
    return json;
}

std::string wrong_queries_text(const Comparison& comparison, const DataSet& data, bool strict) {
    std::string text = "query,class,reason\n";
    for (std::int64_t query = 0; query < comparison.count; ++query)
        if (const ListJudgement& one = comparison.judgements[std::size_t(query)];
            one.faults != 0 || (strict && one.list_class == ListClass::equal_distances))
            text += std::to_string(comparison.number(query)) + ',' + std::string(key(one.list_class)) + ',' +
                    as_csv_field(reason_of(comparison, data, query)) + '\n';
    return text;
}

}  // namespace neighborscope::shell
