// The docks of the window: where they stand, how wide they are, and which of them are shown.
#include "app/desktop/dock_tabs.hpp"
#include "app/desktop/main_window.hpp"
#include "app/desktop/panel_widget.hpp"
#include "app/desktop/status_line.hpp"
#include "app/desktop/theme.hpp"
#include "app/desktop/view_widget.hpp"
#include "app/instruments/picture/picture.hpp"
#include "app/session/document/saved_settings.hpp"

#include <QDockWidget>
#include <QMenuBar>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace neighborscope::desktop {

namespace {

constexpr int least_left = 180, least_right = 220;      // widths at 100 percent
constexpr int tables_height = 240, steps_height = 360;  // of the dock below the view, at 100 percent
constexpr double most_below = 0.45;                     // of the window's height

}  // namespace

QDockWidget* MainWindow::make_dock(Dock which, const QString& name, QWidget* body, Qt::DockWidgetArea area) {
    const QString title = tr(docks[int(which)].title);
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setAccessibleName(title);
    dock->setFeatures(QDockWidget::NoDockWidgetFeatures);
    tabs_.push_back(new DockTabs(which, dock));
    connect(tabs_.back(), &DockTabs::toggled, this, &MainWindow::toggle_dock);
    dock->setTitleBarWidget(tabs_.back());
    dock->setWidget(body);
    addDockWidget(area, dock);
    return dock;
}

void MainWindow::set_smallest_size() {
    const QRect room = screen() ? screen()->availableGeometry() : QRect(0, 0, 1280, 800);
    setMinimumSize(std::min(px(least_window_width), room.width()), std::min(px(least_window_height), room.height()));
}

void MainWindow::limit_docks() {
    left_->setMinimumWidth(px(least_left));
    right_->setMinimumWidth(px(least_right));
}

/// Resizes the widgets, which keep their focus, texts and scroll positions, and the docks. The view draws the picture larger. While
/// presenting, a lesson, sheets and the palette are enlarged as the picture is, so that they are read from the last row.
void MainWindow::show_scale() {
    const bool presents = view_ && view_->presenter(), presented = presents || presenting_;
    const double chosen = chosen_scale_ / 100.0, larger_now = presents ? presenter_magnification(width() / chosen, height() / chosen) : 1;
    const int before = text_scale(), percent = int(std::lround(chosen_scale_ * larger_now));
    if (view_) view_->set_text_scale(chosen);
    if (percent == before) return;
    const auto larger = [&](int size) { return int(std::lround(double(size) * percent / before)); };
    if (!presented && !dock_timer_.isActive()) note_dock_widths();
    const DockPlaces places = layout_.places;
    const int below = bottom_->height();
    set_text_scale(percent);
    scale_widgets(this, before);
    if (!presents) set_smallest_size();
    limit_docks();
    bottom_height_ = larger(bottom_height_);
    for (std::size_t i = 0; i < panels_.size(); ++i) described_.invalidate(i);  // rows that measure their texts do so again
    show_panels();
    const auto widths = dock_widths_;
    if (presented) docks_fitted_ = false;
    else keep_dock_widths();
    fit_docks();
    if (!presented && layout_.places == places && places != DockPlaces::in_turn) dock_widths_ = widths;
    scale_docks();
    dock_timer_.start();
    if (!bottom_->isHidden()) resizeDocks({bottom_}, {std::min(larger(below), int(most_below * height()))}, Qt::Vertical);
    menuBar()->cornerWidget()->hide();
    menuBar()->cornerWidget()->show();  // makes the menu bar measure it
    if (view_) view_->change_scale();
}

/// Whoever made a dock wider finds it so when there is room for it again.
void MainWindow::keep_dock_widths() {
    if (layout_.places != DockPlaces::in_turn) widths_left_[{layout_.places, layout_.lesson > 0}] = dock_widths_;
}

void MainWindow::note_dock_widths() {
    for (auto& [dock, width] : dock_widths_)
        if (!dock->isHidden()) width = dock->width() / text_factor();
}

void MainWindow::scale_docks() {
    QList<QDockWidget*> resized;
    QList<int> widths;
    for (const auto& [dock, width] : dock_widths_)
        if (!dock->isHidden() && width > 0) resized << dock, widths << px(width);
    resizeDocks(resized, widths, Qt::Horizontal);
}

