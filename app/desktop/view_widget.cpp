#include <epoxy/gl.h>

#include "app/desktop/view_widget.hpp"

#include "app/desktop/look.hpp"

#include <QClipboard>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QTimer>
#include <QWheelEvent>

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace neighborscope::desktop {

namespace {

int imgui_key(int key) {
    switch (key) {
        case Qt::Key_Tab: return ImGuiKey_Tab;
        case Qt::Key_Left: return ImGuiKey_LeftArrow;
        case Qt::Key_Right: return ImGuiKey_RightArrow;
        case Qt::Key_Up: return ImGuiKey_UpArrow;
        case Qt::Key_Down: return ImGuiKey_DownArrow;
        case Qt::Key_PageUp: return ImGuiKey_PageUp;
        case Qt::Key_PageDown: return ImGuiKey_PageDown;
        case Qt::Key_Home: return ImGuiKey_Home;
        case Qt::Key_End: return ImGuiKey_End;
        case Qt::Key_Insert: return ImGuiKey_Insert;
        case Qt::Key_Delete: return ImGuiKey_Delete;
        case Qt::Key_Backspace: return ImGuiKey_Backspace;
        case Qt::Key_Space: return ImGuiKey_Space;
        case Qt::Key_Return: return ImGuiKey_Enter;
        case Qt::Key_Enter: return ImGuiKey_KeyPadEnter;
        case Qt::Key_Escape: return ImGuiKey_Escape;
        case Qt::Key_A: return ImGuiKey_A;  // with Ctrl in a text: all of it, and copied
        case Qt::Key_C: return ImGuiKey_C;
        default: return -1;
    }
}

int imgui_button(Qt::MouseButton button) {
    return button == Qt::LeftButton ? 0 : button == Qt::RightButton ? 1 : button == Qt::MiddleButton ? 2 : -1;
}

}  // namespace

QString why_no_opengl() {
    QOpenGLContext context;
    context.setFormat(QSurfaceFormat::defaultFormat());
    if (!context.create()) return ViewWidget::tr("This display offers no OpenGL");
    const auto version = context.format().version();
    if (version < qMakePair(4, 5) || context.isOpenGLES())
        return ViewWidget::tr("This display offers OpenGL %1.%2, and 4.5 is needed").arg(version.first).arg(version.second);
    QOffscreenSurface surface;
    surface.setFormat(context.format());
    surface.create();
    if (!context.makeCurrent(&surface)) return ViewWidget::tr("OpenGL cannot be used on this display");
    context.doneCurrent();
    return {};
}

ViewWidget::ViewWidget(Workbench& workbench, QWidget* parent) : QOpenGLWidget(parent), workbench_(workbench) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(320, 240);
    setCursor(Qt::CrossCursor);
    setObjectName("view");
    setAccessibleName(tr("View"));
}

ViewWidget::~ViewWidget() { drop_picture(); }

void ViewWidget::drop_picture() {
    if (!picture_) return;
    makeCurrent();
    picture_.reset();
    doneCurrent();
}

void ViewWidget::initializeGL() {
    // The context may be made anew (another screen, another top-level window): what was made in the old one goes with it.
    connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, &ViewWidget::drop_picture, Qt::UniqueConnection);
    try {
        picture_ = std::make_unique<Picture>();
        picture_->set_selected_rank(selected_rank_);
        picture_->mark_cells(marked_);
        picture_->gui().set_clipboard(
            [](void*) -> const char* {
                static QByteArray text;  // has to outlive the call
                text = QGuiApplication::clipboard()->text().toUtf8();
                return text.constData();
            },
            [](void*, const char* text) { QGuiApplication::clipboard()->setText(QString::fromUtf8(text)); }, nullptr);
    } catch (const Error& error) {
        trouble_ = error.one_line();
        QTimer::singleShot(0, this, [this] { Q_EMIT failed(QString::fromStdString(trouble_)); });
    }
}

void ViewWidget::paintGL() {
    if (!picture_) {
        const QColor clear = colours().view;
        glClearColor(float(clear.redF()), float(clear.greenF()), float(clear.blueF()), 1);
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        return;
    }
    QElapsedTimer clock;
    clock.start();
    try {
        picture_->draw(workbench_, width(), height(), devicePixelRatioF(), theme(), options_);
    } catch (const Error& error) {
        trouble_ = error.one_line();
        picture_.reset();
        QTimer::singleShot(0, this, [this] { Q_EMIT failed(QString::fromStdString(trouble_)); });
        return;
    }
    ++frames_;
    workbench_.report_frame(picture_->buffer_path(), double(clock.nsecsElapsed()) / 1e6);
    // Nothing below may run inside a paint: commands open dialogs, panels lay themselves out.
    if (const std::string command = picture_->asked_for(); !command.empty())
        QTimer::singleShot(0, this, [this, command] { Q_EMIT asked_for(QString::fromStdString(command)); });
    if (picture_->edited()) QTimer::singleShot(0, this, [this] { Q_EMIT edited(); });
    if (const qint64 row = picture_->hovered(); row != hovered_) {
        hovered_ = row;
        QTimer::singleShot(0, this, [this, row] { Q_EMIT hovered(row); });
    }
    QTimer::singleShot(0, this, [this] { Q_EMIT drawn_frame(); });
    if (picture_->gui().wants_another_frame()) update();
}

