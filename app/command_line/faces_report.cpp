#include "app/command_line/faces_report.hpp"

#include "app/command_line/console.hpp"
#include "app/command_line/report.hpp"
#include "app/command_line/table.hpp"

#include <algorithm>
#include <cstdio>

namespace neighborscope::shell {
namespace {

using namespace faces;
using Align = Table::Align;

std::string with_digits(double value, const char* format) {
    char text[64];
    std::snprintf(text, sizeof text, format, value);
    return text;
}
std::string percent(double share) { return with_digits(100 * share, "%.1f %%"); }
std::string distance_text(double distance) { return with_digits(distance, "%.4g"); }

std::string person_text(const Gallery& gallery, std::int32_t person) {
    return person < 0 ? "" : printable(gallery.people[std::size_t(person)]);
}

double explained(const Basis& basis, int components) {
    double share = 0;
    for (int i = 0; i < components; ++i) share += basis.explained(i);
    return share;
}

/// Returns 1, 2, 4.. and the last.
std::vector<int> some_of(int count) {
    std::vector<int> some;
    for (int each = 1; each < count; each *= 2) some.push_back(each);
    some.push_back(count);
    return some;
}

std::string gallery_text(const FacesReport& report) {
    const Gallery& gallery = report.gallery;
    const std::string size = std::to_string(gallery.size.width) + " x " + std::to_string(gallery.size.height);
    std::string text = "pictures    " + std::to_string(gallery.count()) + ", " + size + (gallery.equalised ? ", equalised" : "") + "\n";
    text += "people      " + std::to_string(gallery.people.size()) +
            (!gallery.notes.people.empty() ? ", " + printable(gallery.notes.people)
                : gallery.people.empty()   ? ": no folder, file name or table names the people"
                                           : "") +
            "\n";
    if (!gallery.notes.doubt.empty()) text += "doubtful    " + printable(gallery.notes.doubt) + "\n";
    if (const auto unknown = std::count(gallery.person.begin(), gallery.person.end(), -1); unknown > 0 && !gallery.people.empty())
        text += "            " + std::to_string(unknown) + " pictures of unknown people\n";
    text += "left out    " + std::to_string(gallery.left_out.size()) + "\n";
    for (const UnreadPicture& each : gallery.left_out) text += "            " + printable(each.file + ": " + each.why) + "\n";
    if (!gallery.notes.missing_pictures.empty()) text += "            " + printable(gallery.notes.missing_pictures) + "\n";
    if (!gallery.notes.skipped_files.empty()) text += "not read: " + printable(gallery.notes.skipped_files) + "\n";
    text += "components  " + std::to_string(gallery.basis.count()) + "\n";
    Table table;
    table.column("components");
    table.column("explained variance");
    for (const int each : some_of(gallery.basis.count())) table.row({std::to_string(each), percent(explained(gallery.basis, each))});
    return text + "\n" + table.text();
}

std::string answer_text(const FacesReport& report, const std::string& query) {
    const Gallery& gallery = report.gallery;
    const FacesAnswer& answer = *report.answer;
    Table table;
    table.column("rank");
    table.column("distance");
    table.column("person", Align::left);
    table.column("file", Align::left);
    for (std::size_t i = 0; i < answer.nearest.size(); ++i) {
        const auto at = std::size_t(answer.nearest[i].picture);
        table.row({std::to_string(i + 1), distance_text(answer.nearest[i].distance), person_text(gallery, gallery.person[at]),
            printable(gallery.files[at])});
    }
    const auto farther =
        std::count_if(gallery.face_space.begin(), gallery.face_space.end(), [&](float each) { return each >= answer.face_space; });
    std::string text = "\n" + printable(query) + (report.whitened ? ", whitened" : "") + "\n" + table.text();
    text += "vote                    " +
            (answer.person < 0 ? std::string("unknown person")
                               : person_text(gallery, answer.person) + ", " + std::to_string(answer.votes) + " of " +
                                     std::to_string(answer.nearest.size())) +
            "\n";
    return text + "distance to face space  " + distance_text(answer.face_space) + "; " + std::to_string(farther) + " of " +
           std::to_string(gallery.count()) + " pictures of the gallery are at this distance or farther\n";
}

std::string basis_text(const FacesReport& report) {
    if (report.without_tested && report.evaluation->split) return "computed once, without the tested pictures";
    return report.without_tested
               ? "computed " + std::to_string(report.evaluation->bases) + " times, each time without the people that it was tested with"
               : "computed once, from all pictures, including the tested ones";
}

std::string protocol_text(const Evaluation& found) {
    const std::string pictures = std::to_string(found.tested) + " pictures";
    if (!found.split) return "leave-one-out, " + pictures;
    return "split with seed " + std::to_string(*found.split) + ", " + pictures + " (half of each person's) searched for among the others";
}

std::string limit_text(const Evaluation::Limits& limits, const std::string& distance, const std::string& unknown) {
    return "at a limit of " + distance_text(limits.equal_error.distance) + " " + distance + ", " +
           percent(limits.equal_error.known_refused) + " of known faces are rejected and " + percent(limits.equal_error.unknown_accepted) +
           " of unknown faces are accepted (" + unknown + "): equal error rate " + percent(limits.equal_error_rate()) + "\n";
}

std::string evaluation_text(const FacesReport& report) {
    const Evaluation& found = *report.evaluation;
    std::string text = "\n" + protocol_text(found) + "; basis " + basis_text(report) + "\n";
    if (found.alone > 0) text += std::to_string(found.alone) + " of them are the only picture of a person, so no other picture can match\n";
    Table table;
    table.column("features", Align::left);
    table.column("dimensions");
    table.column("k");
    table.column("right");
    table.column("of");
    table.column("accuracy");
    for (const Accuracy& each : found.accuracy)
        table.row({std::string(name_of(each.features)), std::to_string(each.components), std::to_string(each.k), std::to_string(each.right),
            std::to_string(each.of), percent(double(each.right) / double(each.of))});
    text += table.text() + "\n";
    Table ranks;
    ranks.column("rank");
    ranks.column("person found up to this rank");
    for (std::size_t i = 0; i < found.rank.size(); ++i) ranks.row({std::to_string(i + 1), percent(found.rank[i])});
    text += ranks.text() + "\nunknown faces: " +
            limit_text(found.nearest, "to the nearest picture", "all pictures of their person removed from the gallery");
    if (!found.face_space.all.empty())
        text += "or " + limit_text(found.face_space, "to face space", "the basis computed without their person");
    if (found.wrong.empty()) return text;
    Table wrong;
    wrong.column("wrong", Align::left);
    wrong.column("nearest", Align::left);
    constexpr std::size_t shown = 20;
    const auto file = [&](std::int64_t picture) { return printable(report.gallery.files[std::size_t(picture)]); };
    for (std::size_t i = 0; i < found.wrong.size() && i < shown; ++i)
        wrong.row({file(found.wrong[i].picture), file(found.wrong[i].nearest)});
    text += "\n" + wrong.text();
    if (found.wrong.size() > shown) text += std::to_string(found.wrong.size() - shown) + " more\n";
    return text;
}

Json limit_json(const Evaluation::Limit& limit) {
    return {{"distance", limit.distance}, {"known_refused", limit.known_refused}, {"unknown_accepted", limit.unknown_accepted}};
}

Json limits_json(const Evaluation::Limits& limits) {
    Json all = Json::array();
    for (const Evaluation::Limit& limit : limits.all) all.push_back(limit_json(limit));
    return all;
}

Json evaluation_json(const FacesReport& report) {
    const Evaluation& found = *report.evaluation;
    Json accuracy = Json::array(), confusion = Json::array(), wrong = Json::array();
    for (const Accuracy& each : found.accuracy)
        accuracy.push_back(
            {{"features", name_of(each.features)}, {"dimensions", each.components}, {"k", each.k}, {"right", each.right}, {"of", each.of}});
    const auto person = [&](std::int32_t which) { return which < 0 ? Json() : Json(report.gallery.people[std::size_t(which)]); };
    for (const Evaluation::Answer& each : found.confusion)
        confusion.push_back({{"person", person(each.person)}, {"answered", person(each.answered)}, {"count", each.count}});
    for (const Evaluation::Wrong& each : found.wrong)
        wrong.push_back(
            {{"file", report.gallery.files[std::size_t(each.picture)]}, {"nearest", report.gallery.files[std::size_t(each.nearest)]}});
    return {{"way", name_of_protocol(found)}, {"basis", basis_text(report)}, {"bases", found.bases}, {"tested", found.tested},
        {"only_picture_of_a_person", found.alone}, {"accuracy", accuracy}, {"found_up_to_rank", found.rank},
        {"equal_error_rate", found.nearest.equal_error_rate()}, {"equal_error_limit", limit_json(found.nearest.equal_error)},
        {"limits", limits_json(found.nearest)}, {"face_space_limits", limits_json(found.face_space)},
        {"face_space_equal_error_rate", found.face_space.all.empty() ? Json() : Json(found.face_space.equal_error_rate())},
        {"confusion", confusion}, {"wrong", wrong}};
}

}  // namespace

std::string text_of(const FacesReport& report, const std::string& query) {
    return gallery_text(report) + (report.answer ? answer_text(report, query) : "") + (report.evaluation ? evaluation_text(report) : "");
}

Json json_of(const FacesReport& report) {
    const Gallery& gallery = report.gallery;
    Json left_out = Json::array(), shares = Json::array();
    for (const UnreadPicture& each : gallery.left_out) left_out.push_back({{"file", each.file}, {"why", each.why}});
    for (int i = 0; i < gallery.basis.count(); ++i) shares.push_back(gallery.basis.explained(i));
    Json json{{"data", report.source}, {"pictures", gallery.count()}, {"width", gallery.size.width}, {"height", gallery.size.height},
        {"equalised", gallery.equalised}, {"people", gallery.people}, {"people_note", gallery.notes.people},
        {"people_doubt", gallery.notes.doubt}, {"left_out", left_out}, {"not_there", gallery.notes.missing_pictures},
        {"not_looked_at", gallery.notes.skipped_files}, {"components", gallery.basis.count()}, {"explained_variance", shares}};
    if (report.answer) {
        Json nearest = Json::array();
        for (const FacesAnswer::Near& each : report.answer->nearest) {
            const std::int32_t person = gallery.person[std::size_t(each.picture)];
            nearest.push_back({{"index", each.picture}, {"distance", each.distance}, {"file", gallery.files[std::size_t(each.picture)]},
                {"person", person < 0 ? Json() : Json(gallery.people[std::size_t(person)])}});
        }
        const std::int32_t person = report.answer->person;
        json["query"] = {{"whitened", report.whitened}, {"nearest", nearest},
            {"vote", person < 0 ? Json() : Json(gallery.people[std::size_t(person)])}, {"votes", report.answer->votes},
            {"distance_to_face_space", report.answer->face_space}};
    }
    if (report.evaluation) json["evaluation"] = evaluation_json(report);
    return json;
}

}  // namespace neighborscope::shell