void MainWindow::fit_docks() {
    const bool presenting = view_ && view_->presenter();
    const double factor = text_factor();  // the window is as large as it would be at 100 percent
    const WindowLayout next = WindowLayout::of(width() / factor, height() / factor, workbench_->has_lesson(), presenting);
    const WindowLayout before = std::exchange(layout_, next);
    if (docks_fitted_ && next.wide == before.wide && next.places == before.places && next.column == before.column) return;
    docks_fitted_ = true;
    place_docks();
    const bool sides = next.places == DockPlaces::sides;
    search_button_->setText(sides ? tr("Search commands (Ctrl+K)") : QStringLiteral("Ctrl+K"));
    show_theme_button();
    menuBar()->cornerWidget()->hide();
    menuBar()->cornerWidget()->show();  // makes the menu bar measure it
    const auto kept = widths_left_.find({next.places, next.lesson > 0});
    const double column = next.column, right = sides ? WindowLayout::right_width : WindowLayout::stacked_width;
    if (column > 0) dock_widths_ = {{left_, column}, {right_, column}, {lesson_, presenting ? next.lesson : column}};
    else if (kept != widths_left_.end() && !presenting) dock_widths_ = kept->second;
    else dock_widths_ = {{left_, sides ? WindowLayout::left_width : right}, {right_, right}, {lesson_, next.lesson}};
    show_docks();
    scale_docks();
    show_panels();
}

/// Beside the view at its left and right, or both at its right.
void MainWindow::place_docks() {
    const bool at_left = layout_.places == DockPlaces::sides;
    if ((dockWidgetArea(left_) == Qt::LeftDockWidgetArea) == at_left) return;
    if (at_left) addDockWidget(Qt::LeftDockWidgetArea, left_);
    else splitDockWidget(right_, left_, Qt::Vertical);
}

void MainWindow::show_docks() {
    const bool presenting = view_ && view_->presenter();
    if (turns_.update(layout_.places, workbench_->session().docks, page_of_lesson(*workbench_)) && !presenting) {
        workbench_->show_message(sentence_about_turns());
        status_->show_status(workbench_->view());
    }
    const auto shown = [&](Dock dock) { return presenting ? dock == Dock::lesson && turns_.offers(dock) : turns_.shows(dock); };
    const bool was_below = !bottom_->isHidden();
    bool changed = false;
    for (const bool show : {false, true})  // first hides: the window has no room for all
        for (const DockInfo& info : docks) {
            QDockWidget* dock = dock_of(info.dock);
            if (shown(info.dock) != show || dock->isHidden() != show) continue;
            dock->setVisible(show);
            changed = true;
        }
    for (const DockInfo& info : docks) tabs_[std::size_t(info.dock)]->show_turns(turns_, turns_.are_taken() && !presenting);
    if (!changed) return;
    show_panels();
    if (turns_.are_taken()) scale_docks();
    if (was_below || bottom_->isHidden()) return;
    const int wanted = px(workbench_->view().stepping.open ? steps_height : tables_height);
    resizeDocks({bottom_}, {bottom_height_ > 0 ? bottom_height_ : std::min(wanted, int(most_below * height()))}, Qt::Vertical);
}

void MainWindow::toggle_dock(Dock dock) {
    if (turns_.are_taken()) turns_.toggle(dock);
    else workbench_->note_view([dock](SessionState& next) { next.docks[std::size_t(dock)] = !next.docks[std::size_t(dock)]; });
    show_docks();
}

/// Hides everything except the picture and a lesson, or restores it.
void MainWindow::toggle_presenter() {
    if (!view_) return;
    const bool begins = !view_->presenter();
    bottom_height_ = begins && !bottom_->isHidden() ? bottom_->height() : bottom_height_;
    if (begins && !dock_timer_.isActive()) note_dock_widths(), keep_dock_widths();
    view_->set_presenter(begins);
    workbench_->show_message({});  // what was said to the lecturer is not for the audience
    large_pointer_.reset();
    show_pointer();
    for (QWidget* part : {static_cast<QWidget*>(menuBar()), static_cast<QWidget*>(status_)}) part->setVisible(!begins);
    show_scale();
    show_docks();
    show_lesson();
    bottom_height_ = begins ? bottom_height_ : 0;
    view_->setFocus();
}

/// The lesson stays beside the picture while presenting, with larger text where it has room.
void MainWindow::show_lesson() {
    const bool presenting = view_ && view_->presenter();
    const std::string page = page_of_lesson(*workbench_);
    if (workbench_->has_lesson() != (layout_.lesson > 0) || presenting != presenting_) {
        presenting_ = presenting;
        docks_fitted_ = false;
        fit_docks();
        panel_state_.presenting = presenting && layout_.large_text;
        show_panels();
    }
    if (std::exchange(lesson_page_, page) == page) return;
    for (auto* area : lesson_->findChildren<QScrollArea*>()) area->verticalScrollBar()->setValue(0);
}

}  // namespace neighborscope::desktop
