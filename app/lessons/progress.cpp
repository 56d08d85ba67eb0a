#include "app/lessons/progress.hpp"

#include "app/lessons/html.hpp"
#include "app/lessons/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>

namespace neighborscope::lessons {
namespace {

using nlohmann::json;

constexpr std::size_t most_kept = 100000;  // pages, parts, choices, hints

const Exercise* exercise_of(const Part& part) { return std::get_if<Exercise>(&part); }

std::string lower(std::string_view text) {
    std::string all(trimmed(text));
    std::transform(all.begin(), all.end(), all.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return all;
}

/// The number at the beginning of a typed guess, with the word for a large number behind it, if there is one.
std::optional<double> guessed_number(const std::string& typed) {
    constexpr std::pair<std::string_view, double> words[] = {{"thousand", 1e3}, {"million", 1e6}, {"billion", 1e9}, {"trillion", 1e12}};
    std::string plain;
    for (std::size_t at = 0; at < typed.size(); ++at) {
        constexpr std::string_view narrow[] = {"\u00a0", "\u2009", "\u202f"};  // blanks of numbers on screen, which may be copied
        const std::string_view rest = std::string_view(typed).substr(at);
        const auto blank = std::find_if(std::begin(narrow), std::end(narrow), [&](std::string_view one) { return rest.starts_with(one); });
        if (blank != std::end(narrow)) at += blank->size() - 1;
        else if (typed[at] != ' ' && typed[at] != ',') plain += typed[at];
    }
    char* end = nullptr;
    const double number = std::strtod(plain.c_str(), &end);
    if (end == plain.c_str() || !std::isfinite(number)) return {};
    const std::string_view unit(end);
    for (const auto& [word, factor] : words)
        if (unit.starts_with(word)) return factor * number;
    return number;
}

/// A whole number from 0 of a file that anybody may have written.
std::size_t count_in(const json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_number_unsigned() ? std::min(found->get<std::size_t>(), most_kept) : 0;
}

}  // namespace

const Attempt& LessonProgress::of(std::size_t page_at, std::size_t part) const {
    static const Attempt none;
    const auto found = attempts.find({page_at, part});
    return found == attempts.end() ? none : found->second;
}

json to_json(const LessonProgress& progress) {
    json all = {{"page", progress.page}, {"pages", progress.pages}, {"seen", progress.seen}, {"finished", progress.finished},
        {"exercises", json::array()}};
    for (const auto& [place, one] : progress.attempts)
        all["exercises"].push_back({{"page", place.first}, {"part", place.second}, {"done", one.done}, {"guess", one.guess},
            {"chosen", one.chosen}, {"hints", one.hints}});
    return all;
}

LessonProgress progress_from_json(const json& kept) {
    LessonProgress progress;
    if (!kept.is_object()) return progress;
    progress.page = count_in(kept, "page");
    progress.pages = count_in(kept, "pages");
    progress.finished = kept.value("finished", json()) == json(true);
    if (const json seen = kept.value("seen", json()); seen.is_array())
        for (const json& one : seen)
            if (one.is_number_unsigned()) progress.seen.insert(std::min(one.get<std::size_t>(), most_kept));
    const auto all = kept.find("exercises");
    if (all == kept.end() || !all->is_array()) return progress;
    for (const json& one : *all) {
        if (!one.is_object()) continue;
        Attempt attempt;
        attempt.done = one.value("done", json()) == json(true);
        if (const json guess = one.value("guess", json()); guess.is_string()) attempt.guess = guess.get<std::string>();
        if (const json chosen = one.value("chosen", json()); chosen.is_array())
            for (const json& choice : chosen)
                if (choice.is_number_unsigned()) attempt.chosen.insert(choice.get<std::size_t>());
        attempt.hints = count_in(one, "hints");
        progress.attempts[{count_in(one, "page"), count_in(one, "part")}] = std::move(attempt);
    }
    return progress;
}

std::optional<std::size_t> open_prediction(const Lesson& lesson, const LessonProgress& progress, std::size_t page) {
    const std::vector<Part>& parts = lesson.pages[page].parts;
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (const Exercise* exercise = exercise_of(parts[i]))
            if (std::holds_alternative<Prediction>(exercise->what) && !progress.of(page, i).done) return i;
    return std::nullopt;
}

std::size_t shown_parts(const Lesson& lesson, const LessonProgress& progress, std::size_t page) {
    const std::optional<std::size_t> open = open_prediction(lesson, progress, page);
    return open ? *open + 1 : lesson.pages[page].parts.size();
}

bool waits_for_prediction(const Lesson& lesson, const LessonProgress& progress, std::size_t page) {
    const std::vector<Part>& parts = lesson.pages[page].parts;
    const auto first = std::find_if(parts.begin(), parts.end(), [](const Part& part) {
        const Node* block = std::get_if<Node>(&part);
        return !block || block->kind != Node::Kind::heading;
    });
    if (first == parts.end()) return false;
    const Exercise* exercise = exercise_of(*first);
    return exercise && std::holds_alternative<Prediction>(exercise->what) && !progress.of(page, std::size_t(first - parts.begin())).done;
}

bool is_done(const Lesson& lesson, const LessonProgress& progress, std::size_t page) {
    if (!progress.seen.contains(page)) return false;
    const std::vector<Part>& parts = lesson.pages[page].parts;
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (exercise_of(parts[i]) && !progress.of(page, i).done) return false;
    return true;
}

std::vector<std::size_t> pages_to_do(const Lesson& lesson, const LessonProgress& progress) {
    std::vector<std::size_t> pages;
    for (std::size_t page = 0; page < lesson.pages.size(); ++page)
        if (!is_done(lesson, progress, page)) pages.push_back(page);
    return pages;
}

bool can_be_judged(const std::string& guess, const Fact& fact) {
    return !fact.number || trimmed(guess).empty() || guessed_number(lower(guess)) || lower(guess) == lower(fact.text);
}

Verdict verdict_on(const std::string& guess, const Fact& fact) {
    constexpr double near = 0.05;
    const std::string typed = lower(guess);
    if (typed.empty()) return {false, "It is " + fact.text + "."};
    const std::string said = "You said " + std::string(trimmed(guess)) + ". ";
    if (!fact.number) {
        const std::string is = lower(fact.text);
        const bool right = typed == is || "row " + typed == is;
        return {right, said + (right ? "So it is." : "It is " + fact.text + ".")};
    }
    const std::optional<double> guessed = guessed_number(typed);
    if (!guessed) return {false, said + "That is no number; it is " + fact.text + "."};
    const bool percent = typed.ends_with('%') && !fact.text.ends_with('%');
    const double number = percent ? *guessed / 100 : *guessed;
    const double apart = std::abs(number - *fact.number);
    const bool right = typed == lower(fact.text) || apart <= near * std::abs(*fact.number);
    if (right) return {true, said + "It is " + fact.text + ": well predicted."};
    return {false, said + "It is " + fact.text + (number < *fact.number ? ", more than you said." : ", less than you said.")};
}

std::string shown_text(std::string_view text, const Facts* facts, const std::string& file, std::size_t line) {
    if (facts) return filled(text, *facts, file, line);
    std::string all;
    while (!text.empty()) {
        const std::size_t open = std::min(text.find('{'), text.size());
        all += text.substr(0, open);
        text.remove_prefix(open);
        const std::size_t close = text.find('}');
        if (close == std::string_view::npos) return all + std::string(text);
        all += "…";
        text.remove_prefix(close + 1);
    }
    return all;
}

}  // namespace neighborscope::lessons
