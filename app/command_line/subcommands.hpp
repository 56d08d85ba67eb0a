// One function per subcommand: adds its options to the parser and returns the function to run after parsing.
#pragma once
#include "gpu/error.hpp"

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace neighborscope::shell {

/// Texts around the options in --help, and the function to run. Options live as long as `run`.
struct Subcommand {
    std::string usage;                  ///< after "neighborscope "
    std::vector<std::string> examples;  ///< whole lines: command, two or more spaces, description
    std::string notes;                  ///< paragraphs after the options; may be empty
    std::function<int()> run;           ///< returns the exit status; throws Error
    std::function<void()> early_check;  ///< may throw before unexpected arguments are reported; may be empty
};

Subcommand add_run(CLI::App&);
Subcommand add_check(CLI::App&);
Subcommand add_classify(CLI::App&);
Subcommand add_compare(CLI::App&);
Subcommand add_convert(CLI::App&);
Subcommand add_faces(CLI::App&);
Subcommand add_inspect(CLI::App&);
Subcommand add_lesson(CLI::App&);
Subcommand add_list(CLI::App&);
Subcommand add_preview(CLI::App&);
Subcommand add_shot(CLI::App&);
Subcommand add_bench(CLI::App&);
Subcommand add_curve(CLI::App&);
Subcommand add_doctor(CLI::App&);
/// The program without a subcommand.
Subcommand add_window(CLI::App&);

std::string version_text();
std::string help_text(const CLI::App&, const Subcommand&);
/// Describes DATA for --help.
std::string data_help();

}  // namespace neighborscope::shell
