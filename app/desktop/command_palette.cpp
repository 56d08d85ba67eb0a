#include "app/desktop/command_palette.hpp"

#include "app/desktop/row_parts.hpp"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace neighborscope::desktop {

CommandPalette::CommandPalette(const Commands& commands, QWidget* parent)
    : QDialog(parent, Qt::Dialog | Qt::FramelessWindowHint), palette_(commands) {
    setObjectName("palette");
    setWindowTitle(tr("Search commands"));
    setAccessibleName(windowTitle());
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(px(8), px(8), px(8), px(8));
    all->setSpacing(px(8));
    field_ = new QLineEdit(this);
    field_->setPlaceholderText(QString::fromUtf8(Palette::hint));
    field_->setAccessibleName(windowTitle());
    field_->setFixedHeight(px(28));
    field_->installEventFilter(this);
    list_ = new QListWidget(this);
    list_->setAccessibleName(tr("Commands found"));
    list_->setFrameShape(QFrame::NoFrame);
    list_->setUniformItemSizes(true);
    list_->setMouseTracking(true);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setFocusPolicy(Qt::NoFocus);
    list_->setItemDelegate(new ItemDelegate(28, list_));
    all->addWidget(field_);
    all->addWidget(list_, 1);
    connect(field_, &QLineEdit::textChanged, this, &CommandPalette::fill);
    connect(field_, &QLineEdit::returnPressed, this, &CommandPalette::run_chosen);
    connect(list_, &QListWidget::itemClicked, this, [this](QListWidgetItem* item) {
        palette_.choose(list_->row(item));
        if (list_->row(item) == palette_.chosen()) run_chosen();
    });
}

void CommandPalette::open_at_top() {
    const QWidget* window = parentWidget();
    const int width = std::min(px(560), window->width() - 32);
    resize(width, std::min(px(420), window->height() - 64));
    move(window->mapToGlobal(QPoint((window->width() - width) / 2, px(40))));
    field_->clear();
    fill({});
    open();
    raise();
    activateWindow();
    field_->setFocus();
}

void CommandPalette::fill(const QString& typed) {
    palette_.find(typed.toStdString());
    list_->clear();
    for (const Palette::Row& row : palette_.rows()) {
        auto* item = new QListWidgetItem(to_qstring(row.title), list_);
        item->setData(note_role, to_qstring(row.menu));
        item->setData(right_text_role, to_qstring(row.right));
        item->setToolTip(to_qstring(row.help));
        if (row.refused) item->setFlags(Qt::NoItemFlags);
    }
    list_->setCurrentRow(palette_.chosen());
}

void CommandPalette::run_chosen() {
    if (palette_.chosen() < 0) return;
    accept();
    Q_EMIT chosen(QString::fromStdString(palette_.chosen_id()));
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (watched != field_ || event->type() != QEvent::KeyPress) return QDialog::eventFilter(watched, event);
    constexpr std::pair<int, int> steps[] = {{Qt::Key_Down, 1}, {Qt::Key_Up, -1}, {Qt::Key_PageDown, 10}, {Qt::Key_PageUp, -10}};
    for (const auto& [key, step] : steps)
        if (static_cast<QKeyEvent*>(event)->key() == key) {
            palette_.move(step);
            list_->setCurrentRow(palette_.chosen());
            return true;
        }
    return QDialog::eventFilter(watched, event);
}

void CommandPalette::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), colours().dock);
    painter.setPen(colours().edge);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

}  // namespace neighborscope::desktop
