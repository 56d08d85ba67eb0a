// The theme of the desktop window: colours, fonts and text labels.
#pragma once
#include "app/desktop/text_scale.hpp"
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
/// Converts UTF-8.
inline QString to_qstring(std::string_view text) { return QString::fromUtf8(text.data(), qsizetype(text.size())); }
render::Theme theme();                              ///< the theme shown now
const Colours& colours();                           ///< of theme()
void apply_theme(render::Theme);                    ///< sets the application's palette; all widgets repaint
render::Theme system_theme();                       ///< from the platform's palette; call before the first apply_theme
void apply_font();                                  ///< the system's font, or another if its digits differ in width
QFont font_of_size(int at_100, bool bold = false);  ///< pixels at 100 percent

using panels::Tone;
const QColor& colour_of(Tone);

/// Plain text in one tone of the theme. An elided text may be wider than its label, and is then its tooltip.
class Text : public QLabel {
    Q_OBJECT
public:
    explicit Text(const QString& text = {}, Tone tone = Tone::normal, QWidget* parent = nullptr);
    void set_tone(Tone);
    void set_size(int at_100, bool bold = false);
    void set_elided(bool elided);
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent*) override;

private:
    Tone tone_;
    bool elided_ = false;
};

}  // namespace neighborscope::desktop
