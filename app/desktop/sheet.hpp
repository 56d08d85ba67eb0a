// A described panel as a dialog, for keys, about and columns.
#pragma once
#include "app/panels/sheets.hpp"

#include <QDialog>

namespace neighborscope::desktop {

class PanelWidget;

/// Deletes itself when closed.
class Sheet : public QDialog {
    Q_OBJECT
public:
    explicit Sheet(panels::Sheet, QWidget* parent);
    PanelWidget* panel() const { return rows_; }

Q_SIGNALS:
    void changed();

private:
    void show_sheet();

    panels::Sheet describe_;
    PanelWidget *rows_, *buttons_;
};

}  // namespace neighborscope::desktop
