#include "app/desktop/compare_panel.hpp"

#include "app/session/comparison.hpp"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QTableWidget>

#include <algorithm>
#include <cmath>

namespace neighborscope::desktop {

namespace {

QString faults_of(const ComparedRank& rank) {
    QStringList faults;
    if (rank.is_false) faults << ComparePanel::tr("false");
    if (rank.misplaced) faults << ComparePanel::tr("at another rank");
    if (rank.distance_wrong) faults << ComparePanel::tr("distance wrong");
    if (rank.missing) faults << ComparePanel::tr("%1 missing").arg(to_q(text_of_count(rank.right_file_row)));
    return faults.join(QStringLiteral(", "));
}

}  // namespace

ComparePanel::ComparePanel(QWidget* parent) : Section(tr("Lists compared"), 12, parent) {
    auto* line = new QHBoxLayout;
    previous_ = new QPushButton(tr("Previous wrong"), this);
    next_ = new QPushButton(tr("Next wrong"), this);
    previous_->setObjectName("compare.previous_button");
    next_->setObjectName("compare.next_button");
    sentence_ = new Text({}, Tone::normal, this);
    reason_ = new Text({}, Tone::second, this);
    for (Text* text : {sentence_, reason_}) text->setWordWrap(true);
    line->addWidget(sentence_, 1);
    line->addWidget(previous_);
    line->addWidget(next_);
    content()->addLayout(line);
    content()->addWidget(reason_);
    table_ = new QTableWidget(this);
    table_->setObjectName("compare.table");
    table_->setAccessibleName(tr("The list looked at beside the right one"));
    table_->setColumnCount(columns);
    table_->setHorizontalHeaderLabels({tr("rank"), tr("theirs"), tr("distance"), tr("right"), tr("distance"), tr("fault")});
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    show_rows(*table_);
    table_->horizontalHeader()->setStretchLastSection(true);
    for (int column = 0; column < fault; ++column) table_->horizontalHeader()->resizeSection(column, column == rank ? 48 : 84);
    content()->addWidget(table_, 1);
    connect(previous_, &QPushButton::clicked, this, [this] { Q_EMIT command(QStringLiteral("compare.previous")); });
    connect(next_, &QPushButton::clicked, this, [this] { Q_EMIT command(QStringLiteral("compare.next")); });
}

void ComparePanel::show_comparing(const Comparing& comparing) {
    sentence_->setText(to_q(comparing.sentence) +
                       (comparing.lists && !comparing.lists->remark.empty() ? ": " + to_q(comparing.lists->remark) : QString()));
    previous_->setEnabled(comparing.wrong > 0);
    next_->setEnabled(comparing.wrong > 0);
    if (std::exchange(shown_, comparing.generation) == comparing.generation) return;
    const ComparedList* chosen = comparing.chosen.get();
    reason_->setText(chosen ? tr("Query %1. %2").arg(to_q(text_of_count(chosen->query)), to_q(chosen->reason)) : QString());
    reason_->setVisible(chosen);
    set_fact(comparing.place >= 0 ? tr("%1 of %2 wrong").arg(to_q(text_of_count(comparing.place + 1)), to_q(text_of_count(comparing.wrong)))
                                  : tr("%1 wrong").arg(to_q(text_of_count(comparing.wrong))));
    table_->setRowCount(chosen ? int(chosen->ranks.size()) : 0);
    if (!chosen) return;
    double extent = 1e-30;
    for (const ComparedRank& rank : chosen->ranks) extent = std::max({extent, rank.right_distance, rank.true_distance});
    const auto distance_text = [&](double distance) {
        return std::isnan(distance) ? QString() : to_q(text_of_coordinate(distance, 10 * extent));
    };
    for (std::size_t i = 0; i < chosen->ranks.size(); ++i) {
        const ComparedRank& one = chosen->ranks[i];
        const QString cells[columns] = {to_q(text_of_count(one.rank)), one.row < 0 ? QString() : to_q(text_of_count(one.file_row)),
            one.row < 0 ? QString() : distance_text(one.distance), one.right_row < 0 ? QString() : to_q(text_of_count(one.right_file_row)),
            one.right_row < 0 ? QString() : distance_text(one.right_distance), faults_of(one)};
        for (int column = 0; column < columns; ++column) {
            auto* item = new QTableWidgetItem(cells[column]);
            item->setTextAlignment((column == fault ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
            table_->setItem(int(i), column, item);
        }
    }
}

}  // namespace neighborscope::desktop
