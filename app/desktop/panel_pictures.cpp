// Rows for pictures side by side, and for small charts.
#include "app/desktop/row_parts.hpp"

#include <QApplication>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace neighborscope::desktop {
namespace {

constexpr int caption_height = 16, caption_size = 11, between_pictures = 6;  // logical pixels at 100 percent

class PicturesRow : public RowWidget {
public:
    PicturesRow(const panels::Row& row, QWidget* parent) : RowWidget(parent) {
        setObjectName(to_qstring(row.id));
        setAccessibleName(to_qstring(row.label));
        QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        policy.setHeightForWidth(true);
        setSizePolicy(policy);
    }

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return for_each_picture(width, {}); }
    QSize sizeHint() const override { return {px(160), heightForWidth(std::max(px(160), width()))}; }

protected:
    void update_controls(const panels::Row& row) override {
        shown_ = std::get<panels::Pictures>(row.what);
        images_.clear();
        for (const auto& one : shown_.pictures) images_.push_back(image_of(one.picture.get()));
        updateGeometry();
        update();
    }

    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        painter.setFont(font_of_size(caption_size));
        for_each_picture(width(), [&](std::size_t i, const QRect& picture, const QRect& caption) {
            painter.drawImage(picture, images_[i]);
            if (shown_.pictures[i].marked) {
                painter.setPen(QPen(to_qcolor(render::palette(theme()).query), 2));
                painter.drawRect(picture.adjusted(0, 0, -1, -1));
            }
            painter.setPen(colours().second_text);
            painter.drawText(caption, Qt::AlignLeft | Qt::AlignVCenter,
                painter.fontMetrics().elidedText(to_qstring(shown_.pictures[i].caption), Qt::ElideRight, caption.width()));
        });
    }

    void mousePressEvent(QMouseEvent* event) override {
        if (const auto* one = at(event->pos()); one && one->press) one->press(), Q_EMIT changed();
        else event->ignore();
    }

    bool event(QEvent* event) override {
        if (event->type() == QEvent::ToolTip) {
            const auto* help = static_cast<QHelpEvent*>(event);
            const auto* one = at(help->pos());
            if (one && !one->help.empty()) QToolTip::showText(help->globalPos(), to_qstring(one->help), this);
            else QToolTip::hideText();
            return true;
        }
        return RowWidget::event(event);
    }

private:
    const panels::Pictures::Item* at(QPoint place) {
        const panels::Pictures::Item* found = nullptr;
        for_each_picture(width(), [&](std::size_t i, const QRect& picture, const QRect& caption) {
            if (picture.united(caption).contains(place)) found = &shown_.pictures[i];
        });
        return found;
    }

    /// Calls `each` with the areas of every picture and its caption, which is not cut. Returns the total height.
    int for_each_picture(int width, const std::function<void(std::size_t, const QRect&, const QRect&)>& each) const {
        const int height = px(shown_.height), line = height + px(caption_height) + px(4);
        const QFontMetrics metrics(font_of_size(caption_size));
        QPoint place(0, 0);
        for (std::size_t i = 0; i < images_.size(); ++i) {
            const QImage& image = images_[i];
            const int wide = image.isNull() ? height : qRound(double(height) * image.width() / image.height()),
                      whole = std::max(wide, metrics.horizontalAdvance(to_qstring(shown_.pictures[i].caption)) + 1);
            if (place.x() > 0 && place.x() + whole > width) place = {0, place.y() + line};
            if (each)
                each(i, {place, QSize(std::min(wide, width), height)},
                    {place + QPoint(0, height), QSize(std::min(whole, width), px(caption_height))});
            place.rx() += whole + px(between_pictures);
        }
        return place.y() + line;
    }

    panels::Pictures shown_;
    std::vector<QImage> images_;
};

