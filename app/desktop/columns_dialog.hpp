// "Import columns": what each column of the file is taken for, with examples, and what will be loaded then.
#pragma once
#include "app/desktop/look.hpp"
#include "app/session/column_choice.hpp"

#include <QDialog>

class QComboBox;
class QPushButton;
class QTableWidget;

namespace neighborscope::desktop {

class ColumnsDialog : public QDialog {
    Q_OBJECT
public:
    ColumnsDialog(ColumnChoice, const QString& file, QWidget* parent);

    const ColumnChoice& choice() const { return choice_; }
    QComboBox* use_of(int column) const { return uses_[std::size_t(column)]; }
    QString sentence() const { return sentence_->text(); }
    QPushButton* load_button() const { return load_; }
    QPushButton* guess_button() const { return guess_; }

private:
    void show_choice();

    ColumnChoice choice_;
    QTableWidget* table_;
    std::vector<QComboBox*> uses_;
    Text* sentence_;
    QPushButton *load_, *guess_;
    bool showing_ = false;
};

}  // namespace neighborscope::desktop
