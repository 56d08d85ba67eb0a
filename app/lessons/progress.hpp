// What a learner did with a lesson: the page, the answers, the hints that are open. Pure data; files and windows are elsewhere.
#pragma once
#include "app/lessons/lesson.hpp"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <optional>
#include <set>
#include <utility>

namespace neighborscope::lessons {

/// What was done with one exercise.
struct Attempt {
    bool done = false;             ///< a task is fulfilled, a prediction was made or skipped, the right choice was made
    std::string guess;             ///< of a prediction, as typed; "": skipped
    std::set<std::size_t> chosen;  ///< of a question: all choices that were tried
    std::size_t hints = 0;         ///< how many are open
    bool operator==(const Attempt&) const = default;
};

struct LessonProgress {
    std::size_t page = 0;
    std::size_t pages = 0;                                            ///< of the lesson, when this was kept
    std::set<std::size_t> seen;                                       ///< pages that were shown
    bool finished = false;                                            ///< all pages were seen, and all exercises done
    std::map<std::pair<std::size_t, std::size_t>, Attempt> attempts;  ///< by page and part, from 0

    const Attempt& of(std::size_t page_at, std::size_t part) const;
    bool operator==(const LessonProgress&) const = default;
};

nlohmann::json to_json(const LessonProgress&);
/// What cannot be read is left out: it is not worth an error.
LessonProgress progress_from_json(const nlohmann::json&);

/// How many parts of the page are shown: up to its first prediction that was not made yet, as what follows tells the answer.
std::size_t shown_parts(const Lesson&, const LessonProgress&, std::size_t page);
/// The part with the first prediction of the page that was not made yet; none: there is no such prediction.
std::optional<std::size_t> open_prediction(const Lesson&, const LessonProgress&, std::size_t page);
/// Whether the page's picture waits for its prediction, which is then the first thing behind the page's headings.
bool waits_for_prediction(const Lesson&, const LessonProgress&, std::size_t page);
/// Whether the page was seen and all its exercises are done.
bool is_done(const Lesson&, const LessonProgress&, std::size_t page);

/// The pages that are not done, from 0.
std::vector<std::size_t> pages_to_do(const Lesson&, const LessonProgress&);

/// What a prediction is worth: "", or a sentence about a guess beside the fact.
struct Verdict {
    bool right = false;
    std::string sentence;
};
/// Numbers may have blanks, commas and units, and words for large ones: "48 million", "1 200", "3e6", "0.5", "50 %". "17" means "row 17". Within a twentieth of the number a guess is right.
Verdict verdict_on(const std::string& guess, const Fact&);
/// Whether the guess is a number, where the fact is one; an empty guess can.
bool can_be_judged(const std::string& guess, const Fact&);

/// The text with its placeholders replaced by facts, or by "…" while there are none.
std::string shown_text(std::string_view text, const Facts*, const std::string& file, std::size_t line);

}  // namespace neighborscope::lessons