class CropEditorRow : public RowWidget {
public:
    CropEditorRow(const panels::Row& row, QWidget* parent) : RowWidget(parent) {
        setObjectName(to_qstring(row.id));
        setAccessibleName(to_qstring(row.label));
        setFocusPolicy(Qt::StrongFocus);
        setToolTip(to_qstring(row.help));
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        setCursor(Qt::CrossCursor);
    }

protected:
    void update_controls(const panels::Row& row) override {
        auto next = std::get<panels::CropEditor>(row.what);
        if (next.whole != shown_.whole) image_ = image_of(next.whole.get()), eye_.reset();
        shown_ = std::move(next);
        setFixedHeight(qRound(place().height()));
        update();
    }
    void resizeEvent(QResizeEvent*) override { setFixedHeight(qRound(place().height())); }

    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHints(QPainter::SmoothPixmapTransform | QPainter::Antialiasing);
        painter.drawImage(place(), image_);
        QPolygonF frame;
        for (const auto& corner : shown_.corners()) frame << to_widget(corner);
        const QColor colour = to_qcolor(render::palette(theme()).query);
        painter.setClipRect(place());
        painter.setPen(QPen(colour, 2));
        painter.drawPolygon(frame);
        if (eye_) painter.drawEllipse(to_widget(*eye_), 4, 4);
    }

    void mousePressEvent(QMouseEvent* event) override {
        pressed_ = last_ = to_file(event->position());
        dragged_ = false;
    }
    void mouseMoveEvent(QMouseEvent* event) override {
        if (!(event->buttons() & Qt::LeftButton)) return;
        const auto at = to_file(event->position());
        if (!dragged_ && QLineF(to_widget(pressed_), event->position()).length() < QApplication::startDragDistance() / 2.0) return;
        if (!dragged_ && !shown_.is_inside(pressed_[0], pressed_[1])) return;
        dragged_ = true;
        shown_.crop = shown_.moved(at[0] - last_[0], at[1] - last_[1]);
        last_ = at;
        change();
    }
    void mouseReleaseEvent(QMouseEvent* event) override {
        if (dragged_) return Q_EMIT drag_ended();
        const auto at = to_file(event->position());
        if (!eye_) {
            eye_ = at;
        } else {
            shown_.eyes(*std::exchange(eye_, std::nullopt), at);
            Q_EMIT changed();
        }
        update();
    }
    void wheelEvent(QWheelEvent* event) override {
        if (!hasFocus()) return event->ignore();  // the user scrolls the panel
        shown_.crop = shown_.sized(std::pow(1.08, event->angleDelta().y() / -120.0));
        change();
        event->accept();
    }

private:
    void change() {
        shown_.change(shown_.crop);
        Q_EMIT changed();
        update();
    }
    QRectF place() const {
        if (!shown_.whole) return {};
        const double width = std::min<double>(this->width(), px(shown_.width));
        return {0, 0, width, width * shown_.whole->height / shown_.whole->width};
    }
    QPointF to_widget(const std::array<double, 2>& at) const {
        const double larger = place().width() / (shown_.scale * shown_.whole->width);
        return {at[0] * larger, at[1] * larger};
    }
    std::array<double, 2> to_file(QPointF at) const {
        const double larger = place().width() / (shown_.scale * shown_.whole->width);
        return {at.x() / larger, at.y() / larger};
    }

    panels::CropEditor shown_;
    QImage image_;
    std::optional<std::array<double, 2>> eye_;  ///< the first click
    std::array<double, 2> pressed_{}, last_{};
    bool dragged_ = false;
};

