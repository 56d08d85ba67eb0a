// Helpers for the rows of panels. Only for app/desktop.
#pragma once
#include "app/desktop/icons.hpp"
#include "app/desktop/panel_rows.hpp"

#include <QHBoxLayout>
#include <QFontMetrics>
#include <QImage>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QWidget>

namespace neighborscope::desktop {

RowWidget* row_for(const panels::Text&, const panels::Row&, QWidget* parent);
RowWidget* row_for(const panels::Facts&, const panels::Row&, QWidget* parent);
RowWidget* row_for(const panels::Number&, const panels::Row&, QWidget* parent);
RowWidget* row_for(const panels::Slider&, const panels::Row&, QWidget* parent);
RowWidget* row_for(const panels::Choice&, const panels::Row&, QWidget* parent);
RowWidget* row_for(const panels::Check&, const panels::Row&, QWidget* parent);
RowWidget* row_for(const panels::Buttons&, const panels::Row&, QWidget* parent);
RowWidget* row_for(const panels::Share&, const panels::Row&, QWidget* parent);
RowWidget* row_for(const panels::StackedBar&, const panels::Row&, QWidget* parent);
RowWidget* row_for(const panels::Code&, const panels::Row&, QWidget* parent);
RowWidget* row_for(const panels::Picture&, const panels::Row&, QWidget* parent);
RowWidget* row_for(const panels::Pictures&, const panels::Row&, QWidget* parent);
RowWidget* row_for(const panels::CropEditor&, const panels::Row&, QWidget* parent);
RowWidget* row_for(const panels::Chart&, const panels::Row&, QWidget* parent);
RowWidget* row_for(const panels::Table&, const panels::Row&, QWidget* parent);
RowWidget* row_for(const panels::Prose&, const panels::Row&, QWidget* parent);
RowWidget* row_for(const panels::Figure&, const panels::Row&, QWidget* parent);

/// Null gives a null image.
inline QImage image_of(const GreyPicture* picture) {
    if (!picture) return {};
    return QImage(picture->grey.data(), picture->width, picture->height, picture->width, QImage::Format_Grayscale8).copy();
}
inline QRect picture_rectangle(const GreyPicture& picture, QPoint at, int height) {
    return {at, QSize(qRound(double(height) * picture.width / picture.height), height)};
}

/// The mark beside a text, 16 pixels large at 100 percent, at half the widget's height.
class MarkSign : public QWidget {
public:
    using QWidget::QWidget;
    panels::Mark mark = panels::Mark::none;

protected:
    void paintEvent(QPaintEvent*) override {
        if (mark == panels::Mark::none) return;
        QPainter painter(this);
        paint_icon(painter, mark == panels::Mark::right ? Icon::check : Icon::cross, QRect(0, (height() - px(16)) / 2, px(16), px(16)),
            mark == panels::Mark::right     ? colours().exact
            : mark == panels::Mark::missing ? colours().warning
                                            : colours().error);
    }
};

inline QHBoxLayout* make_line_layout(QWidget* widget, int spacing = 8) {
    auto* line = new QHBoxLayout(widget);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(px(spacing));
    return line;
}

inline Text* label_of(const panels::Row& row, QWidget* parent) {
    auto* label = new Text(to_qstring(row.label), Tone::normal, parent);
    label->setWordWrap(row.label.size() > 3);  // do not cut names of options
    label->setToolTip(to_qstring(row.help));
    return label;
}

constexpr int label_column = 64;  // logical pixels at 100 percent: width of short labels, so that fields are aligned

/// Widens a short label to label_column.
inline void align_in_column(Text* label) {
    if (label->fontMetrics().horizontalAdvance(label->text()) <= px(label_column)) label->setFixedWidth(px(label_column));
}

/// Sets the control's object name, accessible name and tooltip from the row.
template <class Control>
Control* name_after_row(Control* control, const panels::Row& row) {
    control->setObjectName(to_qstring(row.id));
    control->setAccessibleName(to_qstring(row.label));
    control->setToolTip(to_qstring(row.help));
    return control;
}

/// Roles of list items besides their name: a second text after it; one at the right end; whether the item is a group's title; the index of
/// the described item; a text below the name if there is no room at the right end.
enum ItemRole { note_role = Qt::UserRole, right_text_role, group_role, index_role, second_line_role };

class ItemDelegate : public QStyledItemDelegate {
public:
    ItemDelegate(int height, QObject* parent) : QStyledItemDelegate(parent), height_(height) {}
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {px(120), px(height_)}; }
    void paint(QPainter*, const QStyleOptionViewItem&, const QModelIndex&) const override;

private:
    int height_;  ///< logical pixels at 100 percent
};

inline Text* small_text(Tone tone, QWidget* parent) {
    auto* text = new Text({}, tone, parent);
    text->set_size(12);
    text->setWordWrap(true);
    return text;
}

}  // namespace neighborscope::desktop
