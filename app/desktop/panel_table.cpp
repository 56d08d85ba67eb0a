// Rows for tables.
#include "app/desktop/icons.hpp"
#include "app/desktop/row_parts.hpp"
#include "app/instruments/scene/leaf_colours.hpp"

#include <QAbstractTableModel>
#include <QHeaderView>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QTableView>
#include <QTimer>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>
#include <vector>

namespace neighborscope::desktop {

namespace {

constexpr int rows_measured = 256;     // to find the width of a column
constexpr int row_height = 20;         // logical pixels at 100 percent, as those below
constexpr int min_text_width = 200;    // for a text that is cut
constexpr int space_around_text = 10;  // in a cell
constexpr int few_columns = 5;         // at most so many columns: titles are not cut in a dock

// ---- The model ------------------------------------------------------------------------------------------------------------

/// The Qt model of a described table. Cells are made on demand.
class TableModel : public QAbstractTableModel {
public:
    using QAbstractTableModel::QAbstractTableModel;
    void show_table(const panels::Table& table) {
        const auto same_title = [](const panels::Table::Column& a, const panels::Table::Column& b) { return a.title == b.title; };
        const bool same = table.count == table_.count &&
                          std::equal(table.columns.begin(), table.columns.end(), table_.columns.begin(), table_.columns.end(), same_title);
        if (!same) beginResetModel();
        table_ = table;
        if (!same) endResetModel();
        else if (table_.count > 0) Q_EMIT dataChanged(createIndex(0, 0), createIndex(rowCount() - 1, columnCount() - 1));
    }

    const panels::Table& table() const { return table_; }
    int rowCount(const QModelIndex& = {}) const override { return int(table_.count); }
    int columnCount(const QModelIndex& = {}) const override { return int(table_.columns.size()); }
    QVariant data(const QModelIndex& at, int role) const override {
        if (!at.isValid() || at.row() >= rowCount() || at.column() >= columnCount() || !table_.cell) return {};
        switch (role) {
            case Qt::DisplayRole: return to_qstring(table_.cell(at.row(), at.column()).text);
            case Qt::TextAlignmentRole: return headerData(at.column(), Qt::Horizontal, role);
            case Qt::AccessibleTextRole:
                return headerData(at.column(), Qt::Horizontal, Qt::DisplayRole).toString() + QLatin1Char(' ') +
                       data(at, Qt::DisplayRole).toString();
            case Qt::ToolTipRole: return table_.help ? to_qstring(table_.help(at.row())) : QString();
            default: return {};
        }
    }

    QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
        if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
        const panels::Table::Column& column = table_.columns[std::size_t(section)];
        switch (role) {
            case Qt::DisplayRole: return to_qstring(column.title);
            case Qt::ToolTipRole: return to_qstring(column.help);
            case Qt::TextAlignmentRole: return int((column.words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
            default: return {};
        }
    }
    void sort(int column, Qt::SortOrder order) override {
        if (!table_.sort || column < 0 || column >= columnCount()) return;
        table_.sort(column, order == Qt::DescendingOrder);
        sorted();
    }

    std::function<void()> sorted;

private:
    panels::Table table_;
};

/// Draws a part of a bracket on the left of a cell; parts of adjacent cells connect.
void paint_bracket(QPainter& painter, panels::Table::Bracket bracket, const QRect& cell, const QColor& ink) {
    using Bracket = panels::Table::Bracket;
    if (bracket == Bracket::none) return;
    const int inset = px(4), tooth = px(4);
    const int x = cell.left() + px(5), from = cell.top() + (bracket == Bracket::first ? inset : 0),
              to = cell.bottom() - (bracket == Bracket::last ? inset : 0);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(ink);
    painter.drawLine(x, from, x, to);
    if (bracket == Bracket::first) painter.drawLine(x, from, x + tooth, from);
    if (bracket == Bracket::last) painter.drawLine(x, to, x + tooth, to);
}

/// Draws cells: numbers aligned right, ranks with their colour, the selected row tinted.
class CellDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const panels::Table& table = static_cast<const TableModel*>(index.model())->table();
        const panels::Table::Cell cell = table.cell(index.row(), index.column());
        const Colours& look = colours();
        painter->save();
        const bool pressed = table.pressed_row == index.row() && table.pressed_column == index.column();
        if (pressed || option.state & QStyle::State_Selected) painter->fillRect(option.rect, look.soft);
        else if (table.hovered == index.row() || (option.state & QStyle::State_MouseOver)) painter->fillRect(option.rect, look.divider);
        QRect area = option.rect.adjusted(px(4), 0, -px(6), 0);
        if (cell.rank > 0) {
            painter->setRenderHint(QPainter::Antialiasing);
            painter->setPen(Qt::NoPen);
            painter->setBrush(to_qcolor(render::rank_colour(theme(), cell.rank - 1, table.ranks)));
            painter->drawEllipse(QPointF(area.right() - px(4), option.rect.center().y() + 0.5), px(5), px(5));
            area.setRight(area.right() - px(16));
        } else if (cell.mark == panels::Mark::missed) {
            paint_icon(*painter, Icon::cross, QRect(area.right() - px(12), option.rect.center().y() - px(7), px(16), px(16)), look.warning);
            area.setRight(area.right() - px(16));
        }
        paint_bracket(*painter, cell.bracket, option.rect, look.second_text);
        painter->setPen(cell.way ? to_qcolor(leaf_colours(theme(), *cell.way).text) : colour_of(cell.tone));
        if (cell.picture) {
            painter->setRenderHint(QPainter::SmoothPixmapTransform);
            painter->drawImage(picture_rectangle(*cell.picture, option.rect.topLeft() + QPoint(2, 2), px(table.picture_height)),
                image_of(cell.picture.get()));
        } else if (!cell.tick) {
            const QString text = painter->fontMetrics().elidedText(to_qstring(cell.text), Qt::ElideRight, area.width() + 1);
            painter->drawText(area, index.data(Qt::TextAlignmentRole).toInt(), text);
        } else if (*cell.tick) {
            paint_icon(*painter, Icon::check, QRect(area.right() - px(16), option.rect.center().y() - px(7), px(16), px(16)), look.text);
        }
        painter->restore();
    }

