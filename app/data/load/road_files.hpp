// What the two formats of street networks share: lines of blank-separated fields, nodes by the ids of a file, and the way from
// nodes and edges to a DataSet.
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
using EachEdge = std::function<void(const EdgeVisitor&)>;

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

/// Reads all edges. Input Error for an end that is no node.
RoadNetwork network_of(const Nodes&, const EachEdge&);

/// Nodes as points, and what joins them. `network` may be null. A node without a position is left out, with its edges, or refused
/// when `options` are strict: that the caller's visitor does, which knows the line. Axes are lon and lat, or x and y where the
/// numbers cannot be degrees. Attributes: `node`, the file's id, as title, where ids are not the rows; `degree`, how many ends of edges
/// meet there, when there is a network.
DataSet points_of(const InputFile&, Nodes&&, RoadNetwork* network, const ReadOptions&, const Progress&);

/// The other file of a pair: of this name but for the extension, in lower or upper case, with ".gz" or not; "" when it is not there.
std::string beside(const InputFile&, std::string_view extension);

/// Throws the usage Error for --columns and --label, which are for tables.
void refuse_columns(const InputFile&, const ReadOptions&);

}  // namespace neighborscope::roads
