#include "app/desktop/number_field.hpp"

#include <QLineEdit>
#include <QWheelEvent>

#include <limits>

namespace neighborscope::desktop {

NumberField::NumberField(const QString& name, QWidget* parent) : QAbstractSpinBox(parent) {
    setAccessibleName(name);
    setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setFixedHeight(24);
    setFocusPolicy(Qt::TabFocus);  // a drag leaves the keys to the view
    lineEdit()->setAccessibleName(name);
    connect(lineEdit(), &QLineEdit::textEdited, this, &NumberField::edited);
}

void NumberField::show_value(const QString& text) {
    last_ = text;
    if (lineEdit()->hasFocus() && lineEdit()->isModified()) return;
    if (lineEdit()->text() == text) return;
    lineEdit()->setText(text);
}

bool NumberField::touched() const { return lineEdit()->isModified(); }

void NumberField::set_error(const QString& sentence) {
    if (property("error").toBool() == !sentence.isEmpty() && accessibleDescription() == sentence) return;
    setProperty("error", !sentence.isEmpty());
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

QSize NumberField::sizeHint() const { return {72, 24}; }
QSize NumberField::minimumSizeHint() const { return {48, 24}; }

void NumberField::focusOutEvent(QFocusEvent* event) {
    QAbstractSpinBox::focusOutEvent(event);
    lineEdit()->setModified(false);
    // A wrong value is kept, so that it can be mended; a right one is shown as the program writes it.
    if (!property("error").toBool() && !last_.isEmpty()) lineEdit()->setText(last_);
}

void NumberField::wheelEvent(QWheelEvent* event) {
    if (hasFocus()) QAbstractSpinBox::wheelEvent(event);
    else event->ignore();
}

double number_from(const QString& typed) {
    QString plain;
    for (QChar c : typed) {
        if (c.isSpace() || c == QChar(0x202F) || c == QChar(0x2009)) continue;
        plain += c == QChar(0x2212) ? QLatin1Char('-') : c;
    }
    bool right = false;
    const double value = plain.toDouble(&right);  // QString::toDouble is in the C locale
    return right ? value : std::numeric_limits<double>::quiet_NaN();
}

QuietSlider::QuietSlider(const QString& name, QWidget* parent) : QSlider(Qt::Horizontal, parent) {
    setAccessibleName(name);
    setFocusPolicy(Qt::StrongFocus);
}

void QuietSlider::mousePressEvent(QMouseEvent* event) {
    held_ = true;
    QSlider::mousePressEvent(event);
}

void QuietSlider::mouseReleaseEvent(QMouseEvent* event) {
    QSlider::mouseReleaseEvent(event);
    held_ = false;
}

void QuietSlider::wheelEvent(QWheelEvent* event) {
    if (hasFocus()) QSlider::wheelEvent(event);
    else event->ignore();
}

}  // namespace neighborscope::desktop
