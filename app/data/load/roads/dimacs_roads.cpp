// Street networks of the 9th DIMACS Implementation Challenge (diag.uniroma1.it/challenge9/format.shtml): NAME.gr with
// "p sp NODES ARCS" and arcs "a FROM TO LENGTH", NAME.co with "p aux sp co NODES" and nodes "v ID X Y"; "c" begins a comment, ids run
// from 1. An arc is passable in its direction only. The challenge's coordinates are millionths of degrees: when some are beyond 360
// and all are within what millionths of degrees can be, they become degrees.
#include "app/data/load/roads/road_files.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace dimacs {
namespace {

using namespace roads;

/// "sp" of arcs, "co" of coordinates, "" when no line of the problem is among these bytes and comments before it.
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

/// The numbers of the problem's line, and what follows it.
class Problem {
public:
    Problem(const InputFile& file, std::string_view layout, std::string_view letter, const Progress& progress)
        : lines(file, progress), layout_(layout), letter_(letter) {}

    /// On to the next line of the letter; false at the end.
    bool next() {
        while (lines.next()) {
            if (lines[0] == "c") continue;
            if (lines[0] == letter_) {
                if (!announced_) lines.refuse("no line '" + std::string(layout_) + "' stands before it", "begin the file with that line");
                ++count_;
                return true;
            }
            if (lines[0] != "p") lines.refuse("a line begins with c, p or " + std::string(letter_), "correct the line");
            if (announced_) lines.refuse("a second line that begins with p", "leave one of them");
            announced_ = true;
            read_problem();
        }
        return false;
    }
    /// After the last line: throws unless there were as many as announced.
    void check(std::string_view what) const {
        if (!announced_)
            throw Error(
                Failure::input, lines.file().path() + " has no line '" + std::string(layout_) + "'", "begin the file with that line");
        if (count_ == numbers_.back()) return;
        throw Error(Failure::input,
            lines.file().path() + " announces " + std::to_string(numbers_.back()) + " " + std::string(what) + " and holds " +
                std::to_string(count_),
            "fetch the file again, or correct its line '" + std::string(layout_) + "'");
    }
    std::int64_t nodes() const { return numbers_.front(); }

    Lines lines;

private:
    /// "p sp NODES ARCS": words in lower case stand as they are, others for whole numbers.
    void read_problem() {
        lines.expect(layout_);
        std::string_view rest = layout_;
        for (std::size_t field = 0; field < lines.fields(); ++field) {
            const std::string_view word = rest.substr(0, rest.find(' '));
            rest.remove_prefix(std::min(rest.size(), word.size() + 1));
            if (word[0] >= 'A' && word[0] <= 'Z') numbers_.push_back(lines.whole(field, "the number"));
            else if (lines[field] != word) lines.refuse("the line is not '" + std::string(layout_) + "'", "correct the line");
        }
    }

    std::string_view layout_, letter_;
    bool announced_ = false;
    std::vector<std::int64_t> numbers_;
    std::int64_t count_ = 0;
};

/// Returns how many the file announces.
std::int64_t each_node(const InputFile& file, bool strict, const Progress& progress, const NodeVisitor& visit) {
    Problem problem(file, "p aux sp co NODES", "v", progress);
    const Lines& lines = problem.lines;
    while (problem.next()) {
        lines.expect("v ID X Y");
        const std::int64_t id = lines.whole(1, "the id");
        if (id < 1 || id > problem.nodes())
            lines.refuse("node " + std::to_string(id) + " is not from 1 to " + std::to_string(problem.nodes()), "correct the line");
        const double x = lines.number(2, "x"), y = lines.number(3, "y");
        if (strict && (std::isnan(x) || std::isnan(y))) lines.refuse("a node without a position", "correct the line or remove it");
        visit(lines, id, x, y);
    }
    problem.check("nodes");
    return problem.nodes();
}

std::int64_t each_arc(const InputFile& file, const Progress& progress, const EdgeVisitor& visit) {
    Problem problem(file, "p sp NODES ARCS", "a", progress);
    const Lines& lines = problem.lines;
    while (problem.next()) {
        lines.expect("a FROM TO LENGTH");
        const std::int64_t from = lines.whole(1, "the node"), to = lines.whole(2, "the node");
        const double length = lines.length(3);
        for (const std::int64_t end : {from, to})
            if (end < 1 || end > problem.nodes())
                lines.refuse("an arc ends at node " + std::to_string(end) + ", and nodes are 1 to " + std::to_string(problem.nodes()),
                    "correct the line");
        visit(lines, from, to, length);
    }
    problem.check("arcs");
    return problem.nodes();
}

void to_degrees(Nodes& nodes) {
    std::vector<double>& positions = nodes.positions;
    double x = 0, y = 0;
    for (std::size_t i = 0; i < positions.size(); i += 2) {
        x = std::fmax(x, std::fabs(positions[i]));  // NaN is passed over
        y = std::fmax(y, std::fabs(positions[i + 1]));
    }
    if ((x > 360 || y > 360) && x <= 360e6 && y <= 90e6)
        for (double& value : positions) value /= 1e6;
}

constexpr Pair pair{".co", ".gr", "arcs", "coordinates", true, to_degrees, each_node, each_arc};

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
