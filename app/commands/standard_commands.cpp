// The standard commands, menu by menu. A test checks that no key is used twice.
#include "app/commands/menu.hpp"
#include "app/commands/start_offer.hpp"
#include "app/data/faces/evaluate.hpp"
#include "app/data/make/parameters.hpp"
#include "app/data/points/data_set.hpp"
#include "app/inspect/graph_rows.hpp"
#include "app/session/sentences/search_texts.hpp"
#include "app/session/workbench/edit_controls.hpp"
#include "app/session/workbench/exhibition_controls.hpp"
#include "app/session/workbench/face_controls.hpp"
#include "app/session/workbench/query_controls.hpp"
#include "app/session/workbench/race_controls.hpp"
#include "app/session/workbench/start_controls.hpp"
#include "app/session/workbench/stepping_controls.hpp"

#include <algorithm>
#include <limits>

namespace neighborscope {
namespace {

/// A source for each generator with few points and suitable dimensions.
std::string example_source(const std::string& generator) {
    if (generator == "vectors") return "vectors:n=10000,d=64";
    if (generator == "cube") return "cube:n=10000";
    if (generator == "one-hot") return "one-hot:n=4000";
    if (generator == "grid") return "grid:n=4096,d=2";
    if (generator == "hotspots") return default_session().data;
    if (generator == "roads") return "roads:n=4000,speed=300";
    return generator + ":n=4000,d=2";
}

void add_file(Commands& commands, Workbench& workbench, const WindowActions& window) {
    const auto has_neighbours = refuse_unless([&workbench] { return !workbench.view().neighbours.empty(); }, "there are no neighbours yet");
    const Menu file{commands, "File"};
    file.add("file.open", "Open data…", "Ctrl+O", "Open a file of points.", window.open_file);
    file.add("file.open_faces", "Open faces…", "", "Open a folder of pictures of people as a gallery.", window.open_faces);
    file.add("file.open_session", "Open session…", "Ctrl+Shift+O", "Open data, method, query and settings as they were saved.",
        window.open_session);
    if (window.start) add_start_commands(commands, workbench, *window.start);
    file.add("file.save_session", "Save session…", "Ctrl+S",
        "Save the name of the data, the method, its options, the query and what is seen in a small file.", window.save_session);
    file.add("file.export_neighbours", "Export neighbours…", "Ctrl+E", "Write the neighbours to a CSV file.", window.export_neighbours,
        has_neighbours);
    file.add("file.export_points", "Export points…", "Ctrl+Shift+E",
        "Write all points with their columns, and the rank and distance of the neighbours shown.", window.export_points,
        refuse_unless([&workbench] { return workbench.view().data.loaded; }, "there are no points yet"));
    file.add("file.export_bound_chart", "Export the bound chart…", "", "Write the chart of the stepped search to an SVG file.",
        window.export_bound_chart,
        refuse_unless(
            [&workbench] {
                const Stepping& stepping = workbench.view().stepping;
                return stepping.ready && !stepping.record->chart.empty();
            },
            "no search with distances is stepped through (S)"));
    file.add("file.save_picture", "Save picture…", "F12", "Write the view to a PNG file.", window.save_picture);
    add_race_commands(commands, workbench);
    add_compare_commands(commands, workbench, window);
    file.add("file.quit", "Quit", "Ctrl+Q", "Close the window and end the program.", window.quit);

    const Menu edit{commands, "Edit"};
    edit.add(
        "edit.undo", "Undo", "Ctrl+Z", "Undo the last change of data, method, query or settings.", [&workbench] { workbench.undo(); },
        refuse_unless([&workbench] { return workbench.can_undo(); }, "nothing to undo"));
    edit.add(
        "edit.redo", "Redo", "Ctrl+Y, Ctrl+Shift+Z", "Redo the change that was undone.", [&workbench] { workbench.redo(); },
        refuse_unless([&workbench] { return workbench.can_redo(); }, "nothing to redo"));
    edit.add(
        "edit.copy_neighbours", "Copy neighbours", "Ctrl+C", "Copy the neighbours as a table.", window.copy_neighbours, has_neighbours);
    edit.add("edit.copy_command_line", "Copy command line", "Ctrl+Shift+C", "Copy the command that opens this view again.",
        window.copy_command_line);
}

void add_data(Commands& commands, Workbench& workbench, const WindowActions& window) {
    const Menu data{commands, "Data"};
    const auto open = [&workbench](const std::string& source) { return [&workbench, source] { workbench.open_data(source); }; };
    const auto is_open = [&workbench](
                             const std::string& source) { return [&workbench, source] { return workbench.session().data == source; }; };
    bool has_hotspots = false;
    for (const SampleInfo& sample : samples()) {
        const std::string source = "sample:" + sample.name;
        data.add("data.sample." + sample.name, sample.title, "", sample.why.empty() ? sample.credit : sample.why, open(source), {},
            is_open(source));
        has_hotspots = has_hotspots || sample.name == "hotspots";
    }
    if (const std::string source = default_session().data; !has_hotspots)
        data.add("data.sample.hotspots", "Hotspots", "", "4000 generated points in 25 clusters, which move with the ticks.", open(source),
            {}, is_open(source));
    for (const GeneratorInfo& generator : generators()) {
        const std::string source = example_source(generator.name);
        data.add("data.make." + generator.name, "Make " + source, "", generator.help, open(source), {}, is_open(source));
    }
    data.add(
        "data.new_seed", "New seed", "", "Generate the same kind of data with other random numbers.",
        [&workbench] {
            const auto given = given_parameters(workbench.session().data);
            const auto seed = given.find("seed");
            workbench.change_data_parameter("seed", std::to_string(seed == given.end() ? 1 : std::atoll(seed->second.c_str()) + 1));
        },
        refuse_unless([&workbench] { return generator_of(workbench.session().data) != nullptr; }, "a generator did not make these data"));
    data.add("data.columns", "Import columns…", "Ctrl+I",
        "Choose which columns of the file are coordinates, and which column is the class of a point.", window.choose_columns,
        refuse_unless([&workbench] { return workbench.view().data.has_columns; }, "these data have no columns to choose"));
    data.add(
        "data.metres", "Metres on the ground", "",
        "Measure in metres, not in degrees: project longitude and latitude around the middle of the points (azimuthal equidistant, WGS "
        "84).",
        [&workbench] { workbench.change([](SessionState& state) { state.metres = !state.metres; }); },
        refuse_unless([&workbench] { return workbench.view().data.offers_metres; }, "these data have no longitude and latitude in degrees"),
        [&workbench] { return workbench.session().metres; });
    data.add("data.mask", "Mask of rows\u2026", "",
        "Search only among the rows that a NumPy file allows: a bool for each row, or the numbers of the rows.", window.choose_mask,
        refuse_unless([&workbench] { return workbench.view().data.loaded; }, "no points are loaded"));
    data.add(
        "data.only_class", "Only rows of the query's class", "",
        "Search only among the rows of the class of the query's point, to see what a filter does to an index.",
        [&workbench] {
            const DataSet& set = *workbench.drawable().data;
            const std::string condition = "class=" + set.label()->text(set.row_of_file_row(workbench.view().query_row));
            workbench.change([&](SessionState& state) {
                std::erase_if(state.where, [](const std::string& one) { return one.starts_with("class="); });
                state.where.push_back(condition);
            });
        },
        refuse_unless(
            [&workbench] {
                const auto set = workbench.drawable().data;
                const std::int64_t row = set ? set->row_of_file_row(workbench.view().query_row) : -1;
                return row >= 0 && set->label() && !set->label()->text(row).empty();
            },
            "the query is no point with a class"));
    data.add(
        "data.all_rows", "Allow all rows", "", "Remove the filter, so that a search may return every row.",
        [&workbench] { workbench.change([](SessionState& state) { state.where.clear(), state.mask.clear(); }); },
        refuse_unless([&workbench] { return !workbench.session().where.empty() || !workbench.session().mask.empty(); },
            "all rows are allowed already"));
    data.add("data.load_again", "Load again", "Ctrl+R", "Read the file, or generate the data, again. This stops running work.",
        [&workbench] { workbench.open_data(workbench.session().data); });
}

/// Commands for data whose rows are pictures, in a separate menu, since they are refused for other data.
void add_pictures(Commands& commands, Workbench& workbench, const WindowActions& window) {
    const Menu data{commands, "Data"};
    const auto has_people = refuse_unless(
        [&workbench] {
            const auto& pictures = workbench.view().pictures;
            return pictures && pictures->gallery && pictures->label();
        },
        "the data are not a gallery of people");
    data.add(
        "data.whiten", "Whitened distances", "",
        "Divide each component by its standard deviation in the gallery, so that all components count equally (Mahalanobis distance).",
        [&workbench] { workbench.change([](SessionState& state) { state.whiten = !state.whiten; }); },
        refuse_unless([&workbench] { return accepts_query_pictures(workbench.view()); }, "the data are not a gallery of faces"),
        [&workbench] { return workbench.session().whiten; });
    const auto evaluate = [&workbench, window](std::optional<std::uint64_t> split) {
        workbench.faces().evaluate_gallery(split);
        if (window.dock_shown && window.toggle_dock && !window.dock_shown(Dock::bottom)) window.toggle_dock(Dock::bottom);
    };
    data.add(
        "data.evaluate", "Evaluate the gallery", "",
        "Search for each picture among all others: how often does the nearest one show the same person?", [evaluate] { evaluate({}); },
        has_people);
    data.add(
        "data.evaluate_split", "Evaluate a split", "",
        "Search for one half of each person's pictures among the other half. Each new split uses the next seed.",
        [&workbench, evaluate] {
            const auto& before = workbench.view().evaluation;
            evaluate(before && before->split ? *before->split + 1 : 1);
        },
        has_people);
    data.add("data.pictures", "Pictures of the rows…", "",
        "For vectors that another program computed from pictures: open the list of the picture files, with one line (file, or file,person) "
        "for each row.",
        window.name_pictures, [&workbench]() -> std::optional<std::string> {
            if (!workbench.view().data.loaded) return "there are no points yet";
            if (gallery_of(workbench.view()) && workbench.session().pictures.empty()) return "the data already have pictures";
            return {};
        });
    data.add("data.export_evaluation", "Export the evaluation…", "", "Write accuracy, ranks, limits and confusions to a CSV file.",
        window.export_evaluation, refuse_unless([&workbench] { return bool(workbench.view().evaluation); }, "evaluate the gallery first"));
}

void add_method(Commands& commands, Workbench& workbench) {
    const Menu menu{commands, "Method"};
    for (const Method& method : methods()) {
        const std::string id(method.info.name);
        menu.add(
            "method." + id, method_title(method.info), "", std::string(method.info.help),
            [&workbench, id] { workbench.change([&](SessionState& state) { state.method = id; }); },
            [&workbench, id]() -> Refusal {
                for (const MethodEntry& entry : workbench.view().methods)
                    if (entry.method->info.name == id) return entry.refusal;
                return std::nullopt;
            },
            [&workbench, id] { return workbench.session().method == id; });
    }
    menu.add(
        "method.presets", "Reset options", "", "Set all options of this method to their defaults.",
        [&workbench] { workbench.change([](SessionState& state) { state.options.erase(state.method); }); },
        refuse_unless(
            [&workbench] {
                const auto chosen = workbench.session().options.find(workbench.session().method);
                return chosen != workbench.session().options.end() && !chosen->second.empty();
            },
            "the options have their default values"));
    if (!built_with_cuda()) return;
    for (const std::string device : {"cuda", "host"})
        menu.add(
            "device." + device, device == "cuda" ? "Search with CUDA" : "Search on the host", "",
            device == "cuda" ? "Run the kernels on the graphics card." : "Run the kernels on the processor.",
            [&workbench, device] { workbench.change([&](SessionState& state) { state.device = device; }); },
            [device]() -> Refusal {
                if (device == "host" || why_no_cuda().empty()) return std::nullopt;
                return why_no_cuda();
            },
            [&workbench, device] { return (workbench.view().status.device.rfind("CUDA", 0) == 0) == (device == "cuda"); });
}

void add_query(Commands& commands, Workbench& workbench, const WindowActions& window) {
    const Menu menu{commands, "Query"};
    const auto set_k = [&workbench](auto next) {
        workbench.change(
            [&](SessionState& state) {
                const std::int64_t most =
                    workbench.view().data.loaded ? std::max<std::int64_t>(1, workbench.view().data.count) : std::numeric_limits<int>::max();
                // A k beyond the number of points is kept, but not increased.
                state.k = int(std::clamp<std::int64_t>(next(std::int64_t(state.k)), 1, std::max<std::int64_t>(most, state.k)));
            },
            true);
    };
    menu.add(
        "query.k.more", "More neighbours", "]", "Search for one neighbour more.", [set_k] { set_k([](std::int64_t k) { return k + 1; }); },
        refuse_unless([&workbench] { return !workbench.view().data.loaded || workbench.session().k < workbench.view().data.count; },
            "all points are already neighbours"));
    menu.add(
        "query.k.fewer", "Fewer neighbours", "[", "Search for one neighbour less.",
        [set_k] { set_k([](std::int64_t k) { return k - 1; }); },
        refuse_unless([&workbench] { return workbench.session().k > 1; }, "k must be at least 1"));
    for (int power = 1; power <= 9; ++power) {
        const std::string k = std::to_string(1 << power);
        menu.add(
            "query.k." + k, k + " neighbours", "Alt+" + std::to_string(power), "Search for " + k + " neighbours.",
            [&workbench, power] { workbench.change([&](SessionState& state) { state.k = 1 << power; }); }, {},
            [&workbench, power] { return workbench.session().k == 1 << power; });
    }
    menu.add(
        "query.pin", "Pin the query", "P", "Keep the query where it is, or let it follow the mouse again.",
        [&workbench] {
            const bool pinned = workbench.session().query_mode == QueryMode::pinned;
            workbench.change([&](SessionState& state) {
                state.query_mode = pinned ? QueryMode::follow : QueryMode::pinned;
                const ViewModel& view = workbench.view();
                if (!pinned && !state.query && state.query_picture.empty() && !view.query.empty()) {
                    state.query = view.query;
                    if (view.query_row >= 0) state.query_row = view.query_row;
                }
            });
        },
        {}, [&workbench] { return workbench.session().query_mode == QueryMode::pinned; });
    menu.add("query.middle", "Query to the middle", "", "Put the query on the point nearest the middle of the data.",
        [&workbench] { workbench.change([](SessionState& state) { state.set_query(); }); });
    const auto has_gallery =
        refuse_unless([&workbench] { return accepts_query_pictures(workbench.view()); }, "the data are not a gallery of faces");
    menu.add("query.picture", "Open picture…", "", "Make a picture file the query, to ask whose face it shows.", window.open_query_picture,
        has_gallery);
    menu.add(
        "query.camera", "Take picture", "",
        "Make a camera picture the query. The picture is kept until the program ends, or with a saved session.",
        [&workbench] { workbench.faces().take_still(); },
        [&workbench]() -> std::optional<std::string> {
            if (!accepts_query_pictures(workbench.view())) return "the data are not a gallery of faces";
            if (!workbench.faces().camera_missing().empty()) return workbench.faces().camera_missing();
            return {};
        });
    const auto has_rows = refuse_unless([&workbench] { return workbench.view().data.loaded; }, "there are no points yet");
    menu.add(
        "query.row.next", "Next row", "Ctrl+PgDown", "Put the query on the next row.", [&workbench] { workbench.query().move_by_rows(1); },
        has_rows);
    menu.add(
        "query.row.previous", "Previous row", "Ctrl+PgUp", "Put the query on the previous row.",
        [&workbench] { workbench.query().move_by_rows(-1); }, has_rows);
    menu.add(
        "query.row.random", "Random row", "", "Put the query on a random row.", [&workbench] { workbench.query().pin_at_random_row(); },
        has_rows);
    if (window.nudge_query) {
        const struct {
            const char *id, *title, *keys;
            double dx, dy;
        } ways[] = {{"left", "Query left", "Ctrl+Left", -1, 0}, {"right", "Query right", "Ctrl+Right", 1, 0},
            {"up", "Query up", "Ctrl+Up", 0, -1}, {"down", "Query down", "Ctrl+Down", 0, 1}};
        for (const auto& way : ways)
            menu.add(std::string("query.nudge.") + way.id, way.title, way.keys, "Move the query by eight pixels of the view.",
                [nudge = window.nudge_query, dx = 8 * way.dx, dy = 8 * way.dy] { nudge(dx, dy); });
    }
    const std::pair<Metric, const char*> metrics[] = {{Metric::euclidean, "Euclidean distance"}, {Metric::manhattan, "Manhattan distance"},
        {Metric::chebyshev, "Chebyshev distance"}, {Metric::cosine, "Cosine distance"},
        {Metric::inner_product, "Inner product, larger is nearer"}};
    const char* const metric_help[] = {"The straight line: the root of the sum of squared differences.",
        "Along the axes: the sum of absolute differences.", "The largest difference along any axis.",
        "1 minus the cosine of the angle between the vectors: their lengths do not count. A vector of zeros comes after all others.",
        "The sum of the products of coordinates: larger is nearer. A point need not be its own nearest neighbour."};
    for (const auto& [metric, title] : metrics)
        menu.add(
            "query.metric." + std::string(name(metric)), title, "", metric_help[int(metric)],
            [&workbench, metric = metric] { workbench.change([&](SessionState& state) { state.metric = metric; }); }, {},
            [&workbench, metric = metric] { return workbench.session().metric == metric; });
    menu.add(
        "query.exclude_self", "Exclude the point itself", "",
        "If the query is a point of the data, do not return that point as its own neighbour.",
        [&workbench] { workbench.change([](SessionState& state) { state.exclude_self = !state.exclude_self; }); }, {},
        [&workbench] { return workbench.session().exclude_self; });
}

/// Whether a replay of one or several searches is playing.
bool is_playing(const ViewModel& view) { return view.race.ready ? view.race.playing : view.stepping.playing; }

void add_view(Commands& commands, Workbench& workbench, const WindowActions& window) {
    const Menu menu{commands, "View"};
    const auto show = [&workbench](bool three_d) { workbench.change([&](SessionState& state) { state.three_d = three_d; }); };
    menu.add("view.fit", "Fit", "F", "Fit all points into the free part of the view.", window.fit);
    menu.add(
        "view.2d", "Two dimensions", "2", "Look at the first two axes from above.", [show] { show(false); }, {},
        [&workbench] { return !workbench.view().three_d; });
    menu.add(
        "view.3d", "Three dimensions", "3", "Look at the first three axes from any side. Points with two axes lie in a plane.",
        [show] { show(true); }, {}, [&workbench] { return workbench.view().three_d; });
    menu.add(
        "view.toggle_links", "Neighbour links", "N", "Draw a line from the query to each neighbour.",
        [&workbench] { workbench.change([](SessionState& state) { state.links = !state.links; }); }, {},
        [&workbench] { return workbench.session().links; });
    menu.add(
        "view.toggle_gallery", "Gallery", "Shift+G", "Show all pictures beside the view, grouped by person or nearest first.",
        [&workbench] {
            const bool shown = workbench.session().gallery && !workbench.view().polar_shown;  // there is room for only one of them
            workbench.change([shown](SessionState& state) {
                state.gallery = !shown;
                if (!shown && state.polar) state.polar = false;
            });
        },
        refuse_unless([&workbench] { return bool(workbench.view().pictures); }, "rows of these data are not pictures"),
        [&workbench] { return workbench.session().gallery && !workbench.view().polar_shown; });
    menu.add(
        "view.projection", "Along principal components", "Shift+O",
        "Show points of more than three dimensions along their principal components, or along axes of the data.",
        [&workbench] { workbench.change([](SessionState& state) { state.projection = state.projection.empty() ? "axes" : ""; }); },
        [&workbench]() -> std::optional<std::string> {
            const ViewModel& view = workbench.view();
            if (!view.data.loaded) return "there are no points";
            if (view.data.dimension <= 3) return "the points have no more than three dimensions";
            if (!view.has_components) return view.no_components();
            return std::nullopt;
        },
        [&workbench] { return bool(workbench.view().projection.plane); });
    menu.add(
        "view.toggle_polar", "Polar view", "O", "Show beside the picture how far the points are from the query, in all dimensions.",
        [&workbench] {
            const bool shown = workbench.view().polar_shown;
            workbench.change([shown](SessionState& state) {
                state.polar = !shown;
                if (!shown) state.gallery = false;
            });
        },
        [&workbench]() -> std::optional<std::string> {
            if (!workbench.view().data.loaded) return "there are no points";
            if (larger_is_nearer(workbench.session().metric)) return "an inner product is no distance that could be drawn around the query";
            return std::nullopt;
        },
        [&workbench] { return workbench.view().polar_shown && !workbench.session().stepping; });  // steps take its place
    const auto colour_by = [&workbench](int direction) {
        return [&workbench, direction] {
            const Colouring& colouring = workbench.view().colouring;
            const std::size_t count = colouring.ways.size();
            const std::string value = colouring.ways[(colouring.shown + count + std::size_t(direction + int(count))) % count].value;
            workbench.change([&](SessionState& state) { state.colour_by = value; });
        };
    };
    const auto has_ways =
        refuse_unless([&workbench] { return workbench.view().colouring.ways.size() > 1; }, "these points have no column to colour them by");
    menu.add("view.colour_next", "Colour by the next column", "C", "Colour the points by the next column.", colour_by(1), has_ways);
    menu.add("view.colour_previous", "Colour by the previous column", "Shift+C", "Colour the points by the previous column.", colour_by(-1),
        has_ways);
    menu.add(
        "view.toggle_network", "Street network", "R", "Draw the streets that the points move on.",
        [&workbench] { workbench.change([](SessionState& state) { state.network = !state.network; }); },
        refuse_unless([&workbench] { return workbench.view().data.has_network; }, "these data have no street network"),
        [&workbench] { return workbench.session().network; });
    const auto has_tree = refuse_unless([&workbench] { return workbench.view().tree.has_value(); }, "this method has no tree");
    const auto has_cells =
        refuse_unless([&workbench] { return workbench.view().tree || workbench.view().probed; }, "this method has no cells");
    const auto show_cells = [&workbench](CellsShown shown) { workbench.change([&](SessionState& state) { state.cells = shown; }); };
    menu.add(
        "view.cells_next", "Change how cells are drawn", "G",
        "Draw the leaves of the tree as outlines or coloured by occupancy, depth, queries or work, or draw the inverted lists.",
        [&workbench, show_cells] {
            const bool lists = !workbench.view().tree;  // lists are drawn in only one way
            const std::size_t next =
                lists ? std::size_t(workbench.session().cells == CellsShown::none) : std::size_t(workbench.session().cells) + 1;
            show_cells(all_cells_shown[next % all_cells_shown.size()]);
        },
        has_cells);
    const std::pair<const char*, const char*> cell_ways[] = {{"No cells", "Do not draw the leaves of the tree or the inverted lists."},
        {"Cells as outlines", "Draw the leaves of the tree, or the inverted lists, as lines."},
        {"Cells by occupancy", "Colour the leaves of the tree by how many points each holds."},
        {"Cells by depth", "Colour the leaves of the tree by depth: how often space was divided to make them."},
        {"Cells by queries", "Make every point a query (self-join), and colour the leaves of the tree by how many queries lie in each."},
        {"Cells by work",
            "Make every point a query (self-join), and colour the leaves of the tree by how many distances each of their queries "
            "computes."}};
    for (const CellsShown shown : all_cells_shown) {
        const auto& [title, help] = cell_ways[std::size_t(shown)];
        menu.add(
            "view.cells." + std::string(name(shown)), title, "", help, [show_cells, shown] { show_cells(shown); },
            colours_leaves(shown) ? has_tree : has_cells, [&workbench, shown] { return workbench.session().cells == shown; });
    }
    menu.add(
        "view.links_level", "Links of the next level", "Shift+I", "Draw the links of the next level of the index's graph, or none.",
        [&workbench] {
            const int top = workbench.view().graph->top_level(), now = std::min(workbench.session().links_level, top);
            workbench.change([&](SessionState& state) { state.links_level = now < top ? now + 1 : -1; });
        },
        refuse_unless([&workbench] { return workbench.view().graph != nullptr; }, "the data are no index with a graph"),
        [&workbench] { return workbench.view().graph && workbench.session().links_level >= 0; });
    menu.add(
        "view.toggle_morton", "Order of leaves", "Z",
        "Draw a line through the leaves of the tree in their order. The line is lighter where it begins: Morton order of a quadtree, "
        "Hilbert order of leaf-warp.",
        [&workbench] { workbench.change([](SessionState& state) { state.morton = !state.morton; }); }, has_tree,
        [&workbench] { return workbench.session().morton; });
    menu.add("view.theme", "Light or dark", "T", "Switch between the light and the dark appearance.", window.toggle_theme);
    menu.add("view.instruments", "Instruments", "F8", "Show or hide everything that is drawn over the points.", window.toggle_instruments,
        {}, window.instruments_shown);
    add_present_command(commands, workbench, window);
    add_window_commands(commands, workbench, window);
    Menu{commands, "Edit"}.add(
        "work.cancel", "Cancel running work", "Esc",
        "Stop loading, searching, comparing or writing; the last picture stays. If nothing runs, close the newest message or answer, or "
        "end editing or presenting. If there is none of these, close the chart, then pause playing, leave stepping, and leave the "
        "comparison "
        "of methods.",
        [&workbench, &commands, presenting = window.presenting] {
            if (workbench.busy()) workbench.cancel();
            else if (workbench.view().start) workbench.starting().close();
            else if (workbench.view().error) workbench.dismiss_error();
            else if (workbench.view().why) workbench.stepping().close_why();
            else if (workbench.view().manual_edits.on) workbench.edits().use_mouse(false);
            else if (workbench.exhibition().is_running()) commands.run("view.exhibit");
            else if (presenting && presenting()) commands.run("view.present");
            else if (workbench.session().chart != ChartShown::none)
                workbench.change([](SessionState& state) { state.chart = ChartShown::none; });
            else if (is_playing(workbench.view())) workbench.stepping().play(false);
            else if (workbench.session().stepping) workbench.stepping().open(false);
            else if (!workbench.session().compared.empty()) workbench.race().end();
        },
        refuse_unless(
            [&workbench, presenting = window.presenting] {
                return workbench.busy() || workbench.view().start || workbench.view().error || workbench.view().why ||
                       workbench.view().manual_edits.on || workbench.exhibition().is_running() || (presenting && presenting()) ||
                       workbench.session().chart != ChartShown::none || workbench.session().stepping ||
                       !workbench.session().compared.empty();
            },
            "nothing is running, and no message or answer is shown"));
    const Menu palette_only{commands, ""};
    palette_only.add("view.toggle_dimension", "Two or three dimensions", "",
        "Switch between the view from above and the view from any side.", [&workbench, show] { show(!workbench.view().three_d); });
    palette_only.add(
        "error.dismiss", "Dismiss the message", "", "Dismiss the error message.", [&workbench] { workbench.dismiss_error(); },
        refuse_unless([&workbench] { return workbench.view().error.has_value(); }, "there is no message"));
    palette_only.add(
        "start.close", "Close the start card", "", "Close the card of the start.", [&workbench] { workbench.starting().close(); },
        refuse_unless([&workbench] { return workbench.view().start.has_value(); }, "it is not shown"));
}

}  // namespace

void add_standard_commands(Commands& commands, Workbench& workbench, const WindowActions& window) {
    add_file(commands, workbench, window);
    add_edit_commands(commands, workbench);
    add_data(commands, workbench, window);
    add_pictures(commands, workbench, window);
    add_method(commands, workbench);
    add_query(commands, workbench, window);
    add_view(commands, workbench, window);
    add_class_commands(commands, workbench);
    add_inspect_commands(commands, workbench, window);
    add_step_commands(commands, workbench, window);
    add_moving_commands(commands, workbench);
    add_timings_commands(commands, workbench, window);
    const Menu help{commands, "Help"};
    add_lesson_commands(commands, workbench, window);
    help.add("help.commands", "Commands…", "Ctrl+K", "Find any command by typing a part of its name.", window.show_palette);
    help.add("help.shortcuts", "Keys and mouse", "F1, ?", "Show what each key does. Over a term, F1 explains it.", what_is_this(window));
    help.add("help.glossary", "Glossary", "Shift+F1", "Explain every term on screen.", show_all_terms(window));
    help.add("help.manual", "Manual", "", "Show README.md: how to start, a tour, the methods, formats and limits.", window.show_manual);
    help.add("help.about", "About Neighborscope", "", "Show version, licence and what this build can do.", window.show_about);
}

}  // namespace neighborscope
