// The window actions on files, the same in every window. Each window has its own way to ask for paths.
#include "app/charts/curve_chart.hpp"
#include "app/charts/search_chart.hpp"
#include "app/commands/asked_path.hpp"
#include "app/commands/start_offer.hpp"
#include "app/data/faces/evaluate.hpp"
#include "app/data/files/output_file.hpp"
#include "app/data/points/data_set.hpp"
#include "app/lessons/new_page.hpp"
#include "app/session/document/input_files.hpp"
#include "app/session/document/session_fields.hpp"
#include "app/session/faces/still_folder.hpp"
#include "app/session/sentences/neighbour_table.hpp"
#include "app/session/sentences/search_texts.hpp"
#include "app/session/workbench/comparing_controls.hpp"
#include "app/session/workbench/face_controls.hpp"
#include "app/session/workbench/lesson_controls.hpp"
#include "app/session/workbench/point_controls.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>

namespace neighborscope {
namespace {

using Filters = std::vector<PathQuestion::Filter>;

/// "All points (*.csv *.npy *.gz)", then each format that this build reads, then all files.
Filters data_filters() {
    Filters all{{"All points", {}}};
    for (const FormatInfo& format : formats()) {
        PathQuestion::Filter filter{format.name, {}};
        std::istringstream endings(format.extensions);
        for (std::string ending; endings >> ending;)
            for (const std::string& pattern : {"*" + ending, "*" + ending + ".gz"}) {
                filter.patterns.push_back(pattern);
                if (auto& each = all.front().patterns; std::find(each.begin(), each.end(), pattern) == each.end()) each.push_back(pattern);
            }
        if (!filter.patterns.empty()) all.push_back(std::move(filter));
    }
    all.push_back({"All files", {"*"}});
    return all;
}

const PathQuestion::Filter sessions{"Sessions", {"*.json"}}, any_file{"All files", {"*"}};

}  // namespace

const std::vector<std::string>& pictures_of_faces() {
    static const std::vector<std::string> patterns{"*.png", "*.jpg", "*.jpeg", "*.bmp", "*.pgm", "*.ppm", "*.pbm", "*.pnm"};
    return patterns;
}

std::string path_with_extension(const std::string& path, const std::vector<PathQuestion::Filter>& filters) {
    std::string ending = std::filesystem::path(path).extension().string(), known;
    std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    for (std::size_t i = 0; i < filters.size(); ++i) {
        const std::string its = filters[i].patterns.front().substr(1);
        if (ending.empty()) return path + its;
        if (ending == its) return path;
        known += (i == 0 ? "" : i + 1 == filters.size() ? " or " : ", ") + its;
    }
    throw Error(
        Failure::usage, "'" + path + "' ends in " + ending + ", but the file can only be written as " + known, "end the name in " + known);
}

void run_file_work(Workbench& workbench, const std::string& otherwise, const std::function<void()>& file_work) {
    try {
        file_work();
    } catch (const Error& error) { workbench.show_error(otherwise + ": " + error.what(), error.remedy); }
}

void open_session_file(Workbench& workbench, const std::string& path) {
    const SessionState state = load_session(path);
    workbench.replace(state);
    if (const std::string warning = later_version_warning(state); !warning.empty()) workbench.show_message(warning);
}

void add_camera(Workbench& workbench) {
    const std::string camera = faces::first_camera();
    if (camera.empty()) return workbench.faces().set_camera({}, "no camera is connected, or this user may not open it");
    workbench.faces().set_camera([camera](const Progress& progress) { return faces::capture_picture(camera, progress); });
}

void add_file_actions(WindowActions& actions, Workbench& workbench, const AskPath& ask) {
    /// Asks for a path with a permitted extension and writes the file. Does not overwrite input files. Errors become an error card.
    const auto save = [&workbench, ask](PathQuestion question, std::string otherwise, std::function<void(const std::string&)> write) {
        return [&workbench, ask, question = std::move(question), otherwise = std::move(otherwise), write = std::move(write)] {
            ask(question, [&workbench, otherwise, write, filters = question.filters](const std::string& typed) {
                run_file_work(workbench, otherwise, [&] {
                    const std::string path = path_with_extension(typed, filters);
                    refuse_overwriting(workbench.session(), path);
                    write(path);
                });
            });
        };
    };
    actions.open_file = [&workbench, ask] {
        ask({id_of_open_question, "Open points: a file, sample:NAME or a generator", {}, data_filters()},
            [&workbench](const std::string& path) { workbench.open_data(path); });
    };
    actions.open_faces = [&workbench, ask] {
        ask({"dialog.open_faces", "Open faces: a folder of pictures", {}, {any_file}, {}, true},
            [&workbench](const std::string& path) { workbench.open_data(path); });
    };
    actions.name_pictures = [&workbench, ask] {
        ask({"dialog.pictures", "Open the list of the pictures of the rows: file or file,person", {},
                {{"Lists", {"*.csv", "*.tsv", "*.txt"}}, any_file}, workbench.session().pictures},
            [&workbench](const std::string& path) { workbench.change([&](SessionState& state) { state.pictures = path; }); });
    };
    actions.open_query_picture = [&workbench, ask] {
        ask({"dialog.query_picture", "Open the picture of a face", {}, {{"Pictures", pictures_of_faces()}, any_file},
                workbench.session().query_picture},
            [&workbench](const std::string& path) { workbench.faces().ask_picture(path); });
    };
    actions.choose_mask = [&workbench, ask] {
        ask({"dialog.mask", "Open the mask: a bool for each row, or the numbers of the rows that are allowed", {},
                {{"NumPy arrays", {"*.npy"}}, any_file}, workbench.session().mask},
            [&workbench](const std::string& path) { workbench.change([&](SessionState& state) { state.mask = path; }); });
    };
    actions.choose_columns = [&workbench] { workbench.points().ask_columns(); };
    actions.compare_lists = [&workbench, ask] {
        ask({"dialog.compare", "Compare lists: rows of neighbours, or query,rank,index,distance", {},
                {{"Lists of neighbours", {"*.npz", "*.npy", "*.hdf5", "*.h5", "*.ivecs", "*.bin", "*.ibin", "*.json", "*.jsonl", "*.csv",
                                             "*.tsv", "*.txt", "*.gz"}},
                    any_file},
                workbench.session().lists},
            [&workbench](const std::string& path) { workbench.comparing().compare(path, workbench.session().list_queries); });
    };
    actions.compare_queries = [&workbench, ask] {
        ask({"dialog.compare_queries", "Queries of the lists", {}, data_filters(), workbench.session().list_queries},
            [&workbench](const std::string& path) { workbench.comparing().name_queries(path); });
    };
    actions.open_lesson = [&workbench, ask] {
        ask({"dialog.open_lesson", "Open a lesson", {}, {{"Lessons", {"*.md"}}, any_file}},
            [&workbench](const std::string& path) { open_lesson(workbench, path); });
    };
    actions.add_page = [&workbench, ask, note_view = actions.note_view, last = std::make_shared<std::string>()] {
        const Filters lesson_files{{"Lessons", {"*.md"}}};
        // The next page usually belongs to the same lesson.
        PathQuestion question{
            "dialog.add_page", "Add this view as a page of a lesson, old or new", last->empty() ? "lesson.md" : *last, lesson_files};
        question.adds = true;
        ask(question, [&workbench, note_view, lesson_files, last](const std::string& typed) {
            std::optional<lessons::AddedPage> page;
            run_file_work(workbench, "The page was not added", [&] {
                const std::string path = path_with_extension(typed, lesson_files);
                refuse_overwriting(workbench.session(), path);
                if (note_view) note_view();
                page = lessons::add_page(path, copy_stills_beside(workbench.session(), path));
                *last = std::filesystem::absolute(path).string();
            });
            if (page)
                run_file_work(
                    workbench, "Page " + std::to_string(page->number) + " was added to " + *last + ", but the lesson was not opened", [&] {
                        workbench.lessons().open(*last, page->number - 1);
                        workbench.show_message("Page " + std::to_string(page->number) + " added to " + *last + page->files);
                    });
        });
    };
    actions.open_session = [&workbench, ask, start = actions.start] {
        ask({"dialog.open_session", "Open session", {}, {sessions, any_file}, "session.json"},
            [&workbench, start](const std::string& path) {
                run_file_work(workbench, "The session was not opened", [&] {
                    open_session_file(workbench, path);
                    if (start) start->note_session(path);
                });
            });
    };
    actions.save_session = save({"dialog.save_session", "Save session", "session.neighborscope.json", {sessions}},
        "The session was not saved", [&workbench, start = actions.start, note_view = actions.note_view](const std::string& path) {
            if (note_view) note_view();
            save_session(copy_stills_beside(workbench.session(), path), path);
            workbench.show_message("Session saved as " + path);
            if (start) start->note_session(path);
        });
    actions.export_neighbours = save({"dialog.export", "Export neighbours", "neighbours.csv", {{"Comma-separated values", {"*.csv"}}}},
        "The neighbours were not written", [&workbench](const std::string& path) {
            write_file(path, neighbours_as_csv(workbench.view()));
            workbench.show_message("Neighbours written to " + path);
        });
    actions.export_points =
        save({"dialog.export_points", "Export points: .csv, .npz or .ply", "points.csv",
                 {{"Comma-separated values", {"*.csv"}}, {"NumPy archive", {"*.npz"}}, {"Polygon file format, PLY", {"*.ply"}}}},
            "The points were not written", [&workbench](const std::string& path) { workbench.points().write(path); });
    actions.export_evaluation =
        save({"dialog.export_evaluation", "Export the evaluation", "faces.csv", {{"Comma-separated values", {"*.csv"}}}},
            "The evaluation was not written", [&workbench](const std::string& path) {
                const ViewModel& view = workbench.view();
                if (!view.evaluation || !view.pictures) return;
                write_file(path, faces::evaluation_csv(*view.evaluation, view.pictures->gallery->people));
                workbench.show_message("Evaluation written to " + path);
            });
    actions.export_curves = save({"dialog.export_curves", "Export the curves: every run as .csv, or the chart as .svg", "curve.csv",
                                     {{"Comma-separated values", {"*.csv"}}, {"Scalable vector graphics", {"*.svg"}}}},
        "The curves were not written", [&workbench](const std::string& path) {
            const std::shared_ptr<const measure::Curve> curve = workbench.view().curves.curve;
            if (!curve) return;
            const SessionState& session = workbench.session();
            write_file(path,
                path.ends_with(".svg") || path.ends_with(".SVG")
                    ? charts::svg_of(charts::curve_chart(*curve, session.curve_quantity), session.theme.value_or(render::Theme::light))
                    : measure::csv_of(*curve));
            workbench.show_message("Curves written to " + path);
        });
    actions.export_bound_chart =
        save({"dialog.export_bound_chart", "Export the bound chart", "search.svg", {{"Scalable vector graphics", {"*.svg"}}}},
            "The bound chart was not written", [&workbench](const std::string& path) {
                const Stepping& stepping = workbench.view().stepping;
                if (!stepping.ready) return;
                const charts::Chart chart = charts::search_chart(stepping.record->chart, stepping.fates,
                    missed_notes(stepping.fates, workbench.view().exactness.missed), "When was each neighbour found, and when lost?",
                    search_settings_text(workbench.session(), workbench.view()));
                write_file(path, charts::svg_of(chart, workbench.session().theme.value_or(render::Theme::light), 1200, 600));
                workbench.show_message("Bound chart written to " + path);
            });
    if (actions.take_picture)
        actions.save_picture = [save, take = actions.take_picture] {
            if (const auto write = take())  // the picture before the dialog opens
                save({"dialog.save_picture", "Save picture", "neighborscope.png", {{"PNG pictures", {"*.png"}}}},
                    "The picture was not written", write)();
        };
}

}  // namespace neighborscope
