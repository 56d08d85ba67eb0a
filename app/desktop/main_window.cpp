#include "app/desktop/main_window.hpp"

#include "app/commands/start_offer.hpp"
#include "app/desktop/command_palette.hpp"
#include "app/desktop/icons.hpp"
#include "app/desktop/field_event_filter.hpp"
#include "app/desktop/panel_widget.hpp"
#include "app/desktop/status_line.hpp"
#include "app/desktop/view_widget.hpp"
#include "app/recent_documents/recent_documents.hpp"
#include "app/session/workbench/lesson_controls.hpp"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QCursor>
#include <QDockWidget>
#include <QImage>
#include <QMenuBar>
#include <QPixmap>
#include <QPointer>
#include <QPushButton>
#include <QScopedValueRollback>

#include <chrono>
#include <cmath>

namespace neighborscope::desktop {

namespace {

double milliseconds_now() { return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

MainWindow::MainWindow(SessionState session, const WindowOptions& start)
    : poll_queued_(std::make_shared<std::atomic<bool>>(false)),
      waker_(std::make_shared<Waker>()),
      workbench_(std::make_unique<Workbench>(std::move(session),
          [waker = waker_] {
              const std::lock_guard lock(waker->mutex);
              if (waker->wake) waker->wake();
          })),
      start_offer_(std::make_unique<StartOffer>(*workbench_, add_recent_document)) {
    chosen_scale_ = text_scale();
    setObjectName("window");
    setWindowTitle(QStringLiteral("Neighborscope"));
    setWindowIcon(program_icon());
    setAcceptDrops(true);
    start_theme_ = theme();
    {
        const std::lock_guard lock(waker_->mutex);
        waker_->wake = [this, poll_queued = poll_queued_] {  // queues one poll for any number of results
            if (!poll_queued->exchange(true)) QMetaObject::invokeMethod(this, &MainWindow::poll, Qt::QueuedConnection);
        };
    }
    qApp->installEventFilter(new FieldEventFilter(this));  // before fields are created
    build_docks();
    build_view();
    build_commands();
    build_menus();
    build_menu_corner();
    busy_timer_.setInterval(100);
    connect(&busy_timer_, &QTimer::timeout, this, &MainWindow::poll);
    play_timer_.setSingleShot(true);
    play_timer_.setTimerType(Qt::PreciseTimer);
    connect(&play_timer_, &QTimer::timeout, this, &MainWindow::poll);
    pulse_timer_.setInterval(pulse_milliseconds);
    connect(&pulse_timer_, &QTimer::timeout, this, &MainWindow::show_pointer);
    // Frame times change with every frame, but are shown only a few times per second.
    frame_timer_.setInterval(150);
    frame_timer_.setSingleShot(true);
    connect(&frame_timer_, &QTimer::timeout, this, [this] {
        status_->show_status(workbench_->view());
        if (workbench_->view().status.frames_per_second > 0) frame_timer_.start();  // until the rate is 0
    });
    if (heartbeat_) {  // a timeout after the interval waited for other events
        heartbeat_timer_.setTimerType(Qt::PreciseTimer);
        heartbeat_timer_.start(10);
        connect(&heartbeat_timer_, &QTimer::timeout, this, [this] {
            heartbeat_.end(10);
            heartbeat_.begin();
        });
    }
    qApp->installEventFilter(this);
    restore_settings(start);
    if (view_) view_->setFocus();  // the view has the focus at first
    show_theme();
    if (start.without_data) start_offer_->show_card();
    if (!start.lesson.empty()) open_lesson(*workbench_, start.lesson);
    poll();
    show_all();
}

MainWindow::~MainWindow() { detach_from_workbench(); }

/// Disconnects everything from the workbench.
void MainWindow::detach_from_workbench() {
    {
        const std::lock_guard lock(waker_->mutex);
        waker_->wake = {};
    }
    qApp->removeEventFilter(this);
    if (std::exchange(pointer_image_, -1) >= 0) QApplication::restoreOverrideCursor();
    // Closing moves the focus out of a field, which must not change the document.
    for (PanelWidget* panel : panels_) disconnect(panel, nullptr, this, nullptr);
    // The picture reads from the workbench, so it is deleted first.
    delete view_;
    view_ = nullptr;
}

// ---- Building -------------------------------------------------------------------------------------------------------------

void MainWindow::build_docks() {
    setDockOptions({});  // an animated dock would have another width than it was given
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    DockBody* bodies[4];
    for (DockBody*& body : bodies) {
        body = new DockBody;
        auto* layout = new QBoxLayout(&body == &bodies[int(Dock::bottom)] ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom, body);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
    }
    const auto all = panels::all_panels();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const panels::PanelInfo& info = all[i];
        DockBody* body = bodies[int(info.dock)];
        described_.refresh(i, context());
        auto* panel = new PanelWidget(described_.of(i), body);
        if (info.dock == Dock::bottom || (info.dock == Dock::lesson && info.share > 0)) panel->scroll_content();
        static_cast<QBoxLayout*>(body->layout())->addWidget(panel, info.share);
        connect(panel, &PanelWidget::changed, this, [this, i] { panel_changed(i); });
        connect(panel, &PanelWidget::drag_ended, this, &MainWindow::end_drag);
        panels_.push_back(panel);
    }
    for (const Dock dock : {Dock::left, Dock::right})
        static_cast<QBoxLayout*>(bodies[int(dock)]->layout())->addStretch(dock == Dock::left ? 1 : 0);
    left_ = make_dock(Dock::left, "dock.left", scrolled(bodies[int(Dock::left)]), Qt::LeftDockWidgetArea);
    right_ = make_dock(Dock::right, "dock.right", scrolled(bodies[int(Dock::right)]), Qt::RightDockWidgetArea);
    bottom_ = make_dock(Dock::bottom, "dock.bottom", bodies[int(Dock::bottom)], Qt::BottomDockWidgetArea);
    bodies[int(Dock::lesson)]->setMinimumHeight(1);  // without a lesson it has nothing that is shown
    lesson_ = make_dock(Dock::lesson, "dock.lesson", bodies[int(Dock::lesson)], Qt::RightDockWidgetArea);
    splitDockWidget(right_, lesson_, Qt::Horizontal);
    lesson_->hide();
    limit_docks();
    dock_timer_.setSingleShot(true);
    connect(&dock_timer_, &QTimer::timeout, this, &MainWindow::scale_docks);
    bottom_->hide();
    status_ = new StatusLine(this);
    setStatusBar(status_);
}

void MainWindow::build_view() {
    const QString why = missing_opengl_reason();
    if (!why.isEmpty()) {
        opengl_error_ = why.toStdString();
        show_opengl_error(why);
        return;
    }
    view_ = new ViewWidget(*workbench_, commands_, this);
    setCentralWidget(view_);
    connect(view_, &ViewWidget::requested_command, this, &MainWindow::run_command);
    connect(view_, &ViewWidget::edited, this, &MainWindow::poll);
    connect(view_, &ViewWidget::hovered, this, [this](qint64 row) {
        panel_state_.hovered_row = row;
        show_panels();
    });
    connect(view_, &ViewWidget::drawn_frame, this, [this] {
        if (!frame_timer_.isActive()) frame_timer_.start();
        Q_EMIT drawn_frame();
    });
    connect(view_, &ViewWidget::failed, this, [this](const QString& failure) {
        opengl_error_ = failure.toStdString();
        view_->deleteLater();
        view_ = nullptr;
        show_opengl_error(failure);
    });
}

void MainWindow::show_opengl_error(const QString& why) {
    auto* reason =
        new Text(tr("The picture cannot be drawn here.\n\n%1\n\nThe docks still show neighbours, distances and timings. A driver with "
                    "OpenGL 4.5 shows the picture; on a machine without a GPU, use llvmpipe of Mesa (Debian: libgl1-mesa-dri).")
                     .arg(why),
            Tone::normal, this);
    reason->setObjectName("view.trouble");
    reason->setMargin(px(32));
    reason->setWordWrap(true);
    reason->setAlignment(Qt::AlignCenter);
    setCentralWidget(reason);
}

void MainWindow::build_menu_corner() {
    auto* corner = new QWidget(menuBar());
    auto* line = new QHBoxLayout(corner);
    line->setContentsMargins(px(8), px(4), px(8), px(4));
    line->setSpacing(px(8));
    search_button_ = new QPushButton(corner);
    search_button_->setObjectName("menu.search");
    search_button_->setProperty("field", true);
    search_button_->setFixedHeight(px(24));
    search_button_->setIcon(icon(Icon::search));
    search_button_->setAccessibleName(tr("Search commands"));
    search_button_->setToolTip(tr("Finds any command by typing a part of its name"));
    search_button_->setFocusPolicy(Qt::TabFocus);
    theme_button_ = new QPushButton(corner);
    theme_button_->setObjectName("menu.theme");
    theme_button_->setFixedHeight(px(24));
    theme_button_->setFocusPolicy(Qt::TabFocus);
    line->addWidget(search_button_);
    line->addWidget(theme_button_);
    menuBar()->setCornerWidget(corner, Qt::TopRightCorner);
    connect(search_button_, &QPushButton::clicked, this, [this] { run_command("help.commands"); });
    connect(theme_button_, &QPushButton::clicked, this, [this] { run_command("view.theme"); });
}

PanelWidget* MainWindow::panel(const QString& id) const {
    for (PanelWidget* one : panels_)
        if (one->objectName() == id) return one;
    return nullptr;
}

/// The user changed the document, or only the state of panels, such as a selection.
void MainWindow::panel_changed(std::size_t panel) {
    described_.invalidate(panel);
    poll();
    show_panels();
}

void MainWindow::end_drag() {
    workbench_->end_drag();
    poll();
}

// ---- Showing --------------------------------------------------------------------------------------------------------------

/// A widget that loses the focus while panels are shown ends its change: what follows from that waits until they are.
void MainWindow::poll() {
    if (showing_) return waker_->wake();
    poll_queued_->store(false);
    if (workbench_->poll()) {
        start_offer_->note_data();
        const bool opened = std::exchange(opened_views_, workbench_->view().opened_views) != workbench_->view().opened_views;
        if (opened && view_ && workbench_->session().presenting && !view_->presenter()) toggle_presenter();
        show_all();
    }
    show_columns();
    // Work of unknown length has a progress card that counts seconds.
    if (workbench_->busy() != busy_timer_.isActive()) workbench_->busy() ? busy_timer_.start() : busy_timer_.stop();
    if (const auto seconds = workbench_->seconds_to_next_step()) play_timer_.start(int(std::ceil(1000 * *seconds)));
    else play_timer_.stop();
}

void MainWindow::show_all() {
    const QScopedValueRollback showing(showing_, true);
    const ViewModel& view = workbench_->view();
    const SessionState& session = workbench_->session();
    if (!theme_applied_ || theme() != session.theme.value_or(start_theme_)) show_theme();
    show_docks();
    show_lesson();
    show_panels();
    status_->show_status(view);
    const std::string sentence = view.sentence();
    const QString card = QString::fromStdString(sentence.empty() && view.start ? view.start->in_words() : sentence);
    if (view_ && view_->accessibleDescription() != card) {
        // The card in the view is drawn, so screen readers need its text here.
        view_->setAccessibleDescription(card);
        QAccessibleEvent said(view_, view.error ? QAccessible::Alert : QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&said);
    }
    const QString title = to_qstring(window_title(view, session));
    if (windowTitle() != title) setWindowTitle(title);
    show_actions();
    if (view_) view_->update();
}

/// Updates tables at the bottom only while they are visible.
void MainWindow::show_panels() {
    const QScopedValueRollback showing(showing_, true);
    const auto all = panels::all_panels();
    const QPointer<QWidget> had_keyboard = focusWidget();
    const bool has_it = had_keyboard;
    for (std::size_t i = 0; i < all.size(); ++i)
        if ((all[i].dock != Dock::bottom || bottom_->isVisible()) && described_.refresh(i, context()))
            panels_[i]->show_panel(described_.of(i));
    if (has_it && focusWidget() != had_keyboard)
        give_focus_to_view(*this);                                 // its widget was removed or disabled, so Qt focused the next field
    if (bottom_->isHidden()) panel_state_.clear_leaf_selection();  // no table explains the highlight
    if (!view_) return;
    view_->set_selected_rank(panel_state_.highlighted_rank());
    view_->mark_cells({render::CellNumber(panel_state_.marked_number), panel_state_.marked_from, panel_state_.marked_to});
}

void MainWindow::pulse_pointer() {
    pulse_.click(milliseconds_now());
    show_pointer();
}

bool MainWindow::is_pointer_large() const { return large_pointer_.value_or(view_ && view_->presenter()); }

/// A cursor of the whole program: also over the lesson, dialogs and menus.
void MainWindow::show_pointer() {
    const double dense = devicePixelRatioF();
    const int image = is_pointer_large() ? pulse_.image(milliseconds_now()) : -1, diameter = ring_diameter(height() * dense);
    if (image > 0) pulse_timer_.start();
    else pulse_timer_.stop();
    if (image == pointer_image_ && (image < 0 || diameter == pointer_diameter_)) return;
    if (std::exchange(pointer_image_, image) >= 0) QApplication::restoreOverrideCursor();
    if (image < 0) return;
    pointer_diameter_ = diameter;
    const PointerImage drawn = large_pointer(diameter, image);
    QPixmap pixels = QPixmap::fromImage(QImage(drawn.rgba.data(), drawn.side, drawn.side, QImage::Format_RGBA8888));
    pixels.setDevicePixelRatio(dense);
    const int middle = int(0.5 * drawn.side / dense);
    QApplication::setOverrideCursor(QCursor(pixels, middle, middle));
}

void MainWindow::note_view() {
    if (!view_) return;
    workbench_->note_view([this](SessionState& next) {
        next.camera = view_->saved_camera(next.camera);
        next.presenting = view_->presenter();
    });
}

void MainWindow::show_theme() {
    theme_applied_ = true;
    apply_theme(workbench_->session().theme.value_or(start_theme_));
    show_theme_button();
    for (QWidget* widget : findChildren<QWidget*>()) widget->update();
}

void MainWindow::show_theme_button() {
    const bool light = theme() == render::Theme::light;
    theme_button_->setIcon(icon(light ? Icon::moon : Icon::sun));
    theme_button_->setMinimumWidth(px(layout_.places == DockPlaces::in_turn ? 32 : 72));
    theme_button_->setText(layout_.places == DockPlaces::in_turn ? QString() : light ? tr("Dark") : tr("Light"));
    theme_button_->setAccessibleName(light ? tr("Change to the dark theme") : tr("Change to the light theme"));
    theme_button_->setToolTip(theme_button_->accessibleName() + QStringLiteral(" (T)"));
}

bool MainWindow::run_command(const QString& id) {
    const bool ran = commands_.run(id.toStdString());
    poll();
    show_actions();
    return ran;
}

}  // namespace neighborscope::desktop