class ChartRow : public RowWidget {
public:
    ChartRow(const panels::Row& row, QWidget* parent) : RowWidget(parent) {
        setObjectName(to_qstring(row.id));
        setAccessibleName(to_qstring(row.label));
        setToolTip(to_qstring(row.help));
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    }
    QSize sizeHint() const override { return {px(160), px(shown_.height + caption_height())}; }

protected:
    void update_controls(const panels::Row& row) override {
        shown_ = std::get<panels::Chart>(row.what);
        setFixedHeight(px(shown_.height + caption_height()));
        setCursor(mover() ? Qt::SizeHorCursor : Qt::ArrowCursor);
        update();
    }

    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.scale(text_factor(), text_factor());  // all sizes below are those at 100 percent
        if (!shown_.caption.empty()) {
            painter.setFont(font_at_100(12));
            painter.setPen(colours().second_text);
            painter.drawText(QRectF(0, 0, across(), caption_height()), Qt::AlignLeft | Qt::AlignVCenter,
                painter.fontMetrics().elidedText(to_qstring(shown_.caption), Qt::ElideRight, int(across())));
        }
        painter.setFont(font_at_100(10));
        const QRectF plot = plot_place();
        painter.setPen(colours().divider);
        for (const auto& [height, name] : shown_.up)
            painter.drawLine(QPointF(plot.left(), y_of(height)), QPointF(plot.right(), y_of(height)));
        painter.drawLine(plot.bottomLeft(), plot.bottomRight());
        painter.setPen(colours().second_text);
        for (const auto& [height, name] : shown_.up)
            painter.drawText(QRectF(0, y_of(height) - 8, plot.left() - 4, 16), Qt::AlignRight | Qt::AlignVCenter, to_qstring(name));
        double right = -1e9;
        for (const auto& [place, name] : shown_.across) {
            const double width = painter.fontMetrics().horizontalAdvance(to_qstring(name));
            const double x = std::clamp(x_of(place) - width / 2, 0.0, std::max(0.0, across() - width));
            if (x < right + 4) continue;  // no room
            painter.drawText(QRectF(x, plot.bottom() + 1, width + 2, 14), Qt::AlignLeft | Qt::AlignVCenter, to_qstring(name));
            right = x + width;
        }
        for (const panels::Chart::Box& box : shown_.boxes) {
            using enum panels::Chart::Box::Shade;
            QColor fill = box.shade == faint ? colours().divider : box.shade == warning ? colours().error : colours().accent;
            if (box.shade == pale) fill.setAlphaF(0.4f);
            painter.fillRect(QRectF(QPointF(x_of(box.from), y_of(box.high)), QPointF(x_of(box.to), y_of(box.low))), fill);
        }
        for (std::size_t i = 0; i < shown_.bars.size(); ++i) {
            const double part = plot.width() / double(shown_.bars.size()), top = y_of(shown_.bars[i]);
            painter.fillRect(
                QRectF(plot.left() + part * double(i) + 0.5, top, std::max(1.0, part - 1), plot.bottom() - top), colours().second_text);
        }
        struct Named {
            QRectF place;
            const panels::Chart::Line* line;
            QColor colour;
        };
        std::vector<Named> named;
        for (std::size_t i = 0; i < shown_.lines.size(); ++i) {
            const auto& line = shown_.lines[i];
            QPolygonF points;
            for (const auto& [x, y] : line.points) points << QPointF(x_of(x), y_of(y));
            const QColor colour = i == 0 ? colours().accent : colours().warning;
            painter.setPen(QPen(colour, 2));
            painter.drawPolyline(points);
            if (line.name.empty() || points.isEmpty()) continue;
            named.push_back({QRectF(0, 0, painter.fontMetrics().horizontalAdvance(to_qstring(line.name)), 13), &line, colour});
        }
        for (std::size_t i = 0; i < named.size(); ++i) {
            auto& [place, line, colour] = named[i];
            const auto highest = line->highest();
            const auto x = highest[0], y = highest[1];
            const bool first = std::all_of(named.begin(), named.end(), [&](const Named& other) { return x <= other.line->highest()[0]; });
            place.moveTo(first && named.size() > 1 ? x_of(x) - 7 - place.width() : x_of(x) + 7, y_of(y));
            place.moveLeft(std::clamp(place.left(), plot.left(), std::max(plot.left(), across() - place.width())));
            for (std::size_t other = 0; other < i; ++other)
                if (place.intersects(named[other].place)) place.moveTop(named[other].place.bottom());
            painter.setPen(colour);
            painter.drawText(place, Qt::AlignLeft | Qt::AlignTop, to_qstring(line->name));
        }
        double free_from = -1e9;
        for (const panels::Chart::Dot& dot : shown_.dots) {
            const QColor ink = colour_of(dot.tone);
            const QPointF middle(x_of(dot.at), y_of(dot.height) - 5);
            painter.setPen(Qt::NoPen);
            painter.setBrush(ink);
            painter.drawEllipse(middle, 3, 3);
            const double width = painter.fontMetrics().horizontalAdvance(to_qstring(dot.text));
            if (middle.x() - width / 2 < free_from) continue;
            painter.setPen(ink);
            painter.drawText(QRectF(middle.x() - width / 2 - 1, middle.y() - 18, width + 2, 14), Qt::AlignCenter, to_qstring(dot.text));
            free_from = middle.x() + width / 2 + 3;
        }
        if (shown_.limit) {
            painter.setPen(QPen(colours().error, 2));
            painter.drawLine(QPointF(x_of(*shown_.limit), plot.top()), QPointF(x_of(*shown_.limit), plot.bottom()));
        }
        if (shown_.value) {
            const QColor colour = to_qcolor(render::palette(theme()).query);
            painter.setPen(QPen(colour, 2));
            painter.drawLine(QPointF(x_of(*shown_.value), plot.top() + 4), QPointF(x_of(*shown_.value), plot.bottom()));
            painter.setBrush(colour);
            painter.drawEllipse(QPointF(x_of(*shown_.value), plot.top() + 4), 3.5, 3.5);
        }
    }

    void mousePressEvent(QMouseEvent* event) override { move(event); }
    void mouseMoveEvent(QMouseEvent* event) override { move(event); }
    void mouseReleaseEvent(QMouseEvent*) override {
        if (mover()) Q_EMIT drag_ended();
    }

