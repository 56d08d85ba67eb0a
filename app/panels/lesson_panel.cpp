// The lesson that is open: the text of its page with exercises, and a second panel that turns the pages.
#include "app/lessons/formula.hpp"
#include "app/lessons/lesson.hpp"
#include "app/panels/panel.hpp"
#include "app/session/workbench/lesson_controls.hpp"

#include <algorithm>

namespace neighborscope::panels {
namespace {

/// Makes the rows of a page. Ids count the rows, so that a page that stays keeps its widgets.
class PageRows {
    using Kind = lessons::Node::Kind;
    using Style = Prose::Style;

public:
    PageRows(const Context& context, const LessonControls& open)
        : context_(context), open_(open), file_(open.lesson()->file), large_(context.state.presenting) {}

    std::vector<Row> rows() {
        if (!open_.file_error().empty()) {
            note("The file has a mistake; what is shown is from before it.", Tone::error);
            note(open_.file_error(), Tone::error);
        }
        if (!open_.page_error().empty()) {
            note("This page cannot be shown.", Tone::error);
            note(open_.page_error(), Tone::error);
        }
        const lessons::Lesson& lesson = *open_.lesson();
        if (open_.page() == 0) add_all(lesson.introduction, {});
        const lessons::Page& page = lesson.pages[open_.page()];
        const std::size_t shown = lessons::shown_parts(lesson, open_.progress(), open_.page());
        for (std::size_t i = 0; i < shown; ++i) {
            if (const auto* block = std::get_if<lessons::Node>(&page.parts[i])) add_block(*block, {});
            else add_exercise(std::get<lessons::Exercise>(page.parts[i]), i);
        }
        return std::move(rows_);
    }

private:
    /// How a block stands among others.
    struct Place {
        std::string lead = {};
        int depth = 0;
        bool framed = false, aside = false;
    };

    std::string next_id() { return "lesson." + std::to_string(rows_.size()); }

    Row& put(Prose prose, std::string id = {}) {
        prose.large = large_;
        const std::string text = prose.text();
        rows_.push_back({id.empty() ? next_id() : std::move(id), {}, {}, std::move(prose)});
        if (std::get<Prose>(rows_.back().what).press) rows_.back().label = text;
        return rows_.back();
    }

    void note(const std::string& text, Tone tone, Mark mark = Mark::none, bool framed = false) {
        Prose prose;
        prose.spans.push_back({text});
        prose.tone = tone;
        prose.mark = mark;
        prose.framed = framed;
        put(std::move(prose));
    }

    /// The spans of inline nodes; a mistake in a placeholder is shown in its place.
    void add_spans(const std::vector<lessons::Node>& nodes, Style style, std::vector<Prose::Span>& to) {
        for (const lessons::Node& node : nodes) switch (node.kind) {
                case Kind::text: try { to.push_back({lessons::shown_text(node.text, open_.facts(), file_, node.line), style});
                    } catch (const Error& why) { to.push_back({"[" + why.one_line() + "]", Style::strong}); }
                    break;
                case Kind::emphasis: add_spans(node.inside, style == Style::strong ? style : Style::emphasis, to); break;
                case Kind::strong: add_spans(node.inside, Style::strong, to); break;
                case Kind::code: to.push_back({node.text, Style::code}); break;
                case Kind::formula:
                case Kind::display_formula: to.push_back({lessons::formula_in(node.text).unicode, style}); break;
                case Kind::line_break: to.push_back({"\n", style}); break;
                case Kind::picture: to.push_back({"(picture: " + lessons::plain_text(node.inside) + ")", Style::emphasis}); break;
                default: add_spans(node.inside, style, to); break;
            }
    }
    std::vector<Prose::Span> spans_of(const std::vector<lessons::Node>& nodes) {
        std::vector<Prose::Span> spans;
        add_spans(nodes, Style::plain, spans);
        return spans;
    }

    void add_all(const std::vector<lessons::Node>& nodes, const Place& place) {
        for (const lessons::Node& node : nodes) add_block(node, place);
    }

