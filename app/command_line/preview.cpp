// neighborscope preview: shows how a file is interpreted, before any search.
#include "app/command_line/arguments.hpp"
#include "app/command_line/console.hpp"
#include "app/command_line/json_parts.hpp"
#include "app/command_line/subcommands.hpp"
#include "app/command_line/table.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>

namespace neighborscope::shell {
namespace {

using Use = ColumnPreview::Use;

struct PreviewArguments {
    DataArguments data;
    bool json = false;
};

/// What is shown about DATA; `chosen` if its columns can be chosen by number.
struct Shown {
    TablePreview table;
    bool chosen = true;
    std::string rounding = {};                        ///< rounding_text
    std::optional<std::vector<double>> by_axis = {};  ///< [dimension], DataSet::rounding with zeros; none: the data were not read
    std::vector<std::string> arrays = {};             ///< arrays_of
};

void note_rounding(const DataSet& data, Shown& shown) {
    shown.rounding = rounding_text(data);
    shown.by_axis = data.rounding;
    shown.by_axis->resize(std::size_t(data.dimension));
}

/// For a table that can be read quickly.
void look_for_rounding(const DataArguments& data, Shown& shown) {
    constexpr std::uintmax_t most_bytes = 64 << 20;
    std::error_code none;
    if (!data.source.starts_with("sample:") && !(std::filesystem::file_size(data.source, none) <= most_bytes)) return;
    LoadOptions options = data.options();
    options.quantities = false;
    try {
        note_rounding(load_data(data.source, options), shown);
    } catch (const Error&) {}  // errors further down the file are reported when it is opened
}

std::string first_examples(const ColumnPreview& column) {
    constexpr std::size_t widest = 60;
    std::string text;
    for (const std::string& example : column.examples) {
        const std::string next = (text.empty() ? "" : ", ") + (example.empty() ? "(empty)" : printable(example));
        if (!text.empty() && display_width(text) + display_width(next) > widest) return text + ", ...";
        text += next;
    }
    return text;
}

/// For formats without a preview of columns: describes the data that were read.
Shown as_read(const DataSet& data) {
    Shown shown;
    shown.chosen = false;
    shown.table.format = data.format;
    shown.table.details = std::to_string(data.count()) + (data.count() == 1 ? " point" : " points");
    if (data.motion) shown.table.details += ", moving";
    if (data.network) shown.table.details += ", on a street network";
    const std::int64_t rows = std::min<std::int64_t>(TablePreview::rows, data.count());
    for (int axis = 0; axis < std::min(data.dimension, TablePreview::widest); ++axis) {
        ColumnPreview& column = shown.table.columns.emplace_back();
        column = {data.axes[std::size_t(axis)], true, {}, Use::coordinate};
        shown.table.coordinates.push_back(axis);
        for (std::int64_t row = 0; row < rows; ++row) {
            char text[32];
            std::snprintf(text, sizeof text, "%.9g", data.coordinate(row, axis));
            column.examples.emplace_back(text);
        }
    }
    for (const Quantity& quantity : data.quantities) {
        if (quantity.colours()) shown.table.details += ", with colours";
        if (!quantity.has_text()) continue;
        ColumnPreview& column = shown.table.columns.emplace_back();
        column = {quantity.name, quantity.numbers() != nullptr, {},
            quantity.is_label   ? Use::label
            : quantity.is_title ? Use::title
                                : Use::attribute};
        for (std::int64_t row = 0; row < rows; ++row) column.examples.push_back(quantity.text(row));
    }
    note_rounding(data, shown);
    return shown;
}

/// Throws if the list does not fit the rows.
void say_missing_pictures(const DataArguments& data) {
    LoadOptions options = data.options();
    options.quantities = false;
    if (const std::string missing = load_data(data.source, options).missing_pictures; !missing.empty()) print_losses({missing}, false);
}

Shown look_at(const DataArguments& data) {
    if (data.source.empty())
        throw Error(Failure::usage, "preview needs DATA: a file or sample:NAME", "for example neighborscope preview points.csv");
    if (data.source.find(':') == std::string::npos || data.source.starts_with("sample:"))
        if (std::optional<TablePreview> table = preview_table(data.source, data.options())) {
            Shown shown{std::move(*table)};
            look_for_rounding(data, shown);
            if (!data.pictures.empty()) say_missing_pictures(data);
            return shown;
        }
    Shown shown = as_read(data.load(true));
    std::error_code error;
    if (std::filesystem::exists(data.source, error)) shown.arrays = arrays_of(data.source);
    return shown;
}

std::string use_text(const TablePreview& table, std::size_t column) {
    switch (table.columns[column].use) {
        case Use::coordinate: {
            const auto axis = std::find(table.coordinates.begin(), table.coordinates.end(), int(column)) - table.coordinates.begin();
            return "coordinate " + std::to_string(axis + 1);
        }
        case Use::label: return "label";
        case Use::title: return "title";
        case Use::colour: return "colour";
        case Use::attribute: break;
    }
    return "attribute";
}

/// "numbers", "numbers in 172 of 500 rows", "numbers in 172 of the first 1000 rows", "text".
std::string holds_text(const TablePreview& table, std::size_t column) {
    if (!table.columns[column].numeric) return "text";
    const MissingValues& missing_values = table.missing_values;
    const std::int64_t without = column < missing_values.of_column.size() ? missing_values.missing_values(int(column)) : 0;
    if (without == 0) return "numbers";
    return "numbers in " + std::to_string(missing_values.rows - without) + " of " + (missing_values.all ? "" : "the first ") +
           std::to_string(missing_values.rows) + " rows";
}

std::string text_of(const std::string& source, const Shown& shown) {
    std::string text = printable(source) + ": " + shown.table.format + ", " + printable(shown.table.details) + "\n\n";
    Table table;
    if (shown.chosen) table.column("#");
    for (const char* header : {"column", "use", "holds", "first rows"}) table.column(header, Table::Align::left);
    for (std::size_t i = 0; i < shown.table.columns.size(); ++i) {
        const ColumnPreview& column = shown.table.columns[i];
        std::vector<std::string> cells;
        if (shown.chosen) cells.push_back(std::to_string(i + 1));
        for (const std::string& cell :
            {printable(column.name), use_text(shown.table, i), holds_text(shown.table, i), first_examples(column)})
            cells.push_back(cell);
        table.row(std::move(cells));
    }
    text += table.text();
    if (int(shown.table.columns.size()) >= TablePreview::widest) text += "... the other columns are not listed\n";
    if (!shown.arrays.empty()) {
        text += "\narrays (--array chooses one):";
        for (std::size_t i = 0; i < shown.arrays.size(); ++i) text += (i ? ", " : " ") + printable(shown.arrays[i]);
        text += "\n";
    }
    if (const std::string loss = loss_text(shown.table, shown.table.coordinates); !loss.empty()) text += "\n" + printable(loss) + "\n";
    if (!shown.rounding.empty()) text += "\n" + printable(shown.rounding) + "\n";
    return text + (shown.chosen              ? "\n--columns and --label choose other columns, by name or number\n"
                      : shown.arrays.empty() ? "\nthe format defines which values are coordinates, so --columns and --label do not apply\n"
                                             : "");
}

Json json_of(const std::string& source, const Shown& shown) {
    const MissingValues& missing_values = shown.table.missing_values;
    const bool looked_at = shown.chosen && !missing_values.of_column.empty();
    const auto rows_without = [&](std::size_t column) { return looked_at ? Json(missing_values.missing_values(int(column))) : Json(); };
    Json columns = Json::array();
    for (std::size_t i = 0; i < shown.table.columns.size(); ++i) {
        const ColumnPreview& column = shown.table.columns[i];
        const std::string use = use_text(shown.table, i);
        columns.push_back({{"number", shown.chosen ? Json(i + 1) : Json()}, {"name", column.name}, {"numeric", column.numeric},
            {"use", use.substr(0, use.find(' '))}, {"rows_lacking", rows_without(i)}, {"examples", column.examples}});
    }
    Json coordinates = Json::array();
    for (const int column : shown.table.coordinates) coordinates.push_back(column + 1);
    return {{"data", source}, {"format", shown.table.format}, {"details", shown.table.details}, {"choice", shown.chosen},
        {"arrays", shown.arrays}, {"coordinates", coordinates}, {"rows_looked_at", looked_at ? Json(missing_values.rows) : Json()},
        {"rounding", shown.by_axis ? Json(*shown.by_axis) : Json()},
        {"rows_lost", looked_at ? Json(missing_values.lost_rows(shown.table.coordinates)) : Json()}, {"columns", columns}};
}

}  // namespace

Subcommand add_preview(CLI::App& app) {
    auto typed = std::make_shared<PreviewArguments>();
    typed->data.add_to(app, "a file, sample:NAME or a generator");
    app.add_flag("--json", typed->json, "print JSON, for programs");
    Subcommand subcommand;
    subcommand.usage = "preview DATA [--columns LIST] [--label NAME] [--array NAME] [--json]";
    subcommand.examples = {
        "neighborscope preview points.csv                     the use of every column, and its first values",
        "neighborscope preview points.csv --columns 2,3 --label kind   with columns that you choose",
    };
    subcommand.notes =
        "Only the beginning of a text table is read, so this is fast for large tables; other formats are read completely.\n"
        "The rounding of coordinates to float32 is shown for tables of up to 64 MB, which are then read completely.\n"
        "In JSON, `coordinates` are column numbers from 1, in the order of the axes.\n";
    subcommand.run = [typed] {
        stop_when_output_closes();
        const Shown shown = look_at(typed->data);
        print(typed->json ? json_text(json_of(typed->data.source, shown)) : text_of(typed->data.source, shown));
        return 0;
    };
    return subcommand;
}

}  // namespace neighborscope::shell
