#include "app/desktop/neighbours_panel.hpp"

#include "app/desktop/icons.hpp"
#include "app/desktop/look.hpp"
#include "app/instruments/leaf_colours.hpp"
#include "app/session/tree_steps.hpp"

#include <QHeaderView>
#include <QMouseEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <numeric>

namespace neighborscope::desktop {

namespace {

int alignment(NeighboursModel::Column column) {
    const bool words = column == NeighboursModel::title_column || column == NeighboursModel::leaf_column;
    return int((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
}

/// Rank right-aligned with its colour beside it; numbers right-aligned; the selected line softly tinted.
class NeighbourDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const auto* model = static_cast<const NeighboursModel*>(index.model());
        const NeighbourRow& row = model->row(index.row());
        const Colours& look = colours();
        painter->save();
        if (option.state & QStyle::State_Selected) painter->fillRect(option.rect, look.soft);
        else if (model->hovered() == row.row || (option.state & QStyle::State_MouseOver)) painter->fillRect(option.rect, look.divider);
        painter->setPen(look.text);
        QRect area = option.rect.adjusted(2, 0, -6, 0);
        if (index.column() == NeighboursModel::rank_column) {
            painter->setRenderHint(QPainter::Antialiasing);
            painter->setPen(Qt::NoPen);
            painter->setBrush(to_qt(render::rank_colour(theme(), row.rank - 1, index.model()->rowCount())));
            painter->drawEllipse(QPointF(area.right() - 4, option.rect.center().y() + 0.5), 5, 5);
            painter->setPen(look.text);
            area.setRight(area.right() - 16);
        }
        if (model->column(index.column()) == NeighboursModel::final_column) {
            if (row.settled) paint_icon(*painter, Icon::check, QRect(area.right() - 16, option.rect.center().y() - 7, 16, 16), look.text);
            painter->restore();
            return;
        }
        if (model->column(index.column()) == NeighboursModel::leaf_column) painter->setPen(to_qt(leaf_colours(theme(), row.way).text));
        QString text = index.data(Qt::DisplayRole).toString();
        if (model->column(index.column()) == NeighboursModel::title_column)
            text = painter->fontMetrics().elidedText(text, Qt::ElideRight, area.width());
        painter->drawText(area, index.data(Qt::TextAlignmentRole).toInt(), text);
        painter->restore();
    }
};

}  // namespace

void NeighboursModel::show_neighbours(const ViewModel& view) {
    const bool same_size = view.listed().size() == rows_.size() && view.title_name == title_name_ && view.lists_leaves() == leaves_;
    if (!same_size) beginResetModel();
    rows_ = view.listed();
    if (leaves_ != view.lists_leaves() && sort_column_ > distance_column) sort_column_ = rank_column;
    leaves_ = view.lists_leaves();
    kth_distance_ = view.kth_distance;
    axes_ = view.axes;
    title_name_ = view.title_name;
    arrange();
    if (!same_size) endResetModel();
    else if (!rows_.empty()) Q_EMIT dataChanged(createIndex(0, 0), createIndex(int(rows_.size()) - 1, columnCount() - 1));
}

void NeighboursModel::arrange() {
    order_.resize(rows_.size());
    std::iota(order_.begin(), order_.end(), std::size_t(0));
    const auto before = [this](std::size_t a, std::size_t b) {
        const NeighbourRow &left = rows_[a], &right = rows_[b];
        switch (sort_column_) {
            case index_column: return left.file_row < right.file_row;
            case distance_column: return left.distance < right.distance;
            case title_column: return left.title < right.title;
            case leaf_column: return left.visit < right.visit;
            case final_column: return left.settled && !right.settled;
            default: return left.rank < right.rank;
        }
    };
    if (sort_order_ == Qt::AscendingOrder) std::stable_sort(order_.begin(), order_.end(), before);
    else std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) { return before(b, a); });
}

void NeighboursModel::sort(int column, Qt::SortOrder order) {
    Q_EMIT layoutAboutToBeChanged();
    const QModelIndexList old = persistentIndexList();
    std::vector<int> ranks;
    for (const QModelIndex& one : old) ranks.push_back(row(one.row()).rank);
    sort_column_ = this->column(column);
    sort_order_ = order;
    arrange();
    QModelIndexList now;
    for (int i = 0; i < old.size(); ++i) now << createIndex(row_of_rank(ranks[std::size_t(i)]), old[i].column());
    changePersistentIndexList(old, now);
    Q_EMIT layoutChanged();
}

