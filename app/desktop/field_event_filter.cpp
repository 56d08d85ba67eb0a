#include "app/desktop/field_event_filter.hpp"

#include "app/desktop/theme.hpp"
#include "app/glossary/glossary.hpp"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QListView>
#include <QScreen>
#include <QSlider>
#include <QTabBar>
#include <QTimer>
#include <QToolTip>
#include <QWidget>

#include <algorithm>

namespace neighborscope::desktop {
namespace {

bool changes_by_wheel(const QWidget* widget) {
    return qobject_cast<const QComboBox*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget) ||
           qobject_cast<const QSlider*>(widget) || qobject_cast<const QTabBar*>(widget);
}

/// Whether the widget is the viewport of a list in a panel, which receives the wheel.
bool is_list_in_panel(const QWidget* widget) {
    const auto* list = qobject_cast<const QListView*>(widget->parentWidget());
    return list && list->viewport() == widget && list->property("in_panel").toBool();
}

/// Wraps a long tooltip, which Qt would show in one line, and moves it below `what`, or above it without room below.
void place_tooltip(const QWidget* of, const QRect& what) {
    const int gap = 4, widest = px(440);
    for (QWidget* tip : QApplication::topLevelWidgets()) {
        if (!tip->inherits("QTipLabel") || !tip->isVisible()) continue;
        if (auto* label = qobject_cast<QLabel*>(tip)) {
            const QString hint = QLatin1Char('\n') + to_qstring(glossary_hint);
            if (!label->text().endsWith(hint) && term_explained(label->text().toStdString())) {
                label->setText(label->text() + hint);
                label->resize(label->sizeHint());
            }
            if (label->width() > widest) {
                label->setWordWrap(true);  // Qt resets this for the next text
                label->resize(widest, label->heightForWidth(widest));
            }
        }
        const QRect item(of->mapToGlobal(what.topLeft()), what.size()), screen = of->screen()->availableGeometry();
        const int below = item.bottom() + gap, above = item.top() - gap - tip->height();
        const int y = below + tip->height() <= screen.bottom() || above < screen.top() ? below : above;
        tip->move(std::clamp(item.left(), screen.left(), std::max(screen.left(), screen.right() - tip->width())), y);
    }
}

}  // namespace

void give_focus_to_view(QWidget& field) {
    if (auto* view = field.window()->findChild<QWidget*>(QStringLiteral("view"))) view->setFocus();
    else field.clearFocus();
}

bool FieldEventFilter::eventFilter(QObject* watched, QEvent* event) {
    if (!watched->isWidgetType()) return false;
    auto* widget = static_cast<QWidget*>(watched);
    switch (event->type()) {
        case QEvent::Polish:
            if (widget->focusPolicy() == Qt::WheelFocus) widget->setFocusPolicy(Qt::StrongFocus);
            return false;
        case QEvent::Wheel:
            if (!changes_by_wheel(widget) && !is_list_in_panel(widget)) return false;
            if (is_list_in_panel(widget) && (widget->hasFocus() || (widget->parentWidget() && widget->parentWidget()->hasFocus())))
                return false;
            event->ignore();  // the parent receives it next
            return true;
        case QEvent::ToolTip: {
            QRect what = widget->rect();
            if (auto* view = qobject_cast<QAbstractItemView*>(widget->parentWidget()); view && view->viewport() == widget) {
                const QPoint at = static_cast<QHelpEvent*>(event)->pos();
                if (const auto* header = qobject_cast<QHeaderView*>(view)) {
                    const int column = header->logicalIndexAt(at);
                    if (column < 0) return false;
                    what = QRect(header->sectionViewportPosition(column), 0, header->sectionSize(column), widget->height());
                } else {
                    const QModelIndex index = view->indexAt(at);
                    if (!index.isValid()) return false;
                    what = view->visualRect(index).intersected(widget->rect());
                }
            } else if (widget->property("explains_terms").toBool()) {  // a line of a paragraph
                const QPoint at = static_cast<QHelpEvent*>(event)->pos();
                what = QRect(at.x(), at.y() - px(12), 1, px(24));
            } else if (widget->toolTip().isEmpty()) {
                return false;
            } else if (widget->property("error").toBool()) {
                return true;  // the error is shown below it
            }
            QTimer::singleShot(0, widget, [widget, what] { place_tooltip(widget, what); });  // after Qt has created it
            return false;
        }
        default: return false;
    }
}

}  // namespace neighborscope::desktop
