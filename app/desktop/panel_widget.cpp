#include "app/desktop/panel_widget.hpp"

#include "app/desktop/field_event_filter.hpp"
#include "app/desktop/icons.hpp"
#include "app/desktop/number_field.hpp"

#include <QPushButton>
#include <QScrollArea>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace neighborscope::desktop {

namespace {

QIcon icon_of(const std::string& name) {
    const std::pair<const char*, Icon> pictures[] = {{"open", Icon::folder}, {"samples", Icon::samples}, {"copy", Icon::copy},
        {"export", Icon::export_arrow}, {"follow", Icon::follow}, {"pin", Icon::pin}};
    for (const auto& [its, picture] : pictures)
        if (name == its) return icon(picture);
    return {};
}

constexpr int inset = 12;  // logical pixels at 100 percent

/// A panel that is only a table has no margin.
int margin_of(const panels::Panel& panel) {
    return panel.rows.size() == 1 && std::holds_alternative<panels::Table>(panel.rows.front().what) ? 0 : px(inset);
}

bool stretches(const panels::Row& row) {
    return std::holds_alternative<panels::Table>(row.what) || std::holds_alternative<panels::Code>(row.what);
}

}  // namespace

void show_button(QAbstractButton* shown, const panels::Button& button) {
    const QString text = to_qstring(button.label);
    if (shown->text() != text) shown->setText(text);
    if (!button.icon.empty() && shown->icon().isNull()) shown->setIcon(icon_of(button.icon));
    shown->setToolTip(to_qstring(button.refusal ? *button.refusal : button.help));
    shown->setEnabled(!button.refusal);
    shown->setCheckable(button.checked.has_value());
    if (button.checked) shown->setChecked(*button.checked);
}

QAbstractButton* make_button(const panels::Button& button, QWidget* parent, const std::function<void()>& pressed) {
    auto* made = new QPushButton(parent);
    made->setObjectName(to_qstring(button.id));
    made->setAutoDefault(button.preferred);
    made->setDefault(button.preferred);
    made->setAccessibleDescription(to_qstring(button.help));
    show_button(made, button);
    QObject::connect(made, &QPushButton::clicked, made, pressed);
    return made;
}

PanelWidget::PanelWidget(const panels::Panel& panel, QWidget* parent) : Section(to_qstring(panel.title), margin_of(panel), parent) {
    setObjectName(to_qstring(panel.id));
    for (std::size_t i = 0; i < panel.actions.size(); ++i) {
        const panels::Button& action = panel.actions[i];
        QToolButton* button = add_action(icon_of(action.icon), to_qstring(action.label), to_qstring(action.help));
        button->setObjectName(to_qstring(action.id));
        button->setAccessibleName(to_qstring(action.help));
        connect(button, &QToolButton::clicked, this, [this, i] {
            const auto run = actions_[i].second.run;  // a copy: the action may describe this panel anew
            if (run) run();
            Q_EMIT changed();
        });
        actions_.emplace_back(button, action);
    }
    show_panel(panel);
}

RowWidget* PanelWidget::row(const std::string& id) const {
    for (const RowEntry& one : rows_)
        if (one.id == id) return one.widget;
    return nullptr;
}

void PanelWidget::show_panel(const panels::Panel& panel) {
    setVisible(panel.shown);
    if (!panel.shown) return;
    set_fact(to_qstring(panel.fact));
    set_help(to_qstring(panel.help));
    for (std::size_t i = 0; i < actions_.size() && i < panel.actions.size(); ++i) {
        actions_[i].second = panel.actions[i];
        show_button(actions_[i].first, panel.actions[i]);
    }
    const bool same = std::equal(rows_.begin(), rows_.end(), panel.rows.begin(), panel.rows.end(),
        [](const RowEntry& shown, const panels::Row& row) { return shown.is_same_row(row); });
    if (!same) arrange(panel);
    bool has_prose = false;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        rows_[i].widget->show_row(panel.rows[i]);
        has_prose = has_prose || std::holds_alternative<panels::Prose>(panel.rows[i].what);
    }
    if (has_prose) {  // from the inside out, at once: a long text would be cut until several events have passed
        for (const RowEntry& one : rows_)
            if (one.widget->layout()) one.widget->layout()->activate();
        content()->activate();
    }
    if (std::exchange(reveals_, panel.reveals) != panel.reveals && !panel.reveal.empty()) scroll_to(panel.reveal);
    if (std::exchange(keyboard_for_, panel.keyboard_for) != panel.keyboard_for && !panel.keyboard.empty()) give_keyboard_to(panel.keyboard);
}

