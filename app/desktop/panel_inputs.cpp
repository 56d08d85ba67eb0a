// Rows that are changed: numbers, sliders, choices, checks, buttons.
#include "app/desktop/number_field.hpp"
#include "app/desktop/panel_widget.hpp"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QListView>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QSlider>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace neighborscope::desktop {

namespace {

QHBoxLayout* input_line(QWidget* widget, int spacing = 8) {
    auto* line = new QHBoxLayout(widget);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(spacing);
    return line;
}

Text* label_of(const panels::Row& row, QWidget* parent) {
    auto* label = new Text(to_q(row.label), Tone::normal, parent);
    label->set_elided(row.label.size() > 3);
    label->setToolTip(to_q(row.help));
    return label;
}

/// Names the control as the row is named.
template <class Control>
Control* named(Control* control, const panels::Row& row) {
    control->setObjectName(to_q(row.id));
    control->setAccessibleName(to_q(row.label));
    control->setToolTip(to_q(row.help));
    return control;
}

Text* small_text(Tone tone, QWidget* parent) {
    auto* text = new Text({}, tone, parent);
    text->set_size(12);
    text->setWordWrap(true);
    return text;
}

}  // namespace

// ---- Numbers --------------------------------------------------------------------------------------------------------------

/// A short name, its slider and its field share a line; else the slider has one of its own below.
NumberRow::NumberRow(const panels::Row& row, QWidget* parent) : RowWidget(parent) {
    const auto& number = std::get<panels::Number>(row.what);
    const bool one_line = row.label.size() <= 3;
    field_ = named(new NumberField(to_q(row.label), this), row);
    field_->step = [this](const QString& text, int steps) {
        const double value = number_.step ? panels::number_from(text.toStdString()) : NAN;
        return std::isnan(value) ? text : to_q(panels::typed_number(number_.step(value, steps)));
    };
    if (!number.step) field_->setButtonSymbols(QAbstractSpinBox::NoButtons);
    if (!one_line || number.step) field_->setFixedWidth(number.step ? 84 : 128);
    connect(field_, &NumberField::edited, this, [this](const QString& text) { take(text, true); });
    connect(field_, &NumberField::left, this, &RowWidget::drag_ended);
    if (number.scale) {
        slider_ = new QuietSlider(tr("%1, slider").arg(to_q(row.label)), this);
        slider_->setObjectName(to_q(row.id) + QStringLiteral(".slider"));
        slider_->setToolTip(to_q(row.help));
        slider_->setRange(0, SliderScale::steps);
        connect(slider_, &QSlider::sliderReleased, this, &RowWidget::drag_ended);
        connect(slider_, &QSlider::valueChanged, this, [this](int position) {
            if (!showing_ && number_.scale) take(to_q(panels::typed_number(number_.scale->value(position))), slider_->held());
        });
    }
    auto* lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 0, 0, row.explained ? 4 : 0);
    lines->setSpacing(2);
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    Text* label = label_of(row, this);
    label->setBuddy(field_);
    line->addWidget(label, one_line ? 0 : 1);
    if (slider_ && one_line) line->addWidget(slider_, 1);
    if (one_line && !slider_ && number.step) line->addStretch(1);
    line->addWidget(field_, one_line && !number.step ? 1 : 0);
    lines->addLayout(line);
    if (slider_ && !one_line) lines->addWidget(slider_);
    lines->addWidget(error_ = small_text(Tone::error, this));
    error_->hide();
    if (row.explained) lines->addWidget(help_ = small_text(Tone::second, this));
}

void NumberRow::take(const QString& typed, bool merge) {
    const QString error = to_q(number_.change(typed.toStdString(), merge));
    field_->set_error(error);
    error_->setText(error);
    error_->setVisible(!error.isEmpty());
    if (error.isEmpty()) Q_EMIT changed();
}

void NumberRow::show_row(const panels::Row& row) {
    showing_ = true;
    number_ = std::get<panels::Number>(row.what);
    if (help_) help_->setText(to_q(row.help));
    if (!field_->property("error").toBool()) {  // what is to be mended is not taken away
        field_->show_value(to_q(number_.value));
        const double value = panels::number_from(number_.value);
        if (slider_ && number_.scale && !std::isnan(value) && !slider_->held()) slider_->setValue(number_.scale->position(value));
    }
    showing_ = false;
}

