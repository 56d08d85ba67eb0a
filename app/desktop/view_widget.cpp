#include <epoxy/gl.h>

#include "app/desktop/view_widget.hpp"

#include "app/desktop/theme.hpp"

#include <QClipboard>
#include <QCursor>
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

namespace neighborscope::desktop {

namespace {

int imgui_key(int key) {
    constexpr std::pair<int, int> known[] = {{Qt::Key_Tab, ImGuiKey_Tab}, {Qt::Key_Left, ImGuiKey_LeftArrow},
        {Qt::Key_Right, ImGuiKey_RightArrow}, {Qt::Key_Up, ImGuiKey_UpArrow}, {Qt::Key_Down, ImGuiKey_DownArrow},
        {Qt::Key_PageUp, ImGuiKey_PageUp}, {Qt::Key_PageDown, ImGuiKey_PageDown}, {Qt::Key_Home, ImGuiKey_Home},
        {Qt::Key_End, ImGuiKey_End}, {Qt::Key_Insert, ImGuiKey_Insert}, {Qt::Key_Delete, ImGuiKey_Delete},
        {Qt::Key_Backspace, ImGuiKey_Backspace}, {Qt::Key_Space, ImGuiKey_Space}, {Qt::Key_Return, ImGuiKey_Enter},
        {Qt::Key_Enter, ImGuiKey_KeyPadEnter}, {Qt::Key_Escape, ImGuiKey_Escape}, {Qt::Key_A, ImGuiKey_A}, {Qt::Key_C, ImGuiKey_C}};
    for (const auto& [qt, imgui] : known)
        if (qt == key) return imgui;
    return -1;
}

/// Positions of the mouse in the picture, which is drawn as if the text were at 100 percent in a smaller or larger view.
QPointF in_picture(const QPointF& at) { return at / text_factor(); }

int imgui_button(Qt::MouseButton button) {
    return button == Qt::LeftButton ? 0 : button == Qt::RightButton ? 1 : button == Qt::MiddleButton ? 2 : -1;
}

}  // namespace

QString missing_opengl_reason() {
    QOpenGLContext context;
    context.setFormat(QSurfaceFormat::defaultFormat());
    if (!context.create()) return ViewWidget::tr("This display offers no OpenGL");
    const auto version = context.format().version();
    if (version < qMakePair(4, 5) || context.isOpenGLES())
        return ViewWidget::tr("This display offers OpenGL %1.%2, but 4.5 is needed").arg(version.first).arg(version.second);
    QOffscreenSurface surface;
    surface.setFormat(context.format());
    surface.create();
    if (!context.makeCurrent(&surface)) return ViewWidget::tr("OpenGL cannot be used on this display");
    context.doneCurrent();
    return {};
}

ViewWidget::ViewWidget(Workbench& workbench, const Commands& commands, QWidget* parent)
    : QOpenGLWidget(parent), workbench_(workbench), commands_(commands), pointer_(workbench) {
    options_.milliseconds_for_data = data_milliseconds_of_window;
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(px(280), px(160));
    setCursor(Qt::CrossCursor);
    setObjectName("view");
    setAccessibleName(tr("View"));
}

ViewWidget::~ViewWidget() { release_picture(); }

void ViewWidget::release_picture() {
    if (!picture_) return;
    makeCurrent();
    pointer_.set_picture(nullptr);
    picture_.reset();
    doneCurrent();
}

void ViewWidget::initializeGL() {
    // Qt may create the context again (another screen or top-level window): releases the objects of the old one.
    connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, &ViewWidget::release_picture, Qt::UniqueConnection);
    try {
        picture_ = std::make_unique<RacePicture>();
        pointer_.set_picture(picture_.get());
        picture_->set_commands(commands_);
        picture_->set_selected_rank(selected_rank_);
        picture_->picture().mark_cells(marked_);
        picture_->set_clipboard(
            [](void*) -> const char* {
                static QByteArray text;  // must outlive the call
                text = QGuiApplication::clipboard()->text().toUtf8();
                return text.constData();
            },
            [](void*, const char* text) { QGuiApplication::clipboard()->setText(QString::fromUtf8(text)); }, nullptr);
    } catch (const Error& error) {
        opengl_error_ = error.one_line();
        QTimer::singleShot(0, this, [this] { Q_EMIT failed(QString::fromStdString(opengl_error_)); });
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
        picture_->draw(
            workbench_, width() / text_factor(), height() / text_factor(), devicePixelRatioF() * text_factor(), theme(), options_);
    } catch (const Error& error) {
        opengl_error_ = error.one_line();
        pointer_.set_picture(nullptr);
        picture_.reset();
        QTimer::singleShot(0, this, [this] { Q_EMIT failed(QString::fromStdString(opengl_error_)); });
        return;
    }
    ++frames_;
    workbench_.report_frame(picture_->buffer_path(), double(clock.nsecsElapsed()) / 1e6);
    // Posted, since dialogs and layouts must not run inside a paint event.
    if (const std::string command = picture_->requested_command(); !command.empty())
        QTimer::singleShot(0, this, [this, command] { Q_EMIT requested_command(QString::fromStdString(command)); });
    if (picture_->edited()) QTimer::singleShot(0, this, [this] { Q_EMIT edited(); });
    if (const qint64 row = picture_->hovered(); row != hovered_) {
        hovered_ = row;
        QTimer::singleShot(0, this, [this, row] {
            if (cursor().shape() != Qt::ArrowCursor) show_cursor();
            Q_EMIT hovered(row);
        });
    }
    QTimer::singleShot(0, this, [this] { Q_EMIT drawn_frame(); });
    if (picture_->wants_another_frame()) update();
}

