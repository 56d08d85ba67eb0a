// Methods side by side: who takes part is in the document.
#include "app/session/workbench/workbench_state.hpp"

namespace neighborscope {

// ---- Who takes part -------------------------------------------------------------------------------------------------------

std::vector<ShownSearch*> Workbench::rivals() const {
    std::vector<ShownSearch*> all;
    for (const auto& one : state_->race.others()) all.push_back(one.get());
    return all;
}

void Workbench::put_beside(const std::string& contender) {
    if (session().beside.size() + 1 >= most_contenders) return;
    change([&](SessionState& state) { state.beside.push_back(contender); });
}

void Workbench::put_present_beside() { put_beside(contender_text(session())); }

void Workbench::set_beside(std::size_t contender, const std::string& text, bool merge) {
    if (contender < 1 || contender > session().beside.size()) return;
    change([&](SessionState& state) { state.beside[contender - 1] = text; }, merge);
}

void Workbench::swap_with_first(std::size_t contender) {
    if (contender < 1 || contender > session().beside.size()) return;
    SessionState next = session();
    change_places(next, contender - 1);
    state_->take_over(std::move(next), false, "swap methods");
}

void Workbench::take_out(std::size_t contender) {
    if (contender > session().beside.size() || session().beside.empty()) return;
    SessionState next = session();
    if (contender == 0) change_places(next, 0);
    next.beside.erase(next.beside.begin() + std::ptrdiff_t(contender == 0 ? 0 : contender - 1));
    state_->take_over(std::move(next), false, "remove a method");
}

void Workbench::end_race() {
    if (session().beside.empty()) return;
    SessionState next = session();
    next.beside.clear();
    state_->take_over(std::move(next), false, "end the comparison");
}

void Workbench::set_race_by(RaceBy by) { state_->race.set_by(by); }
void Workbench::race_to(double clock) { state_->race.go_to(clock); }
void Workbench::play_race(bool on) { state_->race.play(on); }

}  // namespace neighborscope
