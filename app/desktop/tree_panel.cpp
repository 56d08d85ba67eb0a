#include "app/desktop/tree_panel.hpp"

#include "app/desktop/look.hpp"
#include "app/session/view_model.hpp"

#include <QHeaderView>
#include <QTableWidget>

namespace neighborscope::desktop {

namespace {

constexpr int most_rows = 24;

QString to_q(const std::string& text) { return QString::fromStdString(text); }

}  // namespace

TreePanel::TreePanel(QWidget* parent) : Section(tr("Tree"), 12, parent) {
    table_ = new QTableWidget(this);
    table_->setObjectName("tree.table");
    table_->setAccessibleName(tr("Leaves of the tree"));
    table_->setToolTip(tr("Choose a row to see its leaves in the view"));
    table_->setColumnCount(columns);
    table_->setHorizontalHeaderLabels({tr("leaves with"), tr("leaves"), tr("of all, %")});
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
    const std::size_t row = items.isEmpty() ? bars_.size() : std::size_t(items.front()->row());
    if (row < bars_.size()) Q_EMIT chosen(row >= by_objects_, bars_[row].from, bars_[row].to);
    else Q_EMIT none_chosen();
}

void TreePanel::show_tree(const TreeFacts& tree) {
    std::vector<LeafBar> bars = occupancy_bars(tree, most_rows);
    by_objects_ = bars.size();
    const std::vector<LeafBar> levels = depth_bars(tree);
    bars.insert(bars.end(), levels.begin(), levels.end());
    bars_ = std::move(bars);
    table_->setRowCount(int(bars_.size()));
    const auto put = [this](int row, Column column, const QString& text) {
        QTableWidgetItem* item = table_->item(row, column);
        if (!item) {
            item = new QTableWidgetItem;
            item->setTextAlignment((column == what ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
            table_->setItem(row, column, item);
        }
        if (item->text() != text) item->setText(text);
    };
    for (std::size_t i = 0; i < bars_.size(); ++i) {
        const LeafBar& bar = bars_[i];
        const QString range = to_q(text_of_range(bar));
        const bool level = i >= by_objects_;
        put(int(i), what, level ? tr("level %1").arg(range) : bar.to == 1 ? tr("1 object") : tr("%1 objects").arg(range));
        put(int(i), leaves, to_q(text_of_count(bar.leaves)));
        put(int(i), share, QString::number(100.0 * bar.leaves / std::max(1, tree.leaves), 'f', 1));
    }
    set_fact(tr("%1 leaves, %2 empty, %3")
                 .arg(to_q(text_of_count(tree.leaves)), to_q(text_of_count(tree.empty())), to_q(text_of_bytes(tree.bytes))));
}

}  // namespace neighborscope::desktop
