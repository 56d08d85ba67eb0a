// How many of the neighbours shown are the true ones, at the end and, while the search is stepped through, by now. Never a colour
// without the count.
#pragma once
#include "app/desktop/section.hpp"
#include "app/session/view_model.hpp"

namespace neighborscope::desktop {

class ExactnessPanel : public Section {
    Q_OBJECT
public:
    explicit ExactnessPanel(QWidget* parent = nullptr);
    void show_exactness(const ViewModel&);
    QString sentence() const { return sentence_->text(); }
    QString at_this_step() const;  ///< "9 of 16"; "" while no search is stepped through

private:
    class Mark;
    class Share;
    void show_step(const ViewModel&);

    QWidget* step_;  ///< a line and a bar: how much of the answer is there at a step
    Text* of_step_;
    Share* share_;
    Mark* mark_;
    Text *sentence_, *time_;
};

}  // namespace neighborscope::desktop
