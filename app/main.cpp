#include "app/command_line/command_line.hpp"

int main(int argc, char** argv) { return neighborscope::command_line(argc, argv); }
