// Reads both formats of street networks, which differ only in the layout of their lines.
#pragma once
#include "app/data/load/reader.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace neighborscope::roads {

/// The layout of one of the two files of a format.
struct Layout {
    std::string_view extension;  ///< ".cnode"
    std::string_view things;     ///< for messages: "nodes"
    std::string_view line;       ///< the fields of a line: "id lon lat"; with a letter at its beginning: "v ID X Y"
    /// The line before these that announces numbers, of nodes first and of such lines last: "p aux sp co NODES". Words in lower case are
    /// literal, others stand for whole numbers; "c" begins a comment and ids run from 1. "" if nothing is announced.
    std::string_view problem = {};
};

/// Both files of a format.
struct Pair {
    Layout nodes, edges;
    std::string_view missing;                                  ///< for the message about missing nodes
    bool directed;                                             ///< an edge is passable in its direction only
    void (*adjust)(std::vector<double>& positions) = nullptr;  ///< adjusts nodes after reading, [count][2]; may be null
};

/// Reads a network from either of its two files, of edges or of nodes; reads nodes alone if there is no file of edges or only points are
/// wanted. Nodes are the points. A node without a position is left out, with its edges, or is an error if `options` are strict. Axes are
/// lon and lat, or x and y if the numbers cannot be degrees. Quantities: `node`, the file's id, as title, if ids are not the rows;
/// `degree`, the number of edge ends at the node, if there are edges. Input Errors with the line: missing fields, invalid numbers, a length
/// that is missing or below 0, a repeated id; edges without a file of nodes, an end that is not a node, other numbers than announced; a
/// usage Error for --columns and --label, which are for tables.
DataSet read_pair(const Pair&, const InputFile&, bool holds_edges, const ReadOptions&, const Progress&);

/// Returns the other file of a pair, for a reader's `companions`.
std::vector<std::string> companions_of(const Pair&, std::string_view file_name);

}  // namespace neighborscope::roads
