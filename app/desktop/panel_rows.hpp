// The rows of a described panel as Qt widgets: one class for each alternative of panels::Row::what. Names and roles for screen readers
// come from the description: the row's id is the object name, its label the accessible name.
#pragma once
#include "app/desktop/look.hpp"
#include "app/panels/panel.hpp"

#include <QAbstractTableModel>
#include <QTableView>
#include <QWidget>

class QAbstractButton;
class QBoxLayout;
class QCheckBox;
class QComboBox;
class QListView;
class QListWidget;
class QSlider;
class QStandardItemModel;
class QVBoxLayout;

namespace neighborscope::desktop {

class NumberField;
class QuietSlider;

class RowWidget : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    /// Shows a row of the kind and look that this was made for.
    virtual void show_row(const panels::Row&) = 0;

Q_SIGNALS:
    void changed();     ///< a person changed something: the row's own function has been called
    void drag_ended();  ///< what was dragged until now is one change

protected:
    bool showing_ = false;  ///< what the controls say now is not by a person
};

/// A new widget for the row, not shown yet. Rows of one kind_of() can be shown by the same widget.
RowWidget* make_row(const panels::Row&, QWidget* parent);
int kind_of(const panels::Row&);

class TextRow : public RowWidget {
public:
    TextRow(const panels::Row&, QWidget* parent);
    void show_row(const panels::Row&) override;

private:
    class Sign;
    Sign* sign_;
    Text *text_, *beside_;
};

class FactsRow : public RowWidget {
public:
    FactsRow(const panels::Row&, QWidget* parent);
    void show_row(const panels::Row&) override;

private:
    QVBoxLayout* lines_;
    QWidget* body_ = nullptr;
    std::vector<std::pair<std::string, std::string>> shown_;
};

class NumberRow : public RowWidget {
public:
    NumberRow(const panels::Row&, QWidget* parent);
    void show_row(const panels::Row&) override;

private:
    void take(const QString& typed, bool merge);
    void forgive();

    panels::Number number_;
    NumberField* field_;
    QuietSlider* slider_ = nullptr;
    Text *error_, *help_ = nullptr;
};

class SliderRow : public RowWidget {
public:
    SliderRow(const panels::Row&, QWidget* parent);
    void show_row(const panels::Row&) override;

private:
    panels::Slider what_;
    QSlider* slider_;
    Text* text_;
};

/// A menu to choose from.
class MenuRow : public RowWidget {
public:
    MenuRow(const panels::Row&, QWidget* parent);
    void show_row(const panels::Row&) override;

private:
    panels::Choice choice_;
    QComboBox* box_;
};

/// A list to choose from, by groups, with the reason beside what refuses.
class ListRow : public RowWidget {
public:
    ListRow(const panels::Row&, QWidget* parent);
    void show_row(const panels::Row&) override;

private:
    void fill();
    panels::Choice choice_;
    QListView* list_;
    QStandardItemModel* model_;
    std::vector<std::string> filled_;
};

/// Buttons side by side of which one is down.
class SegmentsRow : public RowWidget {
public:
    SegmentsRow(const panels::Row&, QWidget* parent);
    void show_row(const panels::Row&) override;

private:
    panels::Choice choice_;
    std::vector<QAbstractButton*> buttons_;
};

class CheckRow : public RowWidget {
public:
    CheckRow(const panels::Row&, QWidget* parent);
    void show_row(const panels::Row&) override;

private:
    panels::Check check_;
    QCheckBox* box_;
};

class ButtonsRow : public RowWidget {
public:
    ButtonsRow(const panels::Row&, QWidget* parent);
    void show_row(const panels::Row&) override;

private:
    void open_menu(std::size_t at);

    QBoxLayout* line_;
    std::vector<panels::Button> shown_;
    std::vector<QAbstractButton*> buttons_;
};

class ShareRow : public RowWidget {
public:
    ShareRow(const panels::Row&, QWidget* parent);
    void show_row(const panels::Row&) override;

private:
    class Bar;
    Text* text_;
    Bar* bar_;
};

class CodeRow : public RowWidget {
public:
    CodeRow(const panels::Row&, QWidget* parent);
    void show_row(const panels::Row&) override;

protected:
    void resizeEvent(QResizeEvent*) override;

private:
    QListWidget* list_;
    std::vector<std::string> lines_;
};

/// The description of a table as Qt asks for it: rows are told when they come into sight.
class TableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;
    void show_table(const panels::Table&);
    const panels::Table& table() const { return table_; }
    int rowCount(const QModelIndex& = {}) const override { return int(table_.count); }
    int columnCount(const QModelIndex& = {}) const override { return int(table_.columns.size()); }
    QVariant data(const QModelIndex&, int role) const override;
    QVariant headerData(int section, Qt::Orientation, int role) const override;
    void sort(int column, Qt::SortOrder) override;

Q_SIGNALS:
    void sorted();

private:
    panels::Table table_;
};

class TableRow : public RowWidget {
public:
    TableRow(const panels::Row&, QWidget* parent);
    void show_row(const panels::Row&) override;

protected:
    bool eventFilter(QObject*, QEvent*) override;
    void resizeEvent(QResizeEvent*) override;

private:
    void fit_columns(bool anew);
    void hover(std::int64_t row);

    TableModel* model_;
    QTableView* view_;
    Text* empty_;
    std::int64_t hovered_ = -1;
};

}  // namespace neighborscope::desktop
