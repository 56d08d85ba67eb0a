#include "app/desktop/text_scale.hpp"

#include "app/desktop/theme.hpp"
#include "app/session/document/saved_settings.hpp"

#include <QApplication>
#include <QEvent>
#include <QLayout>
#include <QScreen>
#include <QVariant>
#include <QWidget>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace neighborscope::desktop {

namespace {

int percent_now = 100;

/// The size at 100 percent and as it was applied last. Another size than the applied one was set since, at `before` percent.
int scaled(QObject* of, const char* name, int size, int before) {
    const QVariantList kept = of->property(name).toList();
    const double at_100 = kept.size() == 2 && kept[1].toInt() == size ? kept[0].toDouble() : 100.0 * size / before;
    const int next = px(at_100);
    of->setProperty(name, QVariantList{at_100, next});
    return next;
}

void scale_layout(QLayout* layout, int before) {
    for (int i = 0; i < layout->count(); ++i)  // first, as they may have the spacing of this one
        if (QLayout* inner = layout->itemAt(i)->layout()) scale_layout(inner, before);
    const QMargins margins = layout->contentsMargins();
    const auto margin = [&](const char* name, int size) { return size == 0 ? 0 : scaled(layout, name, size, before); };
    layout->setContentsMargins(margin("left_at_100", margins.left()), margin("top_at_100", margins.top()),
        margin("right_at_100", margins.right()), margin("bottom_at_100", margins.bottom()));
    if (layout->spacing() > 0) layout->setSpacing(scaled(layout, "spacing_at_100", layout->spacing(), before));
    layout->invalidate();
}

void scale_limits(QWidget* widget, int before) {
    const auto length = [&](const char* name, int size) {
        return size <= 0 || size >= QWIDGETSIZE_MAX ? size : scaled(widget, name, size, before);
    };
    const QSize least(length("least_width_at_100", widget->minimumWidth()), length("least_height_at_100", widget->minimumHeight())),
        most(length("most_width_at_100", widget->maximumWidth()), length("most_height_at_100", widget->maximumHeight()));
    widget->setMinimumSize(0, 0);  // else a larger minimum would raise the old maximum
    widget->setMaximumSize(most);
    widget->setMinimumSize(least);
}

void scale_widget(QWidget* widget, int before) {
    // A dock's sizes follow those of its content.
    const bool sized_by_layout = widget->layout() && widget->layout()->sizeConstraint() == QLayout::SetMinAndMaxSize;
    if (!sized_by_layout) scale_limits(widget, before);
    if (widget->isWindow()) {  // dialogs do not take the font of the window
        widget->setFont(QApplication::font());
    } else if (widget->testAttribute(Qt::WA_SetFont) && widget->font().pixelSize() > 0) {
        QFont font = widget->font();
        font.setPixelSize(scaled(widget, "font_at_100", font.pixelSize(), before));
        widget->setFont(font);
    }
    if (widget->layout()) scale_layout(widget->layout(), before);
    QEvent sizes_of_style(QEvent::StyleChange);  // the style measures indicators, arrows and scroll bars anew
    QCoreApplication::sendEvent(widget, &sizes_of_style);
    widget->updateGeometry();
}

}  // namespace

int text_scale() { return percent_now; }
double text_factor() { return percent_now / 100.0; }

int px(double at_100) {
    const double exact = at_100 * percent_now / 100.0;
    const int rounded = int(std::lround(exact));
    return rounded == 0 && at_100 >= 1 ? 1 : rounded;
}

int largest_text_scale(const QScreen* screen) {
    if (!screen) return scales[std::size(scales) - 1];
    const QSize room = screen->availableSize();
    return fitting_scale(200, room.width(), room.height());
}

void set_text_scale(int percent) {
    percent_now = percent;
    apply_font();
}

void scale_widgets(QWidget* top, int before) {
    top->setFont(QApplication::font());  // reaches all widgets without a font of their own now, before their texts are measured
    for (QWidget* widget : top->findChildren<QWidget*>()) scale_widget(widget, before);
}

}  // namespace neighborscope::desktop
