#include "app/desktop/flow_layout.hpp"

#include "app/desktop/text_scale.hpp"

#include <algorithm>

namespace neighborscope::desktop {

FlowLayout::FlowLayout(QWidget* parent, int spacing) : QLayout(parent) {
    setContentsMargins(0, 0, 0, 0);
    setSpacing(px(spacing));
}

QLayoutItem* FlowLayout::takeAt(int at) {
    if (!itemAt(at)) return nullptr;
    QLayoutItem* item = items_[std::size_t(at)].release();
    items_.erase(items_.begin() + at);
    return item;
}

QSize FlowLayout::minimumSize() const {
    QSize least(0, 0);  // without items; QSize() would be -1 x -1
    for (const auto& item : items_) least = least.expandedTo(item->minimumSize());
    return least;
}

QSize FlowLayout::sizeHint() const {
    QSize line(0, 0);
    for (const auto& item : items_) {
        line.rwidth() += item->sizeHint().width() + (line.width() > 0 ? spacing() : 0);
        line.setHeight(std::max(line.height(), item->sizeHint().height()));
    }
    return line;
}

void FlowLayout::setGeometry(const QRect& room) {
    QLayout::setGeometry(room);
    arrange(room, true);
}

int FlowLayout::arrange(const QRect& room, bool move) const {
    int x = room.x(), y = room.y(), height = 0;
    for (const auto& item : items_) {
        const QSize size = item->sizeHint();
        if (x > room.x() && x + size.width() > room.x() + room.width()) {
            x = room.x();
            y += height + spacing();
            height = 0;
        }
        if (move) item->setGeometry({QPoint(x, y), size});
        x += size.width() + spacing();
        height = std::max(height, size.height());
    }
    return y + height - room.y();
}

}  // namespace neighborscope::desktop
