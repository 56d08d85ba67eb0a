// The glossary: the terms that stand on screen, each explained in one or two sentences. Tooltips, the sheet at F1, `list terms` and lessons
// all take their texts from here.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace neighborscope {

struct Term {
    std::string_view name;
    std::string_view other_names;   ///< separated by commas; a plural that only adds an s is understood
    std::string_view meaning;       ///< one or two sentences
    std::string_view source = {};   ///< paper and section
    bool common = false;            ///< so frequent that it is explained beside a name on screen, but not in a sentence
    std::string_view said_by = {};  ///< parts of other texts that say the same, separated by |
};

/// All terms in alphabetical order.
std::span<const Term> glossary();
/// The term with this name or other name, ignoring case; null: none.
const Term* find_term(std::string_view word);
/// The terms in a text in the order of their first places. Of overlapping names the longest counts: "inverted list", not "list".
std::vector<const Term*> terms_in(std::string_view text);
/// The term of which a word is at this byte of the text; null: none.
const Term* term_at(std::string_view text, std::size_t place);
/// Name and meaning: "Recall: The share of the true neighbours that a search finds."
std::string explanation_of(const Term&);

/// The term that a help explains first, in its own words or others; null: it explains none.
const Term* term_explained(std::string_view help);
/// The last line of a tooltip that explains terms.
inline constexpr std::string_view glossary_hint = "F1: find it in the glossary";

/// Where a text stands. Common terms are not explained in sentences.
enum class TextKind { name, sentence };
/// `help`, and below it the explanations of the first three terms in `text`, except those that `help` gives already.
std::string help_with_terms(std::string help, std::string_view text, TextKind = TextKind::name);

}  // namespace neighborscope
