// Reads lists in JSON: a list of lists of indices; objects {"ids": [...], "distances": [...]}, one per query; one object of both for all
// queries; or one of these per line and query (JSON Lines). Parses while reading, and keeps only the numbers.
#include "app/data/files/memory.hpp"
#include "app/data/files/read_json.hpp"
#include "app/data/lists/list_names.hpp"
#include "app/data/lists/lists_parts.hpp"
#include "app/data/load/words.hpp"

#include <algorithm>
#include <array>

namespace neighborscope::lists {
namespace {

using nlohmann::json;

constexpr const char* json_forms =
    R"(write [[1, 2], [0, 3]], or {"indices": [[1, 2]], "distances": [[0.5, 1]]}, or a line {"ids": [1, 2], "distances": [0.5, 1]} a query)";

/// Concatenated lists of different lengths.
template <class Value>
struct Rows {
    std::vector<Value> values;
    std::vector<std::size_t> ends;
    bool words = false;  ///< some values are text: "labels" may be names

    std::size_t begin(std::size_t row) const { return row == 0 ? 0 : ends[row - 1]; }
    std::size_t length(std::size_t row) const { return ends[row] - begin(row); }
};

/// Handles brackets, keys and numbers in the order of the text.
class JsonListsHandler : public nlohmann::json_sax<json> {
public:
    explicit JsonListsHandler(const InputFile& file, bool lines) : file_(file), lines_(lines) {}

    bool null() override {
        return take([](auto&) { return std::numeric_limits<double>::quiet_NaN(); });
    }
    bool boolean(bool) override { return word(); }
    bool number_integer(number_integer_t value) override {
        return take([value](auto&) { return value; });
    }
    bool number_unsigned(number_unsigned_t value) override {
        return take([value](auto&) { return value; });
    }
    bool number_float(number_float_t value, const string_t&) override {
        return take([value](auto&) { return value; });
    }
    bool string(string_t&) override { return word(); }
    bool binary(binary_t&) override { return word(); }
    bool start_object(std::size_t) override { return open(true); }
    bool start_array(std::size_t) override { return open(false); }
    bool key(string_t& name) override {
        name_ = list_part_named(name);
        points_ = points_ || names_points(name);
        return true;
    }
    bool end_object() override { return levels_.pop_back(), true; }
    bool end_array() override {
        const Level level = levels_.back();
        levels_.pop_back();
        if (level.holds_brackets || (levels_.empty() && !level.holds_numbers && !lines_)) return true;
        with_rows(level.named, [](auto& rows) { rows.ends.push_back(rows.values.size()); });
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) override {
        std::string scratch;
        throw Error(Failure::input, place() + ": not JSON: " + std::string(clean_word(json_error_text(error), scratch)),
            "write null in place of NaN and Infinity, and the file again if it was cut");
    }

    ForeignLists lists() &&;
    void begin_line(std::size_t line) { line_ = line; }
    bool names_lists() const { return !points_ && keyed_ && chosen(indices_) >= 0 && chosen(distances_) >= 0; }
    bool names_points_too() const { return points_; }

private:
    struct Level {
        bool object = false;
        NamedListPart named;
        bool holds_numbers = false, holds_brackets = false;
    };

    std::string place() const { return file_.path() + (line_ ? ":" + std::to_string(line_) : std::string()); }
    std::string list_place() const {
        std::size_t list = 0;
        for (const auto& rows : indices_) list = std::max(list, rows.ends.size());
        return line_ ? place() : file_.path() + ": list " + std::to_string(list);
    }
    template <class Work>
    void with_rows(const NamedListPart& named, const Work& work) {
        if (named.part == ListPart::index) work(indices_[std::size_t(named.doubt)]);
        if (named.part == ListPart::distance) work(distances_[std::size_t(named.doubt)]);
    }
    NamedListPart named() const {
        if (levels_.empty()) return {ListPart::index, 1};
        return levels_.back().object ? name_ : levels_.back().named;
    }
    bool open(bool object) {
        if (levels_.size() >= std::size_t(deepest_json))
            throw Error(Failure::input, place() + ": brackets are nested more than " + std::to_string(deepest_json) + " deep", json_forms);
        const Level level{object, named()};
        if (!levels_.empty()) {
            if (levels_.back().holds_numbers && levels_.back().named.part != ListPart::none)
                throw Error(Failure::input, list_place() + " mixes numbers and brackets", json_forms);
            levels_.back().holds_brackets = true;
            keyed_ = keyed_ || levels_.back().object;
        }
        levels_.push_back(level);
        return true;
    }
    template <class Number>
    bool take(const Number& number) {
        if (levels_.empty()) throw Error(Failure::input, place() + " holds a single number", json_forms);
        const auto where = [&] { return list_place(); };
        Level& level = levels_.back();
        if (level.object) {
            if (name_.part == ListPart::query) queries_.push_back(index_of(number(level), where));
            else if (name_.part == ListPart::index) ids_.push_back(index_of(number(level), where));
            return true;
        }
        level.holds_numbers = true;
        if (level.named.part == ListPart::none) return true;
        if (level.holds_brackets) throw Error(Failure::input, list_place() + " mixes numbers and brackets", json_forms);
        if (level.named.part == ListPart::index) indices_[std::size_t(level.named.doubt)].values.push_back(index_of(number(level), where));
        if (level.named.part == ListPart::distance) distances_[std::size_t(level.named.doubt)].values.push_back(double(number(level)));
        return true;
    }
    bool word() {
        if (!levels_.empty() && !levels_.back().object) with_rows(levels_.back().named, [](auto& rows) { rows.words = true; });
        return true;
    }
    /// Returns the rows with the least doubtful name; -1 if there are none.
    template <class Value>
    static int chosen(const std::array<Rows<Value>, 4>& all) {
        for (std::size_t doubt = 0; doubt < all.size(); ++doubt)
            if (!all[doubt].ends.empty() && !all[doubt].words) return int(doubt);
        return -1;
    }