    void add_block(const lessons::Node& node, Place place) {
        Prose prose;
        prose.lead = place.lead;
        prose.depth = place.depth;
        prose.framed = place.framed;
        if (place.aside) prose.tone = Tone::second;
        switch (node.kind) {
            case Kind::heading: prose.look = node.level <= 2 ? Prose::Look::title : Prose::Look::heading; break;
            case Kind::code_block:
                prose.look = Prose::Look::code;
                prose.spans.push_back({node.text.substr(0, node.text.find_last_not_of('\n') + 1), Style::code});
                put(std::move(prose));
                return;
            case Kind::rule: return;
            case Kind::bullets:
            case Kind::numbers: {
                int number = 0;
                for (const lessons::Node& item : node.inside) {
                    Place inside = place;
                    inside.lead = node.kind == Kind::bullets ? "\u2022" : std::to_string(++number) + ".";
                    inside.depth = place.lead.empty() ? place.depth : place.depth + 1;
                    add_item(item, inside);
                }
                return;
            }
            case Kind::item: return add_item(node, place);
            case Kind::quote: place.aside = true; return add_all(node.inside, place);
            default: break;
        }
        // A formula on a line of its own and a picture stand apart.
        std::vector<lessons::Node> line;
        const auto end_line = [&] {
            if (line.empty()) return;
            Prose part = prose;
            part.spans = spans_of(line);
            line.clear();
            if (std::any_of(part.spans.begin(), part.spans.end(),
                    [](const Prose::Span& one) { return one.text.find_first_not_of(" \n") != std::string::npos; }))
                put(std::move(part));
        };
        for (const lessons::Node& inside : node.inside) {
            if (inside.kind == Kind::picture) {
                end_line();
                add_picture(inside, prose);
                continue;
            }
            if (inside.kind != Kind::display_formula) {
                line.push_back(inside);
                continue;
            }
            end_line();
            Prose formula = prose;
            formula.spans = spans_of({inside});
            formula.lead = " ";
            put(std::move(formula));
        }
        end_line();
    }

    /// The picture, or what it would show and why it cannot be read.
    void add_picture(const lessons::Node& node, Prose prose) {
        const std::string shows = lessons::plain_text(node.inside);
        const LessonControls::TextPicture& read = open_.picture(node);
        if (read.picture) {
            rows_.push_back({next_id(), {}, shows, Figure{read.picture, shows, prose.depth, prose.framed, large_}});
            return;
        }
        prose.spans = {{"Picture: " + shows, Style::emphasis}, {"\n" + read.why_not}};
        prose.tone = Tone::warning;
        put(std::move(prose));
    }

    /// The first paragraph has the bullet; what follows is indented like it.
    void add_item(const lessons::Node& item, Place place) {
        std::vector<lessons::Node> loose;  // a tight list has no paragraphs
        const auto end_text = [&] {
            if (loose.empty()) return;
            lessons::Node paragraph;
            paragraph.kind = Kind::paragraph;
            paragraph.inside = std::exchange(loose, {});
            add_block(paragraph, place);
            place.lead = " ";
        };
        for (const lessons::Node& inside : item.inside) {
            const bool is_inline = inside.kind >= Kind::text;
            if (is_inline) {
                loose.push_back(inside);
                continue;
            }
            end_text();
            add_block(inside, place);
            place.lead = " ";
        }
        end_text();
    }

    void name_exercise(const std::string& name, bool done) {
        Prose prose;
        prose.spans.push_back({name, Style::strong});
        prose.framed = true;
        if (done) prose.mark = Mark::right, prose.tone = Tone::exact;
        put(std::move(prose));
    }

    void add_exercise(const lessons::Exercise& exercise, std::size_t part) {
        const lessons::Attempt& attempt = open_.progress().of(open_.page(), part);
        const Place place{{}, 0, true, false};
        std::visit([&](const auto& what) { add(what, part, attempt, place); }, exercise.what);
        for (std::size_t i = 0; i < std::min(attempt.hints, exercise.hints.size()); ++i) add_all(exercise.hints[i], {{}, 0, true, true});
        const bool needs_hint = !attempt.done || std::holds_alternative<lessons::Task>(exercise.what);
        if (attempt.hints < exercise.hints.size() && needs_hint)
            buttons(part, {{"hint", attempt.hints == 0 ? "Hint" : "Another hint", "Open a hint to this exercise.",
                              [&workbench = context_.workbench, part] { workbench.lessons().open_hint(part); }}});
    }

    struct Pressed {
        const char *id, *label, *help;
        std::function<void()> run;
    };
    void buttons(std::size_t part, const std::vector<Pressed>& all) {
        Buttons made;
        for (const Pressed& one : all) {
            Button button;
            button.id = "lesson." + std::to_string(part) + "." + one.id;
            button.label = one.label;
            button.help = one.help;
            button.run = one.run;
            made.buttons.push_back(std::move(button));
        }
        rows_.push_back({"lesson." + std::to_string(part) + "." + all.front().id + ".row", {}, {}, std::move(made)});
    }

    void add(const lessons::Task& task, std::size_t, const lessons::Attempt& attempt, const Place& place) {
        name_exercise(attempt.done ? "Task: done" : "Task", attempt.done);
        add_all(task.text, place);
        if (attempt.done) return;
        const std::string now = open_.state_of(task);
        note(now.empty() ? "Not yet." : "Not yet. Now: " + now + ".", Tone::second, Mark::none, true);
    }

