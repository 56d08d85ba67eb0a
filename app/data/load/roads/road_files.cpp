#include "app/data/load/roads/road_files.hpp"

#include "app/data/load/assemble.hpp"
#include "app/data/load/text_rows.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <functional>
#include <optional>
#include <utility>

namespace neighborscope::roads {
namespace {

constexpr csv::Dialect blanks{' ', false};

using text_rows::is_blank;

std::string quoted(std::string_view text) { return "'" + csv::printable({text.data(), text.data() + text.size(), false, false}) + "'"; }

void keep_rows(RoadNetwork& network, const DataSet& data, std::int64_t all) {
    if (data.file_rows.empty()) return;
    std::vector<std::int32_t> renamed(std::size_t(all), -1);
    for (std::size_t row = 0; row < data.file_rows.size(); ++row) {
        const std::size_t old = std::size_t(data.file_rows[row]);
        renamed[old] = std::int32_t(row);
        network.nodes[2 * row] = network.nodes[2 * old];
        network.nodes[2 * row + 1] = network.nodes[2 * old + 1];
    }
    network.nodes.resize(2 * data.file_rows.size());
    std::erase_if(network.edges, [&](RoadNetwork::Edge& edge) {
        edge.from = renamed[std::size_t(edge.from)];
        edge.to = renamed[std::size_t(edge.to)];
        return edge.from < 0 || edge.to < 0;
    });
}

bool are_degrees(const DataSet& data) {
    for (std::int64_t row = 0; row < data.count(); ++row)
        if (std::fabs(data.coordinate(row, 0)) > 360 || std::fabs(data.coordinate(row, 1)) > 90) return false;
    return true;
}

/// Reads the lines of a file that are not blank, and the announced numbers.
class Lines {
public:
    Lines(const InputFile& file, const Layout& layout, const Progress& progress)
        : file_(file), layout_(layout), progress_(progress), next_(file.begin()) {}

    /// Moves to the next line of the layout; false at the end. Input Errors unless there were as many as announced.
    bool next();
    /// The announced number, -1 if there is none.
    std::int64_t nodes() const { return numbers_.empty() ? -1 : numbers_.front(); }
    /// Returns a field; "" beyond the last field, and beyond the eighth.
    std::string_view operator[](std::size_t field) const { return field < text_.size() ? text_[field] : std::string_view{}; }
    /// Parses an integer that is not negative; `what` names it in the message.
    std::int64_t whole(std::size_t field, std::string_view what) const;
    /// Parses a number; NaN for NaN, infinity and NA.
    double number(std::size_t field, std::string_view what) const;
    /// Parses a number that is not NaN, infinite or negative.
    double length(std::size_t field) const;
    /// Throws the input Error "path:line: cause; remedy".
    [[noreturn]] void refuse(const std::string& cause, const std::string& remedy) const;

private:
    bool next_line();
    void check_count() const;
    void read_problem();
    /// Throws unless the line has as many fields as `layout`, "id lon lat", has words.
    void expect(std::string_view layout) const;

