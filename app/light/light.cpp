#include "app/light/light.hpp"

#include "app/data/files/output_file.hpp"
#include "app/light/window.hpp"
#include "app/modules/modules.hpp"
#include "app/recent_documents/recent_documents.hpp"
#include "app/session/document/saved_cards.hpp"
#include "app/session/document/saved_window.hpp"
#include "app/session/workbench/card_controls.hpp"
#include "app/session/workbench/face_controls.hpp"
#include "app/session/workbench/point_controls.hpp"

#include <epoxy/gl.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace neighborscope {
namespace {

constexpr double tables_height = 220, health_height = 326, steps_height = 360;  // logical pixels, below the view

std::string glfw_reason() {
    const char* text = nullptr;
    glfwGetError(&text);
    std::string reason = text ? text : "no reason given";
    std::replace(reason.begin(), reason.end(), '\n', ' ');
    return reason;
}

double content_scale(GLFWwindow* window) {
    float x = 1, y = 1;
    glfwGetWindowContentScale(window, &x, &y);
    return x > 0 && std::isfinite(x) ? double(x) : 1.0;
}

/// The work area of the first screen; GLFW multiplies it by the scale of the screen.
WindowGeometry work_area() {
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    int x = 0, y = 0, width = 0, height = 0;
    float larger = 1, larger_y = 1;
    if (monitor) glfwGetMonitorWorkarea(monitor, &x, &y, &width, &height);
    if (width <= 0 || height <= 0) return {1280, 800};
    glfwGetMonitorContentScale(monitor, &larger, &larger_y);
    if (!(larger > 0) || !std::isfinite(larger)) larger = 1;
    return {int(float(width) / larger), int(float(height) / larger), true};
}

/// As it was closed last, as far as the screen has room for it; else all of the work area.
WindowGeometry size_to_open(const WindowOptions& start) {
    if (start.width > 0) return {start.width, start.height};
    const WindowGeometry all = work_area(), kept = saved_window_geometry().value_or(all);
    return {std::min(kept.width, all.width), std::min(kept.height, all.height), kept.maximized};
}

}  // namespace

GlfwLibrary::GlfwLibrary() {
    if (!glfwInit())
        throw Error(Failure::device, "no window can be opened: " + glfw_reason(),
            "set DISPLAY, or make a picture without a window: neighborscope shot");
}

GlfwLibrary::~GlfwLibrary() { glfwTerminate(); }

LightWindow::Handle::~Handle() {
    for (GLFWcursor* cursor : {cross, hand})
        if (cursor) glfwDestroyCursor(cursor);
    forget_large();
    if (window) glfwDestroyWindow(window);
}

void LightWindow::Handle::forget_large() {
    for (GLFWcursor*& cursor : large)
        if (cursor) glfwDestroyCursor(std::exchange(cursor, nullptr));
}

GLFWwindow* LightWindow::open(const WindowOptions& start) {
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_SAMPLES, 0);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "neighborscope");
    const WindowGeometry size = size_to_open(start);
    glfwWindowHint(GLFW_MAXIMIZED, size.maximized ? GLFW_TRUE : GLFW_FALSE);
    GLFWwindow* window = glfwCreateWindow(std::max(320, size.width), std::max(240, size.height), "Neighborscope", nullptr, nullptr);
    if (!window)
        throw Error(Failure::device, "no OpenGL 4.5 window: " + glfw_reason(),
            "update the graphics driver, or make a picture without a window: neighborscope shot");
    glfwMakeContextCurrent(window);
    glfwSwapInterval(1);
    return window;
}

// The workbench is created before OpenGL, so that data are loaded while the window opens, but after GLFW, since it needs
// glfwPostEmptyEvent.
LightWindow::LightWindow(const SessionState& session, const WindowOptions& start)
    : start_(start),
      workbench_(session, [] { glfwPostEmptyEvent(); }),
      start_offer_(workbench_, add_recent_document),
      panels_(workbench_, commands_),
      pointer_(workbench_) {
    handle_.window = open(start);
    glfwSetWindowUserPointer(handle_.window, this);
    picture_ = std::make_unique<RacePicture>();
    picture_->set_commands(commands_);
    pointer_.set_picture(picture_.get());
    layer_ = std::make_unique<ImGuiLayer>();
    workbench_.faces().set_finder(modules::face_finder());
    add_camera(workbench_);
    add_standard_commands(commands_, workbench_, actions());
    if (start.without_data) start_offer_.show_card();
    if (!start.lesson.empty()) open_lesson(workbench_, start.lesson);
    register_callbacks();
    handle_.cross = glfwCreateStandardCursor(GLFW_CROSSHAIR_CURSOR);
    handle_.hand = glfwCreateStandardCursor(GLFW_HAND_CURSOR);
}

