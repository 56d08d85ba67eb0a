// Reads LIBSVM and SVMlight: a label and the features that are not 0, as index:value, one point per line. Specification:
// csie.ntu.edu.tw/~cjlin/libsvm, README, "training data file": indices ascend from 1; qid:N and # comments are from SVMlight.
#include "app/data/load/assemble.hpp"
#include "app/data/load/columns.hpp"
#include "app/data/load/number_columns.hpp"
#include "app/data/load/text_rows.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <charconv>
#include <unordered_map>

namespace neighborscope {
namespace libsvm {
namespace {

using namespace text_rows;

constexpr HoldsTextBeforeComment is_row{'#'};
constexpr std::string_view extensions = ".libsvm .svm .svmlight";

/// Returns the end of the word at `p`: a blank, a comment or the line's end.
const char* word_end(const char* p, const char* end) {
    while (p < end && !is_blank(*p) && *p != '#') ++p;
    return p;
}

bool is_number(std::string_view word) {
    const char *p = word.data(), *end = p + word.size();
    double value = 0;
    return !word.empty() && word.find_first_not_of("0123456789+-.eE") == std::string_view::npos && read_number(p, end, value) && p == end;
}

/// Whether the word is a number, or integers separated by commas, as for rows with several classes.
bool is_label(std::string_view word) {
    if (word.find(',') == std::string_view::npos) return is_number(word);
    if (word.find_first_of(".eE") != std::string_view::npos) return false;
    for (std::size_t comma = 0; comma != std::string_view::npos; word.remove_prefix(comma + 1)) {
        comma = word.find(',');
        if (!is_number(word.substr(0, comma))) return false;
        if (comma == std::string_view::npos) break;
    }
    return true;
}

/// Whether the word is index:value or qid:number, with any index.
bool is_pair(std::string_view word) {
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos || colon == 0) return false;
    const std::string_view index = word.substr(0, colon);
    if (index != "qid" && index.find_first_not_of("+-0123456789") != std::string_view::npos) return false;
    const char *p = word.data() + colon + 1, *end = word.data() + word.size();
    double value = 0;
    return read_number(p, end, value) && p == end;
}

/// Recognises the content: at least as many lines are a label with pairs as are not, so that an invalid line is an error and does not make
/// the file a table. Lines with only labels are not enough. Words before all lines are names of columns.
bool recognises(std::string_view first_bytes, std::string_view file_name) {
    if (has_extension(file_name, extensions)) return true;
    const char *p = first_bytes.data(), *end = p + first_bytes.size();
    int alike = 0, odd = 0;
    while (p < end) {
        const char* line = line_end(p, end);
        const bool whole = line < end || first_bytes.size() < 4096;
        const char* word = skip_blanks(p, line);
        p = line < end ? line + 1 : end;
        if (word == line || *word == '#') continue;
        const char* after = word_end(word, line);
        const bool label = is_label({word, after});
        std::size_t pairs = 0, others = 0;
        for (word = skip_blanks(after, line); word < line && *word != '#'; word = skip_blanks(after, line)) {
            after = word_end(word, line);
            if (after == line && !whole) break;  // cut in the middle
            ++(is_pair({word, after}) ? pairs : others);
        }
        if (label && pairs + others == 0) continue;
        if (!label && pairs == 0 && alike + odd == 0) return false;
        // A line so long that no other may be visible may contain an invalid word.
        ++(label && pairs > 8 * others ? alike : odd);
    }
    return alike > 0 && alike >= odd;
}

/// What must be known before rows are read.
struct Survey {
    std::uint64_t largest = 0;  ///< the largest index
    const char* where = nullptr;
    bool classes = true;   ///< all labels are integers, or lists of them
    bool queries = false;  ///< there are qid:

    void add(const Survey& other) {
        if (other.largest > largest) largest = other.largest, where = other.where;
        classes &= other.classes;
        queries |= other.queries;
    }
};

/// Indices ascend, so a line's last is its largest; a line where they do not is an error when it is read.
Survey survey_rows(const char* p, const char* last) {
    Survey survey;
    for_each_row(p, last, is_row, [&](const char* first, const char* line) {
        const char* label = word_end(first, line);
        survey.classes &= std::string_view(first, std::size_t(label - first)).find_first_of(".eE") == std::string_view::npos || [&] {
            double value = 0;
            const char* q = first;
            return read_number(q, label, value) && std::isfinite(value) && value == std::floor(value);
        }();
        const char* next = skip_blanks(label, line);
        survey.queries |= line - next > 4 && std::memcmp(next, "qid:", 4) == 0;
        const char* end = line;
        if (const void* comment = std::memchr(first, '#', std::size_t(line - first))) end = static_cast<const char*>(comment);
        const void* colon = memrchr(label, ':', std::size_t(end - label));
        if (!colon) return true;
        const char* digits = static_cast<const char*>(colon);
        while (digits > label && digits[-1] >= '0' && digits[-1] <= '9') --digits;
        std::uint64_t index = 0;
        if (std::from_chars(digits, static_cast<const char*>(colon), index).ec == std::errc::result_out_of_range) index = ~std::uint64_t(0);
        if (index > survey.largest && digits > label && is_blank(digits[-1])) survey.largest = index, survey.where = first;
        return true;
    });
    return survey;
}

class Parser {
public:
    Parser(const InputFile& file, std::size_t dimension, const std::vector<int>& chosen) : file_(file), dimension_(dimension) {
        for (std::size_t i = 0; i < chosen.size(); ++i) slot_of_[std::uint64_t(chosen[i]) + 1] = i;
    }

    /// Reads the features of the line: coordinates and their values.
    void read(const char* first, const char* line, std::vector<std::size_t>& slots, std::vector<double>& values) const {
        check_label(first, line);
        slots.clear();
        values.clear();
        std::uint64_t before = 0;
        for (const char* p = skip_blanks(word_end(first, line), line); p < line && *p != '#'; p = skip_blanks(p, line)) {
            const char* word = p;
            std::uint64_t index = 0;
            while (p < line && *p >= '0' && *p <= '9' && index < (std::uint64_t(1) << 40)) index = index * 10 + std::uint64_t(*p++ - '0');
            if (p == word || p == line || *p != ':') {
                if (line - word > 4 && std::memcmp(word, "qid:", 4) == 0 && before == 0) {
                    p = word_end(word, line);
                    continue;
                }
                refuse(word, line, "is not index:value", "write the features as index:value, indices ascending from 1");
            }
            if (index == 0) refuse(word, line, "has index 0", "count indices from 1");
            if (index <= before)
                refuse(
                    word, line, "comes after index " + std::to_string(before), "write the indices of a line in ascending order, each once");
            before = index;
            double value = 0;
            if (!read_number(++p, line, value) || (p < line && !is_blank(*p) && *p != '#'))
                refuse(word, line, "is not index:value", "write the features as index:value with a number");
            std::size_t slot = index - 1;
            if (!slot_of_.empty()) {
                const auto found = slot_of_.find(index);
                if (found == slot_of_.end()) continue;
                slot = found->second;
            }
            if (slot >= dimension_) continue;  // an index that is not the line's last: it is an error
            slots.push_back(slot);
            values.push_back(value);
        }
        // A row of a table among LIBSVM rows. A single label without features is a point at 0.
        if (before == 0 && std::find(first, word_end(first, line), ',') != word_end(first, line))
            refuse(first, line, "has several labels and no features", "write the features as index:value, indices ascending from 1");
    }

    /// "7" for "+7"; "1,3" unchanged.
    static std::string label(const char* first, const char* line) {
        const std::string_view word(first, std::size_t(word_end(first, line) - first));
        double value = 0;
        const char* p = first;
        const bool number = read_number(p, word.data() + word.size(), value) && std::isfinite(value) && p == word.data() + word.size();
        return number ? number_word(value) : std::string(word.substr(0, 60));
    }

private:
    void check_label(const char* first, const char* line) const {
        if (!is_label({first, word_end(first, line)}))
            refuse(first, line, "is not a label", "begin every line with the point's label, a number");
    }
    [[noreturn]] void refuse(const char* word, const char* line, const std::string& why, const char* remedy) const {
        refuse_line(file_, word, "'" + word_at(word, line) + "' " + why, remedy);
    }

