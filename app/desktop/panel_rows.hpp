// The rows of a described panel as Qt widgets, one class for each alternative of panels::Row::what, each in the source that makes it. Names
// and roles for screen readers come from the description: the row's id is the object name, its label the accessible name.
#pragma once
#include "app/desktop/theme.hpp"
#include "app/panels/panel.hpp"

#include <QWidget>

namespace neighborscope::desktop {

class RowWidget : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    /// Shows a row of the kind and look that this was made for.
    void show_row(const panels::Row& row) {
        updating_ = true;
        update_controls(row);
        updating_ = false;
    }

Q_SIGNALS:
    void changed();     ///< a person changed something: the row's own function has been called
    void drag_ended();  ///< what was dragged until now is one change

protected:
    virtual void update_controls(const panels::Row&) = 0;
    bool updating_ = false;  ///< what the controls say now is not by a person
};

/// A new widget for the row, not shown yet. Rows of one kind_of() can be shown by the same widget.
RowWidget* make_row(const panels::Row&, QWidget* parent);
int kind_of(const panels::Row&);

}  // namespace neighborscope::desktop