private:
    double across() const { return width() / text_factor(); }  ///< at 100 percent
    static QFont font_at_100(int pixels) {
        QFont font = QApplication::font();
        font.setPixelSize(pixels);
        return font;
    }
    const std::function<void(double)>& mover() const { return shown_.move_limit ? shown_.move_limit : shown_.move_value; }
    void move(QMouseEvent* event) {
        if (!mover() || !(event->buttons() & Qt::LeftButton)) return event->ignore();
        const QRectF plot = plot_place();
        mover()(shown_.from + (event->position().x() / text_factor() - plot.left()) / plot.width() * (shown_.to - shown_.from));
        Q_EMIT changed();
    }
    QRectF plot_place() const {
        const double left = shown_.up.empty() ? 0 : 40;
        return {left, caption_height() + 4.0, std::max(1.0, across() - left - 6), std::max(1.0, shown_.height - 20.0)};
    }
    int caption_height() const { return shown_.caption.empty() ? 0 : 18; }
    double x_of(double value) const {
        const QRectF plot = plot_place();
        return plot.left() + std::clamp((value - shown_.from) / (shown_.to - shown_.from), 0.0, 1.0) * plot.width();
    }
    double y_of(double height) const {
        const QRectF plot = plot_place();
        return plot.bottom() - std::clamp((height - shown_.low) / (shown_.high - shown_.low), 0.0, 1.0) * plot.height();
    }

    panels::Chart shown_;
};

}  // namespace

RowWidget* row_for(const panels::Pictures&, const panels::Row& row, QWidget* parent) { return new PicturesRow(row, parent); }
RowWidget* row_for(const panels::CropEditor&, const panels::Row& row, QWidget* parent) { return new CropEditorRow(row, parent); }
RowWidget* row_for(const panels::Chart&, const panels::Row& row, QWidget* parent) { return new ChartRow(row, parent); }

}  // namespace neighborscope::desktop
