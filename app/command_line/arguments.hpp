// Options that several subcommands share, and their values checked with messages that teach.
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

/// DATA and how it is read.
struct DataArguments {
    std::string source, columns, label, array, pictures;
    bool strict = false, metres = false, whiten = false;

    void add_to(CLI::App&, const std::string& help);
    /// --columns, --label and --array alone.
    void add_columns_to(CLI::App&);
    LoadOptions options() const;
    /// That DATA is read from, for refuse_overwriting.
    std::vector<NamedFile> files() const {
        std::vector<NamedFile> files = files_of("DATA", source);
        files.push_back({"--pictures", pictures});
        return files;
    }
    /// With a progress bar, without quantities unless they are wanted; says what was lost. Usage Error when DATA is missing.
    DataSet load(bool quantities = false) const;
};
/// On standard error, a line each: what was lost in reading the data (losses). `columns`: the data have columns, of which others could be
/// chosen.
void print_losses(const std::vector<std::string>&, bool columns);

/// refuse_overwriting of what a command writes. Where that is standard output, nothing else is printed there from now on.
void check_outputs(std::span<const NamedFile> outputs, std::span<const NamedFile> inputs);

/// --set, once for each option of a method.
void add_settings(CLI::App&, std::vector<std::string>& settings);
/// These by option name. Usage Error without '=' or for a name given twice.
std::map<std::string, std::string> settings_in(const std::vector<std::string>& settings);
/// The option that a session's field has, with the same help.
void add_as_in_session(CLI::App&, std::string_view key, std::string& value);
void add_as_in_session(CLI::App&, std::string_view key, bool& value);

/// --method, -k and what belongs to them, as typed; "" where nothing was.
struct QuestionArguments {
    std::string method, k, metric = "euclidean", device;
    std::vector<std::string> settings;
    bool exclude_self = false;

    void add_to(CLI::App&, bool all_methods);
    std::map<std::string, std::string> chosen() const { return settings_in(settings); }
    int checked_k() const;
    DeviceKind checked_device() const;
};

/// A whole number in [from, to]; anything else is a usage Error that names the option and gives the example.
std::int64_t integer_in(const std::string& text, const std::string& option, std::int64_t from, std::int64_t to, std::int64_t example);
/// "x,y[,z...]": finite numbers. Usage Error that names the option.
std::vector<double> position_in(const std::string& text, const std::string& option);
/// A finite number. Usage Error that names the option and gives the example.
double number_in(const std::string& text, const std::string& option, const std::string& example);
struct Size {
    int width = 0, height = 0;
};
/// "1280x800", each 64 - 16384.
Size size_in(const std::string& text, const std::string& option);
/// One of `names`, else a usage Error with a suggestion. Returns its place.
std::size_t choice_in(const std::string& text, const std::string& option, const std::vector<std::string_view>& names);
render::Theme theme_in(const std::string& text);
/// "; did you mean ...": `otherwise` when nothing known is near.
std::string suggestion(std::string_view typed, const std::vector<std::string_view>& known, const std::string& otherwise);

}  // namespace neighborscope::shell
