#include "app/session/shown/colouring.hpp"

#include "gpu/index/stored_index.hpp"

#include <algorithm>

namespace neighborscope {
namespace {

/// What the index of the data says about each row.
std::vector<ColourWay> index_colour_ways(const DataSet& data) {
    if (!data.own_index || data.own_index_is_old) return {};
    if (data.own_index->has_graph())
        return {{ColourWay::Kind::level, -1, "level", "level"}, {ColourWay::Kind::links_out, -1, "links-out", "links out"},
            {ColourWay::Kind::links_in, -1, "links-in", "links in"}, {ColourWay::Kind::reachable, -1, "reachable", "reachable"},
            {ColourWay::Kind::hubs, -1, "hubs", "hubs"}};
    if (data.own_index->lists) return {{ColourWay::Kind::list, -1, "list", "inverted list"}};
    return {};
}

bool is_reserved(const std::string& name, const std::vector<ColourWay>& of_index) {
    return std::any_of(of_index.begin(), of_index.end(), [&](const ColourWay& way) { return way.value == name; }) || name == "plain" ||
           name == "file" || name == "label" || name == "query-leaves" || name == "query-distances" || name == "device" ||
           name.starts_with("column:");
}

}  // namespace

std::vector<ColourWay> colour_ways(const DataSet& data) {
    std::vector<ColourWay> ways{{ColourWay::Kind::plain, -1, "plain", "plain"}};
    const std::vector<ColourWay> of_index = index_colour_ways(data);
    for (int i = 0; i < int(data.quantities.size()); ++i) {
        const Quantity& quantity = data.quantities[std::size_t(i)];
        const std::string& name = quantity.name;
        if (!quantity.can_colour()) continue;
        if (quantity.colours()) {
            ways.insert(ways.begin() + 1, {ColourWay::Kind::quantity, i, "file", "colours in the file"});
            continue;
        }
        const std::string value = quantity.is_label ? "label" : is_reserved(name, of_index) ? "column:" + name : name;
        ways.push_back({ColourWay::Kind::quantity, i, value, name + (quantity.is_label && name != "label" ? " (label)" : "")});
    }
    ways.insert(ways.end(), of_index.begin(), of_index.end());
    return ways;
}

const std::vector<ColourWay>& work_colour_ways() {
    static const std::vector<ColourWay> ways{{ColourWay::Kind::leaves, -1, "query-leaves", "query leaves"},
        {ColourWay::Kind::distances, -1, "query-distances", "query distances"}};
    return ways;
}

const ColourWay& device_colour_way() {
    static const ColourWay way{ColourWay::Kind::device, -1, "device", "device that holds the point"};
    return way;
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
