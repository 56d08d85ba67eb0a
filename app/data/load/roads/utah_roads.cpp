// Reads street networks of Feifei Li's collection at Utah ("Real Datasets for Spatial Databases", cs.utah.edu/~lifeifei): NAME.cnode with
// lines "id lon lat", NAME.cedge with lines "id from to length". Streets are passable both ways.
#include "app/data/load/roads/road_files.hpp"

namespace neighborscope {
namespace utah {
namespace {

using namespace roads;

bool recognises(std::string_view, std::string_view file_name) { return has_extension(file_name, ".cnode .cedge"); }

constexpr Pair pair{{".cnode", "nodes", "id lon lat"}, {".cedge", "edges", "id from to length"}, "nodes", false};

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
