#include "app/desktop/theme.hpp"

#include <QApplication>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QPainter>
#include <QPalette>
#include <QToolTip>

namespace neighborscope::desktop {

namespace {

render::Theme current = render::Theme::light;

Colours colours_of(render::Theme theme) {
    const render::Palette& from = render::palette(theme);
    return {to_qcolor(from.window), to_qcolor(from.dock), to_qcolor(from.base), to_qcolor(from.stripe), to_qcolor(from.view),
        to_qcolor(from.text), to_qcolor(from.second_text), to_qcolor(from.disabled_text), to_qcolor(from.edge), to_qcolor(from.divider),
        to_qcolor(from.accent), to_qcolor(from.on_accent), to_qcolor(from.soft), to_qcolor(from.exact), to_qcolor(from.warning),
        to_qcolor(from.error)};
}

}  // namespace

QColor to_qcolor(const render::Colour& from) { return QColor::fromRgbF(from.r, from.g, from.b, from.a); }

render::Theme theme() { return current; }

const Colours& colours() {
    static const Colours light = colours_of(render::Theme::light), dark = colours_of(render::Theme::dark);
    return current == render::Theme::light ? light : dark;
}

void apply_theme(render::Theme theme) {
    current = theme;
    const Colours& look = colours();
    QPalette palette;
    const std::pair<QPalette::ColorRole, QColor> roles[] = {{QPalette::Window, look.window}, {QPalette::Button, look.window},
        {QPalette::Base, look.base}, {QPalette::AlternateBase, look.stripe}, {QPalette::WindowText, look.text}, {QPalette::Text, look.text},
        {QPalette::ButtonText, look.text}, {QPalette::BrightText, look.on_accent}, {QPalette::PlaceholderText, look.second_text},
        {QPalette::Highlight, look.accent}, {QPalette::HighlightedText, look.on_accent}, {QPalette::Link, look.accent},
        {QPalette::LinkVisited, look.accent}, {QPalette::ToolTipBase, look.base}, {QPalette::ToolTipText, look.text},
        {QPalette::Light, look.base}, {QPalette::Midlight, look.divider}, {QPalette::Mid, look.edge}, {QPalette::Dark, look.edge},
        {QPalette::Shadow, look.edge}};
    for (const auto& [role, colour] : roles) palette.setColor(role, colour);
    for (QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, look.disabled_text);
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
}

render::Theme system_theme() {
    const QPalette palette = QGuiApplication::palette();
    const bool dark = palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
    return dark ? render::Theme::dark : render::Theme::light;
}

void apply_font() {
    // Digits must have equal width, so that changing values do not move other texts; otherwise uses another family.
    QFont font = QApplication::font();
    font.setPixelSize(px(13));
    const auto tabular = [](const QFont& tried) {
        const QFontMetricsF metrics(tried);
        for (QChar digit : QStringLiteral("123456789"))
            if (std::abs(metrics.horizontalAdvance(digit) - metrics.horizontalAdvance(QLatin1Char('0'))) > 0.01) return false;
        return true;
    };
    const QStringList families = QFontDatabase::families();
    // Qt reports "Sans Serif" if the desktop sets no font.
    const bool nameless = font.family().compare(QLatin1String("Sans Serif"), Qt::CaseInsensitive) == 0 || font.family().isEmpty();
    if (nameless || !tabular(font)) {
        for (const char* family : {"Noto Sans", "DejaVu Sans"}) {
            if (!families.contains(QLatin1String(family))) continue;
            font.setFamily(QLatin1String(family));
            break;
        }
    }
    font.setHintingPreference(QFont::PreferVerticalHinting);
    QApplication::setFont(font);
    for (const char* kind : {"QMenu", "QMenuBar", "QToolTip", "QHeaderView", "QAbstractItemView"}) QApplication::setFont(font, kind);
}

QFont font_of_size(int at_100, bool bold) {
    QFont font = QApplication::font();
    font.setPixelSize(px(at_100));
    font.setBold(bold);
    return font;
}

Text::Text(const QString& text, Tone tone, QWidget* parent) : QLabel(text, parent), tone_(tone) { setTextFormat(Qt::PlainText); }

void Text::set_tone(Tone tone) {
    if (tone == tone_) return;
    tone_ = tone;
    update();
}

void Text::set_size(int at_100, bool bold) { setFont(font_of_size(at_100, bold)); }

void Text::set_elided(bool elided) {
    elided_ = elided;
    updateGeometry();
}

QSize Text::minimumSizeHint() const {
    const QSize hint = QLabel::minimumSizeHint();
    return elided_ ? QSize(0, hint.height()) : hint;
}

const QColor& colour_of(Tone tone) {
    const Colours& look = colours();
    switch (tone) {
        case Tone::normal: break;
        case Tone::second: return look.second_text;
        case Tone::exact: return look.exact;
        case Tone::warning: return look.warning;
        case Tone::error: return look.error;
    }
    return look.text;
}

void Text::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(isEnabled() ? colour_of(tone_) : colours().disabled_text);
    const QRect area = contentsRect().marginsRemoved(QMargins(margin(), margin(), margin(), margin()));
    QString shown = text();
    if (elided_) {
        shown = fontMetrics().elidedText(text(), Qt::ElideRight, area.width());
        const QString tip = shown == text() ? QString() : text();
        if (toolTip() != tip) setToolTip(tip);
    }
    painter.drawText(area, int(alignment()) | (wordWrap() ? int(Qt::TextWordWrap) : 0), shown);
}

}  // namespace neighborscope::desktop
