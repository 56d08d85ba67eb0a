#include "app/session/workbench/workbench_state.hpp"

namespace neighborscope {

std::vector<ShownSearch*> RaceControls::other_contenders() const {
    std::vector<ShownSearch*> all;
    for (const auto& one : state_.race.others()) all.push_back(one.get());
    return all;
}

void RaceControls::add(const std::string& contender) {
    if (state_.now().compared.size() + 1 >= max_contenders) return;
    state_.change([&](SessionState& next) { next.compared.push_back(contender); });
}

void RaceControls::add_present() { add(contender_text(state_.now())); }

void RaceControls::change(std::size_t contender, const std::string& text, bool merge) {
    if (contender < 1 || contender > state_.now().compared.size()) return;
    state_.change([&](SessionState& next) { next.compared[contender - 1] = text; }, merge);
}

void RaceControls::swap_with_first(std::size_t contender) {
    if (contender < 1 || contender > state_.now().compared.size()) return;
    SessionState next = state_.now();
    swap_with_contender(next, contender - 1);
    state_.set_document(std::move(next), false, "swap methods");
}

void RaceControls::remove(std::size_t contender) {
    if (contender > state_.now().compared.size() || state_.now().compared.empty()) return;
    SessionState next = state_.now();
    if (contender == 0) swap_with_contender(next, 0);
    next.compared.erase(next.compared.begin() + std::ptrdiff_t(contender == 0 ? 0 : contender - 1));
    state_.set_document(std::move(next), false, "remove a method");
}

void RaceControls::end() {
    if (state_.now().compared.empty()) return;
    SessionState next = state_.now();
    next.compared.clear();
    state_.set_document(std::move(next), false, "end the comparison");
}

void RaceControls::set_by(RaceBy by) { state_.race.set_by(by); }
void RaceControls::go_to(double clock) { state_.race.go_to(clock); }
void RaceControls::play(bool on) { state_.race.play(on); }

}  // namespace neighborscope
