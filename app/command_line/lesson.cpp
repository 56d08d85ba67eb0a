// neighborscope lesson: checks a lesson by running each of its pages, and writes it as a handout.
#include "app/command_line/answering_workbench.hpp"
#include "app/command_line/arguments.hpp"
#include "app/command_line/console.hpp"
#include "app/command_line/display.hpp"
#include "app/command_line/signals.hpp"
#include "app/command_line/subcommands.hpp"
#include "app/data/files/output_file.hpp"
#include "app/data/load/input_file.hpp"
#include "app/data/points/overwriting.hpp"
#include "app/lessons/facts.hpp"
#include "app/lessons/handout.hpp"
#include "app/lessons/page_session.hpp"
#include "app/lessons/shipped.hpp"
#include "app/modules/modules.hpp"
#include "app/session/document/input_files.hpp"
#include "app/session/text/numbers.hpp"
#include "app/session/workbench/curve_controls.hpp"
#include "app/session/workbench/moving_controls.hpp"

#include <algorithm>
#include <optional>

namespace neighborscope::shell {
namespace {

using namespace lessons;

constexpr Size picture_size{960, 600};  // logical pixels
constexpr double picture_scale = 1.5;   // finer on paper

struct LessonArguments {
    std::string file, handout, answers;
    CLI::Option* answers_option = nullptr;
    bool check = false;
};

/// A page, or a page with the solution of a task.
struct PageDocument {
    SessionState session;
    std::int64_t tick = 0;
};

/// Runs a document on the host device, so that numbers are those of any machine.
PageRun run_of(PageDocument page, bool draws) {
    PageRun run;
    run.command = command_line(page.session);
    if (page.tick > 0) run.command += "  # then play " + text_of_amount(page.tick, "tick", "ticks");
    page.session.device = name(DeviceKind::host);
    AnsweringWorkbench waiting(page.session);
    Workbench& workbench = waiting.wait_for_facts();
    if (page.tick > 0) {
        check_tick(page.tick, workbench.view().moving);
        for (std::int64_t tick = 1; tick <= page.tick; ++tick) waiting.go_to_tick(tick);
        waiting.wait_for_facts();
    }
    run.facts = facts_of(workbench.session(), workbench.view(), batch_of(workbench.session(), workbench.drawable().data));
    if (!draws) return run;
    waiting.wait_for_answer();  // a moment for the timings that the picture shows
    if (workbench.session().chart == ChartShown::curves) workbench.curves().measure(), waiting.wait_until_idle();
    run.png = modules::draw_picture({workbench, picture_size.width, picture_size.height, picture_scale, render::Theme::light, false}).png;
    return run;
}

/// Runs a page; an error names its line.
PageRun run_of(const Lesson& lesson, const PageDocument& page, std::size_t line, bool draws) {
    try {
        return run_of(page, draws);
    } catch (const Error& why) { throw Error(why.kind, error_at(lesson.file, line, why.what(), "").what(), why.remedy); }
}

/// Throws unless the task is open at first and its solution fulfils it.
void check_task(const Lesson& lesson, const Task& task, const PageDocument& page, const Facts& at_first) {
    const auto holds = [](const Condition& condition, const Facts& facts) {
        return find_fact(facts, condition.fact) && is_fulfilled(condition, facts);
    };
    bool done = true;
    for (const Condition& condition : task.until) try {
            done = holds(condition, at_first) && done;
        } catch (const Error& why) { throw error_at(lesson.file, condition.line, why.what(), why.remedy); }
    const std::size_t line = task.until.front().line;
    if (done)
        throw error_at(
            lesson.file, line, "this task is done before anything is changed", "ask for something that the page does not show yet");
    PageDocument solved = page;
    apply(solved.session, task.solution, lesson.file);
    if (std::ranges::any_of(task.solution, [](const Setting& one) { return one.key == "tick"; })) solved.tick = tick_of(task.solution);
    const Facts facts = run_of(lesson, solved, task.solution.front().line, false).facts;
    for (const Condition& condition : task.until) try {
            if (!is_fulfilled(condition, facts))
                throw Error(Failure::input,
                    "with the solution " + condition.fact + " is " + fact_named(facts, condition.fact).text + ", and the task wants " +
                        condition.relation + " " + condition.wanted,
                    "correct the solution or the condition");
        } catch (const Error& why) { throw error_at(lesson.file, condition.line, why.what(), why.remedy); }
}

int lesson(const LessonArguments& typed) {
    if (typed.file.empty())
        throw Error(Failure::usage, "lesson needs FILE: a file or the name of a lesson", "`neighborscope list lessons` shows the lessons");
    if (!typed.check && typed.handout.empty())
        throw Error(
            Failure::usage, "lesson needs --check or --handout", "for example neighborscope lesson what-a-neighbour-is --handout out.html");
    const bool with_answers = typed.answers_option->count() > 0;
    if (with_answers && typed.handout.empty())
        throw Error(Failure::usage, "--answers needs --handout", "for example --handout out.html --answers");

    const std::string file = lesson_file(typed.file);
    const InputFile bytes(file, {}, largest_lesson + 1);
    const Lesson read = parse_lesson(file, bytes.bytes());
    std::vector<PageDocument> documents;
    std::vector<NamedFile> inputs = {{"the lesson", file}};
    for (const Page& page : read.pages) {
        documents.push_back({session_of(page, file), tick_of(page.settings)});
        for (NamedFile& one : input_files(documents.back().session)) inputs.push_back(std::move(one));
    }
    const NamedFile outputs[] = {{"--handout", typed.handout}, {"--answers", typed.answers}};
    check_outputs(outputs, inputs);
    std::optional<OutputFile> handout, answers;
    if (!typed.handout.empty()) {
        handout.emplace(typed.handout);
        require_drawing_memory();
        modules::require(modules::Module::rendering);
    }
    if (!typed.answers.empty()) answers.emplace(typed.answers);

    std::vector<PageRun> runs;
    for (std::size_t i = 0; i < read.pages.size(); ++i) {
        const Page& page = read.pages[i];
        runs.push_back(run_of(read, documents[i], line_of(page, "data"), handout.has_value()));
        for (const Part& part : page.parts)
            if (const auto* exercise = std::get_if<Exercise>(&part))
                if (const auto* task = std::get_if<Task>(&exercise->what); task && typed.check)
                    check_task(read, *task, documents[i], runs.back().facts);
    }
    // Also checks placeholders, picture files and predictions.
    const std::string html = handout_html(read, runs, with_answers && !answers ? Answers::at_the_end : Answers::none);
    if (handout) {
        handout->write(html);
        std::vector<OutputFile*> files = {&*handout};
        if (answers) answers->write(handout_html(read, runs, Answers::alone)), files.push_back(&*answers);
        OutputFile::commit_all(files);
    }
    print(printable(read.title) + ": " + text_of_amount(std::int64_t(read.pages.size()), "page", "pages") + ", " +
          text_of_amount(read.count_of_tasks(), "task", "tasks") + ", " +
          text_of_amount(read.count_of_predictions(), "prediction", "predictions") + ", " +
          text_of_amount(read.count_of_questions(), "question", "questions") + "\n");
    ExitWatchdog::done(0);  // does not wait for running measurements
    return 0;
}

}  // namespace

Subcommand add_lesson(CLI::App& app) {
    auto typed = std::make_shared<LessonArguments>();
    app.add_option("FILE", typed->file, "a lesson: a file, a folder with lesson.md, or a name of `list lessons`");
    app.add_flag("--check", typed->check, "run every page and every solution of a task; exit status 2 with one line if something is wrong");
    app.add_option("--handout", typed->handout, "write the lesson with its pictures and questions as one file that prints well")
        ->type_name("out.html");
    typed->answers_option = app.add_option("--answers", typed->answers, "with --handout: the answers at its end, or in a file of their own")
                                ->type_name("[answers.html]")
                                ->expected(0, 1);
    Subcommand subcommand;
    subcommand.usage = "lesson FILE --check | --handout out.html [--answers [answers.html]]";
    subcommand.examples = {
        "neighborscope lesson what-a-neighbour-is --handout out.html",
        "neighborscope lesson what-a-neighbour-is --handout out.html --answers answers.html",
        "neighborscope lesson my-lesson/lesson.md --check",
    };
    subcommand.notes = "Pages are run on the host device, so that the numbers in a lesson are the same on every machine.\n";
    subcommand.run = [typed] { return lesson(*typed); };
    return subcommand;
}

}  // namespace neighborscope::shell