SliderRow::SliderRow(const panels::Row& row, QWidget* parent) : RowWidget(parent) {
    auto* line = input_line(this);
    slider_ = named(new QSlider(Qt::Horizontal, this), row);
    text_ = new Text({}, Tone::normal, this);
    text_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    text_->setMinimumWidth(92);
    line->addWidget(slider_, 1);
    line->addWidget(text_);
    connect(slider_, &QSlider::valueChanged, this, [this](int value) {
        if (showing_) return;
        what_.change(value);
        Q_EMIT changed();
    });
}

void SliderRow::show_row(const panels::Row& row) {
    showing_ = true;
    what_ = std::get<panels::Slider>(row.what);
    setEnabled(what_.to > what_.from);
    slider_->setRange(int(what_.from), int(what_.to));
    slider_->setPageStep(std::max(1, slider_->maximum() / 50));
    slider_->setValue(int(what_.value));
    if (const QString text = to_q(what_.text); text_->text() != text) text_->setText(text);
    showing_ = false;
}

// ---- Choices --------------------------------------------------------------------------------------------------------------

MenuRow::MenuRow(const panels::Row& row, QWidget* parent) : RowWidget(parent) {
    auto* line = input_line(this);
    box_ = named(new QComboBox(this), row);
    box_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box_->setMinimumContentsLength(6);
    Text* label = label_of(row, this);
    label->setBuddy(box_);
    line->addWidget(label);
    line->addWidget(box_, 1);
    if (const std::string& note = std::get<panels::Choice>(row.what).note; !note.empty()) {  // below others of its kind
        label->setFixedWidth(160);
        box_->setFixedWidth(152);
        auto* text = new Text(to_q(note), Tone::second, this);
        text->set_elided(true);
        line->addWidget(text, 1);
    }
    connect(box_, &QComboBox::currentIndexChanged, this, [this](int index) {
        if (showing_ || index < 0 || std::size_t(index) >= choice_.items.size()) return;
        choice_.change(index);
        Q_EMIT changed();
    });
}

void MenuRow::show_row(const panels::Row& row) {
    showing_ = true;
    choice_ = std::get<panels::Choice>(row.what);
    bool same = box_->count() == int(choice_.items.size());
    for (int i = 0; same && i < box_->count(); ++i) same = box_->itemText(i) == to_q(choice_.items[std::size_t(i)].text);
    if (!same) {
        box_->clear();
        for (const panels::Choice::Item& item : choice_.items) box_->addItem(to_q(item.text));
    }
    auto* model = qobject_cast<QStandardItemModel*>(box_->model());
    for (int i = 0; i < box_->count(); ++i) {
        const panels::Choice::Item& item = choice_.items[std::size_t(i)];
        if (model) model->item(i)->setEnabled(!item.refusal);
        box_->setItemData(i, to_q(item.refusal ? *item.refusal : item.help), Qt::ToolTipRole);
    }
    box_->setCurrentIndex(choice_.chosen);
    showing_ = false;
}

namespace {

constexpr int refusal_role = Qt::UserRole, place_role = Qt::UserRole + 1;  // of an item; a group's title has no place

/// Name at the left, reason at the right end.
class ItemDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {120, 24}; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const Colours& look = colours();
        const bool group = !index.data(place_role).isValid(), enabled = index.flags() & Qt::ItemIsEnabled;
        const bool selected = option.state & QStyle::State_Selected;
        const QString refusal = index.data(refusal_role).toString();
        painter->save();
        if (selected) painter->fillRect(option.rect, look.accent);
        else if ((option.state & QStyle::State_MouseOver) && enabled && !group) painter->fillRect(option.rect, look.soft);
        const QRect area = option.rect.adjusted(8, 0, -8, 0);
        const QString name = index.data(Qt::DisplayRole).toString();
        painter->setFont(font_of_size(group ? 12 : 13));
        painter->setPen(selected ? look.on_accent : group ? look.second_text : enabled ? look.text : look.disabled_text);
        painter->drawText(area, Qt::AlignLeft | Qt::AlignVCenter, name);
        if (!refusal.isEmpty()) {
            const int used = painter->fontMetrics().horizontalAdvance(name) + 12;
            painter->setFont(font_of_size(12));
            painter->setPen(selected ? look.on_accent : look.disabled_text);
            const QRect rest = area.adjusted(used, 0, 0, 0);
            painter->drawText(
                rest, Qt::AlignRight | Qt::AlignVCenter, painter->fontMetrics().elidedText(refusal, Qt::ElideRight, rest.width()));
        }
        painter->restore();
    }
};

}  // namespace

