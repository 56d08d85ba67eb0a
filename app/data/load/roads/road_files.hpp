// What the two formats of street networks share: all but how their lines are laid out.
#pragma once
#include "app/data/load/reader.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace neighborscope::roads {

/// How a format has one of its two files.
struct Layout {
    std::string_view extension;  ///< ".cnode"
    std::string_view things;     ///< in messages: "nodes"
    std::string_view line;       ///< the fields of a line: "id lon lat"; what begins with a letter of its own: "v ID X Y"
    /// The line before these that announces numbers, of nodes first and of such lines last: "p aux sp co NODES". Then words in lower case
    /// stand as they are, others for whole numbers, "c" begins a comment and ids run from 1. "" where nothing is announced.
    std::string_view problem = {};
};

/// How a format has both.
struct Pair {
    Layout nodes, edges;
    std::string_view missing;                                  ///< in the message where nodes are not beside edges
    bool directed;                                             ///< an edge is passable in its direction only
    void (*adjust)(std::vector<double>& positions) = nullptr;  ///< of nodes as read, [count][2]; may be null
};

/// Reads a network from either of its two files, which holds edges or nodes; nodes stand alone when no edges are beside them or only
/// points are wanted. Nodes are the points. One without a position is left out, with its edges, or refused when `options` are strict.
/// Axes are lon and lat, or x and y where the numbers cannot be degrees. Quantities: `node`, the file's id, as title, where ids are not
/// the rows; `degree`, how many ends of edges meet there, when there are edges. Input Errors with the line: fields there are not, numbers
/// that are none, a length that is missing or below 0, an id that is there twice; edges without nodes beside them, an end that is no node,
/// files that announce other numbers than they hold; a usage Error for --columns and --label, which are for tables.
DataSet read_pair(const Pair&, const InputFile&, bool holds_edges, const ReadOptions&, const Progress&);

/// The other file of a pair, for a reader's `companions`.
std::vector<std::string> companions_of(const Pair&, std::string_view file_name);

}  // namespace neighborscope::roads