std::optional<render::Camera> ViewWidget::moved_camera() const { return picture_ ? picture_->picture().moved_camera() : std::nullopt; }

void ViewWidget::fit() {
    if (picture_) picture_->picture().fit();
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
    if (picture_) picture_->picture().mark_cells(mark);
    update();
}

std::optional<SavedCamera> ViewWidget::saved_camera(const std::optional<SavedCamera>& before) const {
    return picture_ ? picture_->picture().saved_camera(before) : before;
}

void ViewWidget::toggle_instruments() {
    options_.instruments = !options_.instruments;
    update();
}

void ViewWidget::set_presenter(bool presenter) {
    options_.presenter = presenter;
    update();
}

void ViewWidget::set_text_scale(double chosen) {
    options_.text_scale = chosen;
    update();
}

void ViewWidget::change_scale() {
    update();
    if (!picture_) return;
    const QPointF at = in_picture(mapFromGlobal(QCursor::pos()));
    if (underMouse()) picture_->mouse_move(at.x(), at.y());
    else picture_->mouse_leave();
}

bool ViewWidget::interop() const { return picture_ && picture_->interop(); }

// ---- Positions ------------------------------------------------------------------------------------------------------------

std::vector<double> ViewWidget::position_at(const QPointF& at) const {
    const QPointF place = in_picture(at);
    return pointer_.position_at(place.x(), place.y());
}

QPointF ViewWidget::pixels_of(const std::vector<double>& position) const {
    const auto [x, y] = pointer_.pixels_of(position);
    return QPointF(x, y) * text_factor();
}

bool ViewWidget::add_note() {
    if (!picture_) return false;
    std::optional<std::array<double, 2>> mouse;
    if (mouse_) mouse = {in_picture(*mouse_).x(), in_picture(*mouse_).y()};
    makeCurrent();  // needed to find the row under the mouse
    const bool added = pointer_.add_note(mouse);
    doneCurrent();
    return added;
}

// ---- Events ---------------------------------------------------------------------------------------------------------------

