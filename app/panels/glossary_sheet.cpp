// The glossary as a sheet.
#include "app/glossary/glossary.hpp"
#include "app/panels/sheets.hpp"

#include <array>
#include <memory>

namespace neighborscope::panels {

namespace {

/// The terms that have all these words: first the one that is called so, then those that have them in their names.
std::vector<const Term*> found(const std::string& typed) {
    std::array<std::vector<const Term*>, 3> places;
    const Term* const called = find_term(typed);
    for (const Term& term : glossary()) {
        const std::string name(term.name), others(term.other_names);
        if (Choice::Item{name, std::string(term.meaning), others, {}}.has_words(typed))
            places[&term == called ? 0 : Choice::Item{name, {}, others, {}}.has_words(typed) ? 1 : 2].push_back(&term);
    }
    std::vector<const Term*> all;
    for (const std::vector<const Term*>& terms : places) all.insert(all.end(), terms.begin(), terms.end());
    return all;
}

}  // namespace

Sheet glossary_sheet(std::string first) {
    return [find = std::make_shared<std::string>(std::move(first))] {
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
        for (const Term* const one : found(*find)) {
            const Term& term = *one;
            const std::string name(term.name), gap = terms.spans.empty() ? "" : "\n\n";
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
