#include "app/command_line/view_arguments.hpp"

#include "app/command_line/console.hpp"
#include "app/data/files/read_json.hpp"
#include "app/data/index_files/open_index.hpp"
#include "app/data/points/point_set.hpp"
#include "app/session/document/session_fields.hpp"
#include "gpu/index/own_index.hpp"

#include <cstdio>

namespace neighborscope::shell {
namespace {

/// Parses JSON, a list without brackets, or text. Usage Error if it has a number outside the range of float64.
nlohmann::json value_in(const std::string& typed, const std::string& option) {
    for (const std::string& json : {typed, "[" + typed + "]"}) try {
            return nlohmann::json::parse(json);
        } catch (const nlohmann::json::parse_error&) {
        } catch (const nlohmann::json::out_of_range&) {
            throw Error(Failure::usage, option + " '" + printable(typed) + "': " + number_too_far, "give a number nearer to 0");
        }
    return typed;
}

/// Sets the field to the typed value; usage Error that names the option.
void set_field(SessionState& session, const SessionField& field, const std::string& typed) {
    const std::string option(field.option.name);
    if (const auto* text = std::get_if<TextField>(&field.holds)) {
        session.*text->member = checked_text(*text, option, typed);
    } else if (const auto* number = std::get_if<NumberField>(&field.holds)) {
        number->set(session, integer_in(typed, option, number->from, number->to, 8));
    } else if (const auto* choice = std::get_if<ChoiceField>(&field.holds)) {
        const std::vector<std::string_view>& words = choice->words;
        const std::size_t nothing = words.front().empty();  // in a file "" means the default; on a command line it is an error
        choice->set(session, nothing + choice_in(typed, option, {words.begin() + std::ptrdiff_t(nothing), words.end()}));
    } else if (const auto* other = std::get_if<OtherField>(&field.holds)) {
        try {
            other->read(session, option, value_in(typed, option));
        } catch (const Error& error) {
            throw Error(Failure::usage, error.what(),
                error.remedy.empty() ? "write " + option + " " + std::string(field.option.type) : error.remedy);
        }
    }
}

}  // namespace

void ViewArguments::add_to(CLI::App& app, const std::string& data_help) {
    data.add_to(app, data_help);
    data.add_filter_to(app);
    data.add_index_to(app);
    for (const SessionField& field : session_fields()) {
        const SessionOption& option = field.option;
        if (option.name.empty() || option.shared) continue;
        const std::string name(option.name), help(option.help);
        (std::holds_alternative<FlagField>(field.holds) ? app.add_flag(name, flags[field.key], help)
                                                        : app.add_option(name, typed[field.key], help)->type_name(std::string(option.type)))
            ->group(std::string(option.group));
    }
    add_settings(app, settings);
    query.add_to(app, false);
    app.add_option("--size", size, "size in logical pixels (the unit of text and marks); by default 1280x800, for a window by the screen")
        ->type_name("WxH")
        ->group("Picture");
    app.add_flag("--require-interop", require_interop, "fail (exit status 3) unless the GPU draws directly from the memory of the search")
        ->group("Picture");
}

bool ViewArguments::given(std::string_view key) const {
    const auto found = typed.find(key);
    return found != typed.end() && !found->second.empty();
}

/// An index is searched by `own` and by its own metric, unless others are chosen.
void ViewArguments::search_index(SessionState& session) const {
    const bool by_own = !given("method") || find_method(session.method).info.supports.own_index;
    std::string file = session.index;
    try {
        if (file.empty()) file = file_of_source(session.data);
    } catch (const Error&) {}  // the window reports it when it loads the data
    if (!by_own || !index_files::is_index(file)) return;
    session.method = "own";
    if (given("metric")) return;
    try {
        const stored::StoredIndex index = index_files::open_index(file);
        // Without vectors its metric may only be guessed from the points.
        const bool by_points = !session.index.empty() && index.metric == stored::VectorMetric::unknown;
        session.metric = by_points ? usual_metric(data.load()) : stored::metric_of(index);
    } catch (const Error&) {}  // the window reports it when it loads the data
}

SessionState ViewArguments::session() const {
    SessionState session;
    const std::string& source = data.source;
    const bool saved = is_session_file(source);
    if (saved) {
        session = load_session(source);
        if (const std::string warning = later_version_warning(session); !warning.empty())
            std::fprintf(stderr, "neighborscope: %s\n", printable(warning).c_str());
    } else if (source.empty()) session = default_session();
    else session.data = source;
    if (!data.columns.empty()) session.columns = data.columns;
    if (!data.label.empty()) session.label = data.label;
    if (!data.array.empty()) session.array = data.array;
    if (data.strict) session.strict = true;
    if (!data.every.empty()) session.every = data.options().every;
    if (data.metres) session.metres = true;
    if (data.whiten) session.whiten = true;
    if (!data.pictures.empty()) session.pictures = data.pictures;
    for (const std::string& condition : data.where) check_condition(condition);
    if (!data.where.empty()) session.where = data.where;
    if (!data.mask.empty()) session.mask = data.mask;
    if (!data.index.empty()) session.index = data.index;

    if (given("list_queries") && !given("lists"))
        throw Error(Failure::usage, "--compare-queries needs --compare", "give the lists with --compare");
    if (given("lists")) session.list_queries.clear();  // those of a saved session belong to its own lists
    for (const SessionField& field : session_fields()) {
        if (given(field.key)) {
            const std::string& text = typed.at(field.key);  // which of several GPUs is a setting of the program, not of the session
            set_field(session, field, field.key == "device" ? std::string(name(device_named(text))) : text);
        }
        if (const auto flag = flags.find(field.key); flag != flags.end() && flag->second)
            session.*std::get<FlagField>(field.holds).member = !(SessionState().*std::get<FlagField>(field.holds).member);
    }

    if (given("step")) session.stepping = true;
    if (!saved) search_index(session);
    const Method& found = find_method(session.method);
    QuestionArguments question;
    question.settings = settings;
    for (const auto& [option, value] : question.chosen()) session.options[session.method][option] = value;
    [[maybe_unused]] const Options checked(found.info.options, session.options[session.method]);  // throws errors in the options
    if (session.options[session.method].empty()) session.options.erase(session.method);

    switch (query.kind()) {
        case QueryKind::position:
            session.set_query(position_in(query.query, "--query"));
            session.query_mode = QueryMode::pinned;
            break;
        case QueryKind::row:
            session.set_query({}, integer_in(query.index, "--query-index", 0, std::int64_t(1) << 53, 17));
            session.query_mode = QueryMode::pinned;
            break;
        default: break;
    }
    if (!session.query_picture.empty()) session.query_mode = QueryMode::pinned;
    return session;
}

}  // namespace neighborscope::shell
