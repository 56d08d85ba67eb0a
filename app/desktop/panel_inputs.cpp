// Rows for input: numbers, sliders, checks, buttons. Choices are in panel_choices.cpp.
#include "app/desktop/number_field.hpp"
#include "app/desktop/flow_layout.hpp"
#include "app/desktop/panel_widget.hpp"
#include "app/desktop/row_parts.hpp"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace neighborscope::desktop {

namespace {

// ---- Numbers --------------------------------------------------------------------------------------------------------------

/// Logical pixels at 100 percent: minimum width of a field with arrows, and its width without the number.
constexpr int min_number_width = 84, space_around_number = 44;

class NumberRow : public RowWidget {
public:
    /// A short name, its slider and its field share a line; otherwise the slider is on a line below.
    NumberRow(const panels::Row& row, QWidget* parent) : RowWidget(parent) {
        const auto& number = std::get<panels::Number>(row.what);
        const bool one_line = row.label.size() <= 3;
        field_ = name_after_row(new NumberField(to_qstring(row.label), this), row);
        field_->step = [this](const QString& text, int steps) {
            const double value = number_.step ? panels::parse_number(text.toStdString()) : NAN;
            return std::isnan(value) ? text : to_qstring(panels::number_as_typed(number_.step(value, steps)));
        };
        field_->is_text = number.words;
        field_->gives_keys_back = number.gives_keys_back;
        if (number.words) field_->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        if (!number.step) field_->setButtonSymbols(QAbstractSpinBox::NoButtons);
        if (number.step) field_->setFixedWidth(px(min_number_width));
        connect(field_, &NumberField::edited, this, [this](const QString& text) { apply_text(text, true); });
        connect(field_, &NumberField::left, this, &RowWidget::drag_ended);
        connect(field_, &NumberField::entered, this, [this] {
            const auto enter = number_.enter;  // a copy: it may describe this panel anew
            if (!enter) return;
            enter();
            Q_EMIT changed();
        });
        connect(field_, &NumberField::edit_cancelled, this, [this] { clear_error(); });
        if (number.scale) {
            slider_ = new DragAwareSlider(tr("%1, slider").arg(to_qstring(row.label)), this);
            slider_->setObjectName(to_qstring(row.id) + QStringLiteral(".slider"));
            slider_->setToolTip(to_qstring(row.help));
            slider_->setRange(0, SliderScale::steps);
            connect(slider_, &QSlider::sliderReleased, this, &RowWidget::drag_ended);
            connect(slider_, &QSlider::valueChanged, this, [this](int position) {
                if (!updating_ && number_.scale)
                    apply_text(to_qstring(panels::number_as_typed(number_.scale->value(position))), slider_->is_dragged());
            });
        }
        auto* lines = new QVBoxLayout(this);
        lines->setContentsMargins(0, 0, 0, 0);
        lines->setSpacing(px(2));
        auto* line = new QHBoxLayout;
        line->setSpacing(px(8));
        Text* label = label_of(row, this);
        label->setBuddy(field_);
        const bool coordinate = one_line && row.id.starts_with("query.coordinate");  // two of them may share a line
        if (coordinate) label->setMinimumWidth(row.label.size() < 3 ? 0 : px(24));   // "lon" is wider than "lat"
        else if (!number.step) align_in_column(label);
        if (number.words) lines->addWidget(label);  // a text needs the whole line
        else line->addWidget(label, number.step && !one_line ? 1 : 0);
        if (slider_ && one_line) line->addWidget(slider_, 1);
        if (one_line && !slider_ && number.step) line->addStretch(1);
        line->addWidget(field_, number.step ? 0 : 1);
        lines->addLayout(line);
        if (slider_ && !one_line) lines->addWidget(slider_);
        else if (slider_) slider_->stackUnder(field_);  // Tab goes from left to right
        lines->addWidget(error_ = small_text(Tone::error, this));
        error_->hide();
    }

    void update_controls(const panels::Row& row) override {
        const std::string before = std::exchange(number_, std::get<panels::Number>(row.what)).value;
        if (field_->property("error").toBool() && before != number_.value) clear_error();  // the error is of a former value
        if (!field_->property("error").toBool()) {                                         // keeps a wrong text
            field_->show_value(to_qstring(number_.value));
            field_->setToolTip(to_qstring(panels::field_tooltip(row)));
            if (number_.step)
                field_->setFixedWidth(std::max(
                    px(min_number_width), field_->fontMetrics().horizontalAdvance(to_qstring(number_.value)) + px(space_around_number)));
            const double value = panels::parse_number(number_.value);
            if (slider_ && number_.scale && !std::isnan(value) && !slider_->is_dragged()) slider_->setValue(number_.scale->position(value));
        }
    }

private:
    void apply_text(const QString& typed, bool merge) {
        const QString error = to_qstring(number_.change(typed.toStdString(), merge));
        field_->set_error(error);
        error_->setText(error);
        error_->setVisible(!error.isEmpty());
        if (error.isEmpty()) Q_EMIT changed();
    }

    /// Removes the error and shows the value again.
    void clear_error() {
        field_->set_error({});
        error_->hide();
        field_->replace_value(to_qstring(number_.value));
    }

    panels::Number number_;
    NumberField* field_;
    DragAwareSlider* slider_ = nullptr;
    Text* error_;
};

class SliderRow : public RowWidget {
public:
    SliderRow(const panels::Row& row, QWidget* parent) : RowWidget(parent) {
        auto* line = make_line_layout(this);
        slider_ = name_after_row(new QSlider(Qt::Horizontal, this), row);
        text_ = new Text({}, Tone::normal, this);
        text_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        text_->setMinimumWidth(px(92));
        line->addWidget(slider_, 1);
        line->addWidget(text_);
        connect(slider_, &QSlider::valueChanged, this, [this](int value) {
            if (updating_) return;
            what_.change(value);
            Q_EMIT changed();
        });
    }

