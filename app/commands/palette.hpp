// The command palette (Ctrl+K): what it lists for what is typed, and which row is chosen. A window draws the rows.
#pragma once
#include "app/commands/commands.hpp"

namespace neighborscope {

class Palette {
public:
    struct Row {
        std::string id;  ///< of the command; "" of the sentence that there is none
        std::string title, menu, help;
        std::string right;  ///< its keys, or why it cannot be run now
        bool refused = false;
    };
    static constexpr const char* hint = "Type a part of a command's name";

    explicit Palette(const Commands& commands) : commands_(commands) {}
    /// Lists the commands whose title or id holds every typed word, best first, and chooses the first that can be run.
    void find(std::string_view typed);
    const std::vector<Row>& rows() const { return rows_; }
    int chosen() const { return chosen_; }  ///< a row that can be run; -1 none
    void choose(int row);                   ///< unless it is refused
    void move(int rows);                    ///< as many further, and past those that are refused
    /// Of the row chosen; "" none.
    std::string chosen_id() const { return chosen_ < 0 ? std::string() : rows_[std::size_t(chosen_)].id; }

private:
    const Commands& commands_;
    std::vector<Row> rows_;
    int chosen_ = -1;
};

}  // namespace neighborscope
