// The glossary as a sheet.
#include "app/glossary/glossary.hpp"
#include "app/panels/sheets.hpp"

#include <memory>

namespace neighborscope::panels {

Sheet glossary_sheet() {
    return [find = std::make_shared<std::string>()] {
        Panel panel{"glossary", "Glossary", {}, {}, {}};
        Number field;
        field.words = true;
        field.value = *find;
        field.change = [find](const std::string& typed, bool) -> std::string {
            *find = typed;
            return {};
        };
        panel.rows.push_back({"glossary.find", "find", "Shows only terms whose name or explanation has all these words", std::move(field)});
        for (const Term& term : glossary()) {
            const std::string name(term.name), id = "glossary." + name;
            if (const Choice::Item all{name, std::string(term.meaning), std::string(term.other_names), {}}; !all.has_words(*find)) continue;
            Text heading{name};
            heading.heading = true;
            panel.rows.push_back({id, {}, {}, std::move(heading)});
            panel.rows.push_back({id + ".meaning", {}, {}, Text{std::string(term.meaning)}});
            if (!term.source.empty()) panel.rows.push_back({id + ".source", {}, {}, Text{std::string(term.source), Tone::second}});
        }
        if (panel.rows.size() == 1) panel.rows.push_back({"glossary.none", {}, {}, Text{"No term has all these words.", Tone::second}});
        panel.rows.push_back({"glossary.buttons", {}, {}, Buttons{{close_button()}}});
        return panel;
    };
}

}  // namespace neighborscope::panels