    const InputFile& file_;
    bool lines_;
    std::size_t line_ = 0;  ///< line of JSON Lines, from 1; 0: other JSON
    std::vector<Level> levels_;
    NamedListPart name_;                         ///< the last key
    std::array<Rows<std::int64_t>, 4> indices_;  ///< by the doubt of their names
    std::array<Rows<double>, 4> distances_;
    std::vector<std::int64_t> queries_, ids_;  ///< numbers beside lists: `query`, else `id`
    bool points_ = false, keyed_ = false;
};

ForeignLists JsonListsHandler::lists() && {
    const int index_choice = chosen(indices_), distance_choice = chosen(distances_);
    if (index_choice < 0) throw Error(Failure::input, file_.path() + " has no lists of indices", json_forms);
    const Rows<std::int64_t>& index = indices_[std::size_t(index_choice)];
    const Rows<double>* distance = distance_choice < 0 ? nullptr : &distances_[std::size_t(distance_choice)];
    const std::size_t queries = index.ends.size();
    if (distance && distance->ends.size() != queries)
        throw Error(Failure::input,
            file_.path() + " has " + std::to_string(queries) + " lists of indices, and " + std::to_string(distance->ends.size()) +
                " of distances",
            "give every list its distances");
    std::size_t k = 0;
    for (std::size_t query = 0; query < queries; ++query) {
        k = std::max(k, index.length(query));
        if (distance && distance->length(query) != index.length(query))
            throw Error(Failure::input,
                file_.path() + ": list " + std::to_string(query) + " has " + std::to_string(index.length(query)) + " indices, and " +
                    std::to_string(distance->length(query)) + " distances",
                "give every index its distance");
    }
    ForeignLists lists;
    lists.path = file_.path();
    allocate_lists(lists, std::int64_t(queries), k, distance != nullptr);
    for (std::size_t query = 0; query < queries; ++query)
        for (std::size_t i = 0; i < index.length(query); ++i) {
            const std::size_t from = index.begin(query) + i;
            set_entry(lists, query * k + i, index.values[from], distance ? distance->values[from] : 0);
        }
    for (std::vector<std::int64_t>* asked : {&queries_, &ids_})
        if (lists.query.empty() && asked->size() == queries) lists.query = std::move(*asked);
    return lists;
}

/// Returns the next line that is not blank, and moves `at` behind it; empty at the end.
std::string_view next_line(std::string_view text, std::size_t& at, std::size_t& line) {
    while (at < text.size()) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view found = text.substr(at, end - at);
        at = end + 1;
        ++line;
        if (found.find_first_not_of(" \t\r") != std::string_view::npos) return found;
    }
    return {};
}

/// Whether the first line is a complete value and others follow.
bool is_lines(std::string_view text) {
    std::size_t at = 0, line = 0;
    const std::string_view first = next_line(text, at, line);
    return at < text.size() && !next_line(text, at, line).empty() && json::accept(first.begin(), first.end());
}

}  // namespace

bool is_json(const InputFile& file) {
    const std::size_t first = file.bytes().find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && (file.bytes()[first] == '[' || file.bytes()[first] == '{');
}

ForeignLists read_json_lists(const InputFile& file, const Progress& progress) {
    const std::string_view text = file.bytes();
    progress.step(0, 0);
    const auto numbers = std::count(text.begin(), text.end(), ',') + std::count(text.begin(), text.end(), '[');
    require_memory(2.0 * sizeof(double) * double(numbers), "reading " + file.path(), "save the lists as .npz");
    const bool lines = is_lines(text);
    JsonListsHandler taker(file, lines);
    if (!lines) {
        json::sax_parse(text.begin(), text.end(), &taker);
    } else {
        std::size_t at = 0, line = 0;
        for (std::string_view one; !(one = next_line(text, at, line)).empty();) {
            taker.begin_line(line);
            json::sax_parse(one.begin(), one.end(), &taker);
            if (line % 4096 == 0) progress.step(double(at), double(text.size()));
        }
    }
    return std::move(taker).lists();
}

bool json_names_lists(const InputFile& file) {
    constexpr std::size_t enough = 4 << 20;
    const std::string_view text = file.bytes().substr(0, enough);
    JsonListsHandler taker(file, false);
    try {
        std::size_t at = 0, line = 0;
        const std::string_view first = is_lines(text) ? next_line(text, at, line) : text;
        json::sax_parse(first.begin(), first.end(), &taker);
    } catch (const Error&) {}  // cut, or not lists: the preceding text decides
    return taker.names_lists();
}

}  // namespace neighborscope::lists
