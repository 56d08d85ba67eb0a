// How many of the neighbours shown are the true ones. Never a colour without the count.
#pragma once
#include "app/desktop/section.hpp"
#include "app/session/view_model.hpp"

namespace neighborscope::desktop {

class ExactnessPanel : public Section {
    Q_OBJECT
public:
    explicit ExactnessPanel(QWidget* parent = nullptr);
    void show_exactness(const Exactness&, bool any_neighbours);
    QString sentence() const { return sentence_->text(); }

private:
    class Mark;
    Mark* mark_;
    Text *sentence_, *time_;
};

}  // namespace neighborscope::desktop
