// The command palette (Ctrl+K): searches commands while typing. Enter runs one, Esc closes.
#pragma once
#include "app/commands/palette.hpp"

#include <QDialog>

class QLineEdit;
class QListWidget;

namespace neighborscope::desktop {

class CommandPalette : public QDialog {
    Q_OBJECT
public:
    CommandPalette(const Commands&, QWidget* parent);
    void open_at_top();
    QLineEdit* field() const { return field_; }
    QListWidget* list() const { return list_; }

Q_SIGNALS:
    void chosen(const QString& command);

protected:
    bool eventFilter(QObject*, QEvent*) override;
    void paintEvent(QPaintEvent*) override;

private:
    void fill(const QString& typed);
    void run_chosen();

    Palette palette_;
    QLineEdit* field_;
    QListWidget* list_;
};

}  // namespace neighborscope::desktop
