// The common behaviour of all input fields in all windows.
#pragma once
#include <QObject>

class QWidget;

namespace neighborscope::desktop {

/// Moves the keyboard focus from this field to the view of its window; in a dialog, to nothing.
void give_focus_to_view(QWidget& field);

/// An event filter of the application. The wheel over a menu, a number or a slider scrolls its surroundings unless the field has the focus,
/// and never moves the focus. A tooltip is placed below or above its widget, never over it.
class FieldEventFilter : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject*, QEvent*) override;
};

}  // namespace neighborscope::desktop
