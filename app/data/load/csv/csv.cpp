// Reads CSV, TSV, TXT, XYZ: text with one point per line (RFC 4180 and common deviations).
#include "app/data/load/assemble.hpp"
#include "app/data/load/columns.hpp"
#include "app/data/load/csv/csv_roles.hpp"
#include "app/data/load/csv/csv_table.hpp"
#include "app/data/load/csv/trajectories.hpp"
#include "app/data/load/csv/word_vectors.hpp"

#include <algorithm>
#include <optional>

namespace neighborscope {
namespace csv {
namespace {

constexpr std::size_t largest_beginning = 4 << 20;  // of unpacked gzip: first rows that take more are not a table
constexpr int most_quantities = 64;                 // quantities that were not requested: MNIST as text has 784 columns

bool recognises(std::string_view first_bytes, std::string_view file_name) {
    if (has_extension(file_name, ".csv .tsv .txt .xyz .asc .dat .pts .vec")) return true;
    const char* reached = nullptr;
    if (find_word_vectors(first_bytes, first_bytes.size() >= 4096, reached)) return true;
    if (!extension_of(file_name).empty()) return false;
    return std::none_of(first_bytes.begin(), first_bytes.end(), [](char c) { return static_cast<unsigned char>(c) < 9; });
}

/// Plans which quantities to read: label and title, and up to 64 further columns that are not empty.
TablePlan plan_of(const Layout& layout, const Roles& roles, bool quantities) {
    TablePlan plan;
    plan.coordinates = roles.coordinates;
    if (!quantities) return plan;
    plan.colours = roles.colours;
    plan.colour_scale = roles.colour_scale;
    int further = 0;
    for (int column = 0; column < layout.columns; ++column) {
        const ColumnFacts& facts = layout.facts[std::size_t(column)];
        const bool named = column == roles.label || column == roles.title;
        if (!named) {
            if (facts.empty() && layout.name_of(column) == "column " + std::to_string(column + 1))
                continue;  // a delimiter at the end of every line
            if (holds(roles.coordinates, column) || holds(roles.colours, column) || ++further > most_quantities) continue;
        }
        plan.quantities.push_back({column, named || !(facts.only_numbers() || facts.empty())});
    }
    return plan;
}

int quantity_of(const TablePlan& plan, int column) {
    for (std::size_t i = 0; i < plan.quantities.size(); ++i)
        if (plan.quantities[i].column == column) return int(i);
    return -1;
}

/// Returns the layout if the available bytes (InputFile::is_partial) are enough to find it. Throws errors that more bytes could not change.
std::optional<Layout> final_layout(const InputFile& file) {
    if (!file.is_partial() || file.size() >= largest_beginning) return find_layout(file);
    refuse_unsupported_text(file);
    refuse_binary(file);
    try {
        Layout layout = find_layout(file);
        if (layout.is_final) return layout;
    } catch (const Error&) {}  // may be caused by the cut
    return std::nullopt;
}

/// Returns the file with more of its beginning unpacked.
InputFile with_more(const InputFile& file, const Progress& progress) { return InputFile(file.on_disk(), progress, 8 * file.size()); }

SkippedColumns skipped_columns(const Layout& layout, const std::vector<int>& columns) {
    SkippedColumns all{layout.missing_values.rows, layout.missing_values.all, {}};
    for (const int column : columns) all.columns.push_back({layout.name_of(column), layout.missing_values.missing_values(column)});
    return all;
}

/// How a file is interpreted, the same for reading and for a preview.
struct Interpretation {
    Layout layout;
    std::optional<TrajectoryColumns> trajectories;
    Roles roles;  ///< unless the table has trajectories
};

Interpretation interpret(const InputFile& file, Layout layout, const LoadOptions& options) {
    Interpretation interpretation{std::move(layout), {}, {}};
    interpretation.trajectories = find_trajectories(file, interpretation.layout, options);
    if (!interpretation.trajectories) interpretation.roles = find_roles(file, interpretation.layout, options);
    return interpretation;
}

DataSet read_once(const InputFile& file, const Interpretation& interpretation, const ReadOptions& options, const Progress& progress) {
    const auto& [layout, trajectories, roles] = interpretation;
    if (trajectories) {
        DataSet data = read_trajectories(file, layout, *trajectories, options, progress);
        data.skipped_columns = skipped_columns(layout, trajectories->skipped_columns);
        return data;
    }
    const TablePlan plan = plan_of(layout, roles, options.load.quantities);
    DataSet data = read_table(file, layout, plan, options, progress);
    data.set_label(quantity_of(plan, roles.label));
    data.set_title(quantity_of(plan, roles.title));
    data.skipped_columns = skipped_columns(layout, roles.skipped_columns);
    if (const std::int64_t rows = data.count() + data.skipped.count; layout.announced >= 0 && rows != layout.announced)
        throw Error(Failure::input,
            file.path() + ":1: this line says that there are " + std::to_string(layout.announced) + " words, but " + std::to_string(rows) +
                (rows == 1 ? " line follows" : " lines follow"),
            "the file is cut short: copy it again, or correct the first line");
    return data;
}

DataSet read_interpreted(
    const InputFile& file, const Interpretation& interpretation, const ReadOptions& options, const Progress& progress) {
    try {
        return read_once(file, interpretation, options, progress);
    } catch (const LateDecimalComma&) {
        // Only numbers after the first, whole ones show the decimal comma.
        Interpretation with_commas = interpretation;
        with_commas.layout.dialect.decimal_comma = true;
        try {
            return read_once(file, with_commas, options, progress);
        } catch (const Error&) {}
        throw;
    }
}

DataSet read(const InputFile& file, const ReadOptions& options, const Progress& progress) {
    std::optional<Layout> layout = final_layout(file);
    if (!layout) return read(with_more(file, progress), options, progress);
    return read_interpreted(file, interpret(file, *std::move(layout), options.load), options, progress);
}

/// Reads the examined records, so that a preview reports the errors of reading in the same words.
void check_first_records(const InputFile& file, Interpretation interpretation, const LoadOptions& options) {
    Layout& layout = interpretation.layout;
    layout.end = layout.looked_at;
    if (!layout.missing_values.all) layout.announced = -1;
    const InputFile beginning = InputFile::view(file.path(), {file.begin(), std::size_t(layout.end - file.begin())});
    try {
        read_interpreted(beginning, interpretation, {options}, {});
    } catch (const NoPoints&) {
        if (layout.missing_values.all) throw;  // else more values may follow
    }
}

std::string details_of(const Layout& layout) {
    const char delimiter = layout.dialect.delimiter;
    if (const int numbers = layout.dialect.numbers_after_word; numbers > 0)
        return "word vectors: a word and " + std::to_string(numbers) + " numbers a line";
    std::string text = "separated by ";
    switch (delimiter) {
        case '\t': text += "tabs"; break;
        case ' ': text += "blanks"; break;
        case ',': text += "commas"; break;
        case ';': text += "semicolons"; break;
        default: text += delimiter;
    }
    if (layout.columns == 1) text = "one column";
    if (layout.dialect.decimal_comma) text += ", decimal comma";
    if (layout.row_names) return text + ", header without a name for the first column";
    return text + (layout.header ? ", header" : layout.names.empty() ? ", no header" : ", names in a comment");
}

TablePreview preview(const InputFile& file, const LoadOptions& options) {
    using Use = ColumnPreview::Use;
    std::optional<Layout> found = final_layout(file);
    if (!found) return preview(with_more(file, {}), options);
    const Interpretation interpretation = interpret(file, *std::move(found), options);
    check_first_records(file, interpretation, options);
    const Layout& layout = interpretation.layout;
    TablePreview preview;
    preview.details = details_of(layout);
    Roles roles = interpretation.roles;
    if (const auto& trajectories = interpretation.trajectories) {
        preview.details += ", trajectories by " + layout.name_of(trajectories->tick);
        roles.coordinates = trajectories->coordinates;
        roles.title = trajectories->id;
        roles.label = trajectories->label;
    }
    for (const int column : roles.coordinates)
        if (const ColumnFacts& facts = layout.facts[std::size_t(column)]; facts.parts > 0)
            preview.details += std::string(facts.form == FieldForm::point ? ", points" : ", vectors") + " of " +
                               std::to_string(facts.parts) + " numbers in " + layout.name_of(column);
    preview.coordinates = roles.coordinates;
    preview.missing_values = layout.missing_values;
    for (int column = 0; column < std::min(layout.columns, TablePreview::widest); ++column) {
        const ColumnFacts& facts = layout.facts[std::size_t(column)];
        const Use use = holds(roles.coordinates, column) ? Use::coordinate
                        : column == roles.label          ? Use::label
                        : column == roles.title          ? Use::title
                        : holds(roles.colours, column)   ? Use::colour
                                                         : Use::attribute;
        preview.columns.push_back(
            {layout.name_of(column), facts.only_numbers() || facts.parts > 0, facts.examples, use, int(layout.width_of(column))});
    }
    return preview;
}

}  // namespace
}  // namespace csv

const Reader csv_reader = {
    .name = "CSV",
    .extensions = ".csv .tsv .txt .xyz .asc .dat .vec",
    .help =
        "text, one point per line: comma, semicolon, tab, | or blanks; header or not; quotes; # comments; decimal comma with semicolons. "
        "Coordinates are x,y,z, lon,lat or easting,northing when columns are named so, else all columns of numbers but identifiers and "
        "classes; further columns are kept. A column of WKT points or of vectors in brackets holds coordinates. With a header "
        "tick,id,x,y[,z]: trajectories. Word vectors of GloVe, word2vec and fastText in text, for any words and any file name",
    .recognises = csv::recognises,
    .read = csv::read,
    .preview = csv::preview,
    .unpacks_itself = true,
};

}  // namespace neighborscope
