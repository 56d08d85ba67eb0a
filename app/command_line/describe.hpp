// What can be typed after `neighborscope`, as data. The manual page and the completions of shells are written from it by the program
// itself, so that they say the same as --help: `neighborscope --describe manual|bash|zsh|fish`, which the build calls.
//
//   describe.cpp          the parser's options and the registries to data
//   manual_page.cpp       for man(1)
//   bash_completion.cpp zsh_completion.cpp fish_completion.cpp   one file a shell
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace neighborscope::shell {

struct Subcommand;

/// What may stand for the value of an option, or for a positional argument.
struct Values {
    std::vector<std::string> words;  ///< "euclidean", "sample:iris"; one that ends in : or = goes on
    bool files = false, folders = false;
    bool listed = false;    ///< several of `words` with commas between them
    bool settings = false;  ///< option=value of the method that was chosen
    bool data = false;      ///< words and files that are DATA
};

struct DescribedOption {
    std::vector<std::string> names;  ///< "-k", "--k"; of a positional argument "DATA"
    bool positional = false;
    std::string value;  ///< what follows the name: "NAME"; "" of a flag and of a positional argument
    std::string group, help;
    Values values;
};

struct DescribedCommand {
    std::string name;  ///< "run"; "" of the program without a subcommand
    std::string what;  ///< one sentence
    std::string usage, notes;
    std::vector<std::string> examples;
    std::vector<DescribedOption> options;
};

/// Words for --set after --method NAME: "selection=partial", "threads=".
struct MethodSettings {
    std::string method;
    std::vector<std::string> words;
};

struct Description {
    std::string version;
    std::vector<DescribedCommand> commands;  ///< that without a name first
    std::vector<MethodSettings> settings;    ///< of methods that have options
    std::vector<std::string> data;           ///< sample:NAME and GENERATOR:
};

/// A parser with the texts around its options.
struct DescribedParser {
    const CLI::App* app;
    const Subcommand* subcommand;
};

/// What `neighborscope --describe WHAT` prints. Usage Error unless that is manual, bash, zsh or fish.
std::string description_text(const std::string& what, const std::vector<DescribedParser>&);

std::string manual_page(const Description&);
std::string bash_completion(const Description&);
std::string zsh_completion(const Description&);
std::string fish_completion(const Description&);

/// "neighborscope 0.9.0", and the commit where it was built from a checkout.
std::string version_line();

/// The command of an example of --help, and what it does ("" where nothing is said).
struct Example {
    std::string command, what;
};
Example example_of(const std::string& line);
/// The words, with spaces between them.
std::string joined(const std::vector<std::string>& words, std::string_view between = " ");

}  // namespace neighborscope::shell
