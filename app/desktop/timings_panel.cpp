#include "app/desktop/timings_panel.hpp"

#include "app/desktop/look.hpp"

#include <QHeaderView>
#include <QTableWidget>

namespace neighborscope::desktop {

namespace {

QString time_text(double milliseconds) { return QString::fromStdString(text_of_milliseconds(milliseconds)); }
QString range_text(double from, double to) { return time_text(from) + QString::fromUtf8(" – ") + time_text(to); }

}  // namespace

TimingsPanel::TimingsPanel(QWidget* parent) : Section(tr("Timings, ms"), 12, parent) {
    table_ = new QTableWidget(this);
    table_->setObjectName("timings.table");
    table_->setAccessibleName(tr("Timings"));
    table_->setColumnCount(columns);
    table_->setHorizontalHeaderLabels(
        {tr("phase"), tr("median, ms"), tr("p5 – p95, ms"), tr("moves at least"), tr("operations at least"), tr("formula")});
    for (int column : {int(median), int(range), int(bytes), int(operations)})
        table_->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    for (int column : {int(phase), int(formula)}) table_->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    show_rows(*table_);
    QHeaderView* header = table_->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::Interactive);
    header->setStretchLastSection(true);
    const int widths[] = {180, 96, 128, 152, 136};
    for (int column = 0; column < formula; ++column) header->resizeSection(column, widths[column]);
    content()->addWidget(table_, 1);
}

void TimingsPanel::show_timings(const Timings& timings) {
    const int rows = timings.runs ? int(timings.phases.size()) + 1 : 0;
    const bool builds = rows && timings.build_milliseconds > 0;
    table_->setRowCount(rows + builds);
    const auto put = [this](int row, Column column, const QString& text) {
        QTableWidgetItem* item = table_->item(row, column);
        if (!item) {
            item = new QTableWidgetItem;
            item->setTextAlignment(
                column == phase || column == formula ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
            table_->setItem(row, column, item);
        }
        if (item->text() != text) item->setText(text);
    };
    for (int row = 0; row + 1 < rows; ++row) {
        const TimingRow& one = timings.phases[std::size_t(row)];
        put(row, phase, QString::fromStdString(one.phase));
        put(row, median, time_text(one.median));
        put(row, range, range_text(one.p5, one.p95));
        QString least = one.floor.bytes > 0 ? QString::fromStdString(text_of_bytes(std::uint64_t(one.floor.bytes))) : QString();
        if (one.floor.bytes > 0 && timings.read_bytes_per_second > 0)
            least += ", " + time_text(one.floor.bytes / timings.read_bytes_per_second * 1e3) + " ms";
        put(row, bytes, least);
        put(row, operations,
            one.floor.operations > 0 ? QString::fromStdString(text_of_count(std::int64_t(one.floor.operations))) : QString());
        put(row, formula, QString::fromStdString(one.floor.formula));
    }
    if (rows) {
        put(rows - 1, phase, tr("total"));
        put(rows - 1, median, time_text(timings.total_median));
        put(rows - 1, range, range_text(timings.total_p5, timings.total_p95));
        for (Column column : {bytes, operations}) put(rows - 1, column, QString());
        put(rows - 1, formula, tr("from runs of their own, with two outer events"));
    }
    if (builds) {
        put(rows, phase, tr("build"));
        put(rows, median, time_text(timings.build_milliseconds));
        for (Column column : {range, bytes, operations}) put(rows, column, QString());
        put(rows, formula, tr("once, not in the total"));
    }
    set_fact(timings.runs ? tr("%1 runs, warm-up left out").arg(QString::fromStdString(text_of_count(timings.runs))) : tr("no runs yet"));
}

}  // namespace neighborscope::desktop