int NeighboursModel::row_of_rank(int wanted) const {
    for (std::size_t at = 0; at < order_.size(); ++at)
        if (rows_[order_[at]].rank == wanted) return int(at);
    return -1;
}

int NeighboursModel::row_of(std::int64_t wanted) const {
    for (std::size_t at = 0; at < order_.size(); ++at)
        if (rows_[order_[at]].row == wanted) return int(at);
    return -1;
}

void NeighboursModel::set_hovered(std::int64_t hovered) {
    if (hovered == hovered_) return;
    const int before = hovered_ < 0 ? -1 : row_of(hovered_), now = hovered < 0 ? -1 : row_of(hovered);
    hovered_ = hovered;
    for (int line : {before, now})
        if (line >= 0) Q_EMIT dataChanged(createIndex(line, 0), createIndex(line, columnCount() - 1));
}

QVariant NeighboursModel::data(const QModelIndex& at, int role) const {
    if (!at.isValid() || at.row() >= rowCount()) return {};
    const NeighbourRow& line = row(at.row());
    switch (role) {
        case Qt::DisplayRole:
            switch (column(at.column())) {
                case rank_column: return QString::fromStdString(text_of_count(line.rank));
                case index_column: return QString::fromStdString(text_of_count(line.file_row));
                case distance_column: return QString::fromStdString(text_of_coordinate(line.distance, kth_distance_));
                case title_column: return QString::fromStdString(line.title);
                case leaf_column: return QString::fromStdString(visit_text(line.visit, line.way));
                case final_column: return line.settled ? tr("yes") : tr("no");  // drawn as a tick, or not
            }
            return {};
        case Qt::TextAlignmentRole: return alignment(column(at.column()));
        case Qt::AccessibleTextRole:
            return headerData(at.column(), Qt::Horizontal, Qt::DisplayRole).toString() + QLatin1Char(' ') +
                   data(at, Qt::DisplayRole).toString();
        case Qt::ToolTipRole: {
            QStringList lines{tr("rank %1: index %2, distance %3").arg(line.rank).arg(line.file_row).arg(line.distance, 0, 'g', 9)};
            for (std::size_t axis = 0; axis < line.coordinates.size(); ++axis)
                lines << (axis < axes_.size() ? QString::fromStdString(axes_[axis]) : QString::number(axis)) + QLatin1Char(' ') +
                             QString::number(line.coordinates[axis], 'g', 10);
            if (leaves_) {
                lines << tr("came with visit %1").arg(QString::fromStdString(visit_text(line.visit, line.way)));
                lines << (line.settled ? tr("final: nothing still to come is nearer") : tr("not final: a nearer one is still to come"));
            }
            if (!title_name_.empty() && !line.title.empty())
                lines << QString::fromStdString(title_name_) + QLatin1Char(' ') + QString::fromStdString(line.title);
            return lines.join(QLatin1Char('\n'));
        }
        default: return {};
    }
}

QVariant NeighboursModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return alignment(column(section));
    if (role == Qt::ToolTipRole) {
        switch (column(section)) {
            case index_column: return tr("The row of the file, from 0");
            case leaf_column: return tr("The visit of a leaf that the point came from, and its way in Morton order");
            case final_column: return tr("Ticked: this rank can no longer change, since nothing still to come is nearer");
            default: return {};
        }
    }
    if (role != Qt::DisplayRole) return {};
    switch (column(section)) {
        case rank_column: return tr("rank");
        case index_column: return tr("index");
        case distance_column: return tr("distance");
        case leaf_column: return tr("leaf");
        case final_column: return tr("final");
        default: return QString::fromStdString(title_name_);
    }
}

NeighboursPanel::NeighboursPanel(QWidget* parent) : Section(tr("Neighbours"), 0, parent) {
    copy_ = add_action(icon(Icon::copy), tr("Copy"), tr("Copies the list as a table of tabs (Ctrl+C)"));
    export_ = add_action(icon(Icon::export_arrow), tr("Export…"), tr("Writes the list as CSV"));
    copy_->setAccessibleName(tr("Copy the neighbours"));
    export_->setAccessibleName(tr("Export the neighbours"));
    model_ = new NeighboursModel(this);
    table_ = new QTableView(this);
    table_->setObjectName("neighbours.table");
    table_->setAccessibleName(tr("Neighbours"));
    table_->setModel(model_);
    table_->setItemDelegate(new NeighbourDelegate(table_));
    show_rows(*table_);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setMouseTracking(true);
    table_->setMinimumHeight(24 + 4 * 20);
    table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    QHeaderView* header = table_->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::Stretch);
    header->setSectionResizeMode(NeighboursModel::rank_column, QHeaderView::Fixed);
    header->resizeSection(NeighboursModel::rank_column, 64);
    header->setProperty("inset", 4);
    header->setSortIndicator(NeighboursModel::rank_column, Qt::AscendingOrder);
    header->setFixedHeight(24);
    table_->setSortingEnabled(true);
    fit_columns(true);
    table_->viewport()->installEventFilter(this);
    empty_ = new Text(tr("No neighbours yet"), Tone::second, this);
    empty_->setContentsMargins(12, 0, 12, 8);
    content()->addWidget(empty_);
    content()->addWidget(table_, 1);
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        if (!showing_) Q_EMIT rank_selected(selected_rank() - 1);
    });
}

