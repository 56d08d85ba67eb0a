#include "app/command_line/command_line.hpp"

#include "app/command_line/short_of_memory.hpp"
#include "app/command_line/signals.hpp"

int main(int argc, char** argv) {
    neighborscope::shell::end_when_short_of_memory();
    const neighborscope::shell::EndsInTime in_time;
    return neighborscope::command_line(argc, argv);
}
