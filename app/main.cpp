#include "app/command_line/command_line.hpp"

#include "app/command_line/library_version.hpp"
#include "app/command_line/out_of_memory.hpp"
#include "app/command_line/signals.hpp"

#include <cstdio>

int main(int argc, char** argv) {
    if (const std::string clash = neighborscope::shell::version_clash(); !clash.empty()) {  // before anything of the library is called
        std::fprintf(stderr, "neighborscope: %s\n", clash.c_str());
        return 2;
    }
    neighborscope::shell::exit_when_out_of_memory();
    const neighborscope::shell::ExitWatchdog in_time;
    return neighborscope::command_line(argc, argv);
}