    /// The tooltip has the full text of a cut cell, then the row's help.
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option, const QModelIndex& index) override {
        const QString text = index.data(Qt::DisplayRole).toString(), help = index.data(Qt::ToolTipRole).toString();
        const bool cut = view->fontMetrics().horizontalAdvance(text) > view->visualRect(index).width() - px(space_around_text);
        if (event->type() != QEvent::ToolTip || !cut) return QStyledItemDelegate::helpEvent(event, view, option, index);
        QToolTip::showText(event->globalPos(), help.isEmpty() ? text : text + QLatin1Char('\n') + help, view);
        return true;
    }
};

// ---- The table ------------------------------------------------------------------------------------------------------------

class TableRow : public RowWidget {
public:
    TableRow(const panels::Row& row, QWidget* parent) : RowWidget(parent) {
        const auto& table = std::get<panels::Table>(row.what);
        auto* lines = new QVBoxLayout(this);
        lines->setContentsMargins(0, 0, 0, 0);
        lines->setSpacing(0);
        empty_ = new Text({}, Tone::second, this);
        model_ = new TableModel(this);
        view_ = new QTableView(this);
        view_->setObjectName(to_qstring(row.id));
        view_->setAccessibleName(to_qstring(row.label));
        view_->setToolTip(to_qstring(row.help));
        view_->setModel(model_);
        view_->setItemDelegate(new CellDelegate(view_));
        view_->setSelectionBehavior(QAbstractItemView::SelectRows);
        view_->setAlternatingRowColors(true);
        view_->setShowGrid(false);
        view_->setTabKeyNavigation(false);
        view_->setFrameShape(QFrame::NoFrame);
        view_->verticalHeader()->hide();
        view_->verticalHeader()->setMinimumSectionSize(px(row_height));
        view_->verticalHeader()->setDefaultSectionSize(px(row_height));
        view_->horizontalHeader()->setHighlightSections(false);
        view_->setMouseTracking(true);
        view_->setWordWrap(false);
        view_->setMinimumHeight(px(24 + 4 * 20));
        view_->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
        QHeaderView* header = view_->horizontalHeader();
        header->setFixedHeight(px(24));
        header->setMinimumSectionSize(px(28));
        if (table.scrolls_to_selected || table.gives_way)
            view_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);  // not the height that it would like
        if (table.sort) {
            header->setProperty("inset", px(4));
            header->setSortIndicator(table.sorted_by, table.descending ? Qt::DescendingOrder : Qt::AscendingOrder);
            view_->setSortingEnabled(true);
        }
        view_->viewport()->installEventFilter(this);
        view_->installEventFilter(this);
        connect(view_, &QTableView::doubleClicked, this, [this](const QModelIndex& at) { open(at.row()); });
        lines->addWidget(empty_);
        lines->addWidget(view_, 1);
        model_->sorted = [this] { Q_EMIT changed(); };
        connect(view_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
            if (updating_ || !model_->table().select) return;
            const QModelIndexList chosen = view_->selectionModel()->selectedRows();
            model_->table().select(chosen.isEmpty() ? -1 : chosen.first().row());
            Q_EMIT changed();
        });
    }

    void update_controls(const panels::Row& row) override {
        const auto& table = std::get<panels::Table>(row.what);
        const auto before = model_->table().columns;
        model_->show_table(table);
        const bool anew = !std::equal(before.begin(), before.end(), table.columns.begin(), table.columns.end(),
            [](const auto& a, const auto& b) { return a.title == b.title && a.width == b.width; });
        const int height = std::max(px(row_height), table.picture_height > 0 ? px(table.picture_height) + 4 : 0);
        view_->verticalHeader()->setMinimumSectionSize(px(row_height));
        view_->horizontalHeader()->setMinimumSectionSize(px(28));
        if (table.sort) view_->horizontalHeader()->setProperty("inset", px(4));
        if (view_->verticalHeader()->defaultSectionSize() != height) view_->verticalHeader()->setDefaultSectionSize(height);
        fit_columns(std::exchange(scale_, text_scale()) != text_scale() || anew);
        view_->setSelectionMode(table.select ? QAbstractItemView::SingleSelection : QAbstractItemView::NoSelection);
        if (table.sort) {
            const QSignalBlocker quiet(view_->horizontalHeader());
            view_->horizontalHeader()->setSortIndicator(table.sorted_by, table.descending ? Qt::DescendingOrder : Qt::AscendingOrder);
        }
        if (table.select) {
            const QModelIndex wanted = table.selected >= 0 ? model_->index(int(table.selected), 0) : QModelIndex();
            const QModelIndexList chosen = view_->selectionModel()->selectedRows();
            if (!wanted.isValid()) {
                view_->clearSelection();
                view_->setCurrentIndex({});
            } else if (chosen.isEmpty() || chosen.first().row() != wanted.row()) {
                view_->selectRow(wanted.row());
                if (table.scrolls_to_selected) view_->scrollTo(wanted);
            }
        }
        empty_->setContentsMargins(px(12), 0, px(12), px(8));
        empty_->setText(to_qstring(table.empty));
        empty_->setVisible(table.count == 0 && !table.empty.empty());
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched == view_) {
            const int key = event->type() == QEvent::KeyPress ? static_cast<QKeyEvent*>(event)->key() : 0;
            const bool enters = key == Qt::Key_Return || key == Qt::Key_Enter;
            return (enters && open(model_->table().selected)) || RowWidget::eventFilter(watched, event);
        }
        const auto row_under = [&] {
            const QModelIndex at = view_->indexAt(static_cast<QMouseEvent*>(event)->pos());
            return at.isValid() ? std::int64_t(at.row()) : -1;
        };
        if (event->type() == QEvent::MouseMove) {
            hover(row_under());
        } else if (event->type() == QEvent::Leave) {
            hover(-1);
        } else if (event->type() == QEvent::MouseButtonPress && model_->table().press) {
            const QModelIndex at = view_->indexAt(static_cast<QMouseEvent*>(event)->pos());
            if (!at.isValid()) return false;
            const auto press = model_->table().press;  // copies it, since selecting may change the table
            press(at.row(), at.column());
            Q_EMIT changed();
            return true;
        } else if (event->type() == QEvent::MouseButtonPress && !model_->table().scrolls_to_selected) {
            // A second click on the selected row deselects it.
            if (const std::int64_t row = row_under(); row >= 0 && row == model_->table().selected) {
                view_->clearSelection();
                return true;
            }
        }
        return RowWidget::eventFilter(watched, event);
    }

    /// Scrolls to the selected row after this event, when the table has its size.
    void resizeEvent(QResizeEvent* event) override {
        RowWidget::resizeEvent(event);
        QTimer::singleShot(0, this, [this] { fit_columns(false); });
        if (model_->table().scrolls_to_selected)
            QTimer::singleShot(0, this, [this] {
                if (view_->currentIndex().isValid()) view_->scrollTo(view_->currentIndex());
            });
    }