    void add(const lessons::Prediction& prediction, std::size_t part, const lessons::Attempt& attempt, const Place& place) {
        name_exercise("Predict", attempt.done);
        add_all(prediction.text, place);
        if (attempt.done) {
            const lessons::Fact* fact = open_.facts() ? lessons::find_fact(*open_.facts(), prediction.fact) : nullptr;
            if (!fact) return note(open_.facts() ? "The run shows no " + prediction.fact + "." : "\u2026", Tone::second, Mark::none, true);
            const lessons::Verdict verdict = lessons::verdict_on(attempt.guess, *fact);
            return note(verdict.sentence, verdict.right ? Tone::exact : Tone::normal, verdict.right ? Mark::right : Mark::none, true);
        }
        Number field;
        field.words = true;
        field.value = context_.state.guesses[part];
        field.change = [&state = context_.state, part](const std::string& typed, bool) -> std::string {
            state.guesses[part] = typed;
            return {};
        };
        rows_.push_back(
            {"lesson." + std::to_string(part) + ".guess", "Your prediction", "Type what you expect before you see it.", std::move(field)});
        buttons(part, {{"answer", "Show what happens", "Compare your prediction with what the program shows.",
                           [&workbench = context_.workbench, &state = context_.state, part] {
                               workbench.lessons().predict(part, state.guesses[part]);
                           }},
                          {"skip", "I do not know", "Show it without a prediction.",
                              [&workbench = context_.workbench, part] { workbench.lessons().predict(part, ""); }}});
    }

    void add(const lessons::Question& question, std::size_t part, const lessons::Attempt& attempt, const Place& place) {
        name_exercise("Question", attempt.done);
        add_all(question.text, place);
        for (std::size_t i = 0; i < question.choices.size(); ++i) {
            const lessons::Choice& choice = question.choices[i];
            const bool tried = attempt.chosen.contains(i), right = tried && choice.right;
            Prose prose;
            prose.spans = spans_of(choice.text.front().inside);
            prose.lead = std::string(1, char('A' + i % 26));
            prose.framed = true;
            if (tried) prose.mark = right ? Mark::right : Mark::wrong, prose.tone = right ? Tone::exact : Tone::error;
            prose.press = [&workbench = context_.workbench, part, i] { workbench.lessons().choose(part, i); };
            if (attempt.done || tried) prose.refusal = attempt.done ? "the question is answered" : "this choice was tried";
            put(std::move(prose), "lesson." + std::to_string(part) + ".choice." + std::to_string(i));
            if (tried && !choice.because.empty()) add_all(choice.because, {" ", 0, true, true});
        }
    }
    const Context& context_;
    const LessonControls& open_;
    const std::string& file_;
    bool large_;
    std::vector<Row> rows_;
};

}  // namespace

Panel lesson_panel(const Context& context) {
    const LessonControls& open = context.workbench.lessons();
    Panel panel{"lesson", "Lesson", {}, {}, {}};
    panel.shown = open.lesson() != nullptr;
    if (!panel.shown) return panel;
    const std::string page = open.lesson()->file + ":" + std::to_string(open.page());
    if (std::exchange(context.state.guesses_of, page) != page) context.state.guesses.clear();
    panel.fact = open.lesson()->title;
    panel.rows = PageRows(context, open).rows();
    return panel;
}

Panel lesson_pages_panel(const Context& context) {
    const LessonControls& open = context.workbench.lessons();
    Panel panel{"lesson_pages", "Pages", {}, {}, {}};
    panel.shown = open.lesson() != nullptr;
    if (!panel.shown) return panel;
    const lessons::Lesson& lesson = *open.lesson();
    panel.fact = std::to_string(open.page() + 1) + " of " + std::to_string(lesson.pages.size());
    Choice pages;
    for (std::size_t i = 0; i < lesson.pages.size(); ++i) {
        const std::string title = lesson.pages[i].title();
        const bool done = i < open.page() && lessons::is_done(lesson, open.progress(), i);
        pages.items.push_back(
            {std::to_string(i + 1) + "  " + (title.empty() ? "Page" : title) + (done ? "  \u2013 done" : ""), {}, {}, {}});
    }
    pages.chosen = int(open.page());
    pages.change = [&workbench = context.workbench](int page) { workbench.lessons().go_to(std::size_t(page)); };
    panel.rows.push_back({"lesson_pages.page", "Page", "The pages of this lesson", std::move(pages)});
    panel.rows.push_back({"lesson_pages.turn", {}, {},
        Buttons{{button_of(context.commands, "lesson.back", "Back"), button_of(context.commands, "lesson.again", "Show again"),
            button_of(context.commands, "lesson.next", "Next"), button_of(context.commands, "lesson.close", "Close")}}});
    return panel;
}

}  // namespace neighborscope::panels