    const InputFile& file_;
    const Layout& layout_;
    const Progress& progress_;
    const char* next_;
    std::size_t line_ = 0, fields_ = 0;
    std::array<std::string_view, 8> text_;
    std::vector<std::int64_t> numbers_;  ///< the announced numbers
    std::int64_t count_ = 0;             ///< lines of the layout so far
};

bool Lines::next() {
    const std::string_view letter = layout_.line.substr(0, layout_.line.find(' ')), problem = layout_.problem;
    while (next_line()) {
        if (problem.empty() || (*this)[0] == letter) {
            if (!problem.empty() && numbers_.empty())
                refuse("no line '" + std::string(problem) + "' stands before it", "begin the file with that line");
            expect(layout_.line);
            ++count_;
            return true;
        }
        if ((*this)[0] == "c") continue;
        if ((*this)[0] != "p") refuse("a line begins with c, p or " + std::string(letter), "correct the line");
        if (!numbers_.empty()) refuse("a second line that begins with p", "leave one of them");
        read_problem();
    }
    if (!problem.empty()) check_count();
    return false;
}

void Lines::check_count() const {
    const std::string line = "'" + std::string(layout_.problem) + "'";
    if (numbers_.empty()) throw Error(Failure::input, file_.path() + " has no line " + line, "begin the file with that line");
    if (count_ == numbers_.back()) return;
    throw Error(Failure::input,
        file_.path() + " announces " + std::to_string(numbers_.back()) + " " + std::string(layout_.things) + " and holds " +
            std::to_string(count_),
        "fetch the file again, or correct its line " + line);
}

void Lines::read_problem() {
    expect(layout_.problem);
    std::string_view rest = layout_.problem;
    for (std::size_t field = 0; field < fields_; ++field) {
        const std::string_view word = rest.substr(0, rest.find(' '));
        rest.remove_prefix(std::min(rest.size(), word.size() + 1));
        if (word[0] >= 'A' && word[0] <= 'Z') numbers_.push_back(whole(field, "the number"));
        else if ((*this)[field] != word) refuse("the line is not '" + std::string(layout_.problem) + "'", "correct the line");
    }
}

bool Lines::next_line() {
    const char* end = file_.end();
    while (next_ < end) {
        const char* stop = csv::line_end(next_, end);
        ++line_;
        if (line_ % 16384 == 0) progress_.step(double(next_ - file_.begin()), double(file_.size()));
        fields_ = 0;
        text_.fill({});
        for (const char* p = next_;;) {
            while (p < stop && is_blank(*p)) ++p;
            if (p == stop) break;
            const char* first = p;
            while (p < stop && !is_blank(*p)) ++p;
            if (fields_ < text_.size()) text_[fields_] = {first, std::size_t(p - first)};
            ++fields_;
        }
        next_ = stop < end ? stop + 1 : end;
        if (fields_ > 0) return true;
    }
    return false;
}

std::int64_t Lines::whole(std::size_t field, std::string_view what) const {
    const std::string_view text = (*this)[field];
    std::int64_t value = 0;
    const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range && text[0] != '-')
        refuse(std::string(what) + " " + quoted(text) + " is too large: beyond 9223372036854775807", "correct the line");
    if (text.empty() || error != std::errc{} || stopped != text.data() + text.size() || value < 0)
        refuse(std::string(what) + " " + quoted(text) + " is not a whole number from 0", "correct the line");
    return value;
}

double Lines::number(std::size_t field, std::string_view what) const {
    const std::string_view text = (*this)[field];
    double value = 0;
    switch (csv::read_number(text, blanks, value)) {
        case csv::Kind::number:
        case csv::Kind::missing: return value;
        case csv::Kind::too_large: refuse(std::string(what) + " " + quoted(text) + " is outside the range of float32", "scale the network");
        case csv::Kind::text: break;
    }
    refuse(std::string(what) + " " + quoted(text) + " is not a number", "correct the line");
}

double Lines::length(std::size_t field) const {
    const double value = number(field, "the length");
    if (std::isnan(value)) refuse("the length " + quoted((*this)[field]) + " is not a number", "give every edge a length of 0 or more");
    if (value < 0) refuse("the length " + quoted((*this)[field]) + " is negative", "give every edge a length of 0 or more");
    return value;
}

void Lines::expect(std::string_view layout) const {
    const std::size_t words = std::size_t(std::count(layout.begin(), layout.end(), ' ')) + 1;
    if (fields_ == words) return;
    refuse(std::to_string(fields_) + (fields_ == 1 ? " field" : " fields") + " where '" + std::string(layout) + "' has " +
               std::to_string(words),
        "give every line these fields, split by blanks");
}

void Lines::refuse(const std::string& cause, const std::string& remedy) const {
    throw Error(Failure::input, file_.path() + ":" + std::to_string(line_) + ": " + cause, remedy);
}

/// Called for every node and for every edge of a file, with its line.
using NodeVisitor = std::function<void(const Lines&, std::int64_t id, double x, double y)>;
using EdgeVisitor = std::function<void(const Lines&, std::int64_t from, std::int64_t to, double length)>;

/// Both return how many nodes the file announces, -1 if it does not.
std::int64_t each_node(const InputFile& file, const Layout& layout, bool strict, const Progress& progress, const NodeVisitor& visit) {
    Lines lines(file, layout, progress);
    const std::size_t at = layout.problem.empty() ? 0 : 1;  // the id follows a letter
    const bool degrees = layout.line.ends_with("lon lat");
    while (lines.next()) {
        const std::int64_t id = lines.whole(at, "the id"), most = lines.nodes();
        if (most >= 0 && (id < 1 || id > most))
            lines.refuse("node " + std::to_string(id) + " is not from 1 to " + std::to_string(most), "correct the line");
        const double x = lines.number(at + 1, degrees ? "lon" : "x"), y = lines.number(at + 2, degrees ? "lat" : "y");
        if (strict && (std::isnan(x) || std::isnan(y))) lines.refuse("a node without a position", "correct the line or remove it");
        visit(lines, id, x, y);
    }
    return lines.nodes();
}

std::int64_t each_edge(const InputFile& file, const Layout& layout, const Progress& progress, const EdgeVisitor& visit) {
    Lines lines(file, layout, progress);
    while (lines.next()) {
        if (layout.problem.empty()) lines.whole(0, "the id");
        const std::int64_t from = lines.whole(1, "the node"), to = lines.whole(2, "the node"), most = lines.nodes();
        const double length = lines.length(3);
        for (const std::int64_t end : {from, to})
            if (most >= 0 && (end < 1 || end > most))
                lines.refuse(
                    "an arc ends at node " + std::to_string(end) + ", and nodes are 1 to " + std::to_string(most), "correct the line");
        visit(lines, from, to, length);
    }
    return lines.nodes();
}

class Nodes {
public:
    /// `each` reads a whole file; it is called again if a message needs the line of a node. Input Error for a repeated id.
    explicit Nodes(const std::function<void(const NodeVisitor&)>& each);
    /// Returns -1 if there is no such node.
    std::int64_t row_of(std::int64_t id) const;

