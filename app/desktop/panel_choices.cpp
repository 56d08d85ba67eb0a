// Rows for a choice of one of several items: a menu, a list, or buttons side by side.
#include "app/desktop/field_event_filter.hpp"
#include "app/desktop/panel_widget.hpp"
#include "app/desktop/row_parts.hpp"

#include <QButtonGroup>
#include <QAbstractItemView>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QPushButton>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>

namespace neighborscope::desktop {

void ItemDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Colours& look = colours();
    const bool group = index.data(group_role).toBool(), enabled = index.flags() & Qt::ItemIsEnabled;
    const bool selected = option.state & QStyle::State_Selected;
    painter->save();
    if (selected) painter->fillRect(option.rect, look.accent);
    else if ((option.state & QStyle::State_MouseOver) && enabled) painter->fillRect(option.rect, look.soft);
    QRect rest = option.rect.adjusted(px(8), 0, -px(8), 0);
    const auto draw = [&](const QString& text, int size, const QColor& colour, Qt::Alignment side) {
        painter->setFont(font_of_size(size));
        painter->setPen(selected ? look.on_accent : colour);
        const QFontMetrics metrics = painter->fontMetrics();
        painter->drawText(rest, int(side | Qt::AlignVCenter), metrics.elidedText(text, Qt::ElideRight, rest.width()));
        if (!text.isEmpty()) rest.setLeft(rest.left() + metrics.horizontalAdvance(text) + px(12));
    };
    draw(index.data(Qt::DisplayRole).toString(), group ? 12 : 13,
        group     ? look.second_text
        : enabled ? look.text
                  : look.disabled_text,
        Qt::AlignLeft);
    draw(index.data(note_role).toString(), 12, look.second_text, Qt::AlignLeft);
    draw(index.data(right_text_role).toString(), 12, enabled ? look.second_text : look.disabled_text, Qt::AlignRight);
    painter->restore();
}

namespace {

class MenuRow : public RowWidget {
public:
    MenuRow(const panels::Row& row, QWidget* parent) : RowWidget(parent) {
        auto* line = make_line_layout(this);
        box_ = name_after_row(new QComboBox(this), row);
        box_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box_->setMinimumContentsLength(6);
        Text* label = label_of(row, this);
        label->setBuddy(box_);
        align_in_column(label);
        line->addWidget(label);
        line->addWidget(box_, 1);
        if (const std::string& note = std::get<panels::Choice>(row.what).note; !note.empty()) {  // aligned with other menus that have notes
            label->setFixedWidth(px(160));
            box_->setFixedWidth(px(152));
            auto* text = new Text(to_qstring(note), Tone::second, this);
            text->set_elided(true);
            line->addWidget(text, 1);
        }
        connect(box_, &QComboBox::currentIndexChanged, this, [this](int index) {
            if (updating_ || index < 0 || std::size_t(index) >= choice_.items.size()) return;
            choice_.change(index);
            Q_EMIT changed();
        });
    }

    void update_controls(const panels::Row& row) override {
        choice_ = std::get<panels::Choice>(row.what);
        bool same = box_->count() == int(choice_.items.size());
        for (int i = 0; same && i < box_->count(); ++i) same = box_->itemText(i) == to_qstring(choice_.items[std::size_t(i)].text);
        if (!same) {
            box_->clear();
            for (const panels::Choice::Item& item : choice_.items) box_->addItem(to_qstring(item.text));
            box_->view()->setMinimumWidth(box_->view()->sizeHintForColumn(0) + px(24));  // items are not cut
        }
        auto* model = qobject_cast<QStandardItemModel*>(box_->model());
        for (int i = 0; i < box_->count(); ++i) {
            const panels::Choice::Item& item = choice_.items[std::size_t(i)];
            if (model) model->item(i)->setEnabled(!item.refusal);
            box_->setItemData(i, to_qstring(item.refusal ? *item.refusal : item.help), Qt::ToolTipRole);
        }
        box_->setCurrentIndex(choice_.chosen);
    }

private:
    panels::Choice choice_;
    QComboBox* box_;
};

/// Draws list items, with the refusal below the name if there is no room beside it.
class ReasonDelegate : public ItemDelegate {
public:
    explicit ReasonDelegate(QListView* list) : ItemDelegate(line_height, list), list_(list) {}

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        return ItemDelegate::sizeHint(option, index) + QSize(0, below(index).height());
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const QSize size = below(index);
        QStyleOptionViewItem line = option;
        line.rect.setHeight(px(line_height));
        ItemDelegate::paint(painter, line, index);
        const QString reason = index.data(second_line_role).toString();
        if (reason.isEmpty()) return;
        painter->save();
        painter->setFont(font_of_size(12));
        painter->setPen(colours().disabled_text);
        const QRect beside = line.rect.adjusted(px(inset), 0, -px(inset), 0);
        if (size.isEmpty()) painter->drawText(beside, int(Qt::AlignRight | Qt::AlignVCenter), reason);
        else painter->drawText(QRect(beside.bottomLeft() - QPoint(0, px(gap)), size), Qt::TextWordWrap, reason);
        painter->restore();
    }

