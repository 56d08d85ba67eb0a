#include "app/session/workbench/workbench_state.hpp"

namespace neighborscope {

std::vector<ShownSearch*> RaceControls::rivals() const {
    std::vector<ShownSearch*> all;
    for (const auto& one : state_.race.others()) all.push_back(one.get());
    return all;
}

void RaceControls::add(const std::string& contender) {
    if (state_.now().beside.size() + 1 >= most_contenders) return;
    state_.change([&](SessionState& next) { next.beside.push_back(contender); });
}

void RaceControls::add_present() { add(contender_text(state_.now())); }

void RaceControls::change(std::size_t contender, const std::string& text, bool merge) {
    if (contender < 1 || contender > state_.now().beside.size()) return;
    state_.change([&](SessionState& next) { next.beside[contender - 1] = text; }, merge);
}

void RaceControls::swap_with_first(std::size_t contender) {
    if (contender < 1 || contender > state_.now().beside.size()) return;
    SessionState next = state_.now();
    change_places(next, contender - 1);
    state_.take_over(std::move(next), false, "swap methods");
}

void RaceControls::take_out(std::size_t contender) {
    if (contender > state_.now().beside.size() || state_.now().beside.empty()) return;
    SessionState next = state_.now();
    if (contender == 0) change_places(next, 0);
    next.beside.erase(next.beside.begin() + std::ptrdiff_t(contender == 0 ? 0 : contender - 1));
    state_.take_over(std::move(next), false, "remove a method");
}

void RaceControls::end() {
    if (state_.now().beside.empty()) return;
    SessionState next = state_.now();
    next.beside.clear();
    state_.take_over(std::move(next), false, "end the comparison");
}

void RaceControls::set_by(RaceBy by) { state_.race.set_by(by); }
void RaceControls::go_to(double clock) { state_.race.go_to(clock); }
void RaceControls::play(bool on) { state_.race.play(on); }

}  // namespace neighborscope
