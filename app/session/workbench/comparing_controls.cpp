#include "app/session/workbench/workbench_state.hpp"

namespace neighborscope {

void ComparingControls::compare(const std::string& lists, const std::string& queries) {
    if (lists == state_.now().lists && queries == state_.now().list_queries) state_.comparing.reload();
    state_.change([&](SessionState& next) { next.lists = lists, next.list_queries = queries, next.lists_squared = false; });
}

void ComparingControls::name_queries(const std::string& queries) {
    const std::string lists = state_.comparing.named();
    if (lists.empty()) state_.show_error("There are no lists that these queries could belong to", "compare lists first");
    else compare(lists, queries);
}

void ComparingControls::select_class(ListClass one) { state_.comparing.select_class(one); }

void ComparingControls::go_to_next_list(int direction) { go_to_query(state_.comparing.next_of_class(direction)); }

void ComparingControls::go_to_query(std::int64_t query) {
    if (!state_.comparing.go_to_query(query)) return;
    state_.asking.ask();
    state_.comparing.refresh();
}

}  // namespace neighborscope
