// neighborscope doctor: what this machine has and lacks.
#include "app/command_line/arguments.hpp"
#include "app/command_line/console.hpp"
#include "app/command_line/doctor/findings.hpp"
#include "app/command_line/subcommands.hpp"

namespace neighborscope::shell {

Subcommand add_doctor(CLI::App& app) {
    auto json = std::make_shared<bool>(false);
    app.add_flag("--json", *json, "print JSON, for programs");
    Subcommand subcommand;
    subcommand.usage = "doctor [--json]";
    subcommand.examples = {
        "neighborscope doctor             what works on this machine, what does not, and the command that helps",
        "neighborscope doctor --json      the same for programs",
    };
    subcommand.notes =
        "`ok`: works. `missing`: the program does without it. `broken`: it is there and does not work.\n"
        "The report names no person and no data; paste it into a bug report.\n"
        "Exit status: 0 nothing is broken, 1 something is.\n";
    subcommand.run = [json] {
        const doctor::Facts facts = doctor::facts_here();
        const std::vector<doctor::Finding> all = doctor::findings(facts);
        print(*json ? doctor::report_json(facts, all) : doctor::report_text(facts, all));
        return doctor::any_broken(all) ? 1 : 0;
    };
    return subcommand;
}

}  // namespace neighborscope::shell
