#include "app/session/workbench/card_controls.hpp"

#include "app/session/workbench/workbench_state.hpp"

namespace neighborscope {

void CardControls::change(const std::string& name, const SavedCard& card) {
    changed_ = true;
    state_.common.amend([&](SessionState& next) {
        if (card == SavedCard()) next.cards.erase(name);
        else next.cards[name] = card;
    });
}

void CardControls::put_back() {
    changed_ = true;
    state_.common.amend([](SessionState& next) { next.cards.clear(); });
}

}  // namespace neighborscope
