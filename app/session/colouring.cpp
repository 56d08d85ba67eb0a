#include "app/session/colouring.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace neighborscope {
namespace {

bool is_reserved(const std::string& name) {
    return name == "plain" || name == "file" || name == "label" || name == "query-leaves" || name == "query-distances" ||
           name.starts_with("column:");
}

/// Words that name single points tell nothing by colour.
bool repeats(const Attribute& attribute) {
    if (!attribute.is_words()) return true;
    const auto named = attribute.word.size() - std::size_t(std::count(attribute.word.begin(), attribute.word.end(), -1));
    return attribute.words.size() <= most_classes || attribute.words.size() < named;
}

}  // namespace

std::vector<ColourWay> colour_ways(const DataSet& data) {
    std::vector<ColourWay> ways{{ColourWay::Kind::plain, -1, "plain", "plain"}};
    if (!data.colours.empty()) ways.push_back({ColourWay::Kind::file, -1, "file", "the file's"});
    for (std::size_t i = 0; i < data.attributes.size(); ++i) {
        const Attribute& attribute = data.attributes[i];
        const bool label = int(i) == data.label;
        if (!label && (int(i) == data.title || !repeats(attribute))) continue;
        const std::string value = label ? "label" : is_reserved(attribute.name) ? "column:" + attribute.name : attribute.name;
        const std::string title = !label ? attribute.name : attribute.name == "label" ? "label" : attribute.name + " (label)";
        ways.push_back({ColourWay::Kind::attribute, int(i), value, title});
    }
    return ways;
}

const std::vector<ColourWay>& work_colour_ways() {
    static const std::vector<ColourWay> ways{{ColourWay::Kind::leaves, -1, "query-leaves", "query leaves"},
        {ColourWay::Kind::distances, -1, "query-distances", "query distances"}};
    return ways;
}

std::optional<std::size_t> find_colour_way(const std::vector<ColourWay>& ways, const DataSet& data, const std::string& wanted) {
    for (std::size_t i = 0; i < ways.size(); ++i)
        if (ways[i].value == wanted) return i;
    const std::string name = wanted.starts_with("column:") ? wanted.substr(7) : wanted;
    for (std::size_t i = 0; i < ways.size(); ++i)
        if (ways[i].attribute >= 0 && data.attributes[std::size_t(ways[i].attribute)].name == name) return i;
    return std::nullopt;
}

std::size_t shown_colour_way(const std::vector<ColourWay>& ways, const DataSet& data, const std::string& wanted) {
    if (!wanted.empty())
        if (const auto found = find_colour_way(ways, data, wanted)) return *found;
    for (const char* preferred : {"file", "label"})
        for (std::size_t i = 0; i < ways.size(); ++i)
            if (ways[i].value == preferred) return i;
    return 0;
}

std::string attribute_text(const Attribute& attribute, std::int64_t row) {
    if (attribute.is_words()) return attribute.text(row);
    const double number = attribute.numbers[std::size_t(row)];
    if (std::isnan(number)) return {};
    char text[64];
    const bool whole = number == std::floor(number) && std::abs(number) < 1e15;
    const auto end = whole ? std::to_chars(text, text + sizeof text, number, std::chars_format::fixed).ptr
                           : std::to_chars(text, text + sizeof text, number, std::chars_format::general, 6).ptr;
    std::string written(text, end);
    if (written.starts_with('-')) written.replace(0, 1, "\u2212");
    return written;
}

}  // namespace neighborscope
