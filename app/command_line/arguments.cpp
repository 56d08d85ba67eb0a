#include "app/command_line/arguments.hpp"

#include "app/command_line/console.hpp"
#include "app/data/files/output_file.hpp"
#include "app/data/index_files/index_points.hpp"
#include "app/data/points/point_set.hpp"
#include "app/session/document/session_fields.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>

namespace neighborscope::shell {
namespace {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

/// Returns why the text is not a finite number; "" if it is one. A leading plus is allowed.
std::string why_no_number(std::string_view text, double& value) {
    text = trimmed(text);
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::invalid_argument || end != text.data() + text.size()) return "is not a number";
    if (error == std::errc::result_out_of_range) return "is outside the range of float64";
    return std::isnan(value) ? "is not a number" : std::isinf(value) ? "is not a finite number" : "";
}

std::string quoted(const std::string& text) { return "'" + printable(text) + "'"; }

const SessionOption& option_of(std::string_view key) {
    const auto fields = session_fields();
    return std::find_if(fields.begin(), fields.end(), [&](const SessionField& field) { return field.key == key; })->option;
}

}  // namespace

void DataArguments::add_to(CLI::App& app, const std::string& help) {
    app.add_option("DATA", source, help)->type_name("");
    add_columns_to(app);
    app.add_flag("--metres", metres,
           "convert longitude and latitude to metres east and north of the middle of the data; distances are then in metres")
        ->group("Data");
    app.add_flag("--whiten", whiten, "divide each component of a gallery by its standard deviation (Mahalanobis distances)")->group("Data");
    app.add_option("--pictures", pictures,
           "a table of the pictures that the vectors were computed from: one line (file, or file,person) for each row")
        ->type_name("FILE")
        ->group("Data");
    app.add_flag("--strict", strict, "refuse data with NaN or infinity; without it such rows are left out")->group("Data");
    app.add_option("--every", every,
           "read only each N-th row of a .npy, .fvecs, .fbin or .h5 file; windows do so by themselves where all rows would not fit into "
           "memory")
        ->type_name("N")
        ->group("Data");
}

void DataArguments::add_index_to(CLI::App& app) {
    app.add_option("--index", index,
           "the file of an index that was built from DATA, for --method own: DATA is needed where the index holds no vectors")
        ->type_name("FILE")
        ->group("Data");
}

void DataArguments::add_filter_to(CLI::App& app) {
    app.add_option("--where", where,
           "search only among rows for which this holds: a column (or class, an axis, or row), one of = != < <= > >=, a value; given "
           "again, "
           "all must hold")
        ->type_name("COLUMN=VALUE")
        ->allow_extra_args(false)
        ->group("Data");
    app.add_option("--mask", mask,
           "search only among the rows that a NumPy file allows: a bool for each row of the file, or the numbers of the rows")
        ->type_name("FILE.npy")
        ->group("Data");
}

void DataArguments::add_columns_to(CLI::App& app) {
    app.add_option("--columns", columns, "the columns that are coordinates: names (lon,lat) or numbers from 1 (1,3-5)")
        ->type_name("LIST")
        ->group("Data");
    app.add_option("--label", label, "the column that is the class of a point: a name, a number from 1, or none")
        ->type_name("NAME")
        ->group("Data");
    app.add_option("--array", array,
           "the array that holds the points, when an NPZ or HDF5 file has several: train, group/train; preview lists them")
        ->type_name("NAME")
        ->group("Data");
}

LoadOptions DataArguments::options() const {
    LoadOptions options{strict, columns, label};
    options.metres = metres;
    options.whiten = whiten;
    options.pictures = pictures;
    options.array = array;
    options.only = {where, mask};
    if (!every.empty()) options.every = integer_in(every, "--every", 1, std::numeric_limits<std::int64_t>::max(), 100);
    return options;
}

DataSet DataArguments::load(bool quantities) const {
    if (source.empty()) throw Error(Failure::usage, "DATA is missing: a file, sample:NAME or a generator", "try sample:earthquakes");
    for (const std::string& condition : where) check_condition(condition);
    LoadOptions how = options();
    how.quantities = quantities || !where.empty();
    DataSet data = [&] {
        ProgressBar bar("Loading " + source);
        return load_data(source, how, bar.progress());
    }();
    if (!index.empty()) index_files::attach_index(data, index);
    if (data.every > 1) print_losses({sample_text(data)}, false);
    print_losses(losses(data), !data.gallery && !data.own_index && pictures.empty());
    return data;
}

void print_losses(const std::vector<std::string>& losses, bool columns) {
    for (const std::string& loss : losses)
        std::fprintf(stderr, "neighborscope: %s%s\n", printable(loss).c_str(), columns ? "; --columns chooses others" : "");
}

void check_outputs(std::span<const NamedFile> outputs, std::span<const NamedFile> inputs) {
    refuse_overwriting(outputs, inputs);
    if (std::any_of(outputs.begin(), outputs.end(), [](const NamedFile& output) { return is_standard_output(output.path); }))
        reserve_standard_output_for_file();
}

