// Icons on a 16-pixel grid, 1.5-pixel strokes, always in the colour of the text beside them.
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
/// The program's own: a query with its circle and three neighbours.
QIcon program_icon();

}  // namespace neighborscope::desktop
