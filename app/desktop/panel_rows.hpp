// The rows of a described panel as Qt widgets, one class for each alternative of panels::Row::what. The row's id is the object name, its
// label the accessible name.
#pragma once
#include "app/desktop/theme.hpp"
#include "app/panels/panel.hpp"

#include <QWidget>

namespace neighborscope::desktop {

class RowWidget : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    /// Shows a row of the same kind_of() as the row that the widget was made for.
    void show_row(const panels::Row& row) {
        updating_ = true;
        update_controls(row);
        updating_ = false;
    }

Q_SIGNALS:
    void changed();     ///< by the user; the row's function has been called
    void drag_ended();  ///< ends a change

protected:
    virtual void update_controls(const panels::Row&) = 0;
    bool updating_ = false;  ///< changes of controls are not by the user
};

/// Makes a widget for a row; show_row() is yet to be called. The same widget can show all rows with equal kind_of().
RowWidget* make_row(const panels::Row&, QWidget* parent);
int kind_of(const panels::Row&);

}  // namespace neighborscope::desktop
