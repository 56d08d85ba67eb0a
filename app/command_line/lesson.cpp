// neighborscope lesson: checks a lesson by running each of its pages, and writes it as a handout.
#include "app/command_line/answering_workbench.hpp"
#include "app/command_line/arguments.hpp"
#include "app/command_line/console.hpp"
#include "app/command_line/display.hpp"
#include "app/command_line/signals.hpp"
#include "app/command_line/subcommands.hpp"
#include "app/data/files/output_file.hpp"
#include "app/data/points/overwriting.hpp"
#include "app/lessons/check_task.hpp"
#include "app/lessons/facts.hpp"
#include "app/lessons/handout.hpp"
#include "app/lessons/page_session.hpp"
#include "app/lessons/progress.hpp"
#include "app/lessons/shipped.hpp"
#include "app/modules/modules.hpp"
#include "app/session/document/input_files.hpp"
#include "app/session/text/numbers.hpp"
#include "app/session/workbench/curve_controls.hpp"
#include "app/session/workbench/lesson_controls.hpp"
#include "app/session/workbench/moving_controls.hpp"

#include <algorithm>
#include <cmath>
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
    bool is_solution = false;
};

/// A camera with no more digits than the picture needs: its command is read by people, and typed.
void round_camera(SavedCamera& camera) {
    constexpr double smallest_share = 1e-5;  // of the view's height, less than a hundredth of a pixel
    const auto round_to = [](double& number, double unit) {
        const double power = std::pow(10, std::floor(std::log10(unit)));
        // A quotient of whole numbers is the double nearest to the decimal, which is printed with few digits.
        number = power < 1 ? std::round(number / power) / std::round(1 / power) : std::round(number / power) * power;
    };
    const double unit = smallest_share * camera.height;
    for (double& one : camera.centre) round_to(one, unit);
    round_to(camera.height, unit);
    for (double* angle : {&camera.azimuth, &camera.elevation}) round_to(*angle, 1e-3);
    for (double& share : camera.shift) round_to(share, smallest_share);
}

/// The command that draws the picture of a page.
std::string picture_command(const PageDocument& page, std::size_t number) {
    std::vector<std::string> words = command_arguments(page.session);
    words.insert(words.begin(), "shot");
    const std::string size = std::to_string(picture_size.width) + "x" + std::to_string(picture_size.height);
    words.insert(words.end(), {"--size", size, "--out", "page-" + std::to_string(number) + ".png"});
    const std::string ticks = page.tick > 0 ? "  # in a window, then play " + text_of_amount(page.tick, "tick", "ticks") : "";
    return joined_command_line(words) + ticks;
}

/// The document of a page. A handout's picture is read elsewhere and later: it has this machine's times only if the page's `show` asks for
/// them.
PageDocument document_of(const Page& page, const std::string& file, bool for_handout) {
    PageDocument document{session_of(page, file), tick_of(page.settings)};
    if (!for_handout) return document;
    SessionState shown;
    shown.timings = false;
    for (const Setting& one : page.settings)
        if (one.key == "show") apply(shown, {&one, 1}, file);
    document.session.timings = shown.timings;
    return document;
}

/// Runs a document on the host device, so that numbers are those of any machine, up to its tick.
Workbench& run_document(AnsweringWorkbench& waiting, const PageDocument& page) {
    Workbench& workbench = waiting.wait_for_facts();
    if (page.tick == 0) return workbench;
    lessons::check_tick(page.tick, workbench.view().moving);
    for (std::int64_t tick = 1; tick <= page.tick; ++tick) waiting.go_to_tick(tick);
    return waiting.wait_for_facts();
}

/// The picture of what was run, with the timings and curves that it shows.
std::string picture_of(AnsweringWorkbench& waiting) {
    Workbench& workbench = waiting.wait_for_answer();
    if (workbench.session().chart == ChartShown::curves) workbench.curves().measure(), waiting.wait_until_idle();
    return modules::draw_picture({workbench, picture_size.width, picture_size.height, picture_scale, render::Theme::light, false}).png;
}

/// The picture of a page whose prediction is open, as the window shows it.
std::string waiting_picture_of(const Lesson& lesson, std::size_t page, PageDocument document) {
    document.session.device = name(DeviceKind::host);
    if (waits_for_prediction(lesson, {}, page)) {
        leave_out_answers(document.session);
        document.tick = waiting_tick(document.tick);
    }
    AnsweringWorkbench waiting(document.session);
    run_document(waiting, document).lessons().hide_answers();
    return picture_of(waiting);
}

/// The picture is drawn if the page has a number.
PageRun run_of(PageDocument page, std::optional<std::size_t> drawn_page) {
    PageRun run;
    if (page.session.camera && drawn_page) round_camera(*page.session.camera);
    if (drawn_page) run.command = picture_command(page, *drawn_page);
    page.session.device = name(DeviceKind::host);
    AnsweringWorkbench waiting(page.session);
    Workbench& workbench = run_document(waiting, page);
    if (!page.is_solution) lessons::check_step(page.session.step, workbench.view().stepping);  // another option may need fewer steps
    run.facts = facts_of(workbench.session(), workbench.view(), batch_of(workbench.session(), workbench.drawable().data));
    run.credit = workbench.view().data.credit;
    if (drawn_page) run.png = picture_of(waiting);
    return run;
}

/// Runs a page; an error names the line at fault.
PageRun run_of(const Lesson& lesson, const Page& page, const PageDocument& document, std::optional<std::size_t> drawn_page = {}) {
    try {
        PageRun run = run_of(document, drawn_page);
        if (drawn_page && open_prediction(lesson, {}, *drawn_page - 1))
            run.waiting_png = waiting_picture_of(lesson, *drawn_page - 1, document);
        return run;
    } catch (const Error& why) { throw error_of_run(page, lesson.file, why); }
}

/// Throws unless the task is open at first and its solution fulfils it.
void check_task(const Lesson& lesson, const Page& page, const Task& task, const PageDocument& document, const Facts& at_first) {
    check_open(lesson, task, at_first);
    PageDocument solved = document;
    solved.is_solution = true;
    apply(solved.session, task.solution, lesson.file);
    if (std::ranges::any_of(task.solution, [](const Setting& one) { return one.key == "tick"; })) solved.tick = tick_of(task.solution);
    Page with_solution = page;  // an error names the line of the solution, which stands behind those of the page
    with_solution.settings.insert(with_solution.settings.end(), task.solution.begin(), task.solution.end());
    check_solved(lesson, task, run_of(lesson, with_solution, solved).facts);
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
    const Lesson read = read_lesson(file);
    check_settings(read);
    std::vector<PageDocument> documents;
    std::vector<NamedFile> inputs = {{"the lesson", file}};
    for (std::string& one : files_of(read)) inputs.push_back({"a file of the lesson", std::move(one)});
    for (const Page& page : read.pages) {
        documents.push_back(document_of(page, file, !typed.handout.empty()));
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
        runs.push_back(run_of(read, page, documents[i], handout ? std::optional(i + 1) : std::nullopt));
        for (const Part& part : page.parts)
            if (const auto* exercise = std::get_if<Exercise>(&part))
                if (const auto* task = std::get_if<Task>(&exercise->what); task && typed.check)
                    check_task(read, page, *task, documents[i], runs.back().facts);
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
    if (typed.check)
        for (const std::string& one : files_of(read))
            if (one.ends_with(".svg")) print(printable(one) + ": an SVG picture, which only a handout shows; windows show its words\n");
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
