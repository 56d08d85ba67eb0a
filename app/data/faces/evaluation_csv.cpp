#include "app/data/faces/evaluate.hpp"

#include "app/data/save/csv_text.hpp"

#include <algorithm>

namespace neighborscope::faces {
namespace {

/// A line of the table; columns without a value are empty.
struct Counted {
    std::string measure, features, dimensions, k, rank, distance, person, answered;
};

}  // namespace

std::string evaluation_csv(const Evaluation& found, const std::vector<std::string>& people) {
    std::string text = "measure,way,basis,features,dimensions,k,rank,distance,person,answered,value\n";
    const auto line = [&](const Counted& one, double value) {
        for (const std::string& field : {one.measure, name_of_protocol(found), std::string(found.without_tested ? "without-tested" : "all"),
                 one.features, one.dimensions, one.k, one.rank, one.distance, one.person, one.answered}) {
            append_field(text, field);
            text += ',';
        }
        append_number(text, value);
        text += '\n';
    };
    const auto number = [](double value) {
        std::string digits;
        append_number(digits, value);
        return digits;
    };
    int most = 0;
    for (const Accuracy& each : found.accuracy) {
        line({"accuracy", std::string(name_of(each.features)), std::to_string(each.components), std::to_string(each.k), {}, {}, {}, {}},
            double(each.right) / double(each.of));
        if (each.features == Features::components) most = std::max(most, each.components);
    }
    const auto further = [&](const char* measure) {
        return Counted{measure, std::string(name_of(Features::components)), std::to_string(most), {}, {}, {}, {}, {}};
    };
    for (std::size_t i = 0; i < found.rank.size(); ++i) {
        Counted one = further("found_up_to_rank");
        one.rank = std::to_string(i + 1);
        line(one, found.rank[i]);
    }
    const auto limits = [&](const std::string& on, const Evaluation::Limits& limits) {
        for (const Evaluation::Limit& limit : limits.all)
            for (const bool known : {true, false}) {
                Counted one = further((on + (known ? "known_refused" : "unknown_accepted")).c_str());
                one.distance = number(limit.distance);
                line(one, known ? limit.known_refused : limit.unknown_accepted);
            }
        if (limits.all.empty()) return;
        Counted equal = further((on + "equal_error_rate").c_str());
        equal.distance = number(limits.equal_error.distance);
        line(equal, limits.equal_error_rate());
    };
    limits("", found.nearest);
    limits("face_space_", found.face_space);
    const auto person = [&](std::int32_t which) { return which < 0 ? std::string() : people[std::size_t(which)]; };
    for (const Evaluation::Answer& each : found.confusion) {
        Counted one = further("confusion");
        one.k = "1";
        one.person = person(each.person), one.answered = person(each.answered);
        line(one, double(each.count));
    }
    return text;
}

}  // namespace neighborscope::faces