    void update_controls(const panels::Row& row) override {
        what_ = std::get<panels::Slider>(row.what);
        setEnabled(what_.to > what_.from);
        slider_->setRange(int(what_.from), int(what_.to));
        slider_->setPageStep(std::max(1, slider_->maximum() / 50));
        slider_->setValue(int(what_.value));
        text_->setText(to_qstring(what_.text));
    }

private:
    panels::Slider what_;
    QSlider* slider_;
    Text* text_;
};

class CheckRow : public RowWidget {
public:
    CheckRow(const panels::Row& row, QWidget* parent) : RowWidget(parent) {
        auto* lines = new QVBoxLayout(this);
        lines->setContentsMargins(0, 0, 0, 0);
        lines->setSpacing(px(2));
        lines->addWidget(box_ = name_after_row(new QCheckBox(to_qstring(row.label), this), row));
        connect(box_, &QCheckBox::toggled, this, [this](bool on) {
            if (updating_) return;
            check_.change(on);
            Q_EMIT changed();
        });
    }

    void update_controls(const panels::Row& row) override {
        check_ = std::get<panels::Check>(row.what);
        box_->setChecked(check_.on);
    }

private:
    panels::Check check_;
    QCheckBox* box_;
};

// ---- Buttons --------------------------------------------------------------------------------------------------------------

class ButtonsRow : public RowWidget {
public:
    ButtonsRow(const panels::Row& row, QWidget* parent) : RowWidget(parent) {
        setObjectName(to_qstring(row.id));
        const auto& buttons = std::get<panels::Buttons>(row.what).buttons;
        if (ends_of(buttons) || buttons.size() <= max_buttons_per_line) line_ = make_line_layout(this);
        else flow_ = new FlowLayout(this);
    }

    void update_controls(const panels::Row& row) override {
        const auto& wanted = std::get<panels::Buttons>(row.what).buttons;
        const bool same = std::equal(shown_.begin(), shown_.end(), wanted.begin(), wanted.end(),
            [](const panels::Button& a, const panels::Button& b) { return a.id == b.id; });
        shown_ = wanted;
        if (!same) {
            while (QLayoutItem* item = layout()->takeAt(0)) {
                delete item->widget();
                delete item;
            }
            buttons_.clear();
            // Buttons of a sheet are at its right end; few other buttons share their line.
            const bool ends = line_ && ends_of(wanted), few = line_ && !ends;
            if (ends) line_->addStretch(1);
            for (std::size_t i = 0; i < wanted.size(); ++i) {
                QAbstractButton* made = make_button(wanted[i], this, [this, i] {
                    if (!shown_[i].menu.empty()) return open_menu(i);
                    const auto run = shown_[i].run;  // a copy: the action may describe this panel anew
                    if (run) run();
                    Q_EMIT changed();
                });
                made->setMinimumWidth(px(ends ? 88 : few ? 60 : 48));  // margins shrink beside a scroll bar
                if (few) made->setMaximumWidth(px(240));
                if (line_) line_->addWidget(made, few ? 1 : 0);
                else flow_->addWidget(made);
                buttons_.push_back(made);
            }
            if (few) line_->addStretch(0);
        }
        for (std::size_t i = 0; i < buttons_.size(); ++i) show_button(buttons_[i], wanted[i]);
    }

private:
    /// Creates the menu each time, since its items may differ.
    void open_menu(std::size_t at) {
        auto* menu = new QMenu(buttons_[at]);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->setToolTipsVisible(true);
        for (const panels::Button& one : shown_[at].menu) {
            QAction* action = menu->addAction(to_qstring(one.label));
            action->setToolTip(to_qstring(one.refusal ? *one.refusal : one.help));
            action->setEnabled(!one.refusal);
            action->setCheckable(one.checked.has_value());
            action->setChecked(one.checked.value_or(false));
            connect(action, &QAction::triggered, this, [this, run = one.run] {
                run();
                Q_EMIT changed();
            });
        }
        menu->popup(buttons_[at]->mapToGlobal(QPoint(0, buttons_[at]->height() + 2)));
    }

    static constexpr std::size_t max_buttons_per_line = 3;
    static bool ends_of(const std::vector<panels::Button>& buttons) {
        return std::any_of(buttons.begin(), buttons.end(), [](const panels::Button& one) { return one.closes; });
    }
    QBoxLayout* line_ = nullptr;  // one of these two is set
    FlowLayout* flow_ = nullptr;
    std::vector<panels::Button> shown_;
    std::vector<QAbstractButton*> buttons_;
};

}  // namespace

RowWidget* row_for(const panels::Number&, const panels::Row& row, QWidget* parent) { return new NumberRow(row, parent); }
RowWidget* row_for(const panels::Slider&, const panels::Row& row, QWidget* parent) { return new SliderRow(row, parent); }
RowWidget* row_for(const panels::Check&, const panels::Row& row, QWidget* parent) { return new CheckRow(row, parent); }
RowWidget* row_for(const panels::Buttons&, const panels::Row& row, QWidget* parent) { return new ButtonsRow(row, parent); }

int kind_of(const panels::Row& row) {
    const auto* choice = std::get_if<panels::Choice>(&row.what);
    const auto* prose = std::get_if<panels::Prose>(&row.what);
    return int(row.what.index()) + (choice ? 100 * int(choice->look) : 0) + (prose && prose->press ? 100 : 0);
}

RowWidget* make_row(const panels::Row& row, QWidget* parent) {
    return std::visit([&](const auto& what) { return row_for(what, row, parent); }, row.what);
}

}  // namespace neighborscope::desktop