    std::vector<double> positions;  ///< [count][2]
    std::vector<std::int64_t> ids;  ///< [count]

private:
    bool consecutive_ = true;  ///< ids ascend by one
    std::vector<std::pair<std::int64_t, std::int32_t>> rows_;
};

Nodes::Nodes(const std::function<void(const NodeVisitor&)>& each) {
    each([this](const Lines&, std::int64_t id, double x, double y) {
        consecutive_ = consecutive_ && (ids.empty() || id - 1 == ids.back());
        ids.push_back(id);
        positions.push_back(x);
        positions.push_back(y);
    });
    if (consecutive_) return;
    rows_.reserve(ids.size());
    for (std::size_t row = 0; row < ids.size(); ++row) rows_.emplace_back(ids[row], std::int32_t(row));
    std::sort(rows_.begin(), rows_.end());
    const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
    const auto twice = std::adjacent_find(rows_.begin(), rows_.end(), same);
    if (twice == rows_.end()) return;
    bool seen = false;
    each([&](const Lines& lines, std::int64_t id, double, double) {
        if (id != twice->first) return;
        if (seen) lines.refuse("node " + std::to_string(id) + " is there a second time", "give every node an id of its own");
        seen = true;
    });
}

std::int64_t Nodes::row_of(std::int64_t id) const {
    if (consecutive_) {
        if (ids.empty() || id < ids.front() || id > ids.back()) return -1;
        return id - ids.front();
    }
    const auto found = std::lower_bound(rows_.begin(), rows_.end(), std::pair(id, std::int32_t(0)));
    return found != rows_.end() && found->first == id ? found->second : -1;
}

RoadNetwork network_of(const Nodes& nodes, const std::function<void(const EdgeVisitor&)>& each) {
    RoadNetwork network;
    each([&](const Lines& lines, std::int64_t from, std::int64_t to, double length) {
        const std::int64_t first = nodes.row_of(from), last = nodes.row_of(to);
        if (first < 0 || last < 0)
            lines.refuse("an edge ends at node " + std::to_string(first < 0 ? from : to) + ", which does not exist",
                "add the node, or remove the edge");
        network.edges.push_back({std::int32_t(first), std::int32_t(last), length});
    });
    return network;
}

DataSet points_of(const InputFile& file, Nodes&& nodes, RoadNetwork* network, const ReadOptions& options, const Progress& progress) {
    constexpr std::size_t piece_rows = 65536;
    const std::size_t rows = nodes.ids.size();
    Pieces pieces;
    pieces.most_rows = rows_in_pieces(rows, piece_rows);
    pieces.read = [&](std::size_t piece, RowCollector& collector) {
        const std::size_t first = piece * piece_rows;
        for (std::size_t row = first; row < first + pieces.most_rows[piece]; ++row)
            check_row(collector.add(&nodes.positions[2 * row]), collector, {false, "the network"},
                [&](std::size_t) { return file.path() + ": node " + std::to_string(nodes.ids[row]); });
    };
    DataSet data = assemble(file.path(), 2, pieces, options, Progress{{}, progress.stop});
    if (data.skipped.count) data.skipped.why = network ? "NaN or infinity; the edges there too" : "NaN or infinity";
    data.axes = are_degrees(data) ? std::vector<std::string>{"lon", "lat"} : std::vector<std::string>{"x", "y"};
    if (!options.load.quantities) return data;

    const auto number_of = [&data](const char* name, const auto& value) {
        NumberValues numbers;
        numbers.of_point.reserve(std::size_t(data.count()));
        for (std::int64_t row = 0; row < data.count(); ++row) numbers.of_point.push_back(value(row));
        data.quantities.push_back({name, std::move(numbers)});
    };
    bool rows_are_ids = true;
    for (std::size_t row = 0; row < rows; ++row) rows_are_ids = rows_are_ids && nodes.ids[row] == std::int64_t(row);
    if (!rows_are_ids) {
        number_of("node", [&](std::int64_t row) { return double(nodes.ids[std::size_t(data.file_row(row))]); });
        data.set_title(0);
    }
    if (!network) return data;
    network->name = std::filesystem::path(file.name()).filename().string();
    network->nodes = std::move(nodes.positions);
    keep_rows(*network, data, std::int64_t(rows));
    std::vector<std::int32_t> degree(std::size_t(data.count()), 0);
    for (const RoadNetwork::Edge& edge : network->edges) {
        ++degree[std::size_t(edge.from)];
        ++degree[std::size_t(edge.to)];
    }
    number_of("degree", [&](std::int64_t row) { return degree[std::size_t(row)]; });
    data.network = std::make_shared<const RoadNetwork>(std::move(*network));
    return data;
}

/// Returns the other file of a pair: the same name with the other extension, in lower or upper case, with or without ".gz"; "" if none
/// exists.
std::string beside(std::string_view file_name, std::string_view extension) {
    const std::string stem(file_name.substr(0, file_name.size() - extension_of(file_name).size()));
    std::string upper(extension);
    for (char& c : upper)
        if (c >= 'a' && c <= 'z') c = char(c - 32);
    const std::string found = companion(stem + std::string(extension));
    return found.empty() ? companion(stem + upper) : found;
}

void refuse_columns(const InputFile& file, const ReadOptions& options) {
    if (options.load.columns.empty() && options.load.label.empty()) return;
    throw Error(Failure::usage,
        std::string(options.load.columns.empty() ? "--label" : "--columns") + " is for tables, and " + file.path() + " is a street network",
        "leave it out");
}

}  // namespace

