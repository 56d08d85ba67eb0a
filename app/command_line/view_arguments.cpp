#include "app/command_line/view_arguments.hpp"

#include <limits>

namespace neighborscope::shell {

void ViewArguments::add_to(CLI::App& app, const std::string& data_help) {
    data.add_to(app, data_help);
    app.add_option("--method", method, "one of `list methods`; without it heap")->type_name("M")->group("Question");
    app.add_option("--set", settings, "an option of the method, see `list methods`; once for each")
        ->type_name("option=value")
        ->group("Question")
        ->allow_extra_args(false);
    app.add_option("-k", k, "how many neighbours; without it 16")->type_name("K")->group("Question");
    app.add_option("--metric", metric, "euclidean (the default), manhattan or chebyshev")->type_name("NAME")->group("Question");
    app.add_flag("--exclude-self", exclude_self, "leave out the point the query stands on")->group("Question");
    app.add_option("--device", device, "cuda or host; without it cuda when there is one")->type_name("NAME")->group("Question");
    query.add_to(app, false);
    app.add_option("--view", view, "2d (the default) or 3d")->type_name("2d|3d")->group("Picture");
    app.add_option("--theme", theme, "light or dark")->type_name("NAME")->group("Picture");
    app.add_option("--size", size, "in pixels; without it 1280x800")->type_name("WxH")->group("Picture");
    app.add_option("--colour-by", colour_by,
           "plain, file (its own colours), label, a column, or, with a quadtree, what the point's own query takes: query-leaves or "
           "query-distances; without it the file's colours, else the label, else plain")
        ->type_name("NAME")
        ->group("Picture");
    app.add_option("--cells", cells,
           "how the leaves of a quadtree or octree are drawn: none, outlines, coloured by occupancy (the default), by depth, or, when "
           "every point asks, by queries or work (distances a query)")
        ->type_name("NAME")
        ->group("Picture");
    app.add_option("--compare", compare, "lists that another program found, compared with the truth: see `neighborscope compare --help`")
        ->type_name("LISTS")
        ->group("Question");
    app.add_option("--compare-queries", compare_queries, "the queries that these lists answer; without it every point asked")
        ->type_name("FILE")
        ->group("Question");
    app.add_flag("--morton", morton, "draw the Morton order of a quadtree's leaves, a line from each to the next")->group("Picture");
    app.add_flag("--no-network", no_network, "leave the street network out")->group("Picture");
    app.add_flag("--require-interop", require_interop, "fail (exit status 3) unless the GPU draws straight from the memory it searched")
        ->group("Picture");
}

SessionState ViewArguments::session() const {
    SessionState session;
    const std::string& source = data.source;
    const bool saved = source.size() > 5 && source.compare(source.size() - 5, 5, ".json") == 0;
    if (saved) session = load_session(source);
    else if (!source.empty()) session.data = source;
    if (!data.columns.empty()) session.columns = data.columns;
    if (!data.label.empty()) session.label = data.label;
    if (data.strict) session.strict = true;

    if (!method.empty()) session.method = method;
    const Method& found = find_method(session.method);
    QuestionArguments question;
    question.settings = settings;
    for (const auto& [option, value] : question.chosen()) session.options[session.method][option] = value;
    [[maybe_unused]] const Options checked(found.info.options, session.options[session.method]);  // throws what is wrong with them
    if (session.options[session.method].empty()) session.options.erase(session.method);

    if (!k.empty()) session.k = int(integer_in(k, "-k", 1, std::numeric_limits<int>::max()));
    if (!metric.empty()) session.metric = metric_named(metric);
    if (exclude_self) session.exclude_self = true;
    if (!device.empty()) {
        device_named(device);
        session.device = device;
    }
    switch (query.kind()) {
        case QueryKind::position:
            session.query = position_in(query.query, "--query");
            session.query_row.reset();
            session.query_mode = QueryMode::pinned;
            break;
        case QueryKind::row:
            session.query_row = integer_in(query.index, "--query-index", 0, std::int64_t(1) << 53);
            session.query.reset();
            session.query_mode = QueryMode::pinned;
            break;
        default: break;
    }
    if (!view.empty()) session.three_d = choice_in(view, "--view", {"2d", "3d"}) == 1;
    if (!colour_by.empty()) session.colour_by = colour_by;
    if (!cells.empty())
        session.cells =
            all_cells_shown[std::size_t(choice_in(cells, "--cells", {"none", "outlines", "occupancy", "depth", "queries", "work"}))];
    if (!compare_queries.empty() && compare.empty())
        throw Error(Failure::usage, "--compare-queries needs --compare", "name the lists, too");
    if (!compare.empty()) session.lists = compare, session.list_queries = compare_queries;
    if (morton) session.morton = true;
    if (no_network) session.network = false;
    if (!theme.empty()) session.theme = theme_in(theme);
    return session;
}

}  // namespace neighborscope::shell
