// The part of a workbench that compares lists of another program with the truth, again whenever data or settings change, goes through the
// lists of a class, and shows the list of the present query. Fills view.comparing.
#pragma once
#include "app/session/compare/comparing.hpp"
#include "app/session/moving/moving_state.hpp"

namespace neighborscope {

class ComparingState {
public:
    /// Compares while `foreground_busy` is false.
    ComparingState(CommonState&, const LoadingState&, MovingState&, const std::atomic<bool>* foreground_busy);

    void refresh();                   ///< updates the comparison and the chosen list from the document
    void reload() { request_ = {}; }  ///< reads the files again, since they may have changed
    /// The lists that a file of queries can be given for: those refused last, else the document's.
    const std::string& named() const { return refused_.empty() ? common_.now().lists : refused_; }
    std::int64_t next_of_class(int direction) const;  ///< number of its query; -1: no list is of the selected class
    void select_class(ListClass);                     ///< selects the class for next_of_class()
    /// Moves the document's query there, at the tick of the lists. False if there is no such list.
    bool go_to_query(std::int64_t query);

    bool cancel();  ///< false if nothing is being compared
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

    ComparisonRequest request_, judged_;  ///< the newest; that of shown_.lists
    std::string refused_;                 ///< lists that did not fit their queries or were cancelled: the user may name other queries
    std::int64_t selected_query_ = -1;    ///< query of the chosen list; -1: none

    Worker<ComparisonRequest, std::shared_ptr<const Comparison>> comparer_;
};

}  // namespace neighborscope
