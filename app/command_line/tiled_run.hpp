// `run` over more points than fit into memory, and `run --plan`.
#pragma once
#include "app/command_line/arguments.hpp"
#include "app/command_line/queries.hpp"

namespace neighborscope::shell {

/// --device-memory, --host-memory, --ranks and --plan, as typed.
struct MemoryArguments {
    std::string device, host, ranks;
    bool plan = false;

    void add_to(CLI::App&);
    bool given() const { return !device.empty() || !host.empty() || !ranks.empty(); }
};
/// Parses "4GiB", "500 MB", "8e9": bytes. Usage Error that names the option.
std::size_t bytes_in(const std::string& text, const std::string& option);

/// What a tiled run and a plan need of the arguments of `run`, checked.
struct TiledRun {
    const DataArguments& data;
    const MemoryArguments& memory;
    const QueryArguments& queries;
    QueryKind kind;
    const Method& method;
    std::map<std::string, std::string> chosen;
    int k;
    std::string metric, device, out;
    bool exclude_self;
};

/// Whether the points must be read in tiles: a limit is given, or the file's points exceed the memory of this machine.
bool needs_tiles(const DataArguments&, const MemoryArguments&);
/// Searches in tiles, with --ranks mpi this process's part of the points, and prints and writes the lists. Returns the exit status.
int run_in_tiles(const TiledRun&, DeviceKind);
/// Prints how the points would be divided, and the expected time, without reading or searching. Returns the exit status.
int print_plan(const TiledRun&);

}  // namespace neighborscope::shell