void ViewWidget::fit() {
    if (picture_) picture_->fit();
    update();
}

void ViewWidget::set_selected_rank(int rank_from_0) {
    if (rank_from_0 == selected_rank_) return;
    selected_rank_ = rank_from_0;
    if (picture_) picture_->set_selected_rank(rank_from_0);
    update();
}

void ViewWidget::mark_cells(const CellMark& mark) {
    marked_ = mark;
    if (picture_) picture_->mark_cells(mark);
    update();
}

void ViewWidget::toggle_instruments() {
    options_.instruments = !options_.instruments;
    update();
}

void ViewWidget::set_presenter(bool presenter) {
    options_.presenter = presenter;
    update();
}

bool ViewWidget::interop() const { return picture_ && picture_->interop(); }

// ---- Places ---------------------------------------------------------------------------------------------------------------

QPointF ViewWidget::in_picture(const QPointF& at) const { return picture_ ? at / picture_->magnification() : at; }

std::vector<double> ViewWidget::position_at(const QPointF& in_view) {
    const Drawable drawable = workbench_.drawable();
    if (!picture_ || !drawable.data) return {};
    const QPointF at = in_picture(in_view);
    const glm::dvec3 world = picture_->camera().to_world(at.x(), at.y());
    std::vector<double> position;
    const int axes = std::min(drawable.data->dimension, picture_->camera().three_d ? 3 : 2);
    for (int axis = 0; axis < axes; ++axis)
        position.push_back(drawable.data->origin[std::size_t(drawable.data->shown[std::size_t(axis)])] + world[axis]);
    return position;
}

QPointF ViewWidget::pixels_of(const std::vector<double>& position) {
    const Drawable drawable = workbench_.drawable();
    if (!picture_ || !drawable.data) return {};
    glm::dvec3 world(0);
    for (int place = 0; place < 3; ++place)
        if (const std::size_t axis = std::size_t(drawable.data->shown[std::size_t(place)]); axis < position.size())
            world[place] = position[axis] - drawable.data->origin[axis];
    const glm::dvec3 at = picture_->camera().to_pixels(world);
    return QPointF(at.x, at.y) * picture_->magnification();
}

std::vector<double> ViewWidget::nudged_query(double dx, double dy) {
    const std::vector<double>& query = workbench_.view().query;
    if (query.empty()) return {};
    if (!picture_ || !picture_->camera().three_d) return position_at(pixels_of(query) + QPointF(dx, dy));
    // In 3-D a step of the screen is a step in the plane through the query, not through the camera's focus.
    const Drawable drawable = workbench_.drawable();
    const render::Camera& camera = picture_->camera();
    const glm::dvec3 step =
        camera.to_world(camera.width() / 2 + dx, camera.height() / 2 + dy) - camera.to_world(camera.width() / 2, camera.height() / 2);
    std::vector<double> moved = query;
    for (std::size_t axis = 0; axis < moved.size() && axis < 3; ++axis)
        moved.at(std::size_t(drawable.data->shown[axis])) += step[int(axis)];
    return moved;
}

void ViewWidget::follow(const QPointF& at) {
    if (!workbench_.follows_mouse()) return;
    const std::vector<double> position = position_at(at);
    if (position.empty()) return;
    workbench_.move_query(position);
    Q_EMIT edited();
}

void ViewWidget::pin(const QPointF& at) {
    // On a point, the query is that point, exactly: what leaving the point itself out refers to.
    if (const std::int64_t row = picture_->hovered(); row >= 0) workbench_.pin_query_at_row(row);
    else if (const std::vector<double> position = position_at(at); !position.empty()) workbench_.pin_query(position);
    Q_EMIT edited();
}

// ---- Events ---------------------------------------------------------------------------------------------------------------

