#include "app/desktop/icons.hpp"

#include "app/desktop/theme.hpp"

#include <QIconEngine>
#include <QPainterPath>
#include <QPixmap>

#include <cmath>

namespace neighborscope::desktop {

namespace {

QPainterPath lines(std::initializer_list<std::initializer_list<QPointF>> strokes) {
    QPainterPath path;
    for (const auto& stroke : strokes) {
        bool first = true;
        for (const QPointF& point : stroke) {
            if (first) path.moveTo(point);
            else path.lineTo(point);
            first = false;
        }
    }
    return path;
}

QPainterPath icon_path(Icon which) {
    QPainterPath path;
    switch (which) {
        case Icon::search:
            path.addEllipse(QPointF(7, 7), 4.25, 4.25);
            path.moveTo(10.2, 10.2);
            path.lineTo(14, 14);
            break;
        case Icon::sun:
            path.addEllipse(QPointF(8, 8), 2.75, 2.75);
            for (int ray = 0; ray < 8; ++ray) {
                const double angle = ray * 3.14159265358979 / 4;
                path.moveTo(8 + 4.9 * std::cos(angle), 8 + 4.9 * std::sin(angle));
                path.lineTo(8 + 6.6 * std::cos(angle), 8 + 6.6 * std::sin(angle));
            }
            break;
        case Icon::moon:
            path.moveTo(13.2, 9.8);
            path.arcTo(QRectF(2.4, 2.4, 11.2, 11.2), -19, -231);
            path.cubicTo(6.0, 7.0, 9.0, 10.6, 13.2, 9.8);
            break;
        case Icon::folder:
            path = lines({{{1.75, 12.75}, {1.75, 3.25}, {6, 3.25}, {7.75, 5.25}, {14.25, 5.25}, {14.25, 12.75}, {1.75, 12.75}}});
            break;
        case Icon::samples:
            path.addRoundedRect(QRectF(2.25, 2.25, 11.5, 11.5), 1.5, 1.5);
            path.addEllipse(QPointF(5.6, 6), 0.6, 0.6);
            path.addEllipse(QPointF(10.4, 5.2), 0.6, 0.6);
            path.addEllipse(QPointF(8, 9), 0.6, 0.6);
            path.addEllipse(QPointF(5, 11), 0.6, 0.6);
            path.addEllipse(QPointF(11, 10.6), 0.6, 0.6);
            break;
        case Icon::follow: path = lines({{{3.5, 2.25}, {3.5, 13}, {6.4, 10.3}, {11.6, 10.1}, {3.5, 2.25}}}); break;
        case Icon::pin:
            path =
                lines({{{5, 1.75}, {11, 1.75}}, {{6, 1.75}, {6, 6}, {4, 9.25}, {12, 9.25}, {10, 6}, {10, 1.75}}, {{8, 9.25}, {8, 14.25}}});
            break;
        case Icon::copy:
            path.addRoundedRect(QRectF(5.75, 5.75, 8, 8), 1, 1);
            path.addPath(lines({{{10.25, 3.5}, {10.25, 2.25}, {2.25, 2.25}, {2.25, 10.25}, {3.5, 10.25}}}));
            break;
        case Icon::export_arrow:
            path = lines({{{2.25, 9.5}, {2.25, 13.75}, {13.75, 13.75}, {13.75, 9.5}}, {{8, 10.5}, {8, 2.25}},
                {{4.75, 5.5}, {8, 2.25}, {11.25, 5.5}}});
            break;
        case Icon::check: path = lines({{{3, 8.5}, {6.5, 12}, {13, 4.5}}}); break;
        case Icon::cross: path = lines({{{4, 4}, {12, 12}}, {{12, 4}, {4, 12}}}); break;
        case Icon::chevron_down: path = lines({{{4, 6}, {8, 10}, {12, 6}}}); break;
        case Icon::chevron_right: path = lines({{{6, 4}, {10, 8}, {6, 12}}}); break;
        case Icon::chevron_up: path = lines({{{4, 10}, {8, 6}, {12, 10}}}); break;
    }
    return path;
}

/// Paints icons on demand, so that a change of theme needs no new icons.
class StrokeIconEngine : public QIconEngine {
public:
    explicit StrokeIconEngine(Icon which) : icon_(which) {}
    void paint(QPainter* painter, const QRect& area, QIcon::Mode mode, QIcon::State) override {
        paint_icon(*painter, icon_, area, mode == QIcon::Disabled ? colours().disabled_text : colours().text);
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap picture(size);
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return picture;
    }
    QIconEngine* clone() const override { return new StrokeIconEngine(icon_); }

private:
    Icon icon_;
};

}  // namespace

QIcon icon(Icon which) { return QIcon(new StrokeIconEngine(which)); }

void paint_icon(QPainter& painter, Icon which, const QRectF& area, const QColor& colour) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double side = std::min(area.width(), area.height());
    painter.translate(area.center() - QPointF(side / 2, side / 2));
    painter.scale(side / 16, side / 16);
    painter.setPen(QPen(colour, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(icon_path(which));
    painter.restore();
}

QIcon program_icon() {
    QIcon result;
    for (int side : {16, 24, 32, 48, 64, 128, 256}) {
        QPixmap picture(side, side);
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.scale(side / 64.0, side / 64.0);
        painter.setPen(Qt::NoPen);
        painter.setBrush(QColor(0x4A, 0x45, 0xB8));
        painter.drawRoundedRect(QRectF(2, 2, 60, 60), 12, 12);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(Qt::white, 3));
        painter.drawEllipse(QPointF(32, 32), 21, 21);
        painter.setPen(QPen(QColor(255, 255, 255, 200), 2.5));
        const QPointF neighbours[] = {{20, 22}, {45, 27}, {29, 48}};
        for (const QPointF& at : neighbours) painter.drawLine(QPointF(32, 32), at);
        painter.setPen(Qt::NoPen);
        painter.setBrush(QColor(0x6F, 0xE3, 0xC1));
        for (const QPointF& at : neighbours) painter.drawEllipse(at, 5, 5);
        painter.setBrush(QColor(0xE6, 0x9F, 0x00));
        painter.setPen(QPen(Qt::white, 2));
        painter.drawEllipse(QPointF(32, 32), 7, 7);
        painter.end();
        result.addPixmap(picture);
    }
    return result;
}

}  // namespace neighborscope::desktop
