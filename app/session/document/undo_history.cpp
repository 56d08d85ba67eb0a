#include "app/session/document/session.hpp"

namespace neighborscope {

void UndoHistory::change(SessionState next, bool merge, std::string kind) {
    if (next == now()) {
        if (!merge) merging_ = false;
        return;
    }
    if (kind.empty()) kind = change_name(now(), next);
    auto snapshot = std::make_shared<const SessionState>(std::move(next));
    const bool same_step = merge && merging_ && at_ > 0 && kinds_[at_] == kind;
    states_.resize(at_ + 1);
    kinds_.resize(at_ + 1);
    ids_.resize(at_ + 1);
    if (same_step) {
        states_[at_] = std::move(snapshot);
    } else {
        states_.push_back(std::move(snapshot));
        kinds_.push_back(std::move(kind));
        ids_.push_back(++newest_);
        ++at_;
    }
    if (at_ > max_undo_steps) {
        states_.erase(states_.begin());
        kinds_.erase(kinds_.begin());
        ids_.erase(ids_.begin());
        kinds_.front().clear();
        --at_;
    }
    merging_ = merge;
}

void UndoHistory::amend(SessionState next) { states_[at_] = std::make_shared<const SessionState>(std::move(next)); }

void UndoHistory::drop_if_unchanged() {
    if (at_ == 0 || can_redo() || !(*states_[at_] == *states_[at_ - 1])) return;
    states_.pop_back();
    kinds_.pop_back();
    ids_.pop_back();
    --at_;
    merging_ = false;
}

void UndoHistory::undo() {
    merging_ = false;
    if (can_undo()) --at_;
}

void UndoHistory::redo() {
    merging_ = false;
    if (can_redo()) ++at_;
}

}  // namespace neighborscope
