// Adds the explanations of terms to the tooltips of a panel, from the glossary.
#include "app/glossary/glossary.hpp"
#include "app/panels/panel.hpp"

#include <utility>

namespace neighborscope::panels {
namespace {

void explain(std::string& help, std::string_view text, TextKind kind = TextKind::name) {
    help = help_with_terms(std::move(help), text, kind);
}

void explain(Button& button) { explain(button.help, button.label); }

/// Explains what stands in the row besides its label. Returns whether the label is shown, too; the others have it for screen readers.
struct RowExplanation {
    std::string& help;

    bool operator()(const Text& text) const {
        explain(help, text.text + "\n" + text.beside, text.heading ? TextKind::name : TextKind::sentence);
        return false;
    }
    bool operator()(Facts& facts) const {
        for (const auto& [name, value] : facts.facts) explain(facts.helps.emplace_back(help), name);
        return false;
    }
    bool operator()(Choice& choice) const {
        if (choice.look == Choice::Look::list) return true;  // what the helps of methods say is searched, too
        for (Choice::Item& item : choice.items) explain(item.help, item.text);
        return true;
    }
    bool operator()(Buttons& buttons) const {
        for (Button& button : buttons.buttons) explain(button);
        return false;
    }
    bool operator()(Pictures& pictures) const {
        for (Pictures::Item& item : pictures.pictures) explain(item.help, item.caption);
        return false;
    }
    bool operator()(const Chart& chart) const {
        std::string names = chart.caption;
        for (const Chart::Line& line : chart.lines) names += "\n" + line.name;
        for (const auto& labels : {chart.across, chart.up})
            for (const auto& [at, label] : labels) names += "\n" + label;
        explain(help, names);
        return true;  // the label is the title of the chart
    }
    bool operator()(Table& table) const {
        for (Table::Column& column : table.columns) explain(column.help, column.title);
        return false;
    }
    bool operator()(const Code&) const { return false; }
    bool operator()(const Prose&) const { return false; }  // a tooltip of a choice would cover the reason below it
    bool operator()(const Picture&) const { return false; }
    bool operator()(const CropEditor&) const { return false; }
    bool operator()(const StackedBar&) const { return false; }
    template <class Labelled>
    bool operator()(const Labelled&) const {
        return true;
    }
};

}  // namespace

void explain_terms(Panel& panel) {
    explain(panel.help, panel.title + "\n" + panel.fact);
    for (Button& action : panel.actions) explain(action);
    for (Row& row : panel.rows)
        if (std::visit(RowExplanation{row.help}, row.what)) explain(row.help, row.label);
}

}  // namespace neighborscope::panels