std::vector<std::string> companions_of(const Pair& pair, std::string_view file_name) {
    std::vector<std::string> found;
    for (const auto& [one, other] :
        {std::pair(pair.nodes.extension, pair.edges.extension), std::pair(pair.edges.extension, pair.nodes.extension)})
        if (has_extension(file_name, one))
            if (std::string path = beside(file_name, other); !path.empty()) found.push_back(std::move(path));
    return found;
}

DataSet read_pair(const Pair& pair, const InputFile& file, bool holds_edges, const ReadOptions& options, const Progress& progress) {
    refuse_columns(file, options);
    const std::string other = beside(file.name(), (holds_edges ? pair.nodes : pair.edges).extension);
    if (holds_edges && other.empty()) {
        each_edge(
            file, pair.edges, progress, [](const Lines&, std::int64_t, std::int64_t, double) {});  // its own errors are reported first
        throw Error(Failure::input,
            file.path() + " holds " + std::string(pair.edges.things) + " only, and its " + std::string(pair.missing) + " are not beside it",
            "put the " + std::string(pair.nodes.extension) + " file of the same name into the same folder");
    }
    std::optional<InputFile> found;
    if (!other.empty() && (holds_edges || options.load.quantities)) found.emplace(other, progress), refuse_binary(*found);
    const InputFile& nodes_file = holds_edges ? *found : file;
    const InputFile* edges_file = holds_edges ? &file : found ? &*found : nullptr;
    std::int64_t announced = 0;
    Nodes nodes([&](const NodeVisitor& visit) { announced = each_node(nodes_file, pair.nodes, options.load.strict, progress, visit); });
    if (pair.adjust) pair.adjust(nodes.positions);
    if (!edges_file || !options.load.quantities || nodes.ids.empty())
        return points_of(nodes_file, std::move(nodes), nullptr, options, progress);
    std::int64_t joined = 0;
    RoadNetwork network =
        network_of(nodes, [&](const EdgeVisitor& visit) { joined = each_edge(*edges_file, pair.edges, progress, visit); });
    if (joined != announced)
        throw Error(Failure::input,
            edges_file->path() + " is about " + std::to_string(joined) + " nodes, " + nodes_file.path() + " about " +
                std::to_string(announced),
            "put the two files of one network side by side");
    network.directed = pair.directed;
    return points_of(nodes_file, std::move(nodes), &network, options, progress);
}

}  // namespace neighborscope::roads
