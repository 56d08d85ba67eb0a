// Shared by `shot` and the window: a session from arguments.
#pragma once
#include "app/command_line/queries.hpp"
#include "app/session/document/session_fields.hpp"

namespace neighborscope::shell {

/// Arguments as typed; others keep the values of SessionState.
struct ViewArguments {
    DataArguments data;
    std::map<std::string_view, std::string> typed;  ///< by SessionField::key
    std::map<std::string_view, bool> flags;         ///< given flags are true
    std::vector<std::string> settings;
    QueryArguments query;
    std::string size;
    bool require_interop = false;

    void add_to(CLI::App&, const std::string& data_help);
    /// Whether the option of this field was typed with a value.
    bool given(std::string_view key) const;
    /// Returns the session, checked as far as possible without the data. A name that ends in .json is a saved session to start from.
    SessionState session() const;
    Size checked_size() const { return size_in(size.empty() ? "1280x800" : size, "--size"); }

private:
    void search_index(SessionState&) const;
};

}  // namespace neighborscope::shell
