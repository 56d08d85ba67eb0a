// Lists of another program, behind a workbench: comparing them with the truth whenever what they are compared with changes, going from one
// list of a class to the next, and looking into the list of the query that is shown. Fills view.comparing.
#pragma once
#include "app/session/compare/comparing.hpp"
#include "app/session/moving/moving_state.hpp"

namespace neighborscope {

class ComparingState {
public:
    /// Lists are judged while `foreground_busy` is false.
    ComparingState(CommonState&, const LoadingState&, MovingState&, const std::atomic<bool>* foreground_busy);

    void refresh();                   ///< compares and looks at what the document says now
    void reload() { request_ = {}; }  ///< the files may be others by now
    /// The lists whose queries can be named: those that were refused last, or the document's.
    const std::string& named() const { return refused_.empty() ? common_.now().lists : refused_; }
    std::int64_t next_of_class(int direction) const;  ///< query; -1: no list is of the class that is walked
    void select_class(ListClass);                     ///< goes through the lists of this class from now on
    /// Puts the document's query there, at the tick that the lists are of. False when there is no such list.
    bool go_to_query(std::int64_t query);

    bool cancel();  ///< false when nothing is compared
    bool busy() const { return comparer_.busy(); }
    std::optional<ProgressCard> progress() const { return comparer_.progress(); }
    void poll();

private:
    void refresh_selected_list();
    void fail(const ListsChoice&);

    CommonState& common_;
    const LoadingState& loading_;
    MovingState& moving_;
    Comparing& shown_ = common_.view.comparing;

    ComparisonRequest request_, judged_;  ///< the newest; what shown_.lists came of
    std::string refused_;                 ///< lists that did not fit their queries, or were cancelled: others may be named
    std::int64_t selected_query_ = -1;    ///< whose list is looked at, -1 none

    Worker<ComparisonRequest, std::shared_ptr<const Comparison>> comparer_;
};

}  // namespace neighborscope
