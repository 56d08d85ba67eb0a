#include "app/panels/sheets.hpp"

#include "app/data/points/data_set.hpp"
#include "app/session/workbench/point_controls.hpp"
#include "gpu/device/device.hpp"

#include <array>

namespace neighborscope::panels {
namespace {

std::string examples_of(const ColumnPreview& column) {
    constexpr std::size_t shown = 4;
    std::string text;
    for (std::size_t i = 0; i < column.examples.size() && i < shown; ++i)
        text += (i ? "   " : "") + (column.examples[i].empty() ? "\u2013" : column.examples[i]);
    return text;
}

Row column_row(const std::shared_ptr<ColumnChoice>& columns, int at) {
    const ColumnPreview& column = columns->table().columns[std::size_t(at)];
    Choice choice;
    const std::vector<ColumnChoice::Use> uses = columns->uses(at);
    for (const ColumnChoice::Use& use : uses) {
        if (use == columns->use(at)) choice.chosen = int(choice.items.size());
        choice.items.push_back({use.text, {}, {}, {}});
    }
    choice.change = [columns, at, uses](int chosen) { columns->set(at, uses[std::size_t(chosen)]); };
    choice.note = examples_of(column);
    if (choice.note.empty()) choice.note = "no examples";
    if (const std::string dropped_rows_text = columns->dropped_rows_text(at); !dropped_rows_text.empty())
        choice.note = dropped_rows_text + ": " + choice.note;
    return {"columns.use." + std::to_string(at), column.name,
        column.numeric ? "Use it as a coordinate (in this order), as the class of a point, or show it with the point"
                       : "Text cannot be a coordinate. Use it as the class of a point, or show it with the point",
        std::move(choice)};
}

Buttons column_buttons(Workbench& workbench, const std::shared_ptr<ColumnChoice>& columns, const std::string& data) {
    Button load{"columns.load", "Load", "Reads the file again with these columns; undo goes back", {}, columns->refusal(), {}, {}, {}};
    load.run = [&workbench, columns, data] {
        if (workbench.session().data == data) workbench.points().choose_columns(*columns);  // else the data have changed meanwhile
    };
    load.closes = load.preferred = true;
    Button cancel{"columns.cancel", "Cancel", {}, {}, {}, {}, [] {}, {}};
    cancel.closes = true;
    Button guess{"columns.guess", "Automatic", "Go back to the columns that the program chose", {}, {}, {},
        [columns] { columns->reset_to_guess(); }, {}};
    return {{std::move(load), std::move(cancel), std::move(guess)}};
}

}  // namespace

Button close_button() {
    Button close{"sheet.close", "Close", {}, {}, {}, {}, {}, {}};
    close.closes = close.preferred = true;
    close.run = [] {};
    return close;
}

Sheet shortcuts_sheet(const Commands& commands) {
    return [&commands] {
        auto lines = std::make_shared<std::vector<std::array<std::string, 3>>>();
        for (const Command& command : commands.all()) {
            std::string keys;
            for (const std::string& one : split_keys(command.keys)) keys += (keys.empty() ? "" : " or ") + one;
            if (!keys.empty()) lines->push_back({keys, command.title, command.menu});
        }
        lines->insert(lines->end(),
            {{"Move", "The query follows, unless it is pinned", "in the view"}, {"Click", "Pin the query there", "in the view"},
                {"Drag left", "Pan (2-D), orbit (3-D)", "in the view"}, {"Drag right or middle", "Pan", "in the view"},
                {"Click right", "Ask why this point is not a neighbour, or why this leaf was visited or skipped", "in the view"},
                {"Drag a card by its title", "Pin it there; a double click puts it back", "in the view"},
                {"Click", "Add a point, while points are edited (H)", "in the view"},
                {"Drag a point", "Move it, while points are edited", "in the view"},
                {"Click right on a point", "Erase it, while points are edited", "in the view"},
                {"Wheel", "Zoom at the mouse", "in the view"}, {"Drop", "Open the file that is dropped", "anywhere"}});
        Table table;
        table.columns = {{"keys", {}, true, 150}, {"what they do", {}, true, 320}, {"menu", {}, true, 0}};
        table.count = std::int64_t(lines->size());
        table.cell = [lines](std::int64_t row, int column) { return Table::Cell{(*lines)[std::size_t(row)][std::size_t(column)]}; };
        Panel panel{"shortcuts", "Keys and mouse", {}, {}, {}};
        panel.rows.push_back({"shortcuts.table", "Keys", {}, std::move(table)});
        Button glossary = button_of(commands, "help.glossary", "Glossary");
        glossary.closes = true;
        panel.rows.push_back({"shortcuts.buttons", {}, {}, Buttons{{close_button(), std::move(glossary)}}});
        return panel;
    };
}

Sheet about_sheet(std::vector<std::pair<std::string, std::string>> parts) {
    return [parts = std::move(parts)] {
        Panel panel{"about", "About Neighborscope", {}, {}, {}};
        Text name{"Neighborscope " NEIGHBORSCOPE_VERSION};
        name.heading = true;
        panel.rows.push_back({"about.name", {}, {}, std::move(name)});
        panel.rows.push_back({"about.line", {}, {}, Text{"See k-nearest-neighbour search happen. MIT licence.", Tone::second}});
        Facts facts;
        auto& all = facts.facts;
        for (const DeviceInfo& device : devices())
            all.emplace_back("Device", (device.kind == DeviceKind::cuda ? "CUDA, " : "") + device.name);
        if (!built_with_cuda()) all.emplace_back("CUDA", "built for CPU only");
        else if (!why_no_cuda().empty()) all.emplace_back("CUDA", why_no_cuda());
        all.insert(all.end(), parts.begin(), parts.end());
        all.insert(all.end(), {{"Dear ImGui", "MIT"}, {"Boost.Context", "Boost Software License 1.0"},
                                  {"epoxy, GLM, nlohmann-json, fast_float", "MIT"}, {"xxHash", "BSD 2-Clause"}, {"CLI11", "BSD 3-Clause"},
                                  {"libjpeg-turbo", "BSD 3-Clause and IJG; based in part on the work of the Independent JPEG Group"}});
        for (const SampleInfo& sample : samples()) all.emplace_back("Sample " + sample.name, sample.credit);
        panel.rows.push_back({"about.parts", "Versions and licences", {}, std::move(facts)});
        panel.rows.push_back({"about.buttons", {}, {}, Buttons{{close_button()}}});
        return panel;
    };
}

Sheet columns_sheet(Workbench& workbench, const std::shared_ptr<ColumnChoice>& columns) {
    return [&workbench, columns, data = workbench.session().data] {
        const TablePreview& preview = columns->table();
        Panel panel{"columns", "Columns of " + workbench.view().data.name, {}, {}, {}};
        panel.rows.push_back(
            {"columns.format", {}, {}, Text{preview.format + (preview.details.empty() ? "" : ": " + preview.details), Tone::second}});
        for (int at = 0; at < int(preview.columns.size()); ++at) panel.rows.push_back(column_row(columns, at));
        panel.rows.push_back({"columns.sentence", {}, {}, Text{columns->sentence(), columns->refusal() ? Tone::error : Tone::normal}});
        if (const std::int64_t rows = preview.missing_values.rows; rows > 0 && !columns->refusal()) {
            const std::string dropped_rows_text = columns->dropped_rows_text();
            const std::string none =
                (preview.missing_values.all ? "None of " : "None of the first ") + text_of_count(rows) + " rows is left out";
            panel.rows.push_back({"columns.loss", {}, {},
                Text{dropped_rows_text.empty() ? none : dropped_rows_text, dropped_rows_text.empty() ? Tone::second : Tone::warning}});
        }
        panel.rows.push_back({"columns.buttons", {}, {}, column_buttons(workbench, columns, data)});
        return panel;
    };
}

}  // namespace neighborscope::panels
