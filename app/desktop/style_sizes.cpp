// The style's positions and sizes of the parts of controls. style.cpp draws them.
#include "app/desktop/style.hpp"
#include "app/desktop/text_scale.hpp"

#include <QAbstractSpinBox>
#include <QStyleOption>

#include <algorithm>

namespace neighborscope::desktop {

namespace {

int slider_handle() { return px(12); }

}  // namespace

QRect InstrumentStyle::subControlRect(
    ComplexControl control, const QStyleOptionComplex* option, SubControl part, const QWidget* widget) const {
    const QRect area = option->rect;
    if (control == CC_SpinBox) {
        const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
        const int buttons = spin && spin->buttonSymbols != QAbstractSpinBox::NoButtons ? px(16) : 0;
        const QRect inner = area.adjusted(1, 1, -1, -1);
        if (part == SC_SpinBoxUp) return QRect(inner.right() - buttons + 1, inner.top(), buttons, inner.height() / 2);
        if (part == SC_SpinBoxDown)
            return QRect(inner.right() - buttons + 1, inner.top() + inner.height() / 2, buttons, inner.height() - inner.height() / 2);
        if (part == SC_SpinBoxEditField) return QRect(area.left() + px(5), inner.top(), area.width() - buttons - px(8), inner.height());
        return area;
    }
    if (control == CC_ComboBox) {
        if (part == SC_ComboBoxEditField) return area.adjusted(px(6), 1, -px(22), -1);
        if (part == SC_ComboBoxArrow) return QRect(area.right() - px(22) + 1, area.top(), px(22), area.height());
        if (part == SC_ComboBoxListBoxPopup) return area;
        return area;
    }
    if (control == CC_Slider) {
        const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option);
        if (slider && slider->orientation == Qt::Horizontal) {
            const int at = sliderPositionFromValue(
                slider->minimum, slider->maximum, slider->sliderPosition, area.width() - slider_handle(), slider->upsideDown);
            if (part == SC_SliderHandle) return QRect(area.left() + at, area.center().y() - px(7), slider_handle(), px(16));
            return area;
        }
    }
    if (control == CC_ScrollBar) {
        const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option);
        if (!slider) return area;
        const bool upright = slider->orientation == Qt::Vertical;
        const int length = upright ? area.height() : area.width();
        const int range = std::max(1, slider->maximum - slider->minimum + slider->pageStep);
        const int handle = slider->maximum > slider->minimum ? std::max(px(24), int(double(length) * slider->pageStep / range)) : length;
        const int at =
            sliderPositionFromValue(slider->minimum, slider->maximum, slider->sliderPosition, length - handle, slider->upsideDown);
        const auto piece = [&](int from, int size) {
            return upright ? QRect(area.left(), area.top() + from, area.width(), size)
                           : QRect(area.left() + from, area.top(), size, area.height());
        };
        switch (part) {
            case SC_ScrollBarSlider: return piece(at, handle);
            case SC_ScrollBarGroove: return area;
            case SC_ScrollBarSubPage: return piece(0, at);
            case SC_ScrollBarAddPage: return piece(at + handle, length - at - handle);
            default: return QRect();
        }
    }
    return QProxyStyle::subControlRect(control, option, part, widget);
}

QRect InstrumentStyle::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const {
    if (element == SE_LineEditContents) {
        const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
        if (frame && frame->lineWidth > 0) return option->rect.adjusted(px(6), 1, -px(6), -1);
    }
    return QProxyStyle::subElementRect(element, option, widget);
}

QSize InstrumentStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents, const QWidget* widget) const {
    QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
    switch (type) {
        case CT_PushButton: {
            const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
            return QSize(contents.width() + px(16) + (button && !button->icon.isNull() ? px(icon_gap) - 4 : 0),
                std::max(px(24), contents.height() + px(4)));
        }
        case CT_ToolButton:
            if (const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
                button && button->toolButtonStyle == Qt::ToolButtonTextBesideIcon)
                return QSize(QFontMetrics(button->font).horizontalAdvance(button->text) + px(23), px(24));
            return size;
        case CT_ComboBox: return QSize(contents.width() + px(32), std::max(px(24), contents.height() + px(4)));
        case CT_SpinBox: return QSize(size.width(), std::max(px(24), contents.height() + px(2)));
        case CT_LineEdit: return QSize(size.width(), std::max(px(24), contents.height() + px(2)));
        case CT_MenuBarItem: return QSize(contents.width() + px(18), px(32) - 1);
        case CT_MenuBar: return QSize(size.width(), px(32));
        case CT_HeaderSection: return QSize(size.width(), px(24));
        case CT_MenuItem:
            if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
                item && item->menuItemType == QStyleOptionMenuItem::Separator)
                return QSize(size.width(), px(9));
            return QSize(size.width() + px(8), std::max(size.height(), px(24)));
        default: return size;
    }
}

int InstrumentStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    switch (metric) {
        case PM_DockWidgetSeparatorExtent: return 4;
        case PM_DockWidgetFrameWidth: return 0;
        case PM_MenuBarPanelWidth: return 0;
        case PM_MenuHMargin: return 1;
        case PM_MenuVMargin: return px(4);
        case PM_MenuBarItemSpacing: return 0;
        case PM_MenuBarHMargin: return px(6);
        case PM_MenuBarVMargin: return 0;
        case PM_ToolBarExtensionExtent: return px(24);  // opens the menus without room
        case PM_ScrollBarExtent: return px(10);
        case PM_SliderLength: return slider_handle();
        case PM_SliderThickness: return px(18);
        case PM_SliderControlThickness: return px(18);
        case PM_IndicatorWidth:
        case PM_IndicatorHeight: return px(15);
        case PM_ButtonShiftHorizontal:
        case PM_ButtonShiftVertical: return 0;
        case PM_DefaultFrameWidth: return 1;
        case PM_SmallIconSize:
        case PM_ButtonIconSize: return px(16);
        case PM_HeaderMargin: return px(4);
        case PM_ToolTipLabelFrameWidth: return px(6);
        default: return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

}  // namespace neighborscope::desktop
