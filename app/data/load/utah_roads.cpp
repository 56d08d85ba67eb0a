// Street networks as Feifei Li's collection at Utah has them ("Real Datasets for Spatial Databases", cs.utah.edu/~lifeifei):
// NAME.cnode with lines "id lon lat", NAME.cedge with lines "id from to length". Streets are passable both ways.
#include "app/data/load/road_files.hpp"
#include "gpu/error.hpp"

#include <cmath>

namespace neighborscope {
namespace {

using namespace roads;

bool recognises(std::string_view, std::string_view file_name) { return has_extension(file_name, ".cnode .cedge"); }

void each_node(const InputFile& file, bool strict, const Progress& progress, const NodeVisitor& visit) {
    Lines lines(file, progress);
    while (lines.next()) {
        lines.expect("id lon lat");
        const double x = lines.number(1, "lon"), y = lines.number(2, "lat");
        if (strict && (std::isnan(x) || std::isnan(y))) lines.refuse("a node without a position", "correct the line or remove it");
        visit(lines, lines.whole(0, "the id"), x, y);
    }
}

void each_edge(const InputFile& file, const Progress& progress, const EdgeVisitor& visit) {
    Lines lines(file, progress);
    while (lines.next()) {
        lines.expect("id from to length");
        lines.whole(0, "the id");
        const double length = lines.length(3);
        visit(lines, lines.whole(1, "the node"), lines.whole(2, "the node"), length);
    }
}

DataSet read(const InputFile& file, const ReadOptions& options, const Progress& progress) {
    refuse_columns(file, options);
    const bool edges_named = has_extension(file.name(), ".cedge");
    const std::string other = beside(file, edges_named ? ".cnode" : ".cedge");
    if (edges_named && other.empty()) {
        each_edge(file, progress, [](const Lines&, std::int64_t, std::int64_t, double) {});  // what is wrong with it comes first
        throw Error(Failure::input, file.path() + " holds edges only, and its nodes are not beside it",
            "put the .cnode file of the same name into the same folder");
    }
    std::optional<InputFile> found;
    if (!other.empty() && (edges_named || options.load.attributes)) found.emplace(other, progress);
    const InputFile& nodes_file = edges_named ? *found : file;
    const InputFile* edges_file = edges_named ? &file : found ? &*found : nullptr;
    Nodes nodes([&](const NodeVisitor& visit) { each_node(nodes_file, options.load.strict, progress, visit); });
    if (!edges_file || !options.load.attributes || nodes.count() == 0)
        return points_of(nodes_file, std::move(nodes), nullptr, options, progress);
    RoadNetwork network = network_of(nodes, [&](const EdgeVisitor& visit) { each_edge(*edges_file, progress, visit); });
    return points_of(nodes_file, std::move(nodes), &network, options, progress);
}

}  // namespace

const Reader utah_roads_reader = {
    "CNODE",
    ".cnode .cedge",
    "street networks: nodes 'id lon lat', edges 'id from to length' in the other file of the same name; opening either reads both. Nodes "
    "are the points; without the edges they stand alone",
    recognises,
    read,
    nullptr,
    true,
};

}  // namespace neighborscope
