// Options that several subcommands share, and checks of their values with helpful messages.
#pragma once
#include "app/data/points/overwriting.hpp"
#include "app/data/points/data_set.hpp"
#include "gpu/knn.hpp"
#include "render/palette.hpp"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace neighborscope::shell {

/// DATA and the options for reading it.
struct DataArguments {
    std::string source, columns, label, array, pictures, index, mask, every;
    std::vector<std::string> where;
    bool strict = false, metres = false, whiten = false;

    void add_to(CLI::App&, const std::string& help);
    /// Adds --index, for searches with `own`.
    void add_index_to(CLI::App&);
    /// Adds --where and --mask, for commands that search.
    void add_filter_to(CLI::App&);
    /// Adds only --columns, --label and --array.
    void add_columns_to(CLI::App&);
    LoadOptions options() const;
    /// Returns the files from which DATA is read, for refuse_overwriting.
    std::vector<NamedFile> files() const {
        std::vector<NamedFile> files = files_of("DATA", source);
        files.push_back({"--pictures", pictures});
        files.push_back({"--index", index});
        files.push_back({"--mask", mask});
        return files;
    }
    /// Loads DATA with a progress bar, without quantities unless requested; prints what was lost. Usage Error if DATA is missing.
    DataSet load(bool quantities = false) const;
};
/// Prints on standard error, one line each, what was lost in reading the data (losses). `columns`: the data have other columns to choose.
void print_losses(const std::vector<std::string>&, bool columns);

/// Calls refuse_overwriting for the outputs of a command. If an output is standard output, nothing else is printed there from now on.
void check_outputs(std::span<const NamedFile> outputs, std::span<const NamedFile> inputs);

/// Adds --set, which is given once for each option of a method.
void add_settings(CLI::App&, std::vector<std::string>& settings);
/// Returns the settings by option name. Usage Error without '=' or for a repeated name.
std::map<std::string, std::string> settings_in(const std::vector<std::string>& settings);
/// Adds the option of a session's field, with the same help.
void add_as_in_session(CLI::App&, std::string_view key, std::string& value);
void add_as_in_session(CLI::App&, std::string_view key, bool& value);

/// --method, -k and related options, as typed; "" if not given.
struct QuestionArguments {
    std::string method, k, metric, device;
    std::vector<std::string> settings;
    bool exclude_self = false;

    void add_to(CLI::App&, bool all_methods);
    std::map<std::string, std::string> chosen() const { return settings_in(settings); }
    int checked_k() const;
    /// The device as typed, by default that of the machine; for a method that searches an index the host.
    DeviceKind checked_device(const Method* = nullptr) const;
};
/// Usage Error for an unknown metric; "" is the data's.
void check_metric(const std::string& typed);
/// The metric as typed, else usual_metric.
Metric metric_for(const std::string& typed, const DataSet&);

/// Parses an integer in [from, to]; otherwise a usage Error that names the option and gives the example.
std::int64_t integer_in(const std::string& text, const std::string& option, std::int64_t from, std::int64_t to, std::int64_t example);
/// Parses "x,y[,z...]", finite numbers. Usage Error that names the option.
std::vector<double> position_in(const std::string& text, const std::string& option);
/// Parses a finite number. Usage Error that names the option and gives the example.
double number_in(const std::string& text, const std::string& option, const std::string& example);
struct Size {
    int width = 0, height = 0;
};
/// Parses "1280x800", each 64 - 16384.
Size size_in(const std::string& text, const std::string& option);
/// Returns the index of the text in `names`; otherwise a usage Error with a suggestion.
std::size_t choice_in(const std::string& text, const std::string& option, const std::vector<std::string_view>& names);
render::Theme theme_in(const std::string& text);
/// "; did you mean ...", or `otherwise` if no known name is similar.
std::string suggestion(std::string_view typed, const std::vector<std::string_view>& known, const std::string& otherwise);

}  // namespace neighborscope::shell
