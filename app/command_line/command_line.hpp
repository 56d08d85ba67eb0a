// The command line: subcommands, options, exit status. README.md beside this file is the manual.
//
//   command_line.cpp  selects the subcommand; converts errors to one line and an exit status
//   run.cpp check.cpp list.cpp shot.cpp bench.cpp window.cpp version.cpp   one file per subcommand
//   arguments.*       options that several subcommands share, and checks of their values
//   queries.*         --self, --query, --query-index, --queries, --random-queries
//   measure.*         medians of repeated runs
//   report.*          text output of `run`; table.* aligns it
//   lists_file.*      --out: CSV and NPZ;   timings_file.*  --timings
//   console.*         standard output, progress bar, Ctrl-C
#pragma once

namespace neighborscope {

/// Runs the command line and returns the exit status: 0 done, 1 a check failed, 2 bad usage or input, 3 device or memory, 130 stopped by
/// Ctrl-C. Throws nothing; errors are one line on standard error. May be called repeatedly.
int command_line(int argc, char** argv);

}  // namespace neighborscope
