// The look of the desktop window: colours of the theme as Qt sees them, fonts, and small text labels.
#pragma once
#include "app/panels/panel.hpp"
#include "render/palette.hpp"

#include <QColor>
#include <QFont>
#include <QLabel>
#include <QString>

#include <string_view>

namespace neighborscope::desktop {

/// render::Palette as QColors.
struct Colours {
    QColor window, dock, base, stripe, view, text, second_text, disabled_text, edge, divider, accent, on_accent, soft, exact, warning,
        error;
};

QColor to_qcolor(const render::Colour&);
/// UTF-8 as Qt has it.
inline QString to_qstring(std::string_view text) { return QString::fromUtf8(text.data(), qsizetype(text.size())); }
render::Theme theme();            ///< what the application shows now
const Colours& colours();         ///< of theme()
void apply_theme(render::Theme);  ///< palette of the application; every widget repaints
render::Theme system_theme();     ///< dark when the platform's palette is; call before the first apply_theme
void apply_font();                ///< the system's font, or one with numbers of equal width when the system's has not
QFont font_of_size(int pixels, bool bold = false);

using panels::Tone;
const QColor& colour_of(Tone);

/// Plain text in one tone of the theme. With `elide` it may become narrower than its text, which is then its tooltip.
class Text : public QLabel {
    Q_OBJECT
public:
    explicit Text(const QString& text = {}, Tone tone = Tone::normal, QWidget* parent = nullptr);
    void set_tone(Tone);
    void set_size(int pixels, bool bold = false);
    void set_elided(bool elided);
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent*) override;

private:
    Tone tone_;
    bool elided_ = false;
};

}  // namespace neighborscope::desktop
