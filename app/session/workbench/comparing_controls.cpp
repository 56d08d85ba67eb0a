#include "app/session/workbench/workbench_state.hpp"

namespace neighborscope {

void ComparingControls::compare(const std::string& lists, const std::string& queries) {
    if (lists == state_.now().lists && queries == state_.now().list_queries) state_.comparing.again();
    state_.change([&](SessionState& next) { next.lists = lists, next.list_queries = queries, next.lists_squared = false; });
}

void ComparingControls::name_queries(const std::string& queries) {
    const std::string lists = state_.comparing.named();
    if (lists.empty()) state_.show_error("There are no lists that these queries could belong to", "compare lists first");
    else compare(lists, queries);
}

void ComparingControls::walk(ListClass one) { state_.comparing.walk(one); }

void ComparingControls::go_on(int direction) { look_at(state_.comparing.next_of_class(direction)); }

void ComparingControls::look_at(std::int64_t query) {
    if (!state_.comparing.look_at(query)) return;
    state_.asking.ask();
    state_.comparing.refresh();
}

}  // namespace neighborscope
