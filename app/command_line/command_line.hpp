// The program as its users call it: subcommands, options, exit status. README.md beside this file is the manual.
//
//   command_line.cpp  which subcommand; errors to one line and an exit status
//   run.cpp check.cpp list.cpp shot.cpp bench.cpp window.cpp version.cpp   one file a subcommand
//   arguments.*       options that several subcommands share, and their values checked
//   queries.*         --self, --query, --query-index, --queries, --random-queries
//   measure.*         repeated runs to medians
//   report.*          what `run` prints for people; table.* aligns it
//   lists_file.*      --out: CSV and NPZ;   timings_file.*  --timings
//   console.*         standard output, progress bar, Ctrl-C
#pragma once

namespace neighborscope {

/// Does what the arguments say and returns the exit status: 0 done, 1 a check failed, 2 bad usage or input, 3 device or
/// memory, 130 stopped by Ctrl-C. Throws nothing; errors are one line on standard error. Can be called repeatedly.
int command_line(int argc, char** argv);

}  // namespace neighborscope
