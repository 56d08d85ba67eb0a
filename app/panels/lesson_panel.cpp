// The lesson that is open: the text of its page with exercises, and a second panel that turns the pages.
#include "app/lessons/formula.hpp"
#include "app/lessons/lesson.hpp"
#include "app/lessons/shipped.hpp"
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
        for (const std::string& mistake : open_.mistakes()) note("An exercise has a mistake. " + mistake, Tone::error);
        const lessons::Lesson& lesson = *open_.lesson();
        if (open_.page() == 0) add_all(lesson.introduction, {});
        const lessons::Page& page = lesson.pages[open_.page()];
        const std::size_t shown = lessons::shown_parts(lesson, open_.progress(), open_.page());
        for (std::size_t i = 0; i < shown; ++i) {
            if (const auto* block = std::get_if<lessons::Node>(&page.parts[i])) add_block(*block, {});
            else add_exercise(std::get<lessons::Exercise>(page.parts[i]), i);
            if (open_.appeared().part == i) reveal_ = rows_.back().id;
        }
        if (shown == page.parts.size() && open_.page() + 1 == lesson.pages.size()) add_end();
        return std::move(rows_);
    }
    /// The last row of the exercise in which something has just appeared; "": none.
    const std::string& reveal() const { return reveal_; }
    /// The row with the field of the open prediction; "": none.
    const std::string& keyboard() const { return keyboard_; }

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

    /// Behind the last page: what is left, or that the lesson is finished, and the next lesson.
    void add_end() {
        std::string left;
        const std::vector<std::size_t> to_do = lessons::pages_to_do(*open_.lesson(), open_.progress());
        for (const std::size_t page : to_do) left += (left.empty() ? "" : ", ") + std::to_string(page + 1);
        if (to_do.empty()) note("The lesson is finished.", Tone::exact, Mark::right);
        else note("This is the last page. Not done yet: " + std::string(to_do.size() == 1 ? "page " : "pages ") + left + ".", Tone::second);
        const auto all = lessons::shipped_lessons();
        const auto here = std::find(all.begin(), all.end(), open_.name());
        if (here == all.end() || here + 1 == all.end()) return;
        const std::string command = "lesson.open." + std::string(*(here + 1)), title = lessons::shipped_title(*(here + 1));
        if (!title.empty())
            rows_.push_back({"lesson.end", {}, {}, Buttons{{button_of(context_.commands, command, "Next lesson: " + title)}}});
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
        std::optional<std::string> refusal = {};
    };
    static inline const std::optional<std::string> not_yet = "the numbers of this page are still being computed",
                                                   nothing_typed = "type a prediction first, or choose \"I do not know\"",
                                                   no_number = "the answer is a number: type one, such as 1200 or 0.5";
    void buttons(std::size_t part, const std::vector<Pressed>& all) {
        Buttons made;
        for (const Pressed& one : all) {
            Button button;
            button.id = "lesson." + std::to_string(part) + "." + one.id;
            button.label = one.label;
            button.help = one.help;
            button.run = one.run;
            button.refusal = one.refusal;
            made.buttons.push_back(std::move(button));
        }
        rows_.push_back({"lesson." + std::to_string(part) + "." + all.front().id + ".row", {}, {}, std::move(made)});
    }

    void add(const lessons::Task& task, std::size_t, const lessons::Attempt& attempt, const Place& place) {
        name_exercise(attempt.done ? "Task: done" : "Task", attempt.done);
        add_all(task.text, place);
        const std::string now = open_.state_of(task);
        if (attempt.done) {
            if (!now.empty()) note("Now: " + now + ".", Tone::second, Mark::none, true);
            return;
        }
        for (const std::string& missing : open_.missing_facts(task))
            note("What the window shows has no \"" + missing + "\" now.", Tone::second, Mark::none, true);
        note(now.empty() ? "Not yet." : "Not yet. Now: " + now + ".", Tone::second, Mark::none, true);
    }

    void add(const lessons::Prediction& prediction, std::size_t part, const lessons::Attempt& attempt, const Place& place) {
        const lessons::Fact* fact = open_.facts() ? lessons::find_fact(*open_.facts(), prediction.fact) : nullptr;
        const bool right = attempt.done && fact && lessons::verdict_on(attempt.guess, *fact).right;
        name_exercise(attempt.done ? "Predict: answered" : "Predict", right);
        add_all(prediction.text, place);
        if (attempt.done) {
            if (!fact) return note(open_.facts() ? "The run shows no " + prediction.fact + "." : "\u2026", Tone::second, Mark::none, true);
            const lessons::Verdict verdict = lessons::verdict_on(attempt.guess, *fact);
            return note(verdict.sentence, verdict.right ? Tone::exact : Tone::normal, verdict.right ? Mark::right : Mark::none, true);
        }
        const bool waits = !open_.facts() && open_.page_error().empty();
        Number field;
        field.words = true;
        field.value = context_.state.guesses[part];
        const lessons::Fact* const asked = open_.facts() ? lessons::find_fact(*open_.facts(), prediction.fact) : nullptr;
        const bool judged = !asked || lessons::can_be_judged(context_.state.guesses[part], *asked);
        const auto answer = [&workbench = context_.workbench, &state = context_.state, part, judged] {
            const std::string guess = state.guesses[part];
            if (judged && guess.find_first_not_of(' ') != std::string::npos) workbench.lessons().predict(part, guess);
        };
        if (!waits) field.enter = answer;
        field.change = [&state = context_.state, part](const std::string& typed, bool) -> std::string {
            state.guesses[part] = typed;
            return {};
        };
        keyboard_ = "lesson." + std::to_string(part) + ".guess";
        rows_.push_back({keyboard_, "Your prediction",
            "Type what you expect before you see it: a word, or a number such as 1200, 0.5, 3e6 or 48 million.", std::move(field)});
        buttons(part,
            {{"answer", "Show what happens", "Compare your prediction with what the program shows.", answer,
                 waits                                  ? not_yet
                 : context_.state.guesses[part].empty() ? nothing_typed
                 : !judged                              ? no_number
                                                        : std::nullopt},
                {"skip", "I do not know", "Show it without a prediction.",
                    [&workbench = context_.workbench, part] { workbench.lessons().predict(part, ""); }, waits ? not_yet : std::nullopt}});
        if (waits)  // below the field, which then stays where it is
            note("The program computes the numbers of this page first.", Tone::second, Mark::none, true);
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
    std::string reveal_, keyboard_;
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
    PageRows page_rows(context, open);
    panel.rows = page_rows.rows();
    panel.reveal = page_rows.reveal();
    panel.reveals = open.appeared().times;
    panel.keyboard = page_rows.keyboard();
    panel.keyboard_for = page + ":" + panel.keyboard;
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
        const bool done = lessons::is_done(lesson, open.progress(), i);
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