void add_settings(CLI::App& app, std::vector<std::string>& settings) {
    app.add_option("--set", settings, "set an option of the method, see `list methods`; give --set once for each option")
        ->type_name("option=value")
        ->group("Question")
        ->allow_extra_args(false);
}

void add_as_in_session(CLI::App& app, std::string_view key, std::string& value) {
    const SessionOption& option = option_of(key);
    app.add_option(std::string(option.name), value, std::string(option.help))
        ->type_name(std::string(option.type))
        ->group(std::string(option.group));
}

void add_as_in_session(CLI::App& app, std::string_view key, bool& value) {
    const SessionOption& option = option_of(key);
    app.add_flag(std::string(option.name), value, std::string(option.help))->group(std::string(option.group));
}

void QuestionArguments::add_to(CLI::App& app, bool all_methods) {
    app.add_option("--method", method, all_methods ? "one of `list methods`, or all" : "one of `list methods`")
        ->type_name("M")
        ->group("Question");
    add_settings(app, settings);
    app.add_option("-k", k, "how many neighbours")->type_name("K")->group("Question");
    add_as_in_session(app, "metric", metric);
    add_as_in_session(app, "exclude_self", exclude_self);
    add_as_in_session(app, "device", device);
}

std::map<std::string, std::string> settings_in(const std::vector<std::string>& settings) {
    std::map<std::string, std::string> chosen;
    for (const std::string& setting : settings) {
        const auto equals = setting.find('=');
        if (equals == std::string::npos || equals == 0)
            throw Error(Failure::usage, "--set " + quoted(setting) + " is not option=value", "for example --set selection=partial");
        if (!chosen.emplace(setting.substr(0, equals), setting.substr(equals + 1)).second)
            throw Error(Failure::usage, "--set gives " + quoted(setting.substr(0, equals)) + " twice", "give each option once");
    }
    return chosen;
}

int QuestionArguments::checked_k() const { return int(integer_in(k, "-k", 1, std::numeric_limits<int>::max(), 8)); }

DeviceKind QuestionArguments::checked_device(const Method* asked) const {
    if (device.empty()) return asked && asked->info.supports.own_index ? DeviceKind::host : default_device();
    return device_named(device);
}

void check_metric(const std::string& typed) {
    if (!typed.empty()) (void)metric_named(typed);
}

Metric metric_for(const std::string& typed, const DataSet& data) { return typed.empty() ? usual_metric(data) : metric_named(typed); }

std::int64_t integer_in(const std::string& text, const std::string& option, std::int64_t from, std::int64_t to, std::int64_t example) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < from || value > to)
        throw Error(Failure::usage,
            option + " " + quoted(text) + " is not a whole number from " + std::to_string(from) + " to " + std::to_string(to),
            "for example " + option + " " + std::to_string(std::clamp(example, from, to)));
    return value;
}

std::vector<double> position_in(const std::string& text, const std::string& option) {
    std::vector<double> position;
    std::string_view rest = text;
    while (true) {
        const auto comma = rest.find(',');
        double value = 0;
        if (const std::string why = why_no_number(rest.substr(0, comma), value); !why.empty())
            throw Error(Failure::usage,
                option + " " + quoted(text) + ": " + quoted(std::string(trimmed(rest.substr(0, comma)))) + " " + why,
                "separate the numbers by commas, for example " + option + " -120,37");
        position.push_back(value);
        if (comma == std::string_view::npos) return position;
        rest.remove_prefix(comma + 1);
    }
}

double number_in(const std::string& text, const std::string& option, const std::string& example) {
    double value = 0;
    if (const std::string why = why_no_number(text, value); !why.empty())
        throw Error(Failure::usage, option + " " + quoted(text) + " " + why, "for example " + option + " " + example);
    return value;
}

Size size_in(const std::string& text, const std::string& option) {
    const auto cross = text.find('x');
    try {
        if (cross == std::string::npos) throw Error(Failure::usage, "");
        const auto pixels = [&](const std::string& typed) { return int(integer_in(typed, option, 64, 16384, 800)); };
        return {pixels(text.substr(0, cross)), pixels(text.substr(cross + 1))};
    } catch (const Error&) {
        throw Error(Failure::usage, option + " " + quoted(text) + " is not WIDTHxHEIGHT with 64 to 16384 pixels each",
            "for example " + option + " 1280x800");
    }
}

std::size_t choice_in(const std::string& text, const std::string& option, const std::vector<std::string_view>& names) {
    std::string all;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i] == text) return i;
        all += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + std::string(names[i]);
    }
    throw Error(Failure::usage, option + " " + quoted(text) + " is not " + all, suggestion(text, names, "choose one of them"));
}

render::Theme theme_in(const std::string& text) {
    return choice_in(text, "--theme", {"light", "dark"}) == 1 ? render::Theme::dark : render::Theme::light;
}

std::string suggestion(std::string_view typed, const std::vector<std::string_view>& known, const std::string& otherwise) {
    const std::string near = nearest_name(typed, known);
    return near.empty() ? otherwise : "did you mean '" + near + "'?";
}

}  // namespace neighborscope::shell