    static constexpr int line_height = 24;  ///< logical pixels at 100 percent, as those below

private:
    static constexpr int inset = 8, gap = 3;
    /// Size of the refusal below the name; empty: none, or it is beside the name.
    QSize below(const QModelIndex& index) const {
        const QString reason = index.data(second_line_role).toString();
        if (reason.isEmpty()) return {};
        const int room = list_->viewport()->width() - 2 * px(inset);
        const QFontMetrics name(font_of_size(13)), small(font_of_size(12));
        if (name.horizontalAdvance(index.data().toString()) + px(12) + small.horizontalAdvance(reason) <= room) return {};
        return {room, small.boundingRect(QRect(0, 0, room, 10000), Qt::TextWordWrap, reason).height()};
    }
    QListView* list_;
};

/// A list by groups, with refusals, and a field above it that filters the items.
class ListRow : public RowWidget {
public:
    ListRow(const panels::Row& row, QWidget* parent) : RowWidget(parent) {
        list_ = name_after_row(new QListView(this), row);
        list_->setItemDelegate(new ReasonDelegate(list_));
        list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
        list_->setResizeMode(QListView::Adjust);
        list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);  // by items of several heights it scrolls past the last one
        list_->setMouseTracking(true);
        list_->setProperty("in_panel", true);  // the wheel scrolls the panel
        list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        list_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
        model_ = new QStandardItemModel(this);
        list_->setModel(model_);
        auto* lines = new QVBoxLayout(this);
        lines->setContentsMargins(0, 0, 0, 0);
        lines->setSpacing(px(4));
        if (const std::string& find = std::get<panels::Choice>(row.what).find; !find.empty()) {
            lines->addWidget(find_ = new QLineEdit(this));
            find_->setObjectName(to_qstring(row.id) + QStringLiteral(".find"));
            find_->setPlaceholderText(to_qstring(find));
            find_->setAccessibleName(to_qstring(find));
            find_->setClearButtonEnabled(true);
            find_->installEventFilter(this);
            connect(find_, &QLineEdit::textChanged, this, [this] {
                const bool before = std::exchange(updating_, true);
                show_choice();
                updating_ = before;
            });
        }
        lines->addWidget(list_);
        connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& now) {
            if (updating_ || !(now.flags() & Qt::ItemIsEnabled) || !now.data(index_role).isValid()) return;
            choice_.change(now.data(index_role).toInt());
            Q_EMIT changed();
        });
    }

    void update_controls(const panels::Row& row) override {
        choice_ = std::get<panels::Choice>(row.what);
        show_choice();
    }

protected:
    /// In the field: Return chooses the first item found, an arrow moves into the list, Esc shows all items.
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched != find_ || event->type() != QEvent::KeyPress) return RowWidget::eventFilter(watched, event);
        switch (static_cast<QKeyEvent*>(event)->key()) {
            case Qt::Key_Return:
            case Qt::Key_Enter: choose_first(); return true;
            case Qt::Key_Down: list_->setFocus(); return true;
            case Qt::Key_Escape:
                if (find_->text().isEmpty()) give_focus_to_view(*find_);
                find_->clear();
                return true;
            default: return false;
        }
    }

