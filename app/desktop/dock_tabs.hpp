// The line above a dock while docks take turns: a button for each dock, and one that closes it.
#pragma once
#include "app/commands/window_layout.hpp"

#include <QWidget>

#include <vector>

class QPushButton;

namespace neighborscope::desktop {

class DockTabs : public QWidget {
    Q_OBJECT
public:
    DockTabs(Dock of, QWidget* parent);
    /// Shows the docks that can be opened while docks take turns, else nothing.
    void show_turns(const DockTurns&, bool shown);

Q_SIGNALS:
    void toggled(Dock);

protected:
    void paintEvent(QPaintEvent*) override;

private:
    Dock of_;
    std::vector<QPushButton*> buttons_;  ///< in the order of docks
    QWidget* line_;
};

}  // namespace neighborscope::desktop
