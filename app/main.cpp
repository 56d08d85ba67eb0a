#include "app/command_line/command_line.hpp"

#include "app/command_line/signals.hpp"

int main(int argc, char** argv) {
    const neighborscope::shell::EndsInTime in_time;
    return neighborscope::command_line(argc, argv);
}