bool ViewWidget::send_to_instruments(QEvent* event) {
    switch (event->type()) {
        case QEvent::MouseMove: {
            mouse_ = static_cast<QMouseEvent*>(event)->position();
            const QPointF at = in_picture(*mouse_);
            return picture_->mouse_move(at.x(), at.y());
        }
        case QEvent::MouseButtonPress:
        case QEvent::MouseButtonDblClick:
        case QEvent::MouseButtonRelease: {
            const auto* mouse = static_cast<QMouseEvent*>(event);
            const QPointF at = in_picture(mouse->position());
            const bool over = picture_->mouse_move(at.x(), at.y());
            const int button = imgui_button(mouse->button());
            return (button >= 0 && picture_->mouse_button(button, event->type() != QEvent::MouseButtonRelease)) || over;
        }
        case QEvent::Wheel: {
            const QPoint turn = static_cast<QWheelEvent*>(event)->angleDelta();
            return picture_->mouse_wheel(turn.x() / 120.0, turn.y() / 120.0);
        }
        case QEvent::KeyPress:
        case QEvent::KeyRelease: {
            const auto* key = static_cast<QKeyEvent*>(event);
            const bool down = event->type() == QEvent::KeyPress;
            const auto held = key->modifiers();
            bool wanted =
                picture_->key(imgui_key(key->key()), down, held & Qt::ControlModifier, held & Qt::ShiftModifier, held & Qt::AltModifier);
            if (down && !key->text().isEmpty() && key->text()[0].isPrint()) wanted = picture_->text(key->text().toStdString()) || wanted;
            return wanted;
        }
        case QEvent::Leave:
            mouse_.reset();
            picture_->mouse_leave();
            return false;
        default: return false;
    }
}

bool ViewWidget::event(QEvent* event) {
    // A text field in the view has priority over shortcuts.
    if (event->type() == QEvent::ShortcutOverride && picture_ && picture_->is_typing()) event->accept();
    constexpr QEvent::Type taken[] = {QEvent::MouseMove, QEvent::MouseButtonPress, QEvent::MouseButtonDblClick, QEvent::MouseButtonRelease,
        QEvent::Wheel, QEvent::KeyPress, QEvent::KeyRelease, QEvent::Leave};
    if (!picture_ || std::find(std::begin(taken), std::end(taken), event->type()) == std::end(taken)) return QOpenGLWidget::event(event);
    update();
    // A drag that began in the scene stays there, even over instruments.
    const bool wanted = send_to_instruments(event) && !pointer_.held();
    if (wanted) {
        if (event->type() == QEvent::MouseMove) setCursor(Qt::ArrowCursor);
        event->accept();
        return true;
    }
    const bool pointed = send_to_pointer(event);
    if (pointed) show_cursor();
    return pointed || QOpenGLWidget::event(event);
}

void ViewWidget::show_cursor() {
    const Pointer::Cursor wanted = pointer_.cursor();
    setCursor(wanted == Pointer::Cursor::fist   ? Qt::ClosedHandCursor
              : wanted == Pointer::Cursor::hand ? Qt::OpenHandCursor
                                                : Qt::CrossCursor);
}

bool ViewWidget::send_to_pointer(QEvent* event) {
    const auto button_of = [](Qt::MouseButton button) {
        return button == Qt::LeftButton    ? Pointer::Button::left
               : button == Qt::RightButton ? Pointer::Button::right
                                           : Pointer::Button::middle;
    };
    switch (event->type()) {
        case QEvent::MouseMove: {
            const QPointF at = in_picture(static_cast<QMouseEvent*>(event)->position());
            pointer_.move(at.x(), at.y());
            break;
        }
        case QEvent::MouseButtonPress:
        case QEvent::MouseButtonDblClick: {
            setFocus(Qt::MouseFocusReason);
            const auto* mouse = static_cast<QMouseEvent*>(event);
            const QPointF at = in_picture(mouse->position());
            makeCurrent();  // needed to find the row under the mouse
            pointer_.press(button_of(mouse->button()), at.x(), at.y());
            doneCurrent();
            break;
        }
        case QEvent::MouseButtonRelease: {
            const auto* mouse = static_cast<QMouseEvent*>(event);
            const QPointF at = in_picture(mouse->position());
            const std::string command = pointer_.release(button_of(mouse->button()), at.x(), at.y());
            if (!command.empty()) Q_EMIT requested_command(QString::fromStdString(command));
            break;
        }
        case QEvent::Wheel: {
            const auto* turn = static_cast<QWheelEvent*>(event);
            const int eighths = turn->angleDelta().y() ? turn->angleDelta().y() : turn->pixelDelta().y();
            const QPointF at = in_picture(turn->position());
            pointer_.wheel(eighths / 120.0, at.x(), at.y());
            break;
        }
        default: return false;
    }
    Q_EMIT edited();
    return true;
}

}  // namespace neighborscope::desktop
