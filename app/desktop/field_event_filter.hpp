// What all fields of all windows have in common, whoever made them.
#pragma once
#include <QObject>

class QWidget;

namespace neighborscope::desktop {

/// Who worked in this field is done: the keyboard goes to the picture of its window. In a dialog nothing has it.
void give_focus_to_view(QWidget& field);

/// An event filter of the application. The wheel scrolls what lies around a menu, a number or a slider, unless that has the keyboard; it
/// never gives the keyboard away. A tooltip stands below what it explains, or above it, never over it.
class FieldEventFilter : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject*, QEvent*) override;
};

}  // namespace neighborscope::desktop
