// Reads street networks of the 9th DIMACS Implementation Challenge (diag.uniroma1.it/challenge9/format.shtml): NAME.gr with "p sp NODES
// ARCS" and arcs "a FROM TO LENGTH", NAME.co with "p aux sp co NODES" and nodes "v ID X Y"; "c" begins a comment, ids run from 1. An arc is
// passable in its direction only. The challenge's coordinates are millionths of degrees: if some are beyond 360 and all are possible as
// millionths of degrees, they are converted to degrees.
#include "app/data/load/roads/road_files.hpp"

#include <cmath>

namespace neighborscope {
namespace dimacs {
namespace {

using namespace roads;

/// Returns "sp" for arcs, "co" for coordinates, "" if these bytes have no problem line after comments.
std::string_view problem(std::string_view bytes) {
    while (!bytes.empty()) {
        const std::size_t newline = bytes.find('\n');
        const std::string_view line = bytes.substr(0, newline);
        if (line.starts_with("p sp ")) return "sp";
        if (line.starts_with("p aux sp co ")) return "co";
        const bool comment = line.empty() || line == "\r" || line == "c" || line == "c\r" || line.starts_with("c ");
        if (!comment || newline == std::string_view::npos) return {};
        bytes.remove_prefix(newline + 1);
    }
    return {};
}

bool recognises(std::string_view first_bytes, std::string_view file_name) {
    return !problem(first_bytes).empty() || has_extension(file_name, ".gr .co");
}

void to_degrees(std::vector<double>& positions) {
    double x = 0, y = 0;
    for (std::size_t i = 0; i < positions.size(); i += 2) {
        x = std::fmax(x, std::fabs(positions[i]));  // ignores NaN
        y = std::fmax(y, std::fabs(positions[i + 1]));
    }
    if ((x > 360 || y > 360) && x <= 360e6 && y <= 90e6)
        for (double& value : positions) value /= 1e6;
}

constexpr Pair pair{{".co", "nodes", "v ID X Y", "p aux sp co NODES"}, {".gr", "arcs", "a FROM TO LENGTH", "p sp NODES ARCS"},
    "coordinates", true, to_degrees};

std::vector<std::string> companions(std::string_view file_name) { return companions_of(pair, file_name); }

DataSet read(const InputFile& file, const ReadOptions& options, const Progress& progress) {
    const std::string_view kind = problem(file.bytes().substr(0, 4096));
    return read_pair(pair, file, kind.empty() ? has_extension(file.name(), ".gr") : kind == "sp", options, progress);
}

}  // namespace
}  // namespace dimacs

const Reader dimacs_roads_reader = {
    .name = "DIMACS",
    .extensions = ".gr .co",
    .help =
        "street networks of the 9th DIMACS challenge: arcs in .gr, nodes in the .co of the same name; opening either reads both. Nodes are "
        "the "
        "points; millionths of degrees become degrees; without the arcs the nodes stand alone",
    .recognises = dimacs::recognises,
    .read = dimacs::read,
    .is_text = true,
    .companions = dimacs::companions,
};

}  // namespace neighborscope
