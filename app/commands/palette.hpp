// The logic of the command palette (Ctrl+K): the rows for a typed text, and the chosen row. A window draws the rows.
#pragma once
#include "app/commands/commands.hpp"

namespace neighborscope {

class Palette {
public:
    struct Row {
        std::string id;  ///< of the command; "": the row says that no command was found
        std::string title, menu, help;
        std::string right;  ///< its keys, or why it is disabled
        bool refused = false;
    };
    static constexpr const char* hint = "Type a part of a command's name";

    explicit Palette(const Commands& commands) : commands_(commands) {}
    /// Lists the commands whose title or id contains every typed word, best first, and chooses the first enabled one.
    void find(std::string_view typed);
    const std::vector<Row>& rows() const { return rows_; }
    int chosen() const { return chosen_; }  ///< an enabled row; -1: none
    void choose(int row);                   ///< no effect if it is disabled
    void move(int rows);                    ///< moves by so many rows, skipping disabled ones
    /// The command of the chosen row; "": none.
    std::string chosen_id() const { return chosen_ < 0 ? std::string() : rows_[std::size_t(chosen_)].id; }

private:
    const Commands& commands_;
    std::vector<Row> rows_;
    int chosen_ = -1;
};

}  // namespace neighborscope
