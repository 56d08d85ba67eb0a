#include "app/desktop/style.hpp"

#include "app/desktop/icons.hpp"
#include "app/desktop/theme.hpp"

#include <QComboBox>
#include <QPainter>
#include <QPainterPath>
#include <QStyleOption>
#include <QWidget>

namespace neighborscope::desktop {

namespace {

constexpr double radius = 3;

void flat_box(QPainter* painter, const QRect& area, const QColor& fill, const QColor& edge, double width = 1) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(edge.isValid() ? QPen(edge, width) : QPen(Qt::NoPen));
    painter->setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
    const double half = edge.isValid() ? width / 2 : 0;
    painter->drawRoundedRect(QRectF(area).adjusted(half, half, -half, -half), radius, radius);
    painter->restore();
}

bool has_error(const QWidget* widget) { return widget && widget->property("error").toBool(); }

bool focused(const QStyleOption* option) { return option->state & QStyle::State_HasFocus; }

/// Draws the box of an input: red edge for an error, accent colour for the focus.
void input_box(const QStyleOption* option, QPainter* painter, const QWidget* widget, const QColor& fill) {
    const Colours& look = colours();
    QColor edge = option->state & QStyle::State_Enabled ? look.edge : look.divider;
    double width = 1;
    if (focused(option)) {
        edge = look.accent;
        width = 2;
    }
    if (has_error(widget)) edge = look.error;
    flat_box(painter, option->rect, fill, edge, width);
}

QColor blend(const QColor& a, const QColor& b, double t) {
    return QColor::fromRgbF(
        a.redF() + (b.redF() - a.redF()) * t, a.greenF() + (b.greenF() - a.greenF()) * t, a.blueF() + (b.blueF() - a.blueF()) * t);
}

}  // namespace

InstrumentStyle::InstrumentStyle() : QProxyStyle(QStringLiteral("fusion")) {}

void InstrumentStyle::draw_button(const QStyleOption* option, QPainter* painter, const QWidget* widget) const {
    const Colours& look = colours();
    const bool enabled = option->state & State_Enabled, checked = option->state & State_On, pressed = option->state & State_Sunken,
               hovered = option->state & State_MouseOver;
    const bool field = widget && widget->property("field").toBool();
    const bool light = theme() == render::Theme::light;
    QColor fill = field || light ? look.base : look.divider.darker(118), edge = look.edge;
    if (hovered) fill = blend(fill, look.text, 0.07);
    if (checked) fill = look.soft;
    if (pressed) fill = light ? look.divider : look.base;
    if (checked) edge = look.accent;
    if (!enabled) {
        fill = look.dock;
        edge = look.divider;
    }
    double width = 1;
    if (focused(option)) {
        edge = look.accent;
        width = 2;
    }
    const QString segment = widget ? widget->property("segment").toString() : QString();
    if (segment.isEmpty()) {
        flat_box(painter, option->rect, fill, edge, width);
        return;
    }
    // A segment is drawn wider towards its neighbours, and clipped.
    painter->save();
    painter->setClipRect(option->rect);
    QRect area = option->rect;
    if (segment != QLatin1String("first")) area.setLeft(area.left() - int(radius) - 1);
    if (segment != QLatin1String("last")) area.setRight(area.right() + int(radius) + 1);
    flat_box(painter, area, fill, edge, width);
    painter->setPen(QPen(edge, width));
    if (checked || focused(option)) {
        const double half = width / 2;
        if (segment != QLatin1String("first"))
            painter->drawLine(
                QPointF(option->rect.left() + half, option->rect.top()), QPointF(option->rect.left() + half, option->rect.bottom() + 1));
        if (segment != QLatin1String("last"))
            painter->drawLine(QPointF(option->rect.right() + 1 - half, option->rect.top()),
                QPointF(option->rect.right() + 1 - half, option->rect.bottom() + 1));
    }
    painter->restore();
}

void InstrumentStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const {
    const Colours& look = colours();
    switch (element) {
        case PE_PanelButtonCommand: draw_button(option, painter, widget); return;
        case PE_PanelButtonTool: {
            if (!(option->state & State_Enabled)) return;
            const bool hovered = option->state & (State_MouseOver), pressed = option->state & (State_Sunken | State_On);
            const bool header = widget && widget->property("section").toBool();
            if (header) return;
            if (pressed || hovered) flat_box(painter, option->rect, blend(look.dock, look.text, pressed ? 0.16 : 0.08), QColor());
            return;
        }
        case PE_FrameFocusRect: {
            // Buttons and inputs show the focus by their edge, items of lists by their selection.
            if (qstyleoption_cast<const QStyleOptionFocusRect*>(option) && widget && !widget->inherits("QAbstractItemView"))
                flat_box(painter, option->rect, QColor(), look.accent, 2);
            return;
        }
        case PE_PanelLineEdit:
            if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option); frame && frame->lineWidth > 0)
                input_box(option, painter, widget, look.base);
            return;
        case PE_FrameLineEdit: return;
        case PE_Frame: flat_box(painter, option->rect, QColor(), look.divider); return;
        case PE_IndicatorCheckBox: {
            const bool enabled = option->state & State_Enabled, checked = option->state & State_On;
            QColor edge = enabled ? (checked ? look.accent : look.edge) : look.divider;
            flat_box(painter, option->rect, checked ? look.soft : look.base, edge, focused(option) ? 2 : 1);
            if (checked)
                paint_icon(*painter, Icon::check, QRectF(option->rect).adjusted(1, 1, -1, -1), enabled ? look.text : look.disabled_text);
            return;
        }
        case PE_IndicatorDockWidgetResizeHandle: {
            const int middle = widget ? widget->width() / 2 : 0;
            painter->fillRect(option->rect, look.dock);
            QRect hair = option->rect;
            const bool upright = hair.height() > hair.width();
            if (!upright) hair.setHeight(1);
            else if (hair.left() < middle) hair.setLeft(hair.right());
            else hair.setRight(hair.left());
            painter->fillRect(hair, look.divider);
            return;
        }
        case PE_FrameStatusBarItem: return;
        case PE_FrameDockWidget: return;
        case PE_PanelTipLabel: flat_box(painter, option->rect, look.base, look.edge); return;
        case PE_IndicatorHeaderArrow:
            if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option)) {
                // Inverts Qt's arrow, so that it points along the order of the list.
                const bool up = header->sortIndicator == QStyleOptionHeader::SortUp;
                paint_icon(*painter, up ? Icon::chevron_down : Icon::chevron_up, QRectF(option->rect), look.second_text);
            }
            return;
        default: QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void InstrumentStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const {
    const Colours& look = colours();
    switch (element) {
        case CE_MenuBarEmptyArea:
            painter->fillRect(option->rect, look.window);
            painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1), look.divider);
            return;
        case CE_MenuBarItem: {
            const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
            if (!item) return;
            painter->fillRect(option->rect, look.window);
            if (widget) painter->fillRect(QRect(option->rect.left(), widget->height() - 1, option->rect.width(), 1), look.divider);
            const bool open = (option->state & State_Selected) && (option->state & (State_Sunken | State_HasFocus));
            if (option->state & State_Selected)
                flat_box(painter, option->rect.adjusted(1, 4, -1, -4), blend(look.window, look.text, open ? 0.14 : 0.08), QColor());
            drawItemText(painter, option->rect,
                Qt::AlignCenter | Qt::TextShowMnemonic | Qt::TextSingleLine |
                    (styleHint(SH_UnderlineShortcut, option, widget, nullptr) ? 0 : Qt::TextHideMnemonic),
                item->palette, option->state & State_Enabled, item->text, QPalette::WindowText);
            return;
        }
        case CE_HeaderSection: {
            painter->fillRect(option->rect, look.dock);
            painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1), look.divider);
            return;
        }
        case CE_HeaderEmptyArea: painter->fillRect(option->rect, look.dock); return;
        case CE_HeaderLabel: {
            const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
            if (!header) return;
            painter->setPen(look.second_text);
            const QFontMetrics metrics(painter->font());
            // Aligned with the numbers that the table's delegate draws.
            const int inset = widget ? widget->property("inset").toInt() : 0;
            const QRect area = header->textAlignment & Qt::AlignRight ? option->rect.adjusted(0, 0, -inset, 0) : option->rect;
            painter->drawText(
                area, int(header->textAlignment) | int(Qt::TextSingleLine), metrics.elidedText(header->text, Qt::ElideRight, area.width()));
            return;
        }
        case CE_PushButtonLabel: {
            const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
            if (!button) return;
            const bool picture = !button->icon.isNull();
            const int used = picture ? px(16) + px(icon_gap) : 0;
            const int width = used + QFontMetrics(painter->font()).size(Qt::TextShowMnemonic, button->text).width();
            QRect area = option->rect;
            area.setLeft(area.left() + std::max(0, (area.width() - width) / 2));
            if (picture)
                button->icon.paint(painter, QRect(area.left(), option->rect.center().y() - px(7), px(16), px(16)), Qt::AlignCenter,
                    option->state & State_Enabled ? QIcon::Normal : QIcon::Disabled);
            painter->setPen(option->state & State_Enabled ? look.text : look.disabled_text);
            painter->drawText(area.adjusted(used, 0, 0, 0),
                int(Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextHideMnemonic), button->text);
            return;
        }
        case CE_ToolButtonLabel: {
            const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
            if (!button || button->toolButtonStyle != Qt::ToolButtonTextBesideIcon) break;
            const bool enabled = option->state & State_Enabled;
            const QRect area = option->rect.adjusted(px(3), 0, 0, 0);
            button->icon.paint(painter, QRect(area.left(), area.center().y() - px(6), px(14), px(14)), Qt::AlignCenter,
                enabled ? QIcon::Normal : QIcon::Disabled);
            painter->setFont(button->font);
            const bool quiet = !(option->state & State_MouseOver) && !(widget && widget->property("section").toBool());
            painter->setPen(!enabled ? look.disabled_text : quiet ? look.second_text : look.text);
            painter->drawText(area.adjusted(px(18), 0, px(2), 0),
                int(Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextHideMnemonic), button->text);
            return;
        }
        case CE_ShapedFrame:
            if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
                frame && frame->frameShape == QFrame::StyledPanel) {
                flat_box(painter, option->rect, QColor(), focused(option) ? look.accent : look.edge);
                return;
            }
            break;
        default: break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void InstrumentStyle::draw_spin_box(const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const {
    const Colours& look = colours();
    const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
    if (!spin) return;
    input_box(option, painter, widget, option->state & State_Enabled ? look.base : look.dock);
    if (spin->buttonSymbols == QAbstractSpinBox::NoButtons) return;
    const QRect up = proxy()->subControlRect(CC_SpinBox, option, SC_SpinBoxUp, widget),
                down = proxy()->subControlRect(CC_SpinBox, option, SC_SpinBoxDown, widget);
    painter->fillRect(QRect(up.left(), option->rect.top() + 2, 1, option->rect.height() - 4), look.divider);
    const auto arrow = [&](const QRect& area, Icon which, bool possible, SubControl control) {
        const bool active = (option->activeSubControls & control) && (option->state & (State_MouseOver | State_Sunken));
        if (active && possible) painter->fillRect(area.adjusted(1, 0, 0, 0), blend(look.base, look.text, 0.1));
        const QPointF middle = QRectF(area).center() + QPointF(0.5, which == Icon::chevron_up ? 1.0 : -1.0);
        paint_icon(*painter, which, QRectF(middle - QPointF(4.5, 4.5) * text_factor(), QSizeF(9, 9) * text_factor()),
            possible && (option->state & State_Enabled) ? look.text : look.disabled_text);
    };
    arrow(up, Icon::chevron_up, spin->stepEnabled & QAbstractSpinBox::StepUpEnabled, SC_SpinBoxUp);
    arrow(down, Icon::chevron_down, spin->stepEnabled & QAbstractSpinBox::StepDownEnabled, SC_SpinBoxDown);
}

void InstrumentStyle::draw_combo_box(const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const {
    const Colours& look = colours();
    const bool hovered = option->state & State_MouseOver;
    QColor fill = theme() == render::Theme::light ? look.base : look.divider.darker(118);
    if (!(option->state & State_Enabled)) fill = look.dock;
    input_box(option, painter, widget, hovered ? blend(fill, look.text, 0.06) : fill);
    const QRect area = option->rect;
    paint_icon(*painter, Icon::chevron_down, QRectF(area.right() - px(19), area.center().y() - 6.5 * text_factor(), px(14), px(14)),
        option->state & State_Enabled ? look.text : look.disabled_text);
}

void InstrumentStyle::draw_slider(const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const {
    const Colours& look = colours();
    const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (!slider) return;
    const QRect handle = proxy()->subControlRect(CC_Slider, option, SC_SliderHandle, widget);
    const QRect area = option->rect;
    const bool enabled = option->state & State_Enabled;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    const double y = area.center().y() - 1;
    painter->setBrush(look.divider);
    painter->drawRoundedRect(QRectF(area.left(), y, area.width(), 4), 2, 2);
    painter->setBrush(enabled ? look.accent : look.edge);
    painter->drawRoundedRect(QRectF(area.left(), y, handle.center().x() - area.left(), 4), 2, 2);
    painter->restore();
    QColor fill = theme() == render::Theme::light ? look.base : look.divider;
    if (option->activeSubControls & SC_SliderHandle) fill = blend(fill, look.text, 0.1);
    flat_box(painter, handle, fill, focused(option) ? look.accent : look.edge, focused(option) ? 2 : 1);
}

void InstrumentStyle::draw_scroll_bar(const QStyleOptionComplex* option, QPainter* painter) const {
    const Colours& look = colours();
    const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (!slider || slider->maximum <= slider->minimum) return;
    const QRect handle = proxy()->subControlRect(CC_ScrollBar, option, SC_ScrollBarSlider, nullptr).adjusted(2, 2, -2, -2);
    const bool held = option->state & State_Sunken, hovered = option->state & State_MouseOver;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(held || hovered ? look.second_text : look.edge);
    painter->drawRoundedRect(handle, 3, 3);
    painter->restore();
}

void InstrumentStyle::drawComplexControl(
    ComplexControl control, const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const {
    switch (control) {
        case CC_SpinBox: draw_spin_box(option, painter, widget); return;
        case CC_ComboBox: draw_combo_box(option, painter, widget); return;
        case CC_Slider: draw_slider(option, painter, widget); return;
        case CC_ScrollBar: draw_scroll_bar(option, painter); return;
        default: QProxyStyle::drawComplexControl(control, option, painter, widget);
    }
}

int InstrumentStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* result) const {
    switch (hint) {
        case SH_ComboBox_Popup: return 0;
        case SH_Slider_AbsoluteSetButtons: return Qt::LeftButton;  // a click on the groove moves the slider there
        case SH_ToolTip_WakeUpDelay: return 500;
        case SH_UnderlineShortcut: return 0;
        case SH_EtchDisabledText: return 0;
        case SH_ItemView_ShowDecorationSelected: return 1;
        case SH_DialogButtonBox_ButtonsHaveIcons: return 0;
        default: return QProxyStyle::styleHint(hint, option, widget, result);
    }
}

}  // namespace neighborscope::desktop
