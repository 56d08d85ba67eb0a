// What all fields of all windows have in common, whoever made them.
#pragma once
#include <QObject>

namespace neighborscope::desktop {

/// An event filter of the application. The wheel scrolls what lies around a menu, a number or a slider, unless that has the keyboard; it
/// never gives the keyboard away. A tooltip stands below what it explains, or above it, never over it.
class Manners : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject*, QEvent*) override;
};

}  // namespace neighborscope::desktop
