// The Qt style: Fusion with flat one-pixel controls of radius 3 in the colours of the theme. It reads these dynamic properties:
//   "error"   (bool) on a number field: red edge
//   "segment" ("first", "middle", "last") on a push button: no rounding and no gap toward its neighbours
//   "field"   (bool) on a push button: looks like an input
//   "inset"   (int) on a header: pixels between its own margin and the ends of right-aligned titles
#pragma once
#include <QProxyStyle>

namespace neighborscope::desktop {

class InstrumentStyle : public QProxyStyle {
    Q_OBJECT
public:
    InstrumentStyle();

    void drawPrimitive(PrimitiveElement, const QStyleOption*, QPainter*, const QWidget*) const override;
    void drawControl(ControlElement, const QStyleOption*, QPainter*, const QWidget*) const override;
    void drawComplexControl(ComplexControl, const QStyleOptionComplex*, QPainter*, const QWidget*) const override;
    QRect subControlRect(ComplexControl, const QStyleOptionComplex*, SubControl, const QWidget*) const override;
    QRect subElementRect(SubElement, const QStyleOption*, const QWidget*) const override;
    QSize sizeFromContents(ContentsType, const QStyleOption*, const QSize&, const QWidget*) const override;
    int pixelMetric(PixelMetric, const QStyleOption*, const QWidget*) const override;
    int styleHint(StyleHint, const QStyleOption*, const QWidget*, QStyleHintReturn*) const override;

private:
    static constexpr int icon_gap = 6;  ///< between a button's icon and its text, at 100 percent

    void draw_button(const QStyleOption*, QPainter*, const QWidget*) const;
    void draw_spin_box(const QStyleOptionComplex*, QPainter*, const QWidget*) const;
    void draw_combo_box(const QStyleOptionComplex*, QPainter*, const QWidget*) const;
    void draw_slider(const QStyleOptionComplex*, QPainter*, const QWidget*) const;
    void draw_scroll_bar(const QStyleOptionComplex*, QPainter*) const;
};

}  // namespace neighborscope::desktop
