// Street networks as Feifei Li's collection at Utah has them ("Real Datasets for Spatial Databases", cs.utah.edu/~lifeifei):
// NAME.cnode with lines "id lon lat", NAME.cedge with lines "id from to length". Streets are passable both ways.
#include "app/data/load/roads/road_files.hpp"
#include "gpu/error.hpp"

#include <cmath>

namespace neighborscope {
namespace utah {
namespace {

using namespace roads;

bool recognises(std::string_view, std::string_view file_name) { return has_extension(file_name, ".cnode .cedge"); }

std::int64_t each_node(const InputFile& file, bool strict, const Progress& progress, const NodeVisitor& visit) {
    Lines lines(file, progress);
    while (lines.next()) {
        lines.expect("id lon lat");
        const double x = lines.number(1, "lon"), y = lines.number(2, "lat");
        if (strict && (std::isnan(x) || std::isnan(y))) lines.refuse("a node without a position", "correct the line or remove it");
        visit(lines, lines.whole(0, "the id"), x, y);
    }
    return -1;
}

std::int64_t each_edge(const InputFile& file, const Progress& progress, const EdgeVisitor& visit) {
    Lines lines(file, progress);
    while (lines.next()) {
        lines.expect("id from to length");
        lines.whole(0, "the id");
        const double length = lines.length(3);
        visit(lines, lines.whole(1, "the node"), lines.whole(2, "the node"), length);
    }
    return -1;
}

constexpr Pair pair{".cnode", ".cedge", "edges", "nodes", false, nullptr, each_node, each_edge};

std::vector<std::string> companions(std::string_view file_name) { return companions_of(pair, file_name); }

DataSet read(const InputFile& file, const ReadOptions& options, const Progress& progress) {
    return read_pair(pair, file, has_extension(file.name(), ".cedge"), options, progress);
}

}  // namespace
}  // namespace utah

const Reader utah_roads_reader = {
    .name = "CNODE",
    .extensions = ".cnode .cedge",
    .help =
        "street networks: nodes 'id lon lat', edges 'id from to length' in the other file of the same name; opening either reads both. "
        "Nodes "
        "are the points; without the edges they stand alone",
    .recognises = utah::recognises,
    .read = utah::read,
    .is_text = true,
    .companions = utah::companions,
};

}  // namespace neighborscope
