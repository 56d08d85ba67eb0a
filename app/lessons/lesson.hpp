// A lesson: pages of text beside the program's own picture, with tasks, predictions and questions. assets/lessons/README.md describes the
// file. Reading it needs no data, no search and no window.
#pragma once
#include "app/lessons/condition.hpp"
#include "app/lessons/markdown.hpp"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace neighborscope::lessons {

/// A line "key: value" of a fence.
struct Setting {
    std::size_t line = 0;  ///< of the file
    std::string key, value;
};

/// The learner changes the view until all conditions hold.
struct Task {
    std::vector<Node> text;
    std::vector<Condition> until;
    std::vector<Setting> solution;  ///< lines of a page that fulfil it, from the page's own
};

/// The learner says what will be shown before it is.
struct Prediction {
    std::vector<Node> text;
    std::string fact;  ///< the name of the fact that is the answer
};

struct Choice {
    std::vector<Node> text, because;  ///< `because`: the reason for a right one, the misunderstanding behind a wrong one
    bool right = false;
};
struct Question {
    std::vector<Node> text;
    std::vector<Choice> choices;
};

struct Exercise {
    std::size_t line = 0;
    std::variant<Task, Prediction, Question> what;
    std::vector<std::vector<Node>> hints;
};

/// A block of text, or an exercise.
using Part = std::variant<Node, Exercise>;

struct Page {
    std::size_t line = 0;
    std::vector<Setting> settings;
    std::vector<Part> parts;
    std::string title() const;  ///< of its first heading; "" if it has none
};

struct Lesson {
    std::string file;
    std::string title;
    std::vector<Node> introduction;  ///< before the first page, without the title
    std::vector<Page> pages;
    int count_of_tasks() const, count_of_predictions() const, count_of_questions() const;
};

inline constexpr std::size_t largest_lesson = std::size_t(1) << 20;  ///< bytes

/// Parses a lesson. Input Error with file and line for everything that can be wrong without looking at data: unknown fences and keys of
/// exercises, questions without a right answer, tasks without a solution, formulas.
Lesson parse_lesson(const std::string& file, std::string_view text);
/// Reads and parses a file.
Lesson read_lesson(const std::string& file);

/// Calls `visit(nodes)` for each text of an exercise, in order.
template <class Visit>
void for_each_text(const Exercise& exercise, const Visit& visit) {
    std::visit([&](const auto& what) { visit(what.text); }, exercise.what);
    if (const auto* question = std::get_if<Question>(&exercise.what))
        for (const Choice& choice : question->choices) visit(choice.text), visit(choice.because);
    for (const std::vector<Node>& hint : exercise.hints) visit(hint);
}

}  // namespace neighborscope::lessons