/// After the button that turned the page has given the keyboard back to the view. The text above the field stays in sight.
void PanelWidget::give_keyboard_to(const std::string& id) {
    QTimer::singleShot(0, this, [this, id] {
        QTimer::singleShot(0, this, [this, id] {
            QWidget* const shown = row(id);
            if (auto* field = shown ? shown->findChild<NumberField*>() : nullptr) field->setFocus(Qt::OtherFocusReason);
        });
    });
}

/// Brings the row into view, after the layout has placed it.
void PanelWidget::scroll_to(const std::string& id) {
    QTimer::singleShot(0, this, [this, id] {
        QWidget* const shown = row(id);
        for (QWidget* one = shown ? shown->parentWidget() : nullptr; one; one = one->parentWidget()) {
            auto* area = qobject_cast<QScrollArea*>(one);
            if (!area) continue;
            if (area->widget()->layout()) area->widget()->layout()->activate();
            area->ensureWidgetVisible(shown, 0, px(12));
            return;
        }
    });
}

/// Keeps the widgets of remaining rows, and creates the layouts of lines again.
void PanelWidget::arrange(const panels::Panel& panel) {
    QVBoxLayout* lines = content();
    while (QLayoutItem* line = lines->takeAt(0)) delete line;
    std::vector<RowEntry> before = std::exchange(rows_, {});
    QHBoxLayout* line = nullptr;
    for (const panels::Row& row : panel.rows) {
        const auto found = std::find_if(before.begin(), before.end(), [&](const RowEntry& shown) {
            return shown.widget && shown.id == row.id && shown.label == row.label && shown.kind == kind_of(row);
        });
        RowWidget* widget = found != before.end() ? std::exchange(found->widget, nullptr) : nullptr;
        if (!widget) {
            widget = make_row(row, content_widget());
            connect(widget, &RowWidget::changed, this, &PanelWidget::changed);
            connect(widget, &RowWidget::drag_ended, this, &PanelWidget::drag_ended);
        }
        rows_.push_back({row.id, row.label, kind_of(row), row.beside, widget});
        if (!row.beside || !line) {
            line = new QHBoxLayout;
            line->setSpacing(px(12));
            if (lines->contentsMargins().left() == 0 && !stretches(row)) line->setContentsMargins(px(inset), 0, px(inset), px(6));
            lines->addLayout(line, stretches(row) ? 1 : 0);
        }
        line->addWidget(widget, std::holds_alternative<panels::Code>(row.what) ? 2 : 3);
        widget->show();
    }
    if (std::none_of(panel.rows.begin(), panel.rows.end(), stretches)) lines->addStretch(1);
    for (const RowEntry& gone : before) {
        if (!gone.widget) continue;
        if (QWidget* const typed = window()->focusWidget(); typed && gone.widget->isAncestorOf(typed)) give_focus_to_view(*this);
        gone.widget->hide(), gone.widget->deleteLater();
    }
    // Tab order is the order of rows, not of their creation.
    QWidget* last = actions_.empty() ? header() : actions_.back().first;
    for (const RowEntry& shown : rows_)
        for (QWidget* one : shown.widget->findChildren<QWidget*>())
            if ((one->focusPolicy() & Qt::TabFocus) && !one->focusProxy() && one->window() == window())
                setTabOrder(std::exchange(last, one), one);
}

}  // namespace neighborscope::desktop
