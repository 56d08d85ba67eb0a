// Lists of another program, compared with the truth.
#pragma once
#include "app/compare/list_judgement.hpp"
#include "app/session/workbench/controls.hpp"

#include <cstdint>
#include <string>

namespace neighborscope {

/// What is shown is view().comparing.
class ComparingControls : public Controls {
public:
    using Controls::Controls;

    /// Reads and judges lists in the background: one undoable step. `queries` "": every point asked. What goes wrong is the error card, and
    /// the lists before stay. `lists` "": none any more.
    void compare(const std::string& lists, const std::string& queries = {});
    void name_queries(const std::string& queries);  ///< of the lists compared, or of those that were refused last: one undoable step
    void select_class(ListClass);                   ///< from now on goes through the lists of this class
    void go_to_next_list(int direction);            ///< to the next list of that class: 1 or -1; from the last on to the first
    void go_to_query(std::int64_t query);           ///< puts the query there: no undo step
};

}  // namespace neighborscope
