#include "app/desktop/columns_dialog.hpp"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

namespace neighborscope::desktop {

namespace {

constexpr int examples_shown = 4;
enum Column { name_column, use_column, examples_column, column_count };

QString examples_of(const ColumnPreview& column) {
    QStringList some;
    for (std::size_t i = 0; i < column.examples.size() && i < examples_shown; ++i) {
        const QString one = QString::fromStdString(column.examples[i]);
        some << (one.isEmpty() ? QString::fromUtf8("–") : one);
    }
    return some.join(QStringLiteral("   "));
}

}  // namespace

ColumnsDialog::ColumnsDialog(ColumnChoice choice, const QString& file, QWidget* parent) : QDialog(parent), choice_(std::move(choice)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName("dialog.columns");
    setWindowTitle(tr("Columns of %1").arg(file));
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(16, 16, 16, 16);
    all->setSpacing(12);
    const TablePreview& preview = choice_.table();
    auto* about =
        new Text(QString::fromStdString(preview.format + (preview.details.empty() ? "" : ": " + preview.details)), Tone::second, this);
    about->setWordWrap(true);
    all->addWidget(about);

    table_ = new QTableWidget(int(preview.columns.size()), column_count, this);
    table_->setHorizontalHeaderLabels({tr("column"), tr("is"), tr("examples")});
    table_->setAccessibleName(tr("Columns"));
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionMode(QAbstractItemView::NoSelection);
    table_->setFocusPolicy(Qt::NoFocus);  // keys are for the fields in it
    table_->setShowGrid(false);
    table_->setAlternatingRowColors(true);
    table_->setWordWrap(false);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(28);
    table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table_->horizontalHeader()->setHighlightSections(false);
    for (int row = 0; row < int(preview.columns.size()); ++row) {
        const ColumnPreview& column = preview.columns[std::size_t(row)];
        const QString name = QString::fromStdString(column.name), examples = examples_of(column);
        auto* name_item = new QTableWidgetItem(name);
        name_item->setToolTip(name);
        auto* example_item = new QTableWidgetItem(examples);
        example_item->setToolTip(examples);
        table_->setItem(row, name_column, name_item);
        table_->setItem(row, examples_column, example_item);
        auto* use = new QComboBox(table_);
        use->setObjectName(QStringLiteral("columns.use.%1").arg(row));
        use->setAccessibleName(tr("What %1 is").arg(name));
        use->setToolTip(column.numeric ? tr("A coordinate, in its order, the class of a point, or shown with the point")
                                       : tr("Words cannot be coordinates: the class of a point, or shown with it"));
        table_->setCellWidget(row, use_column, use);
        uses_.push_back(use);
        connect(use, &QComboBox::activated, this, [this, row](int chosen) {
            const std::vector<ColumnChoice::Use> possible = choice_.uses(row);
            if (showing_ || chosen < 0 || std::size_t(chosen) >= possible.size()) return;
            choice_.set(row, possible[std::size_t(chosen)]);
            show_choice();
        });
    }
    table_->setColumnWidth(name_column, 160);
    table_->setColumnWidth(use_column, 152);
    table_->horizontalHeader()->setSectionResizeMode(examples_column, QHeaderView::Stretch);
    all->addWidget(table_, 1);

    sentence_ = new Text({}, Tone::normal, this);
    sentence_->setObjectName("columns.sentence");
    sentence_->setWordWrap(true);
    all->addWidget(sentence_);
    auto* buttons = new QDialogButtonBox(this);
    load_ = buttons->addButton(tr("Load"), QDialogButtonBox::AcceptRole);
    load_->setDefault(true);
    load_->setToolTip(tr("Reads the file again with these columns; undo goes back"));
    buttons->addButton(QDialogButtonBox::Cancel);
    guess_ = buttons->addButton(tr("As guessed"), QDialogButtonBox::ResetRole);
    guess_->setToolTip(tr("What the program would take without being told"));
    guess_->setAutoDefault(false);
    all->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(guess_, &QPushButton::clicked, this, [this] {
        choice_.back_to_guess();
        show_choice();
    });
    resize(640, std::clamp(190 + 28 * int(preview.columns.size()), 300, 560));
    show_choice();
    if (!uses_.empty()) uses_.front()->setFocus();
}

void ColumnsDialog::show_choice() {
    showing_ = true;
    for (int row = 0; row < int(uses_.size()); ++row) {
        QComboBox* field = uses_[std::size_t(row)];
        const std::vector<ColumnChoice::Use> possible = choice_.uses(row);
        const ColumnChoice::Use now = choice_.use(row);
        QStringList words;
        int at = -1;
        for (const ColumnChoice::Use& one : possible) {
            if (one == now) at = int(words.size());
            words << QString::fromStdString(one.text);
        }
        QStringList shown;
        for (int i = 0; i < field->count(); ++i) shown << field->itemText(i);
        if (shown != words) {
            field->clear();
            field->addItems(words);
        }
        field->setCurrentIndex(at);
    }
    sentence_->setText(QString::fromStdString(choice_.sentence()));
    sentence_->set_tone(choice_.refusal() ? Tone::error : Tone::normal);
    load_->setEnabled(!choice_.refusal());
    load_->setToolTip(choice_.refusal() ? sentence_->text() : tr("Reads the file again with these columns; undo goes back"));
    showing_ = false;
}

}  // namespace neighborscope::desktop