int NeighboursPanel::selected_rank() const {
    const QModelIndexList chosen = table_->selectionModel()->selectedRows();
    return chosen.isEmpty() ? 0 : model_->row(chosen.first().row()).rank;
}

/// The last column, names or else distances, gets what the others leave. `anew`: else columns only grow, so that nothing jumps while the query moves.
void NeighboursPanel::fit_columns(bool anew) {
    QHeaderView* header = table_->horizontalHeader();
    const bool further = model_->columnCount() > NeighboursModel::title_column;
    const int stretched = model_->leaves() || further ? NeighboursModel::title_column : NeighboursModel::distance_column;
    if (anew) {
        header->resizeSection(NeighboursModel::rank_column, model_->leaves() ? 46 : further ? 62 : 64);
        header->setSortIndicatorShown(!model_->leaves());  // its arrow has no room there
        for (int column = NeighboursModel::index_column; column < model_->columnCount(); ++column)
            header->setSectionResizeMode(column, column == stretched ? QHeaderView::Stretch : QHeaderView::Fixed);
        if (model_->leaves()) header->resizeSection(model_->columnCount() - 1, 38);
    }
    for (const auto& [column, least] : {std::pair(NeighboursModel::index_column, model_->leaves() ? 46
                                                                                 : further        ? 50
                                                                                                  : 72),
             std::pair(NeighboursModel::distance_column, model_->leaves() ? 62 : 66)}) {
        if (header->sectionResizeMode(column) == QHeaderView::Stretch) continue;
        int width = anew ? least : header->sectionSize(column);
        for (int row = 0; row < std::min(model_->rowCount(), 256); ++row)
            width = std::max(width, table_->fontMetrics().horizontalAdvance(model_->index(row, column).data().toString()) + 10);
        if (width != header->sectionSize(column)) header->resizeSection(column, width);
    }
}

void NeighboursPanel::select_rank(int rank) {
    const int line = model_->row_of_rank(rank);
    if (line < 0) table_->clearSelection();
    else table_->selectRow(line);
}

void NeighboursPanel::show_neighbours(const ViewModel& view) {
    showing_ = true;
    // A selection is of a rank: it stays while the list under it changes.
    const int rank = selected_rank();
    const int columns_before = model_->columnCount();
    model_->show_neighbours(view);
    if (!view.lists_leaves() && table_->horizontalHeader()->sortIndicatorSection() >= model_->columnCount())
        table_->sortByColumn(NeighboursModel::rank_column, Qt::AscendingOrder);
    fit_columns(model_->columnCount() != columns_before);
    if (rank != selected_rank()) select_rank(rank);
    empty_->setText(view.neighbours.empty() ? tr("No neighbours yet") : tr("None found yet at this step"));
    empty_->setVisible(view.listed().empty());
    showing_ = false;
    if (selected_rank() != rank) Q_EMIT rank_selected(selected_rank() - 1);
}

bool NeighboursPanel::eventFilter(QObject* watched, QEvent* event) {
    // The line under the mouse rings its point; leaving gives the ring back to the selection.
    if (event->type() == QEvent::MouseMove) {
        const QModelIndex at = table_->indexAt(static_cast<QMouseEvent*>(event)->pos());
        Q_EMIT rank_selected(at.isValid() ? model_->row(at.row()).rank - 1 : selected_rank() - 1);
    } else if (event->type() == QEvent::Leave) {
        Q_EMIT rank_selected(selected_rank() - 1);
    } else if (event->type() == QEvent::MouseButtonPress) {
        // A second click on the selected line lets go of it.
        const QModelIndex at = table_->indexAt(static_cast<QMouseEvent*>(event)->pos());
        if (at.isValid() && model_->row(at.row()).rank == selected_rank()) {
            table_->clearSelection();
            return true;
        }
    }
    return Section::eventFilter(watched, event);
}

}  // namespace neighborscope::desktop
