// Controls of the comparison of another program's lists with the truth.
#pragma once
#include "app/compare/list_judgement.hpp"
#include "app/session/workbench/controls.hpp"

#include <cstdint>
#include <string>

namespace neighborscope {

/// Results are in view().comparing.
class ComparingControls : public Controls {
public:
    using Controls::Controls;

    /// Reads and compares lists in the background: one undoable step. `queries` "": every point is a query. On failure shows an error card
    /// and keeps the former lists. `lists` "": ends the comparison.
    void compare(const std::string& lists, const std::string& queries = {});
    void name_queries(const std::string& queries);  ///< of the lists refused last, else of the compared ones: one undoable step
    void select_class(ListClass);                   ///< selects the class for go_to_next_list()
    void go_to_next_list(int direction);            ///< 1 or -1: to the next or previous list of that class, cyclically
    void go_to_query(std::int64_t query);           ///< moves the query there: no undo step
};

}  // namespace neighborscope
