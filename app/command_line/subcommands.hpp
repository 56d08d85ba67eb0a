// One function a subcommand: adds its options to the parser and returns what runs once they are parsed.
#pragma once
#include "gpu/error.hpp"

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace neighborscope::shell {

/// Texts around the options in --help, and the work. Options live as long as `run`.
struct Subcommand {
    std::string usage;                  ///< after "neighborscope "
    std::vector<std::string> examples;  ///< whole lines: command, two or more spaces, what it does
    std::string notes;                  ///< paragraphs after the options; may be empty
    std::function<int()> run;           ///< returns the exit status; throws Error
    std::function<void()> early_check;  ///< may complain before arguments that nobody expected are refused; may be empty
};

Subcommand add_run(CLI::App&);
Subcommand add_check(CLI::App&);
Subcommand add_classify(CLI::App&);
Subcommand add_compare(CLI::App&);
Subcommand add_convert(CLI::App&);
Subcommand add_faces(CLI::App&);
Subcommand add_inspect(CLI::App&);
Subcommand add_list(CLI::App&);
Subcommand add_preview(CLI::App&);
Subcommand add_shot(CLI::App&);
Subcommand add_bench(CLI::App&);
Subcommand add_curve(CLI::App&);
/// The program without a subcommand.
Subcommand add_window(CLI::App&);

std::string version_text();
std::string help_text(const CLI::App&, const Subcommand&);
/// What DATA may be, for --help.
std::string data_help();

}  // namespace neighborscope::shell