    const InputFile& file_;
    std::size_t dimension_;
    std::unordered_map<std::uint64_t, std::size_t> slot_of_;  ///< index -> coordinate; empty: all in order
};

Survey survey(const InputFile& file, const TextPieces& pieces, const Progress& progress) {
    std::vector<Survey> parts(pieces.rows.size());
    parallel_pieces(parts.size(), 0, Progress{{}, progress.stop},
        [&](std::size_t i) { parts[i] = survey_rows(pieces.begins[i], pieces.begins[i + 1]); });
    Survey all;
    for (const Survey& part : parts) all.add(part);
    return all;
}

/// Returns which quantity (label or target, and qid) is the class: as --label chooses, else labels that are classes.
int find_label(const InputFile& file, const Survey& survey, const LoadOptions& options) {
    if (options.label.empty()) return survey.classes ? 0 : -1;
    std::vector<std::string> names{survey.classes ? "label" : "target"};
    if (survey.queries) names.emplace_back("qid");
    return label_column(file.path(), options, names);
}

std::vector<Quantity> plan_of(const Survey& survey, int label) {
    std::vector<Quantity> plan{empty_quantity(survey.classes ? "label" : "target", survey.classes || label == 0)};
    if (survey.queries) plan.push_back(empty_quantity("qid", label == 1));
    return plan;
}

/// Adds the label of the line, and its qid.
void add_quantities(const std::vector<Quantity>& plan, const char* first, const char* line, QuantityCollector& collector) {
    collector.begin_row();
    for (std::size_t i = 0; i < plan.size(); ++i) {
        if (i == 1) {
            first = skip_blanks(word_end(first, line), line);
            if (line - first <= 4 || std::memcmp(first, "qid:", 4) != 0) return;
            first += 4;
        }
        double value = 0;
        const char* p = first;
        if (plan[i].words()) collector.word(i, Parser::label(first, line));
        else if (read_number(p, line, value)) collector.number(i, value);
    }
}

DataSet read(const InputFile& file, const ReadOptions& options, const Progress& progress) {
    const TextPieces cut_file = cut(file, file.begin(), file.end(), progress, is_row);
    if (cut_file.total() == 0)
        throw Error(Failure::input, file.path() + " holds blank lines and comments only", "name a file that holds points");
    const Survey found = survey(file, cut_file, progress);
    if (found.largest == 0) {
        // Only labels, or an invalid line, which is searched for.
        std::vector<std::size_t> slots;
        std::vector<double> values;
        const Parser parser(file, 1, {});
        for_each_row(file.begin(), file.end(), is_row,
            [&](const char* first, const char* line) { return parser.read(first, line, slots, values), true; });
        throw Error(Failure::input, file.path() + " holds labels without features", "write the features as index:value");
    }
    const int label = find_label(file, found, options.load);
    std::uint64_t dimension = found.largest;
    std::vector<int> chosen;
    if (!options.load.columns.empty()) {
        chosen = chosen_columns(file.path(), options.load.columns, {}, int(std::min<std::uint64_t>(dimension, 2147483647)));
        dimension = chosen.size();
    } else if (dimension > std::uint64_t(largest_dimension)) {
        refuse_line(file, found.where,
            "index " + std::to_string(dimension) + " is beyond the " + std::to_string(largest_dimension) + " dimensions there may be",
            "choose features with --columns, for example --columns 1-" + std::to_string(largest_dimension));
    } else if (options.origin && dimension < options.origin->size()) {
        dimension = options.origin->size();  // the last features of all queries are 0
    }

    const Parser parser(file, dimension, chosen);
    const std::vector<Quantity> plan = options.load.quantities ? plan_of(found, label) : std::vector<Quantity>();
    const RowRules rules{options.load.strict, "the features"};
    const auto read = [&](std::size_t piece, RowCollector& coordinates, QuantityCollector* further) {
        std::vector<std::size_t> slots;
        std::vector<double> values;
        for_each_row(cut_file.begins[piece], cut_file.begins[piece + 1], is_row, [&](const char* first, const char* line) {
            parser.read(first, line, slots, values);
            check_row(coordinates.add_sparse(slots, values), coordinates, rules, [&](std::size_t axis) {
                return place(file, first) + ": feature " + std::to_string(chosen.empty() ? axis + 1 : std::size_t(chosen[axis]) + 1);
            });
            if (further) add_quantities(plan, first, line, *further);
            return true;
        });
    };
    const Pieces pieces{cut_file.rows, double(file.size()) / double(cut_file.rows.size())};
    DataSet data = assemble_with(file.path(), int(dimension), pieces, plan, read, options, progress);
    if (data.skipped.count) data.skipped.why = "NaN or infinity";
    data.axes = plain_axes(data.dimension);
    for (std::size_t i = 0; i < chosen.size(); ++i) data.axes[i] = std::to_string(chosen[i] + 1);
    data.set_label(label);
    return data;
}

}  // namespace
}  // namespace libsvm

const Reader libsvm_reader = {
    .name = "LIBSVM",
    .extensions = libsvm::extensions,
    .help =
        "text, one point per line: its label, then index:value of the features that are not 0, indices ascending from 1; known by its "
        "content whatever its name",
    .recognises = libsvm::recognises,
    .read = libsvm::read,
    .is_text = true,
};

}  // namespace neighborscope
