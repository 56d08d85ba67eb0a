// Every command, found as one types (Ctrl+K). Enter runs, Esc closes.
#pragma once
#include "app/commands/commands.hpp"

#include <QDialog>

class QLineEdit;
class QListView;
class QStandardItemModel;

namespace neighborscope::desktop {

class CommandPalette : public QDialog {
    Q_OBJECT
public:
    CommandPalette(const Commands&, QWidget* parent);
    void open_at_top();
    QLineEdit* field() const { return field_; }
    QListView* list() const { return list_; }

Q_SIGNALS:
    void chosen(const QString& command);

protected:
    bool eventFilter(QObject*, QEvent*) override;
    void paintEvent(QPaintEvent*) override;

private:
    void fill(const QString& typed);
    void run_current();

    const Commands& commands_;
    QLineEdit* field_;
    QListView* list_;
    QStandardItemModel* model_;
};

}  // namespace neighborscope::desktop
