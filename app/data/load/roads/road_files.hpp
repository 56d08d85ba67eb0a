// What the two formats of street networks share: lines of blank-separated fields, nodes by the ids of a file, the two files
// of a network, and the way from nodes and edges to a DataSet.
#pragma once
#include "app/data/load/reader.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace neighborscope::roads {

/// The lines of a file that are not blank, one after the other.
class Lines {
public:
    Lines(const InputFile& file, const Progress& progress) : file_(file), progress_(progress), next_(file.begin()) {}

    /// On to the next line; false at the end.
    bool next();
    std::size_t fields() const { return fields_; }
    /// "" beyond the last field, and beyond the eighth.
    std::string_view operator[](std::size_t field) const { return field < text_.size() ? text_[field] : std::string_view{}; }
    /// A whole number, not negative; `what` names it in the message when it is none.
    std::int64_t whole(std::size_t field, std::string_view what) const;
    /// A number; NaN for NaN, infinity and NA.
    double number(std::size_t field, std::string_view what) const;
    /// A number that is not NaN, infinite or negative.
    double length(std::size_t field) const;
    /// Throws unless the line has as many fields as `layout`, "id lon lat", has words.
    void expect(std::string_view layout) const;
    /// The input Error "path:line: cause; remedy".
    [[noreturn]] void refuse(const std::string& cause, const std::string& remedy) const;
    const InputFile& file() const { return file_; }

private:
    const InputFile& file_;
    const Progress& progress_;
    const char* next_;
    std::size_t line_ = 0, fields_ = 0;
    std::array<std::string_view, 8> text_;
};

/// Called for every node and for every edge of a file, with the line that holds it.
using NodeVisitor = std::function<void(const Lines&, std::int64_t id, double x, double y)>;
using EdgeVisitor = std::function<void(const Lines&, std::int64_t from, std::int64_t to, double length)>;
/// Reads a whole file; more than once when a message needs the line of a node.
using EachNode = std::function<void(const NodeVisitor&)>;

class Nodes {
public:
    /// Reads all nodes. Input Error for an id that is there twice.
    explicit Nodes(const EachNode&);
    /// -1 when there is no such node.
    std::int64_t row_of(std::int64_t id) const;
    std::int64_t count() const { return std::int64_t(ids.size()); }

    std::vector<double> positions;  ///< [count][2]
    std::vector<std::int64_t> ids;  ///< [count]

private:
    bool consecutive_ = true;  ///< ids ascend by one
    std::vector<std::pair<std::int64_t, std::int32_t>> rows_;
};

/// How a format has its two files.
struct Pair {
    std::string_view nodes, edges;   ///< extensions: ".cnode", ".cedge"
    std::string_view what, missing;  ///< in the message where nodes are not beside edges: "edges", "nodes"
    bool directed;                   ///< an edge is passable in its direction only
    void (*adjust)(Nodes&);          ///< of nodes as read; may be null
    /// Each returns how many nodes its file announces, -1 where files do not say.
    std::int64_t (*each_node)(const InputFile&, bool strict, const Progress&, const NodeVisitor&);
    std::int64_t (*each_edge)(const InputFile&, const Progress&, const EdgeVisitor&);
};

/// Reads a network from either of its two files, which holds edges or nodes; nodes stand alone when no edges are beside them or only
/// points are wanted. Nodes are the points. One without a position is left out, with its edges, or refused when `options` are strict:
/// that `each_node` does, which knows the line. Axes are lon and lat, or x and y where the numbers cannot be degrees. Quantities:
/// `node`, the file's id, as title, where ids are not the rows; `degree`, how many ends of edges meet there, when there are edges.
/// Input Errors: edges without nodes beside them, an end that is no node, files that announce different numbers of nodes; a usage Error
/// for --columns and --label, which are for tables.
DataSet read_pair(const Pair&, const InputFile&, bool holds_edges, const ReadOptions&, const Progress&);

/// The other file of a pair, for a reader's `companions`.
std::vector<std::string> companions_of(const Pair&, std::string_view file_name);

}  // namespace neighborscope::roads