LightWindow::~LightWindow() {
    pointer_.set_picture(nullptr);
    view_.reset();
    layer_.reset();
    picture_.reset();
}

render::Theme LightWindow::theme() const { return workbench_.session().theme.value_or(render::Theme::light); }

int LightWindow::limited_scale(int percent) const {
    int width = 0, height = 0;
    glfwGetFramebufferSize(handle_.window, &width, &height);
    const double scale = content_scale(handle_.window);
    return fitting_scale(percent, width / scale, height / scale);
}

void LightWindow::compute_layout(LightLayout& layout, double& scale) {
    int width = 0, height = 0;
    glfwGetFramebufferSize(handle_.window, &width, &height);
    scale = content_scale(handle_.window) * limited_scale(scale_percent_) / 100;
    if (presenter_) scale *= LightLayout::magnification(width / scale, height / scale);
    layout = LightLayout::of(std::max(1, width) / scale, std::max(1, height) / scale,
        workbench_.view().stepping.open                                                       ? steps_height
        : workbench_.view().inspecting.open && workbench_.session().chart == ChartShown::none ? health_height
                                                                                              : tables_height,
        workbench_.has_lesson(), presenter_);
    DockTurns& turns = panels_.turns();
    if (turns.update(layout.shared.places, workbench_.session().docks, page_of_lesson(workbench_)) && !presenter_)
        workbench_.show_message(sentence_about_turns());
    layout.show(turns, presenter_);
}

void LightWindow::show_title() {
    const std::string title = window_title(workbench_.view(), workbench_.session());
    if (title == title_) return;
    title_ = title;
    glfwSetWindowTitle(handle_.window, title.c_str());
}

/// The image of the large pointer that is due.
GLFWcursor* LightWindow::large_cursor() {
    const int diameter = ring_diameter(layout_.height * scale_), image = pulse_.image(1000 * glfwGetTime());
    if (std::exchange(handle_.large_diameter, diameter) != diameter) {
        if (handle_.shown != handle_.cross && handle_.shown != handle_.hand) glfwSetCursor(handle_.window, handle_.shown = nullptr);
        handle_.forget_large();
    }
    GLFWcursor*& cursor = handle_.large[std::size_t(image)];
    if (!cursor) {
        PointerImage drawn = large_pointer(diameter, image);
        const GLFWimage pixels{drawn.side, drawn.side, drawn.rgba.data()};
        cursor = glfwCreateCursor(&pixels, drawn.side / 2, drawn.side / 2);
    }
    if (image > 0) request_frames(1);
    return cursor;
}

/// Sets the large pointer, or the cursor for editing points by hand.
void LightWindow::show_cursor() {
    const bool over = workbench_.view().manual_edits.on && inside_view(mouse_x_, mouse_y_) &&
                      !picture_->over_instrument(mouse_x_ - layout_.view_x(), mouse_y_ - layout_.view_y());
    GLFWcursor* const wanted = large_pointer_.value_or(presenter_)           ? large_cursor()
                               : !over                                       ? nullptr
                               : pointer_.cursor() == Pointer::Cursor::cross ? handle_.cross
                                                                             : handle_.hand;
    if (wanted != std::exchange(handle_.shown, wanted)) glfwSetCursor(handle_.window, wanted);
}

