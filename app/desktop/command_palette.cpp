#include "app/desktop/command_palette.hpp"

#include "app/desktop/icons.hpp"
#include "app/desktop/look.hpp"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace neighborscope::desktop {

namespace {

constexpr int id_role = Qt::UserRole, keys_role = Qt::UserRole + 1, menu_role = Qt::UserRole + 2, reason_role = Qt::UserRole + 3;

class CommandDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {200, 28}; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const Colours& look = colours();
        const bool selected = option.state & QStyle::State_Selected, enabled = index.flags() & Qt::ItemIsEnabled;
        painter->save();
        if (selected) painter->fillRect(option.rect, look.accent);
        else if ((option.state & QStyle::State_MouseOver) && enabled) painter->fillRect(option.rect, look.soft);
        QRect area = option.rect.adjusted(12, 0, -12, 0);
        const QString reason = index.data(reason_role).toString();
        const QString right = reason.isEmpty() ? index.data(keys_role).toString() : reason;
        painter->setFont(font_of_size(13));
        painter->setPen(selected ? look.on_accent : enabled ? look.text : look.disabled_text);
        const QString title = index.data(Qt::DisplayRole).toString();
        painter->drawText(area, Qt::AlignLeft | Qt::AlignVCenter, title);
        area.setLeft(area.left() + painter->fontMetrics().horizontalAdvance(title) + 12);
        painter->setFont(font_of_size(12));
        painter->setPen(selected ? look.on_accent : look.second_text);
        const QString menu = index.data(menu_role).toString();
        painter->drawText(area, Qt::AlignLeft | Qt::AlignVCenter, menu);
        area.setLeft(area.left() + painter->fontMetrics().horizontalAdvance(menu) + 12);
        painter->drawText(area, Qt::AlignRight | Qt::AlignVCenter, painter->fontMetrics().elidedText(right, Qt::ElideRight, area.width()));
        painter->restore();
    }
};

}  // namespace

CommandPalette::CommandPalette(const Commands& commands, QWidget* parent)
    : QDialog(parent, Qt::Dialog | Qt::FramelessWindowHint), commands_(commands) {
    setObjectName("palette");
    setWindowTitle(tr("Search commands"));
    setAccessibleName(windowTitle());
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(8, 8, 8, 8);
    all->setSpacing(8);
    field_ = new QLineEdit(this);
    field_->setPlaceholderText(tr("Search commands"));
    field_->setAccessibleName(tr("Search commands"));
    field_->setFixedHeight(28);
    field_->installEventFilter(this);
    list_ = new QListView(this);
    list_->setAccessibleName(tr("Commands found"));
    list_->setFrameShape(QFrame::NoFrame);
    list_->setUniformItemSizes(true);
    list_->setMouseTracking(true);
    list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setFocusPolicy(Qt::NoFocus);
    list_->setItemDelegate(new CommandDelegate(list_));
    model_ = new QStandardItemModel(this);
    list_->setModel(model_);
    all->addWidget(field_);
    all->addWidget(list_, 1);
    connect(field_, &QLineEdit::textChanged, this, &CommandPalette::fill);
    connect(field_, &QLineEdit::returnPressed, this, &CommandPalette::run_current);
    connect(list_, &QListView::clicked, this, &CommandPalette::run_current);
}

void CommandPalette::open_at_top() {
    const QWidget* window = parentWidget();
    const int width = std::min(560, window->width() - 32);
    resize(width, std::min(420, window->height() - 64));
    move(window->mapToGlobal(QPoint((window->width() - width) / 2, 40)));
    field_->clear();
    fill({});
    open();
    raise();
    activateWindow();
    field_->setFocus();
}

void CommandPalette::fill(const QString& typed) {
    model_->clear();
    int first_enabled = -1;
    for (const Command* command : commands_.search(typed.toStdString())) {
        if (command->id == "help.palette" || command->id == "view.palette") continue;
        auto* item = new QStandardItem(QString::fromStdString(command->title).replace(QLatin1String("..."), QString::fromUtf8("…")));
        item->setData(QString::fromStdString(command->id), id_role);
        item->setData(QString::fromStdString(command->keys), keys_role);
        item->setData(QString::fromStdString(command->menu), menu_role);
        item->setToolTip(QString::fromStdString(command->help));
        if (const auto reason = command->refuses ? command->refuses() : std::nullopt) {
            item->setFlags(Qt::NoItemFlags);
            item->setData(QString::fromStdString(*reason), reason_role);
        } else if (first_enabled < 0) {
            first_enabled = model_->rowCount();
        }
        model_->appendRow(item);
    }
    if (!model_->rowCount()) {
        auto* none = new QStandardItem(tr("No command has all these words"));
        none->setFlags(Qt::NoItemFlags);
        model_->appendRow(none);
    }
    if (first_enabled >= 0) list_->setCurrentIndex(model_->index(first_enabled, 0));
}

void CommandPalette::run_current() {
    const QModelIndex at = list_->currentIndex();
    if (!at.isValid() || !(at.flags() & Qt::ItemIsEnabled)) return;
    const QString id = at.data(id_role).toString();
    accept();
    Q_EMIT chosen(id);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (watched == field_ && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        int step = 0;
        switch (key->key()) {
            case Qt::Key_Down: step = 1; break;
            case Qt::Key_Up: step = -1; break;
            case Qt::Key_PageDown: step = 10; break;
            case Qt::Key_PageUp: step = -10; break;
            default: break;
        }
        if (step) {
            int row = std::clamp(list_->currentIndex().row() + step, 0, model_->rowCount() - 1);
            const int direction = step > 0 ? 1 : -1;
            while (row >= 0 && row < model_->rowCount() && !(model_->index(row, 0).flags() & Qt::ItemIsEnabled)) row += direction;
            if (row >= 0 && row < model_->rowCount()) list_->setCurrentIndex(model_->index(row, 0));
            return true;
        }
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
