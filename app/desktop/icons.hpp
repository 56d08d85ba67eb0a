// Icons on a 16-pixel grid with strokes of 1.5 pixels, in the colour of the adjacent text.
#pragma once
#include <QIcon>
#include <QPainter>

namespace neighborscope::desktop {

enum class Icon {
    search,
    sun,
    moon,
    folder,
    samples,
    follow,
    pin,
    copy,
    export_arrow,
    check,
    cross,
    chevron_down,
    chevron_right,
    chevron_up
};

QIcon icon(Icon);
void paint_icon(QPainter&, Icon, const QRectF& area, const QColor&);
/// The icon of the program: a query with its circle and three neighbours.
QIcon program_icon();

}  // namespace neighborscope::desktop