private:
    bool open(std::int64_t row) {
        const auto action = model_->table().open;  // copied, since it may change the table
        if (!action || row < 0) return false;
        action(row);
        Q_EMIT changed();
        return true;
    }

    /// Without `anew`, columns only grow, so that nothing moves while numbers change.
    void fit_columns(bool anew) {
        QHeaderView* header = view_->horizontalHeader();
        const panels::Table& table = model_->table();
        // Cuts the table of neighbours to fit a narrow dock. Other tables are scrolled horizontally.
        if (!table.hover) return fit_wide(anew);
        header->setStretchLastSection(false);
        std::vector<float> widths;
        for (int column = 0; column < model_->columnCount(); ++column) {
            const int least = px(table.columns[std::size_t(column)].width);
            int width = anew || least == 0 || header->isSectionHidden(column) ? least : header->sectionSize(column);
            width = std::max(width, width_of(column, model_->columnCount() <= few_columns));
            widths.push_back(float(width));
            if (anew) header->setSectionResizeMode(column, least == 0 ? QHeaderView::Stretch : QHeaderView::Interactive);
            if (least > 0 && width != header->sectionSize(column)) header->resizeSection(column, width);
        }
        hide_all_but(table.shown_columns(std::move(widths), float(view_->viewport()->width())));
    }

    void hide_all_but(const std::vector<int>& shown) {
        QHeaderView* header = view_->horizontalHeader();
        for (int column = 0; column < model_->columnCount(); ++column)
            if (const bool seen = std::find(shown.begin(), shown.end(), column) != shown.end(); header->isSectionHidden(column) == seen)
                header->setSectionHidden(column, !seen);
    }

    /// The width that a column's first cells need, and its title with `with_title`.
    int width_of(int column, bool with_title) const {
        const panels::Table& table = model_->table();
        const int title = view_->horizontalHeader()->fontMetrics().horizontalAdvance(to_qstring(table.columns[std::size_t(column)].title));
        int width = with_title ? title + px(16) + (column == table.sorted_by ? px(20) : 0) : 0;
        const bool pictures = model_->rowCount() > 0 && table.cell(0, column).picture;
        for (int row = 0; row < std::min(model_->rowCount(), rows_measured) && !pictures; ++row)
            width = std::max(width,
                view_->fontMetrics().horizontalAdvance(to_qstring(table.cell(row, column).text)) +
                    (table.cell(row, column).rank > 0 || table.cell(row, column).mark != panels::Mark::none ? px(30)
                                                                                                            : px(space_around_text + 2)));
        return width;
    }

    /// Sets the described widths if all columns fit, else the widths of their texts. The last column takes the rest. Optional ones are
    /// hidden without room.
    void fit_wide(bool anew) {
        QHeaderView* header = view_->horizontalHeader();
        const panels::Table& table = model_->table();
        const int room = view_->viewport()->width();
        std::vector<int> needed, described;
        for (int column = 0; column < model_->columnCount(); ++column) {
            const panels::Table::Column& one = table.columns[std::size_t(column)];
            needed.push_back(width_of(column, true));
            if (table.is_shortened(column)) needed.back() = std::min(needed.back(), px(min_text_width));
            described.push_back(std::max(needed.back(), px(one.width)));
        }
        if (needed.empty()) return;
        const std::vector<int> shown = table.shown_columns({needed.begin(), needed.end()}, float(room));
        const auto sum = [&](const std::vector<int>& widths) {
            return std::accumulate(shown.begin(), shown.end(), 0, [&](int all, int column) { return all + widths[std::size_t(column)]; });
        };
        std::vector<int>& widths = sum(described) <= room ? described : needed;
        const int give = table.is_shortened(shown.back()) ? px(min_text_width) / 2 : 0;  // cuts a text rather than scrolling horizontally
        widths[std::size_t(shown.back())] += std::max(-give, room - sum(widths));
        header->setStretchLastSection(false);
        hide_all_but(shown);
        for (int column = 0; column < model_->columnCount(); ++column) {
            if (anew) header->setSectionResizeMode(column, QHeaderView::Interactive);
            if (!header->isSectionHidden(column) && widths[std::size_t(column)] != header->sectionSize(column))
                header->resizeSection(column, widths[std::size_t(column)]);
        }
    }

    void hover(std::int64_t row) {
        if (!model_->table().hover || std::exchange(hovered_, row) == row) return;
        model_->table().hover(row);
        Q_EMIT changed();
    }

    TableModel* model_;
    QTableView* view_;
    Text* empty_;
    std::int64_t hovered_ = -1;
    int scale_ = text_scale();  ///< of the columns
};

}  // namespace

RowWidget* row_for(const panels::Table&, const panels::Row& row, QWidget* parent) { return new TableRow(row, parent); }

}  // namespace neighborscope::desktop
