// Controls of the cards over the picture: folded, opened and pinned by the user. No undo steps.
#pragma once
#include "app/session/document/session.hpp"
#include "app/session/workbench/controls.hpp"

namespace neighborscope {

class CardControls : public Controls {
public:
    using Controls::Controls;

    void change(const std::string& name, const SavedCard&);
    /// Puts all cards back to their places, and lets them fold by themselves.
    void put_back();
    bool changed() const { return changed_; }  ///< by the user, so that they are to be kept for the next start

private:
    bool changed_ = false;
};

}  // namespace neighborscope
