// neighborscope shot: draws the window's picture without a window.
#include "app/command_line/answering_workbench.hpp"
#include "app/command_line/console.hpp"
#include "app/command_line/display.hpp"
#include "app/command_line/signals.hpp"
#include "app/command_line/subcommands.hpp"
#include "app/command_line/view_arguments.hpp"
#include "app/data/files/output_file.hpp"
#include "app/inspect/graph_rows.hpp"
#include "app/modules/modules.hpp"
#include "app/session/classify/vote_request.hpp"
#include "app/session/compare/comparing.hpp"
#include "app/session/text/drawn_characters.hpp"
#include "app/session/document/input_files.hpp"
#include "app/session/workbench/comparing_controls.hpp"
#include "app/session/workbench/curve_controls.hpp"
#include "app/session/workbench/query_controls.hpp"
#include "app/session/workbench/race_controls.hpp"
#include "app/session/workbench/stepping_controls.hpp"
#include "app/session/workbench/workbench.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

namespace neighborscope::shell {
namespace {

struct ShotArguments {
    ViewArguments view;
    std::string out, scale = "1", wrong, why;
    bool costliest = false;
};

/// Throws if there is no such step.
void check_step(const Stepping& stepping, std::int64_t wanted) {
    if (!stepping.ready)
        throw Error(Failure::usage, "--step: " + stepping.why_not, "choose a method that records its steps, see `list methods`");
    if (wanted > stepping.count || wanted < -stepping.count - 1)
        throw Error(Failure::usage, "--step " + std::to_string(wanted) + ": this search has " + std::to_string(stepping.count) + " steps",
            "give a number from 0 (before anything) to " + std::to_string(stepping.count) + ", or from -1 (the last) down");
}

/// Throws if the data have no such quantity to colour by.
void check_colour_by(const Workbench& workbench, const std::string& wanted) {
    const std::vector<ColourWay>& ways = workbench.view().colouring.ways;
    if (wanted.empty() || find_colour_way(ways, *workbench.drawable().data, wanted)) return;
    std::vector<std::string_view> known;
    std::string all;
    for (const ColourWay& way : ways) {
        known.emplace_back(way.value);
        all += (all.empty() ? "" : ", ") + way.value;
    }
    throw Error(
        Failure::usage, "--colour-by '" + printable(wanted) + "': there is no such column", suggestion(wanted, known, "there are " + all));
}

/// Throws if the points have no such tick.
void check_tick(const Moving& moving, std::int64_t wanted) {
    if (wanted > 0 && !moving.available)
        throw Error(Failure::usage, "--tick " + std::to_string(wanted) + ": these points do not move", "leave it out");
    if (moving.ticks > 0 && wanted >= moving.ticks)
        throw Error(Failure::usage, "--tick " + std::to_string(wanted) + ": there are " + std::to_string(moving.ticks) + " ticks",
            "give a number from 0 to " + std::to_string(moving.ticks - 1));
}

/// Moves the query to the n-th list of the worst class, from 1.
void look_at_wrong(Workbench& workbench, const std::string& typed) {
    const Comparing& comparing = workbench.view().comparing;
    if (!comparing.lists) throw Error(Failure::usage, "--wrong needs --compare", "give the lists with --compare");
    const Comparison& lists = *comparing.lists;
    if (lists.worst() < ListClass::missing)
        throw Error(Failure::usage, "--wrong " + printable(typed) + ": " + sentence_of(lists), "leave --wrong out");
    const std::int64_t place = integer_in(typed, "--wrong", 1, comparing.selected_count, 1);
    workbench.comparing().go_to_query(lists.queries_of(lists.worst())[std::size_t(place - 1)]);
}

/// Explains a row, given by its number in the file, as `W` does in a window.
void explain(Workbench& workbench, const std::string& typed) {
    const DataSet& set = *workbench.drawable().data;
    const std::int64_t file_row = integer_in(typed, "--why", 0, std::int64_t(1) << 53, 17), row = set.row_of_file_row(file_row);
    if (row < 0)
        throw Error(Failure::usage, "--why " + printable(typed) + ": there is no such row",
            set.file_rows.empty() ? "rows are numbered 0 to " + std::to_string(set.count() - 1) : "it was left out when the file was read");
    workbench.point_at(row, {});
    workbench.stepping().ask_why();
}

/// Throws if the graph of the data has no such level.
void check_links_level(const Workbench& workbench) {
    const int level = workbench.session().links_level;
    const auto& graph = workbench.view().graph;
    if (level <= 0 || (graph && level <= graph->top_level())) return;
    throw Error(Failure::usage,
        "--links-level " + std::to_string(level) + ": " + (graph ? "there is no such level" : "the data are no index with a graph"),
        graph ? "the levels of this graph are 0 to " + std::to_string(graph->top_level()) : "leave it out");
}

/// Throws if a contender cannot search.
void check_race(const Workbench& workbench) {
    for (const Racing::Entry& one : workbench.view().race.contenders)
        if (!one.refusal.empty()) throw Error(Failure::usage, "--race: " + one.refusal, "omit this method");
}

/// Throws if the requested view of classes is impossible.
void check_classes(const Workbench& workbench) {
    const Classifying& classes = workbench.view().classes;
    const SessionState& session = workbench.session();
    if (session.regions && !classes.no_regions.empty()) throw Error(Failure::usage, "--regions: " + classes.no_regions, "omit --regions");
    if (session.misclassified && !classes.no_votes.empty())
        throw Error(Failure::usage, "--misclassified: " + classes.no_votes, "omit --misclassified");
    for (const std::string& error : {classes.leave_one_out_error, classes.regions_error})
        if (!error.empty()) throw Error(Failure::usage, error, "omit the option, or choose another method");
}

/// Says how coarse decision regions are; "" if they are as fine as possible.
std::string coarse_regions_text(const Classifying& classes) {
    constexpr int fine = 2;  // pixels
    if (!classes.regions) return {};
    const int side = (classes.regions->plane.width + classes.regions->columns - 1) / classes.regions->columns;
    if (side <= fine) return {};
    return "regions: a vote for every " + std::to_string(side) + " x " + std::to_string(side) +
           " logical pixels; a finer grid would take more than " + std::to_string(int(RegionWork::time_limit_of_picture)) + " s\n";
}

int shot(const ShotArguments& typed) {
    if (typed.view.data.source.empty())
        throw Error(Failure::usage, "shot needs DATA: a file, sample:NAME or a generator",
            "for example neighborscope shot sample:earthquakes --out view.png");
    if (typed.out.empty()) throw Error(Failure::usage, "shot needs --out", "for example --out view.png");
    if (!is_standard_output(typed.out) && (typed.out.size() < 5 || !typed.out.ends_with(".png")))
        throw Error(Failure::usage, "--out '" + printable(typed.out) + "': pictures can only be written as .png", "end the name in .png");
    const SessionState session = typed.view.session();
    const Size size = typed.view.checked_size();
    const double scale = number_in(typed.scale, "--scale", "2");
    if (!(scale >= 0.5 && scale <= 4))
        throw Error(Failure::usage, "--scale '" + printable(typed.scale) + "' is not from 0.5 to 4", "for example --scale 2");
    std::vector<NamedFile> inputs = input_files(session);
    inputs.push_back({"DATA", typed.view.data.source});
    const NamedFile output[] = {{"--out", typed.out}};
    check_outputs(output, inputs);
    OutputFile file(typed.out);
    require_drawing_memory();
    modules::require(modules::Module::rendering);

    AnsweringWorkbench waiting(session);
    Workbench& workbench = waiting.wait_for_answer();
    if (const auto& error = workbench.view().error) throw Error(error->kind, error->title, error->remedy);
    const auto& pictures = workbench.view().pictures;
    if (const std::string& sample = workbench.view().data.sample; !sample.empty()) print_losses({sample}, false);
    print_losses(workbench.view().data.losses, !pictures || !pictures->gallery);
    if (session.query && !session.query_row) refuse_impossible_position(*workbench.drawable().data, *session.query);
    check_colour_by(workbench, session.colour_by);
    check_links_level(workbench);
    check_classes(workbench);
    if (typed.costliest) {
        if (!workbench.view().tree)
            throw Error(Failure::usage, "--costliest: " + session.method + " does not count the work of single queries",
                "choose quadtree-cached, quadtree-coalesced or leaf-warp");
        workbench.query().find_costliest();
        waiting.wait_for_answer();
        if (const auto& error = workbench.view().error) throw Error(error->kind, error->title, error->remedy);
    }
    if (typed.view.given("tick")) check_tick(workbench.view().moving, session.tick);
    if (typed.view.given("step")) check_step(workbench.view().stepping, session.step);
    if (!typed.wrong.empty()) {
        look_at_wrong(workbench, typed.wrong);
        waiting.wait_until_idle();
        if (const auto& error = workbench.view().error) throw Error(error->kind, error->title, error->remedy);
    }
    if (!typed.why.empty()) explain(workbench, typed.why), waiting.wait_for_answer();
    const bool curves_shown = session.chart == ChartShown::curves;
    if (const Curving& curves = workbench.view().curves; !curves.refusal.empty())
        if (curves_shown || typed.view.given("curve_along") || typed.view.given("curve_methods"))
            throw Error(Failure::usage, curves.refusal, curves.remedy);
    if (curves_shown) {
        workbench.curves().measure();
        waiting.wait_until_idle();
        if (const auto& error = workbench.view().error) throw Error(error->kind, error->title, error->remedy);
    }

    if (!session.compared.empty()) {
        constexpr int runs = 25;
        waiting.wait_for_race(runs);
        check_race(workbench);
    }
    const int width = int(std::lround(size.width * scale)), height = int(std::lround(size.height * scale));
    require_drawing_memory();
    const render::Theme theme = session.theme.value_or(render::Theme::light);
    const modules::DrawnPicture drawn = [&] {
        ProgressBar bar("Drawing");
        return modules::draw_picture({workbench, size.width, size.height, scale, theme, session.presenting, bar.progress()});
    }();
    if (typed.view.require_interop && !drawn.interop)
        throw Error(Failure::device, "the picture was copied through the host: " + drawn.buffer_path,
            "leave out --require-interop, or search on a CUDA device whose OpenGL is NVIDIA's");
    file.write(drawn.png);
    file.commit();
    const std::string logical =
        scale == 1 ? "" : " for " + std::to_string(size.width) + " x " + std::to_string(size.height) + " logical pixels";
    const std::string path = drawn.buffer_path.empty() ? "" : ", by " + drawn.buffer_path;  // empty if there are no points
    print(typed.out + ": " + std::to_string(width) + " x " + std::to_string(height) + " pixels" + logical + path + "\n");
    print(coarse_regions_text(workbench.view().classes));
    std::string notes;
    for (const Note& note : session.notes) notes += note.text;
    if (const std::string unknown = characters_not_drawn(notes); !unknown.empty())
        std::fprintf(stderr, "neighborscope: the picture's font has no characters for %s in the notes; they are drawn as ?\n",
            printable(unknown).c_str());
    if (const std::string& filter = workbench.view().data.filter; !filter.empty()) print("filter: " + printable(filter) + "\n");
    ExitWatchdog::done(0);  // does not wait for running measurements, or for libraries that build a tree
    return 0;
}

}  // namespace

Subcommand add_shot(CLI::App& app) {
    auto typed = std::make_shared<ShotArguments>();
    typed->view.add_to(app, "a file, sample:NAME or a generator");
    app.add_option("--out", typed->out, "the file of the picture")->type_name("view.png")->group("Picture");
    app.add_option("--scale", typed->scale,
           "pixels per logical pixel, 0.5 to 4; default 1. With --size 1280x800 --scale 2 the picture has 2560 x 1600 pixels and "
           "shows the same, twice as fine")
        ->type_name("S")
        ->group("Picture");
    app.add_option("--wrong", typed->wrong,
           "with --compare: draw the N-th wrong list, from 1, beside the true neighbours (if no list is wrong, the N-th list that misses a "
           "neighbour)")
        ->type_name("N")
        ->group("Picture");
    app.add_option("--why", typed->why, "explain why this row is a neighbour or not, and why it was missed, as W does; rows count from 0")
        ->type_name("ROW")
        ->group("Picture");
    app.add_flag("--costliest", typed->costliest,
           "search with every point as a query (self-join), and show the query that needs the most distances (or leaves, with --colour-by "
           "query-leaves)")
        ->group("Picture");
    Subcommand subcommand;
    subcommand.usage = "shot DATA --out view.png [--method M] [-k K] [--query x,y | --query-index I] [options]";
    subcommand.examples = {
        "neighborscope shot sample:earthquakes -k 16 --query -120,37 --out view.png",
        "neighborscope shot sample:post-codes -k 64 --query -95,39 --theme dark --scale 2 --out view.png",
        "neighborscope shot sample:earthquakes --method heap -k 16 --query -120,37 --step 1000 --out step.png",
        "neighborscope shot sample:earthquakes --colour-by mag --query -120,37 --out magnitudes.png",
        "neighborscope shot points.csv --compare theirs.npz --wrong 1 --out wrong.png",
        "neighborscope shot hotspots:n=20000 --method quadtree-cached --colour-by query-distances --costliest --out work.png",
        "neighborscope shot sample:post-codes -k 32 --query -95,39 --race heap,bulk-heap,quadtree-cached --out race.png",
        "neighborscope shot uniform:n=20000,d=3 --view 3d --size 1600x1000 --out view.png",
        "neighborscope shot hotspots:n=4000 --method quadtree-coalesced --step -1 --present --out slide.png",
    };
    subcommand.notes = "No display is needed. Without a query the query is the point nearest the middle of the data.\n";
    subcommand.run = [typed] { return shot(*typed); };
    return subcommand;
}

}  // namespace neighborscope::shell
