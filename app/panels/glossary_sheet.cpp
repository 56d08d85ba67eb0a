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
        Prose terms;  // one row for all: hundreds of rows would take seconds at each letter that is typed
        for (const Term& term : glossary()) {
            const std::string name(term.name), gap = terms.spans.empty() ? "" : "\n\n";
            if (const Choice::Item all{name, std::string(term.meaning), std::string(term.other_names), {}}; !all.has_words(*find)) continue;
            terms.spans.push_back({gap + name, Prose::Style::strong});
            terms.spans.push_back({"\n" + std::string(term.meaning)});
            if (!term.source.empty()) terms.spans.push_back({"\n" + std::string(term.source), Prose::Style::emphasis});
        }
        if (terms.spans.empty()) terms.spans.push_back({"No term has all these words."});
        panel.rows.push_back({"glossary.terms", {}, {}, std::move(terms)});
        panel.rows.push_back({"glossary.buttons", {}, {}, Buttons{{close_button()}}});
        return panel;
    };
}

}  // namespace neighborscope::panels
