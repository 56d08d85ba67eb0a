#include "app/session/shown/colouring.hpp"

namespace neighborscope {
namespace {

bool is_reserved(const std::string& name) {
    return name == "plain" || name == "file" || name == "label" || name == "query-leaves" || name == "query-distances" ||
           name.starts_with("column:");
}

}  // namespace

std::vector<ColourWay> colour_ways(const DataSet& data) {
    std::vector<ColourWay> ways{{ColourWay::Kind::plain, -1, "plain", "plain"}};
    for (int i = 0; i < int(data.quantities.size()); ++i) {
        const Quantity& quantity = data.quantities[std::size_t(i)];
        const std::string& name = quantity.name;
        if (!quantity.can_colour()) continue;
        if (quantity.colours()) {
            ways.insert(ways.begin() + 1, {ColourWay::Kind::quantity, i, "file", "colours in the file"});
            continue;
        }
        const std::string value = quantity.is_label ? "label" : is_reserved(name) ? "column:" + name : name;
        ways.push_back({ColourWay::Kind::quantity, i, value, name + (quantity.is_label && name != "label" ? " (label)" : "")});
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
        if (ways[i].quantity >= 0 && data.quantities[std::size_t(ways[i].quantity)].name == name) return i;
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

}  // namespace neighborscope
