#include "app/glossary/glossary.hpp"

#include <algorithm>
#include <cctype>
#include <map>

namespace neighborscope {
namespace {

constexpr std::size_t most_explained = 3;  ///< terms in one tooltip

char lower(char c) { return char(std::tolower(static_cast<unsigned char>(c))); }

/// The words of a text in lower case. A single letter keeps its case, because "k" is a term and "K" is not. Hyphens are parts of words,
/// so that names of methods and options are no terms.
std::vector<std::string> words_of(std::string_view text, std::vector<std::size_t>* begins = nullptr) {
    const auto in_word = [&](std::size_t at) {
        const auto c = static_cast<unsigned char>(text[at]);
        return c < 0x80 && (std::isalnum(c) || c == '-');
    };
    std::vector<std::string> words;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (!in_word(at)) continue;
        if (begins) begins->push_back(at);
        std::string word;
        for (; at < text.size() && in_word(at); ++at) word += text[at];
        if (word.size() > 1) std::transform(word.begin(), word.end(), word.begin(), lower);
        words.push_back(std::move(word));
    }
    return words;
}

/// The parts of a text between separators, without spaces at their ends.
std::vector<std::string_view> parts_of(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        std::string_view part = text.substr(0, text.find(separator));
        text.remove_prefix(std::min(text.size(), part.size() + 1));
        part.remove_prefix(std::min(part.find_first_not_of(' '), part.size()));
        if (!part.empty()) parts.push_back(part);
    }
    return parts;
}

struct Form {
    std::vector<std::string> words;
    const Term* term;
};

/// Names by their first word, the longest first.
const std::map<std::string, std::vector<Form>, std::less<>>& forms() {
    static const auto all = [] {
        std::map<std::string, std::vector<Form>, std::less<>> found;
        const auto add = [&](std::string_view name, const Term& term) {
            std::vector<std::string> words = words_of(name), plural = words;
            plural.back() += 's';
            for (std::vector<std::string>& form : {std::ref(words), std::ref(plural)})
                if (std::string first = form.front(); !first.empty()) found[std::move(first)].push_back({std::move(form), &term});
        };
        for (const Term& term : glossary()) {
            add(term.name, term);
            for (const std::string_view name : parts_of(term.other_names, ',')) add(name, term);
        }
        for (auto& [word, several] : found)
            std::stable_sort(several.begin(), several.end(), [](const Form& a, const Form& b) { return a.words.size() > b.words.size(); });
        return found;
    }();
    return all;
}

/// The longest name that begins at a word; null: none.
const Form* form_at(std::span<const std::string> words) {
    const auto found = forms().find(words.front());
    if (found == forms().end()) return nullptr;
    for (const Form& form : found->second)
        if (form.words.size() <= words.size() && std::equal(form.words.begin(), form.words.end(), words.begin())) return &form;
    return nullptr;
}

/// Where a help says what the term means; npos: nowhere.
std::size_t place_in(std::string_view help, const Term& term) {
    std::size_t first = help.find(term.meaning);
    for (const std::string_view part : parts_of(term.said_by, '|')) first = std::min(first, help.find(part));
    return first;
}

bool says(std::string_view help, const Term& term) { return place_in(help, term) != std::string_view::npos; }

}  // namespace

const Term* find_term(std::string_view word) {
    const std::vector<std::string> words = words_of(word);
    const Form* const form = words.empty() ? nullptr : form_at(words);
    return form && form->words.size() == words.size() ? form->term : nullptr;
}

std::vector<const Term*> terms_in(std::string_view text) {
    const std::vector<std::string> words = words_of(text);
    std::vector<const Term*> terms;
    for (std::size_t at = 0; at < words.size();) {
        const Form* const form = form_at(std::span(words).subspan(at));
        if (form && std::find(terms.begin(), terms.end(), form->term) == terms.end()) terms.push_back(form->term);
        at += form ? form->words.size() : 1;
    }
    return terms;
}

const Term* term_at(std::string_view text, std::size_t place) {
    std::vector<std::size_t> begins;
    const std::vector<std::string> words = words_of(text, &begins);
    for (std::size_t at = 0; at < words.size() && begins[at] <= place;) {
        const Form* const form = form_at(std::span(words).subspan(at));
        const std::size_t next = at + (form ? form->words.size() : 1);
        if (form && place < begins[next - 1] + words[next - 1].size()) return form->term;
        at = next;
    }
    return nullptr;
}

std::string explanation_of(const Term& term) {
    std::string text(term.name);
    if (text.size() > 2) text.front() = char(std::toupper(static_cast<unsigned char>(text.front())));
    return text + ": " + std::string(term.meaning);
}

const Term* term_explained(std::string_view help) {
    const Term* found = nullptr;
    std::size_t first = std::string_view::npos;
    for (const Term& term : glossary())
        if (const std::size_t place = place_in(help, term); place < first) first = place, found = &term;
    return found;
}

std::string help_with_terms(std::string help, std::string_view text, TextKind kind) {
    std::size_t explained = 0;
    for (const Term* const term : terms_in(text)) {
        if ((term->common && kind == TextKind::sentence) || says(help, *term)) continue;
        if (++explained > most_explained) break;
        help += (help.empty() ? "" : "\n") + explanation_of(*term);
    }
    return help;
}

}  // namespace neighborscope