/// Draws the picture into a separate framebuffer, since drawing points into a window's is several times slower, then the panels.
void LightWindow::frame() {
    const auto began = std::chrono::steady_clock::now();
    show_title();
    if (std::exchange(opened_views_, workbench_.view().opened_views) != workbench_.view().opened_views && workbench_.session().presenting)
        presenter_ = true, large_pointer_.reset();
    compute_layout(layout_, scale_);
    const int width = int(std::lround(layout_.view_width() * scale_)), height = int(std::lround(layout_.view_height() * scale_));
    if (!view_ || width != view_->width() || height != view_->height()) view_ = std::make_unique<render::Framebuffer>(width, height);
    view_->bind();
    PictureOptions options;
    options.instruments = instruments_;
    options.presenter = presenter_;
    options.text_scale = limited_scale(scale_percent_) / 100.0;
    options.milliseconds_for_data = data_milliseconds_of_window;
    options.layers.links = workbench_.session().links;
    panels::PanelState& chosen = panels_.state();
    chosen.presenting = presenter_ && layout_.shared.large_text;
    picture_->set_selected_rank(chosen.highlighted_rank());
    picture_->picture().mark_cells({render::CellNumber(chosen.marked_number), chosen.marked_from, chosen.marked_to});
    picture_->draw(workbench_, layout_.view_width(), layout_.view_height(), scale_, theme(), options);
    chosen.hovered_row = picture_->hovered();
    if (picture_path_)
        run_file_work(workbench_, "The picture was not written", [&] {
            const std::string path = *std::exchange(picture_path_, std::nullopt);
            write_file(path, render::png_of(view_->read()));
            workbench_.show_message("Picture written to " + path);
        });

    const int window_width = int(std::lround(layout_.width * scale_)), window_height = int(std::lround(layout_.height * scale_));
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glDisable(GL_SCISSOR_TEST);
    glViewport(0, 0, window_width, window_height);
    const render::Colour dock = render::palette(theme()).dock;
    glClearColor(dock.r, dock.g, dock.b, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    const int x = int(std::lround(layout_.view_x() * scale_)),
              y = window_height - height - int(std::lround(layout_.view_y() * scale_));  // y up
    view_->copy_to(0, x, y);

    layer_->begin_frame(layout_.width, layout_.height, scale_, theme());
    panels_.draw(*layer_, layout_, theme());
    if (panels_.is_covered()) picture_->mouse_leave();  // hides its tooltip
    layer_->end_frame();
    show_cursor();
    const auto ended = std::chrono::steady_clock::now();
    glfwSwapBuffers(handle_.window);  // waits for the screen, so not part of the frame's time
    frame_milliseconds_ = std::chrono::duration<double, std::milli>(ended - began).count();
    workbench_.report_frame(picture_->buffer_path(), frame_milliseconds_);
}

int LightWindow::run() {
    const auto wait = [this](double seconds) {
        heartbeat_.end();
        seconds > 0 ? glfwWaitEventsTimeout(seconds) : glfwWaitEvents();
        heartbeat_.begin();
    };
    while (!glfwWindowShouldClose(handle_.window)) {
        process_key_inputs();
        // While a progress card counts, poll() always reports changes. A pause between frames leaves the processor to the work. But every
        // tick is drawn while seeking a rebuild.
        const bool counting = workbench_.view().progress.has_value() && !workbench_.view().moving.seeking;
        if (workbench_.poll() && !(counting && workbench_.view().progress)) request_frames(workbench_.view().moving.seeking ? 1 : 3);
        start_offer_.note_data();
        if (auto columns = workbench_.points().take_columns()) {
            panels_.show_sheet(panels::columns_sheet(workbench_, std::make_shared<ColumnChoice>(std::move(*columns))));
            request_frames(3);
        }
        if (picture_->wants_another_frame() || layer_->wants_another_frame() || panels_.is_line_opening()) request_frames(1);
        if (frames_ > 0) {
            --frames_;
            frame();
            if (const std::string id = picture_->requested_command(); !id.empty() && commands_.run(id)) request_frames(3);
            if (picture_->edited()) request_frames(3);
            if (start_.require_interop && workbench_.drawable().lists && !picture_->buffer_path().empty() && !picture_->interop())
                throw Error(Failure::device, "the buffer path is " + picture_->buffer_path() + ", not interop",
                    "leave --require-interop out, or use the graphics card that searches");
            glfwPollEvents();
            heartbeat_.end();
            heartbeat_.begin();
        } else if (const auto seconds = workbench_.seconds_to_next_step(); seconds && *seconds < 1) {
            wait(std::max(1e-6, *seconds));
        } else if (workbench_.view().progress) {
            wait(0.1);  // updates the seconds on the card
            request_frames(1);
        } else if (workbench_.view().status.frames_per_second > 0) {
            wait(1.05);  // one more frame to show that the rate is 0
            request_frames(1);
        } else {
            wait(seconds.value_or(0));
        }
    }
    keep();
    return 0;
}

void LightWindow::note_view() {
    workbench_.note_view([this](SessionState& next) {
        next.camera = picture_->picture().saved_camera(next.camera);
        next.presenting = presenter_;
    });
}

void LightWindow::keep() {
    note_view();
    start_offer_.keep_session();
    if (workbench_.cards().changed()) save_cards(workbench_.session().cards);
    if (start_.width > 0) return;  // a size that was asked for is of this window alone
    int width = windowed_geometry_[2], height = windowed_geometry_[3];
    if (!glfwGetWindowMonitor(handle_.window)) glfwGetWindowSize(handle_.window, &width, &height);
    const double scale = content_scale(handle_.window);
    save_window_geometry(
        {int(std::lround(width / scale)), int(std::lround(height / scale)), glfwGetWindowAttrib(handle_.window, GLFW_MAXIMIZED) != 0});
}

int run_light(const SessionState& session, const WindowOptions& start) {
    LightWindow window(session, start);
    const int status = window.run();
    start.closed(status);
    return status;
}

}  // namespace neighborscope