bool ViewWidget::to_instruments(QEvent* event) {
    ImGuiLayer& gui = picture_->gui();
    switch (event->type()) {
        case QEvent::MouseMove: {
            const QPointF at = in_picture(static_cast<QMouseEvent*>(event)->position());
            return gui.mouse_move(at.x(), at.y());
        }
        case QEvent::MouseButtonPress:
        case QEvent::MouseButtonDblClick:
        case QEvent::MouseButtonRelease: {
            const auto* mouse = static_cast<QMouseEvent*>(event);
            const QPointF at = in_picture(mouse->position());
            const bool over = gui.mouse_move(at.x(), at.y());
            const int button = imgui_button(mouse->button());
            return (button >= 0 && gui.mouse_button(button, event->type() != QEvent::MouseButtonRelease)) || over;
        }
        case QEvent::Wheel: {
            const QPoint turn = static_cast<QWheelEvent*>(event)->angleDelta();
            return gui.mouse_wheel(turn.x() / 120.0, turn.y() / 120.0);
        }
        case QEvent::KeyPress:
        case QEvent::KeyRelease: {
            const auto* key = static_cast<QKeyEvent*>(event);
            const bool down = event->type() == QEvent::KeyPress;
            const auto held = key->modifiers();
            bool wanted =
                gui.key(imgui_key(key->key()), down, held & Qt::ControlModifier, held & Qt::ShiftModifier, held & Qt::AltModifier);
            if (down && !key->text().isEmpty() && key->text()[0].isPrint()) wanted = gui.text(key->text().toStdString()) || wanted;
            return wanted;
        }
        case QEvent::Leave: gui.mouse_left(); return false;
        default: return false;
    }
}

bool ViewWidget::event(QEvent* event) {
    switch (event->type()) {
        case QEvent::MouseMove:
        case QEvent::MouseButtonPress:
        case QEvent::MouseButtonDblClick:
        case QEvent::MouseButtonRelease:
        case QEvent::Wheel:
        case QEvent::KeyPress:
        case QEvent::KeyRelease:
        case QEvent::Leave: break;
        case QEvent::ShortcutOverride:  // keys belong to the text that is selected in, before they are a window's commands
            if (picture_ && picture_->gui().typing()) event->accept();
            return QOpenGLWidget::event(event);
        default: return QOpenGLWidget::event(event);
    }
    if (!picture_) return QOpenGLWidget::event(event);
    update();
    // A drag that began in the scene ends there, whatever it passes over.
    const bool wanted = to_instruments(event) && held_ == Qt::NoButton;
    if (event->type() == QEvent::MouseMove) setCursor(wanted ? Qt::ArrowCursor : Qt::CrossCursor);
    if (wanted) {
        event->accept();
        return true;
    }
    switch (event->type()) {
        case QEvent::MouseMove: move(static_cast<QMouseEvent*>(event)); return true;
        case QEvent::MouseButtonPress:
        case QEvent::MouseButtonDblClick:
            setFocus(Qt::MouseFocusReason);
            press(static_cast<QMouseEvent*>(event));
            return true;
        case QEvent::MouseButtonRelease: release(static_cast<QMouseEvent*>(event)); return true;
        case QEvent::Wheel: zoom(static_cast<QWheelEvent*>(event)); return true;
        default: return QOpenGLWidget::event(event);
    }
}

void ViewWidget::press(QMouseEvent* event) {
    if (held_ != Qt::NoButton) return;
    held_ = event->button();
    dragged_ = false;
    pressed_at_ = last_ = event->position();
}

void ViewWidget::move(QMouseEvent* event) {
    const QPointF at = event->position(), step = in_picture(at - last_);
    if (held_ == Qt::NoButton) {
        follow(at);
        return;
    }
    if (!dragged_ && (at - pressed_at_).manhattanLength() < 5) return;
    dragged_ = true;
    render::Camera& camera = picture_->camera();
    if (camera.three_d && held_ == Qt::LeftButton) camera.orbit(step.x(), step.y());
    else camera.pan(step.x(), step.y());
    last_ = at;
}

void ViewWidget::release(QMouseEvent* event) {
    if (event->button() != held_) return;
    held_ = Qt::NoButton;
    if (!dragged_ && event->button() == Qt::LeftButton) pin(event->position());
    if (!dragged_ && event->button() == Qt::RightButton) Q_EMIT asked_for(QStringLiteral("query.why"));
}

void ViewWidget::zoom(QWheelEvent* event) {
    const double turns = (event->angleDelta().y() ? event->angleDelta().y() : event->pixelDelta().y()) / 120.0;
    if (turns == 0) return;
    const QPointF at = in_picture(event->position());
    picture_->camera().zoom(std::pow(1.2, turns), at.x(), at.y());
    follow(event->position());
}

}  // namespace neighborscope::desktop
