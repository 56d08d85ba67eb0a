// Points changed by hand: their numbers, the class of new points, and the effect of the last change.
#include "app/panels/panel.hpp"
#include "app/session/workbench/edit_controls.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope::panels {
namespace {

/// "2 added, 1 moved, none erased"
std::string counts_of(const ManualEdits& hand) {
    const auto count = [](std::int64_t many) { return many == 0 ? std::string("none") : text_of_count(many); };
    return count(hand.added) + " added, " + count(hand.moved) + " moved, " + count(hand.erased) + " erased";
}

Choice class_choice(const Context& context) {
    const ManualEdits& hand = context.view.manual_edits;
    Choice choice;
    choice.items.push_back({"as the nearest point", "A new point gets the class of the point nearest to it", {}, {}});
    choice.chosen = hand.label ? -1 : 0;
    for (const std::string& label : hand.labels) {
        if (hand.label == label) choice.chosen = int(choice.items.size());
        choice.items.push_back({label, {}, {}, {}});
    }
    choice.change = [&workbench = context.workbench, labels = hand.labels](int at) {
        if (at == 0) workbench.edits().set_new_label({});
        else workbench.edits().set_new_label(labels[std::size_t(at - 1)]);
    };
    return choice;
}

/// The field for the name of a new class.
Number new_class(const Context& context) {
    const ManualEdits& hand = context.view.manual_edits;
    Number name;
    name.words = true;
    const bool known = !hand.label || std::find(hand.labels.begin(), hand.labels.end(), *hand.label) != hand.labels.end();
    if (!known) name.value = *hand.label;
    name.change = [&workbench = context.workbench, numbers = hand.labels_are_numbers](const std::string& typed, bool) -> std::string {
        if (numbers && !typed.empty() && !std::isfinite(parse_number(typed))) return "classes are numbers here";
        workbench.edits().set_new_label(typed.empty() ? std::nullopt : std::optional(typed));
        return {};
    };
    return name;
}

}  // namespace

Panel edits_panel(const Context& context) {
    const ManualEdits& hand = context.view.manual_edits;
    Panel panel{"edits", "Points by hand", {}, {}, {}};
    panel.shown = hand.on || hand.any();
    if (!panel.shown) return panel;
    panel.fact = text_of_amount(hand.added + hand.moved + hand.erased, "change", "changes");
    panel.rows.push_back({"edits.counts", "Changed by hand", {}, Text{hand.any() ? counts_of(hand) : "Nothing is changed yet."}});
    const Button edit = button_of(context.commands, "points.edit");
    if (hand.refusal) {
        panel.rows.push_back({"edits.refusal", {}, {}, Text{"Not now: " + *hand.refusal, Tone::second}});
    } else {
        panel.rows.push_back({"edits.on", "edit points with the mouse", edit.help,
            Check{hand.on, [&commands = context.commands](bool) { commands.run("points.edit"); }}});
    }
    if (hand.on) {
        Text help{hand.text(), Tone::second};
        help.min_lines = 3;
        panel.rows.push_back({"edits.help", {}, {}, std::move(help)});
        if (!hand.label_name.empty()) {
            panel.rows.push_back({"edits.class", hand.label_name, "The class of new points", class_choice(context)});
            panel.rows.push_back({"edits.new_class", "new class", "Type a name to make a class for new points", new_class(context)});
        }
    }
    panel.rows.push_back({"edits.ways", {}, {},
        Buttons{{button_of(context.commands, "points.take_back", "Undo all edits"),
            button_of(context.commands, "file.export_points", "Save as…", "export")}}});
    return panel;
}

}  // namespace neighborscope::panels
