// What `shot` and the window share: a document from arguments.
#pragma once
#include "app/command_line/queries.hpp"
#include "app/session/session.hpp"

namespace neighborscope::shell {

/// As typed; what is missing stays as in SessionState.
struct ViewArguments {
    DataArguments data;
    std::string method, k, metric, device, view, theme, colour_by, cells, compare, compare_queries, size = "1280x800";
    std::vector<std::string> settings;
    bool exclude_self = false, require_interop = false, no_network = false, morton = false;
    QueryArguments query;

    void add_to(CLI::App&, const std::string& data_help);
    /// Checked as far as that goes without the data. A name that ends in .json is a saved session to start from.
    SessionState session() const;
    Size checked_size() const { return size_in(size, "--size"); }
};

}  // namespace neighborscope::shell
