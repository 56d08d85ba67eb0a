#include "app/command_line/command_line.hpp"

#include "app/command_line/out_of_memory.hpp"
#include "app/command_line/signals.hpp"

int main(int argc, char** argv) {
    neighborscope::shell::exit_when_out_of_memory();
    const neighborscope::shell::ExitWatchdog in_time;
    return neighborscope::command_line(argc, argv);
}
