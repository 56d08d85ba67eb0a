// The notes on the picture: their texts, rings, and what they explain.
#include "app/panels/panel.hpp"
#include "app/session/text/drawn_characters.hpp"

namespace neighborscope::panels {
namespace {

Number text_field(const Context& context, std::size_t place) {
    Number field;
    field.words = true;
    field.gives_keys_back = true;  // to the picture, where the next note is made
    field.value = context.session.notes[place].text;
    field.change = [&workbench = context.workbench, place](const std::string& typed, bool merge) -> std::string {
        constexpr std::size_t longest = 4096;
        if (typed.size() > longest) return "a note has at most 4096 bytes";
        workbench.change(
            [&](SessionState& state) {
                if (place < state.notes.size()) state.notes[place].text = typed;
            },
            merge);
        return {};
    };
    return field;
}

Button ring_button(const Context& context, std::size_t place) {
    Button button{"ring", "Ring", "Draw a ring around what the note explains", {}, {}, context.session.notes[place].ring};
    button.run = [&workbench = context.workbench, place] {
        workbench.change([&](SessionState& state) {
            if (place < state.notes.size()) state.notes[place].ring = !state.notes[place].ring;
        });
    };
    return button;
}

Button erase_button(const Context& context, std::size_t place) {
    Button button{"erase", "Erase", "Erase this note", {}};
    button.run = [&workbench = context.workbench, place] {
        workbench.change([&](SessionState& state) {
            if (place < state.notes.size()) state.notes.erase(state.notes.begin() + std::ptrdiff_t(place));
        });
    };
    return button;
}

}  // namespace

Panel notes_panel(const Context& context) {
    const std::vector<Note>& notes = context.session.notes;
    Panel panel{"notes", "Notes", {}, {}, {}};
    panel.shown = !notes.empty();
    panel.fact = text_of_amount(std::int64_t(notes.size()), "note", "notes");
    for (std::size_t i = 0; i < notes.size(); ++i) {
        const std::string id = "notes." + std::to_string(i);
        const std::string subject = notes[i].row ? "row " + text_of_count(*notes[i].row) : "place";
        panel.rows.push_back({id, subject, "The text of the note. Drag the note in the view to move it", text_field(context, i)});
        if (const std::string unknown = characters_not_drawn(notes[i].text); !unknown.empty())
            panel.rows.push_back({id + ".unknown", {}, {},
                Text{"The font of the picture has no characters for " + unknown + ": they are drawn as ?.", Tone::warning}});
        panel.rows.push_back({id + ".ways", {}, {}, Buttons{{ring_button(context, i), erase_button(context, i)}}});
    }
    return panel;
}

}  // namespace neighborscope::panels