private:
    void choose_first() {
        for (int at = 0; at < model_->rowCount(); ++at) {
            const QModelIndex index = model_->index(at, 0);
            if (!(index.flags() & Qt::ItemIsEnabled) || !index.data(index_role).isValid()) continue;
            const int place = index.data(index_role).toInt();
            find_->clear();  // shows all items, so that `index` becomes invalid
            choice_.change(place);
            give_focus_to_view(*find_);
            Q_EMIT changed();
            return;
        }
    }

    void show_choice() {
        fill();
        for (int at = 0; at < model_->rowCount(); ++at) {
            const QModelIndex index = model_->index(at, 0);
            if (!index.data(index_role).isValid() || index.data(index_role).toInt() != choice_.chosen) continue;
            if (list_->currentIndex() != index) list_->setCurrentIndex(index);
            list_->selectionModel()->select(index, QItemSelectionModel::ClearAndSelect);
        }
    }

    void fill() {
        const std::string typed = find_ ? find_->text().toStdString() : "";
        std::vector<std::string> wanted{typed};
        for (const panels::Choice::Item& item : choice_.items)
            wanted.push_back(item.group + '\n' + item.text + '\n' + item.refusal.value_or(""));
        if (wanted == filled_) return;
        filled_ = std::move(wanted);
        model_->clear();
        std::string group;
        for (std::size_t i = 0; i < choice_.items.size(); ++i) {
            const panels::Choice::Item& one = choice_.items[i];
            if (!one.has_words(typed)) continue;
            if (one.group != group) {
                group = one.group;
                auto* header = new QStandardItem(to_qstring(group));
                header->setFlags(Qt::NoItemFlags);
                header->setData(true, group_role);
                model_->appendRow(header);
            }
            auto* item = new QStandardItem(to_qstring(one.text));
            item->setData(int(i), index_role);
            const QString reason = to_qstring(one.refusal.value_or("")), help = to_qstring(one.help);
            item->setToolTip(one.refusal ? help.section(QLatin1Char('\n'), 0, 0) + QLatin1Char('\n') + reason : help);
            item->setAccessibleText(to_qstring(one.text) + QStringLiteral(", ") + help.section(QLatin1Char('\n'), 0, 0) +
                                    (one.refusal ? QStringLiteral(", ") + reason : QString()));
            if (one.refusal) {
                item->setFlags(Qt::NoItemFlags);
                item->setData(reason, second_line_role);
            }
            model_->appendRow(item);
        }
        if (model_->rowCount() == 0) {
            auto* none = new QStandardItem(tr(panels::Choice::none_found));
            none->setFlags(Qt::NoItemFlags);
            model_->appendRow(none);
        }
        // Limits the height, since the options of the chosen item follow. The height does not change during typing.
        if (typed.empty()) list_->setFixedHeight(std::min(model_->rowCount(), find_ ? 5 : 12) * px(ReasonDelegate::line_height) + 2);
    }

    panels::Choice choice_;
    QLineEdit* find_ = nullptr;
    QListView* list_;
    QStandardItemModel* model_;
    std::vector<std::string> filled_;
};

/// Exclusive buttons side by side.
class SegmentsRow : public RowWidget {
public:
    SegmentsRow(const panels::Row& row, QWidget* parent) : RowWidget(parent) {
        auto* line = make_line_layout(this, 0);
        auto* group = new QButtonGroup(this);
        const auto& items = std::get<panels::Choice>(row.what).items;
        for (std::size_t i = 0; i < items.size(); ++i) {
            const panels::Button button{row.id + "." + items[i].text, items[i].text, items[i].help, items[i].icon, {}, {}, {}, {}};
            QAbstractButton* made = make_button(button, this, [this, at = int(i)] {
                choice_.change(at);
                Q_EMIT changed();
            });
            made->setProperty("segment", i == 0 ? "first" : i + 1 == items.size() ? "last" : "middle");
            made->setAccessibleName(to_qstring(items[i].help));
            made->setCheckable(true);
            group->addButton(made);
            line->addWidget(made, 1);
            buttons_.push_back(made);
        }
    }

    void update_controls(const panels::Row& row) override {
        choice_ = std::get<panels::Choice>(row.what);
        if (choice_.chosen >= 0 && choice_.chosen < int(buttons_.size())) buttons_[std::size_t(choice_.chosen)]->setChecked(true);
    }

private:
    panels::Choice choice_;
    std::vector<QAbstractButton*> buttons_;
};

}  // namespace

RowWidget* row_for(const panels::Choice& choice, const panels::Row& row, QWidget* parent) {
    switch (choice.look) {
        case panels::Choice::Look::list: return new ListRow(row, parent);
        case panels::Choice::Look::segments: return new SegmentsRow(row, parent);
        case panels::Choice::Look::menu: break;
    }
    return new MenuRow(row, parent);
}

}  // namespace neighborscope::desktop
