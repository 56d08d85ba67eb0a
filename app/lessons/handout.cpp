#include "app/lessons/handout.hpp"

#include "app/lessons/html.hpp"
#include "app/lessons/text.hpp"

#include <algorithm>
#include <vector>

namespace neighborscope::lessons {
namespace {

/// Black on white, 16 px on a screen and 10.5 pt on paper; neither a picture nor an exercise is torn by the end of a sheet.
constexpr const char* style = R"(
body { font: 16px/1.55 "Noto Sans", "DejaVu Sans", sans-serif; color: #1b1f23; background: #fff;
       max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.9em; line-height: 1.2; margin: 0 0 0.6em; }
h2 { font-size: 1.35em; line-height: 1.3; margin: 1.6em 0 0.5em; }
h3, h4 { font-size: 1.1em; margin: 1.2em 0 0.4em; }
figure { margin: 1em 0; }
img { max-width: 100%; height: auto; }
figure img { display: block; border: 1px solid #d0d7de; }
figcaption, .note { font-size: 0.85em; color: #57606a; }
figcaption code { white-space: pre-wrap; overflow-wrap: anywhere; }
code, pre { font-family: "Noto Sans Mono", "DejaVu Sans Mono", monospace; font-size: 0.92em; }
pre { background: #f6f8fa; padding: 0.6em 0.8em; overflow-x: auto; }
blockquote { margin: 1em 0; padding-left: 1em; border-left: 3px solid #d0d7de; }
/* Roots and large signs are drawn from a font with a table of mathematics; without one a browser leaves them out. */
math { font-family: "Cambria Math", "STIX Two Math", "Latin Modern Math", "TeX Gyre DejaVu Math", "DejaVu Math TeX Gyre",
       "Noto Sans Math", math; }
math[display="block"] { margin: 0.8em 0; }
.exercise { border-left: 4px solid #0969da; padding: 0.1em 0 0.1em 1em; margin: 1.2em 0; }
.exercise p { margin: 0.4em 0; }
.name { font-weight: bold; color: #0550ae; }
.choices { list-style-type: upper-alpha; margin: 0.4em 0; }
.line { border-bottom: 1px solid #57606a; height: 1.8em; }
@page { margin: 18mm 16mm; }
@media print {
  body { font-size: 10.5pt; max-width: none; margin: 0; padding: 0; }
  h1, h2, h3, h4 { break-after: avoid; }
  figure, .exercise, pre { break-inside: avoid; }
  figure img { max-height: 105mm; width: auto; }
  .hints, .answers { break-before: page; }
  a { color: inherit; }
}
)";

/// Whether a text ends as a sentence does.
bool ends_sentence(std::string_view text) {
    constexpr std::string_view ends = ".!?:\u2026";
    return !text.empty() && ends.find(text.back()) != std::string_view::npos;
}

struct ExerciseNames {
    int tasks = 0, predictions = 0, questions = 0;
    std::string next(const Exercise& exercise) {
        if (std::holds_alternative<Task>(exercise.what)) return "Task " + std::to_string(++tasks);
        if (std::holds_alternative<Prediction>(exercise.what)) return "Predict " + std::to_string(++predictions);
        return "Question " + std::to_string(++questions);
    }
};

class HandoutWriter {
public:
    HandoutWriter(const Lesson& lesson, std::span<const PageRun> runs) : lesson_(lesson), runs_(runs) {}

    std::string document(Answers answers) {
        const bool alone = answers == Answers::alone;
        const std::string title = xml_text(lesson_.title) + (alone ? ": answers" : "");
        std::string html =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" "
            "lang=\"en\">\n<head>\n"
            "<meta charset=\"UTF-8\"/>\n<meta name=\"viewport\" content=\"width=device-width\"/>\n<title>" +
            title + "</title>\n<style>" + style + "</style>\n</head>\n<body>\n<h1>" + title + "</h1>\n";
        // Both parts are always written: a mistake in an answer is found when the answers are left out, too.
        const std::string shown = pages(), helped = hints(), solved = solutions();
        if (!alone) html += shown;
        if (!alone && !helped.empty()) html += "<section class=\"hints\">\n<h2>Hints</h2>\n" + helped + "</section>\n";
        if (answers == Answers::at_the_end) html += "<section class=\"answers\">\n<h2>Answers</h2>\n" + solved + "</section>\n";
        if (alone) html += solved;
        return html + "</body>\n</html>\n";
    }

private:
    std::string html(const std::vector<Node>& nodes, const PageRun& run, bool inline_only = true) const {
        return html_of(nodes, run.facts, lesson_.file, inline_only);
    }

    std::string pages() const {
        std::string all = html_of(lesson_.introduction, {}, lesson_.file);
        ExerciseNames names;
        for (std::size_t i = 0; i < lesson_.pages.size(); ++i) {
            const Page& page = lesson_.pages[i];
            const std::size_t predicted = first_prediction(page);
            all += "<section class=\"page\">\n";
            for (std::size_t at = 0; at <= page.parts.size(); ++at) {
                if (at == parts_before_picture(page))
                    all += predicted == page.parts.size() ? figure(page, runs_[i]) : waiting_figure(page, runs_[i]);
                if (at == page.parts.size()) break;
                if (const auto* one = std::get_if<Exercise>(&page.parts[at])) all += exercise(*one, runs_[i], names);
                else if (at < predicted) all += html({std::get<Node>(page.parts[at])}, runs_[i], false);
            }
            if (predicted < page.parts.size()) all += "<p class=\"note\">The picture with its answer is with the answers.</p>\n";
            all += "</section>\n";
        }
        return all +
               "<p class=\"note\">The commands draw the pictures. Without <code>shot</code>, <code>--size</code> and <code>--out</code> "
               "they open the same view in a window.</p>\n" +
               credits();
    }

    /// Sources and licences of the data, each once.
    std::string credits() const {
        std::vector<std::string> all;
        std::string html;
        for (const PageRun& run : runs_) {
            if (run.credit.empty() || std::find(all.begin(), all.end(), run.credit) != all.end()) continue;
            all.push_back(run.credit);
            html += "<p class=\"note\">Data: " + xml_text(run.credit) + "</p>\n";
        }
        return html;
    }

    static bool is_prediction(const Part& part) {
        const auto* one = std::get_if<Exercise>(&part);
        return one && std::holds_alternative<Prediction>(one->what);
    }
    /// The place of the first prediction; the number of parts without one. The texts behind it and the picture are with the answers, since
    /// they tell what it asks. A window hides them until it is answered.
    static std::size_t first_prediction(const Page& page) {
        return std::size_t(std::ranges::find_if(page.parts, is_prediction) - page.parts.begin());
    }

    /// The picture stands below the page's heading, but behind its predictions.
    static std::size_t parts_before_picture(const Page& page) {
        std::size_t before = 0;
        for (std::size_t at = 0; at < page.parts.size(); ++at) {
            const auto* block = std::get_if<Node>(&page.parts[at]);
            const bool is_first_heading = at == 0 && block && block->kind == Node::Kind::heading;
            if (is_first_heading || is_prediction(page.parts[at])) before = at + 1;
        }
        return before;
    }

    static std::string figure(const Page& page, const PageRun& run) {
        const std::string caption = "<figcaption><code>" + xml_text(run.command) + "</code></figcaption>";
        return "<figure>" + picture(page, run.png) + caption + "</figure>\n";
    }
    /// Without the command, whose picture would tell the answer.
    static std::string waiting_figure(const Page& page, const PageRun& run) {
        return run.waiting_png.empty() ? "" : "<figure>" + picture(page, run.waiting_png) + "</figure>\n";
    }
    static std::string picture(const Page& page, const std::string& png) {
        return png.empty() ? "" : "<img src=\"" + data_uri("image/png", png) + "\" alt=\"" + xml_text(page.title()) + "\"/>";
    }

    std::string exercise(const Exercise& one, const PageRun& run, ExerciseNames& names) const {
        std::string all = "<div class=\"exercise\">\n<p><span class=\"name\">" + names.next(one) + ".</span> " +
                          std::visit([&](const auto& what) { return html(what.text, run); }, one.what) + "</p>\n";
        if (const auto* question = std::get_if<Question>(&one.what)) {
            all += "<ol class=\"choices\">\n";
            for (const Choice& choice : question->choices) all += "<li>" + html(choice.text, run) + "</li>\n";
            all += "</ol>\n";
        } else {
            all += "<div class=\"line\"></div>\n";
        }
        if (!one.hints.empty()) all += "<p class=\"note\">A hint is at the end.</p>\n";
        return all + "</div>\n";
    }

    /// Apart from the exercises, which they would give away.
    std::string hints() const {
        std::string all;
        ExerciseNames names;
        for (std::size_t i = 0; i < lesson_.pages.size(); ++i)
            for (const Part& part : lesson_.pages[i].parts)
                if (const auto* one = std::get_if<Exercise>(&part)) {
                    const std::string name = names.next(*one);
                    for (const std::vector<Node>& hint : one->hints)
                        all += "<div class=\"exercise\">\n<p class=\"name\">" + name + "</p>\n" + html(hint, runs_[i], false) + "</div>\n";
                }
        return all;
    }

    std::string solutions() const {
        std::string all;
        ExerciseNames names;
        for (std::size_t i = 0; i < lesson_.pages.size(); ++i) {
            const Page& page = lesson_.pages[i];
            const std::size_t predicted = first_prediction(page);
            for (std::size_t at = 0; at < page.parts.size(); ++at) {
                if (const auto* one = std::get_if<Exercise>(&page.parts[at]))
                    all += "<div class=\"exercise\">\n<p><span class=\"name\">" + names.next(*one) + ".</span> " +
                           std::visit([&](const auto& what) { return solution(what, runs_[i], one->line); }, one->what) + "</div>\n";
                else if (at > predicted) all += html({std::get<Node>(page.parts[at])}, runs_[i], false);
                if (at >= predicted && at + 1 == parts_before_picture(page)) all += figure(page, runs_[i]);
            }
        }
        return all;
    }

    std::string solution(const Task& task, const PageRun&, std::size_t) const {
        std::string all;
        for (const Setting& setting : task.solution)
            all += (all.empty() ? "" : ", ") + ("<code>" + xml_text(setting.key + ": " + setting.value) + "</code>");
        all += ". Done when ";
        for (const Condition& one : task.until)
            all += (&one == &task.until.front() ? "" : " and ") + ("<code>" + xml_text(one.text()) + "</code>");
        return all + ".</p>\n";
    }

    std::string solution(const Prediction& prediction, const PageRun& run, std::size_t line) const {
        try {
            return xml_text(prediction.fact) + ": " + xml_text(fact_named(run.facts, prediction.fact).text) + ".</p>\n";
        } catch (const Error& why) { throw error_at(lesson_.file, line, why.what(), why.remedy); }
    }

    std::string solution(const Question& question, const PageRun& run, std::size_t) const {
        std::string right, wrong;
        char letter = 'A';
        for (const Choice& choice : question.choices) {
            std::string text = std::string(1, letter++) + ": " + html(choice.text, run);
            if (!ends_sentence(plain_text(choice.text))) text += ".";
            if (!choice.because.empty()) text += " " + html(choice.because, run);
            if (choice.right) right = text;
            else wrong += "<p>Not " + text + "</p>\n";
        }
        return right + "</p>\n" + wrong;
    }

    const Lesson& lesson_;
    std::span<const PageRun> runs_;
};

}  // namespace

std::string handout_html(const Lesson& lesson, std::span<const PageRun> runs, Answers answers) {
    return HandoutWriter(lesson, runs).document(answers);
}

}  // namespace neighborscope::lessons
