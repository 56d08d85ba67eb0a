// CSV, TSV, TXT, XYZ: text with one point a line (RFC 4180, and what people write instead).
#include "app/data/load/columns.hpp"
#include "app/data/load/csv/csv_roles.hpp"
#include "app/data/load/csv/csv_table.hpp"
#include "app/data/load/csv/trajectories.hpp"

#include <algorithm>
#include <optional>

namespace neighborscope {
namespace csv {
namespace {

constexpr std::size_t largest_beginning = 4 << 20;  // of gzip: whose first rows take more than that is no table
constexpr int most_quantities = 64;                 // of those nobody asked for: MNIST as text has 784 columns

bool recognises(std::string_view first_bytes, std::string_view file_name) {
    if (has_extension(file_name, ".csv .tsv .txt .xyz .asc .dat .pts")) return true;
    if (!extension_of(file_name).empty()) return false;
    return std::none_of(first_bytes.begin(), first_bytes.end(), [](char c) { return static_cast<unsigned char>(c) < 9; });
}

/// What of a table is kept beside coordinates: label and title, and further columns that hold something, up to 64.
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
                continue;  // a delimiter at every line's end
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

/// The layout, when the bytes there are (InputFile::partly) are enough to find it. Errors that more bytes could not change are thrown.
std::optional<Layout> settled_layout(const InputFile& file) {
    if (!file.partly() || file.size() >= largest_beginning) return find_layout(file);
    refuse_foreign_text(file);
    refuse_binary(file);
    try {
        Layout layout = find_layout(file);
        if (layout.settled) return layout;
    } catch (const Error&) {}  // it may come of where the beginning was cut
    return std::nullopt;
}

/// The file with more of its beginning unpacked.
InputFile with_more(const InputFile& file, const Progress& progress) { return InputFile(file.on_disk(), progress, 8 * file.size()); }

ColumnsNotTaken not_taken(const Layout& layout, const std::vector<int>& columns) {
    ColumnsNotTaken all{layout.lacking.rows, layout.lacking.all, {}};
    for (const int column : columns) all.columns.push_back({layout.name_of(column), layout.lacking.lacking(column)});
    return all;
}

DataSet read(const InputFile& file, const Layout& layout, const ReadOptions& options, const Progress& progress) {
    if (const auto columns = find_trajectories(file, layout, options.load)) {
        DataSet data = read_trajectories(file, layout, *columns, options, progress);
        data.not_taken = not_taken(layout, columns->not_taken);
        return data;
    }
    const Roles roles = find_roles(file, layout, options.load);
    const TablePlan plan = plan_of(layout, roles, options.load.quantities);
    DataSet data = read_table(file, layout, plan, options, progress);
    data.set_label(quantity_of(plan, roles.label));
    data.set_title(quantity_of(plan, roles.title));
    data.not_taken = not_taken(layout, roles.not_taken);
    return data;
}

DataSet read(const InputFile& file, const ReadOptions& options, const Progress& progress) {
    const std::optional<Layout> layout = settled_layout(file);
    if (!layout) return read(with_more(file, progress), options, progress);
    try {
        return read(file, *layout, options, progress);
    } catch (const LateDecimalComma&) {
        // Whole numbers came first: only now it is seen that the others have decimal commas.
        Layout with_commas = *layout;
        with_commas.dialect.decimal_comma = true;
        try {
            return read(file, with_commas, options, progress);
        } catch (const Error&) {}
        throw;
    }
}

std::string details_of(const Layout& layout) {
    const char delimiter = layout.dialect.delimiter;
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
    return text + (layout.header ? ", header" : layout.names.empty() ? ", no header" : ", names in a comment");
}

TablePreview preview(const InputFile& file, const LoadOptions& options) {
    using Use = ColumnPreview::Use;
    const std::optional<Layout> found = settled_layout(file);
    if (!found) return preview(with_more(file, {}), options);
    const Layout& layout = *found;
    TablePreview preview;
    preview.details = details_of(layout);
    Roles roles;
    const auto trajectories = find_trajectories(file, layout, options);
    if (trajectories) {
        preview.details += ", trajectories by " + layout.name_of(trajectories->tick);
        roles.coordinates = trajectories->coordinates;
        roles.title = trajectories->id;
        roles.label = trajectories->label;
    } else {
        roles = find_roles(file, layout, options);
    }
    for (const int column : roles.coordinates)  // reading the points would refuse these
        if (const ColumnFacts& facts = layout.facts[std::size_t(column)]; !options.columns.empty() && facts.texts > 0)
            refuse_coordinate(file, layout, column, facts.first_text, Kind::text);
    preview.coordinates = roles.coordinates;
    preview.lacking = layout.lacking;
    for (int column = 0; column < std::min(layout.columns, TablePreview::widest); ++column) {
        const ColumnFacts& facts = layout.facts[std::size_t(column)];
        const Use use = holds(roles.coordinates, column) ? Use::coordinate
                        : column == roles.label          ? Use::label
                        : column == roles.title          ? Use::title
                        : holds(roles.colours, column)   ? Use::colour
                                                         : Use::attribute;
        preview.columns.push_back({layout.name_of(column), facts.only_numbers(), facts.examples, use});
    }
    return preview;
}

}  // namespace
}  // namespace csv

const Reader csv_reader = {
    .name = "CSV",
    .extensions = ".csv .tsv .txt .xyz .asc .dat",
    .help =
        "text, one point a line: comma, semicolon, tab, | or blanks; header or not; quotes; # comments; decimal comma with semicolons. "
        "Coordinates are x,y,z, lon,lat or easting,northing when columns are named so, else all columns of numbers but identifiers and "
        "classes; further columns come along. With a header tick,id,x,y[,z]: trajectories",
    .recognises = csv::recognises,
    .read = csv::read,
    .preview = csv::preview,
    .unpacks_itself = true,
};

}  // namespace neighborscope
