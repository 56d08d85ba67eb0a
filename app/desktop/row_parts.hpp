// Pieces that rows of panels are made of. Inside desktop only.
#pragma once
#include "app/desktop/look.hpp"
#include "app/panels/panel.hpp"

#include <QHBoxLayout>
#include <QWidget>

namespace neighborscope::desktop {

inline QHBoxLayout* input_line(QWidget* widget, int spacing = 8) {
    auto* line = new QHBoxLayout(widget);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(spacing);
    return line;
}

inline Text* label_of(const panels::Row& row, QWidget* parent) {
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

inline Text* small_text(Tone tone, QWidget* parent) {
    auto* text = new Text({}, tone, parent);
    text->set_size(12);
    text->setWordWrap(true);
    return text;
}

}  // namespace neighborscope::desktop
