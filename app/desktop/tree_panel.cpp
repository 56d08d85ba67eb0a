#include "app/desktop/tree_panel.hpp"

#include "app/desktop/look.hpp"
#include "app/session/view_model.hpp"

#include <QHeaderView>
#include <QTableWidget>

#include <limits>

namespace neighborscope::desktop {

namespace {

constexpr int most_rows = 24;

QString told(render::CellNumber of, const LeafBar& bar) {
    const QString range = to_q(text_of_range(bar));
    switch (of) {
        case render::CellNumber::level: return TreePanel::tr("leaves at level %1").arg(range);
        case render::CellNumber::queries:
            return bar.to == 1 ? TreePanel::tr("leaves with 1 query") : TreePanel::tr("leaves with %1 queries").arg(range);
        case render::CellNumber::distances: return TreePanel::tr("leaves with %1 distances a query").arg(range);
        case render::CellNumber::tasks: return TreePanel::tr("tasks of weight %1").arg(range);
        case render::CellNumber::visited: return TreePanel::tr("queries active in iteration %1").arg(range);
        case render::CellNumber::objects:
        case render::CellNumber::none: break;
    }
    return bar.to == 1 ? TreePanel::tr("leaves with 1 object") : TreePanel::tr("leaves with %1 objects").arg(range);
}

/// How many there are of what a row counts.
std::int64_t all_of(render::CellNumber of, const TreeFacts& tree) {
    if (of == render::CellNumber::tasks) return tree.work->balance.tasks;
    if (of == render::CellNumber::visited) return tree.work->leaves.count;
    return tree.leaves;
}

}  // namespace

TreePanel::TreePanel(QWidget* parent) : Section(tr("Tree"), 12, parent) {
    table_ = new QTableWidget(this);
    table_->setObjectName("tree.table");
    table_->setAccessibleName(tr("Leaves of the tree"));
    table_->setToolTip(tr("Choose a row to see its leaves in the view"));
    table_->setColumnCount(columns);
    table_->setHorizontalHeaderLabels({tr("counted"), tr("how many"), tr("of all, %")});
    table_->horizontalHeaderItem(what)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    for (int column : {int(leaves), int(share)}) table_->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    show_rows(*table_);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    QHeaderView* header = table_->horizontalHeader();
    header->setStretchLastSection(true);
    header->resizeSection(what, 132);
    header->resizeSection(leaves, 80);
    content()->addWidget(table_, 1);
    connect(table_, &QTableWidget::itemSelectionChanged, this, &TreePanel::tell_choice);
}

void TreePanel::tell_choice() {
    const QList<QTableWidgetItem*> items = table_->selectedItems();
    const std::size_t row = items.isEmpty() ? rows_.size() : std::size_t(items.front()->row());
    // Of an iteration: the leaves whose queries visit at least as many leaves.
    const bool iteration = row < rows_.size() && rows_[row].of == render::CellNumber::visited;
    if (row < rows_.size())
        Q_EMIT chosen(rows_[row].of, rows_[row].bar.from, iteration ? std::numeric_limits<int>::max() : rows_[row].bar.to);
    else Q_EMIT none_chosen();
}

void TreePanel::show_tree(const TreeFacts& tree) {
    rows_.clear();
    const auto add = [this](render::CellNumber of, const std::vector<LeafBar>& bars) {
        for (const LeafBar& bar : bars) rows_.push_back({of, bar});
    };
    add(render::CellNumber::objects, occupancy_bars(tree, most_rows));
    add(render::CellNumber::level, depth_bars(tree));
    if (tree.work) {
        add(render::CellNumber::queries, spread_bars(tree.work->cell_queries, most_rows));
        add(render::CellNumber::distances, spread_bars(tree.work->cell_distances, most_rows));
        add(render::CellNumber::tasks, task_bars(tree.work->balance, most_rows));
        add(render::CellNumber::visited, iteration_bars(tree.work->iterations, most_rows));
    }
    table_->setRowCount(int(rows_.size()));
    const auto put = [this](int row, Column column, const QString& text) {
        QTableWidgetItem* item = table_->item(row, column);
        if (!item) {
            item = new QTableWidgetItem;
            item->setTextAlignment((column == what ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
            table_->setItem(row, column, item);
        }
        if (item->text() != text) item->setText(text);
    };
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const auto& [of, bar] = rows_[i];
        put(int(i), what, told(of, bar));
        put(int(i), leaves, to_q(text_of_count(bar.leaves)));
        put(int(i), share, QString::number(100.0 * bar.leaves / double(std::max<std::int64_t>(1, all_of(of, tree))), 'f', 1));
    }
    set_fact(tr("%1 leaves, %2 empty, %3")
                 .arg(to_q(text_of_count(tree.leaves)), to_q(text_of_count(tree.empty())), to_q(text_of_bytes(tree.bytes))));
}

}  // namespace neighborscope::desktop
