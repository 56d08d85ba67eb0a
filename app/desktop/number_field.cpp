#include "app/desktop/number_field.hpp"

#include "app/desktop/field_event_filter.hpp"

#include <QDialog>
#include <QKeyEvent>
#include <QLineEdit>
#include <QToolTip>

namespace neighborscope::desktop {

NumberField::NumberField(const QString& name, QWidget* parent) : QAbstractSpinBox(parent) {
    setAccessibleName(name);
    setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setFixedHeight(px(24));
    setFocusPolicy(Qt::StrongFocus);
    lineEdit()->setAccessibleName(name);
    lineEdit()->installEventFilter(this);
    connect(lineEdit(), &QLineEdit::textEdited, this, &NumberField::edited);
}

void NumberField::show_value(const QString& text) {
    shown_value_ = text;
    if (lineEdit()->hasFocus() && lineEdit()->isModified()) return;
    if (lineEdit()->text() == text) return;
    lineEdit()->setText(text);
    scroll_to_start();
}

void NumberField::replace_value(const QString& text) {
    lineEdit()->setText(shown_value_ = text);
    lineEdit()->setModified(false);
    scroll_to_start();
}

/// Shows the beginning of a text that is longer than the field, unless it has the focus.
void NumberField::scroll_to_start() {
    if (!lineEdit()->hasFocus()) lineEdit()->setCursorPosition(0);
}

/// A double click selects the whole number, not only up to a space. Undo is the window's command if nothing was typed here.
bool NumberField::eventFilter(QObject* watched, QEvent* event) {
    if (watched == lineEdit() && event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool here = key->matches(QKeySequence::Undo) ? lineEdit()->isUndoAvailable() : lineEdit()->isRedoAvailable();
        if ((key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) && !here) {
            event->ignore();
            return true;
        }
    }
    if (watched != lineEdit() || event->type() != QEvent::MouseButtonDblClick) return QAbstractSpinBox::eventFilter(watched, event);
    lineEdit()->selectAll();
    return true;
}

void NumberField::set_error(const QString& sentence) {
    if (property("error").toBool() == !sentence.isEmpty() && accessibleDescription() == sentence) return;
    setProperty("error", !sentence.isEmpty());
    if (!sentence.isEmpty()) QToolTip::hideText();  // it would cover the error
    setAccessibleDescription(sentence);
    lineEdit()->setAccessibleDescription(sentence);
    update();
}

void NumberField::stepBy(int steps) {
    if (!step) return;
    const QString next = step(text(), steps);
    if (next == text()) return;
    lineEdit()->setText(next);
    lineEdit()->setModified(false);
    Q_EMIT edited(next);
}

QSize NumberField::sizeHint() const { return {px(72), px(24)}; }
QSize NumberField::minimumSizeHint() const { return {px(48), px(24)}; }

void NumberField::focusOutEvent(QFocusEvent* event) {
    QAbstractSpinBox::focusOutEvent(event);
    end_change();
    lineEdit()->setCursorPosition(0);
}

void NumberField::end_change() {
    lineEdit()->setModified(false);
    Q_EMIT left();
    // Keeps a wrong text, so that it can be corrected; replaces a valid one by the formatted value.
    if (!property("error").toBool() && !shown_value_.isEmpty()) lineEdit()->setText(shown_value_);
}

/// Return and Esc move the focus to the view. After Return a text, and a number that is wrong, keep it: what is typed next corrects them.
void NumberField::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Escape:
            if (is_text && qobject_cast<QDialog*>(window())) return event->ignore();  // closes the sheet: a search in it changes nothing
            Q_EMIT edit_cancelled();
            give_focus_to_view(*this);
            return;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if ((is_text && !gives_keys_back) || property("error").toBool()) end_change();
            else give_focus_to_view(*this);
            if (is_text && !property("error").toBool()) Q_EMIT entered();
            return;
        case Qt::Key_Space:
            if (!is_text) return;  // it would replace a selected number
            [[fallthrough]];
        default: QAbstractSpinBox::keyPressEvent(event);
    }
}

DragAwareSlider::DragAwareSlider(const QString& name, QWidget* parent) : QSlider(Qt::Horizontal, parent) {
    setAccessibleName(name);
    setFocusPolicy(Qt::StrongFocus);
}

void DragAwareSlider::mousePressEvent(QMouseEvent* event) {
    pressed_ = true;
    QSlider::mousePressEvent(event);
}

void DragAwareSlider::mouseReleaseEvent(QMouseEvent* event) {
    QSlider::mouseReleaseEvent(event);
    pressed_ = false;
}

}  // namespace neighborscope::desktop