ListRow::ListRow(const panels::Row& row, QWidget* parent) : RowWidget(parent) {
    list_ = named(new QListView(this), row);
    list_->setItemDelegate(new ItemDelegate(list_));
    list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list_->setUniformItemSizes(true);
    list_->setMouseTracking(true);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    model_ = new QStandardItemModel(this);
    list_->setModel(model_);
    input_line(this)->addWidget(list_);
    connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& now) {
        if (showing_ || !(now.flags() & Qt::ItemIsEnabled) || !now.data(place_role).isValid()) return;
        choice_.change(now.data(place_role).toInt());
        Q_EMIT changed();
    });
}

void ListRow::fill() {
    std::vector<std::string> wanted;
    for (const panels::Choice::Item& item : choice_.items)
        wanted.push_back(item.group + '\n' + item.text + '\n' + item.refusal.value_or(""));
    if (wanted == filled_) return;
    filled_ = std::move(wanted);
    model_->clear();
    std::string group;
    for (std::size_t i = 0; i < choice_.items.size(); ++i) {
        const panels::Choice::Item& one = choice_.items[i];
        if (one.group != group) {
            group = one.group;
            auto* header = new QStandardItem(to_q(group));
            header->setFlags(Qt::NoItemFlags);
            model_->appendRow(header);
        }
        auto* item = new QStandardItem(to_q(one.text));
        item->setData(int(i), place_role);
        const QString reason = to_q(one.refusal.value_or("")), help = to_q(one.help);
        item->setToolTip(one.refusal ? help.section(QLatin1Char('\n'), 0, 0) + QLatin1Char('\n') + reason : help);
        item->setAccessibleText(to_q(one.text) + QStringLiteral(", ") + help.section(QLatin1Char('\n'), 0, 0) +
                                (one.refusal ? QStringLiteral(", ") + reason : QString()));
        if (one.refusal) {
            item->setFlags(Qt::NoItemFlags);
            item->setData(reason, refusal_role);
        }
        model_->appendRow(item);
    }
    list_->setFixedHeight(std::min(model_->rowCount(), 12) * 24 + 2);
}

void ListRow::show_row(const panels::Row& row) {
    showing_ = true;
    choice_ = std::get<panels::Choice>(row.what);
    fill();
    for (int at = 0; at < model_->rowCount(); ++at) {
        const QModelIndex index = model_->index(at, 0);
        if (!index.data(place_role).isValid() || index.data(place_role).toInt() != choice_.chosen) continue;
        if (list_->currentIndex() != index) list_->setCurrentIndex(index);
        list_->selectionModel()->select(index, QItemSelectionModel::ClearAndSelect);
    }
    showing_ = false;
}

SegmentsRow::SegmentsRow(const panels::Row& row, QWidget* parent) : RowWidget(parent) {
    auto* line = input_line(this, 0);
    auto* group = new QButtonGroup(this);
    const auto& items = std::get<panels::Choice>(row.what).items;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const panels::Button button{row.id + "." + items[i].text, items[i].text, items[i].help, items[i].icon, {}, {}, {}, {}};
        QAbstractButton* made = make_button(button, this, [this, at = int(i)] {
            choice_.change(at);
            Q_EMIT changed();
        });
        made->setProperty("segment", i == 0 ? "first" : i + 1 == items.size() ? "last" : "middle");
        made->setAccessibleName(to_q(items[i].help));
        made->setCheckable(true);
        group->addButton(made);
        line->addWidget(made, 1);
        buttons_.push_back(made);
    }
}

void SegmentsRow::show_row(const panels::Row& row) {
    choice_ = std::get<panels::Choice>(row.what);
    if (choice_.chosen >= 0 && choice_.chosen < int(buttons_.size())) buttons_[std::size_t(choice_.chosen)]->setChecked(true);
}

CheckRow::CheckRow(const panels::Row& row, QWidget* parent) : RowWidget(parent) {
    auto* lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 0, 0, row.explained ? 4 : 0);
    lines->setSpacing(2);
    lines->addWidget(box_ = named(new QCheckBox(to_q(row.label), this), row));
    if (row.explained) {
        Text* help = small_text(Tone::second, this);
        help->setText(to_q(row.help));
        lines->addWidget(help);
    }
    connect(box_, &QCheckBox::toggled, this, [this](bool on) {
        if (showing_) return;
        check_.change(on);
        Q_EMIT changed();
    });
}

