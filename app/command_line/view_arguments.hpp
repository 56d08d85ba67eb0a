// What `shot` and the window share: a document from arguments.
#pragma once
#include "app/command_line/queries.hpp"
#include "app/session/document/session_fields.hpp"

namespace neighborscope::shell {

/// As typed; what is missing stays as in SessionState.
struct ViewArguments {
    DataArguments data;
    std::map<std::string_view, std::string> typed;  ///< by SessionField::key
    std::map<std::string_view, bool> flags;         ///< those that were given are true
    std::vector<std::string> settings;
    QueryArguments query;
    std::string size;
    bool require_interop = false;

    void add_to(CLI::App&, const std::string& data_help);
    /// Whether the option of this field was typed, with something behind it.
    bool given(std::string_view key) const;
    /// Checked as far as that goes without the data. A name that ends in .json is a saved session to start from.
    SessionState session() const;
    Size checked_size() const { return size_in(size.empty() ? "1280x800" : size, "--size"); }
};

}  // namespace neighborscope::shell