void CheckRow::show_row(const panels::Row& row) {
    showing_ = true;
    check_ = std::get<panels::Check>(row.what);
    box_->setChecked(check_.on);
    showing_ = false;
}

// ---- Buttons --------------------------------------------------------------------------------------------------------------

ButtonsRow::ButtonsRow(const panels::Row& row, QWidget* parent) : RowWidget(parent), line_(input_line(this)) {
    setObjectName(to_q(row.id));
}

void ButtonsRow::show_row(const panels::Row& row) {
    const auto& wanted = std::get<panels::Buttons>(row.what).buttons;
    const bool same = std::equal(shown_.begin(), shown_.end(), wanted.begin(), wanted.end(),
        [](const panels::Button& a, const panels::Button& b) { return a.id == b.id; });
    shown_ = wanted;
    if (!same) {
        while (QLayoutItem* item = line_->takeAt(0)) {
            delete item->widget();
            delete item;
        }
        buttons_.clear();
        // Those of a sheet stand at its right end; few others share their line.
        const bool ends = std::any_of(wanted.begin(), wanted.end(), [](const panels::Button& one) { return one.closes; });
        const bool few = !ends && wanted.size() <= 3;
        if (ends) line_->addStretch(1);
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            QAbstractButton* made = make_button(wanted[i], this, [this, i] {
                if (shown_[i].run) shown_[i].run();
                Q_EMIT changed();
            });
            made->setMinimumWidth(ends ? 88 : few ? 72 : 48);  // beside a scroll bar they give up their margins
            if (few) made->setMaximumWidth(240);
            if (!wanted[i].menu.empty()) {
                auto* menu = new QMenu(made);
                menu->setToolTipsVisible(true);
                connect(menu, &QMenu::aboutToShow, this, [this, menu, i] {
                    menu->clear();
                    for (const panels::Button& one : shown_[i].menu) {
                        QAction* action = menu->addAction(to_q(one.label));
                        action->setToolTip(to_q(one.refusal ? *one.refusal : one.help));
                        action->setEnabled(!one.refusal);
                        action->setCheckable(one.checked.has_value());
                        action->setChecked(one.checked.value_or(false));
                        connect(action, &QAction::triggered, this, [this, run = one.run] {
                            run();
                            Q_EMIT changed();
                        });
                    }
                });
                connect(
                    made, &QAbstractButton::clicked, made, [made, menu] { menu->popup(made->mapToGlobal(QPoint(0, made->height() + 2))); });
            }
            line_->addWidget(made, few ? 1 : 0);
            buttons_.push_back(made);
        }
        if (!ends) line_->addStretch(0);
    }
    for (std::size_t i = 0; i < buttons_.size(); ++i) show_button(buttons_[i], wanted[i]);
}

// ---- By kind --------------------------------------------------------------------------------------------------------------

int kind_of(const panels::Row& row) {
    const auto* choice = std::get_if<panels::Choice>(&row.what);
    return int(row.what.index()) + (choice ? 100 * int(choice->look) : 0);
}

RowWidget* make_row(const panels::Row& row, QWidget* parent) {
    struct Make {
        const panels::Row& row;
        QWidget* parent;
        RowWidget* operator()(const panels::Text&) const { return new TextRow(row, parent); }
        RowWidget* operator()(const panels::Facts&) const { return new FactsRow(row, parent); }
        RowWidget* operator()(const panels::Number&) const { return new NumberRow(row, parent); }
        RowWidget* operator()(const panels::Slider&) const { return new SliderRow(row, parent); }
        RowWidget* operator()(const panels::Choice& choice) const {
            switch (choice.look) {
                case panels::Choice::Look::list: return new ListRow(row, parent);
                case panels::Choice::Look::segments: return new SegmentsRow(row, parent);
                case panels::Choice::Look::menu: break;
            }
            return new MenuRow(row, parent);
        }
        RowWidget* operator()(const panels::Check&) const { return new CheckRow(row, parent); }
        RowWidget* operator()(const panels::Buttons&) const { return new ButtonsRow(row, parent); }
        RowWidget* operator()(const panels::Share&) const { return new ShareRow(row, parent); }
        RowWidget* operator()(const panels::Code&) const { return new CodeRow(row, parent); }
        RowWidget* operator()(const panels::Table&) const { return new TableRow(row, parent); }
    };
    return std::visit(Make{row, parent}, row.what);
}

}  // namespace neighborscope::desktop
