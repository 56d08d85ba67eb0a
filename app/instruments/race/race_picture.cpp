#include "app/instruments/race/race_picture.hpp"

#include "app/instruments/overlay/instruments.hpp"
#include "app/instruments/picture/presenter.hpp"
#include "app/session/workbench/card_controls.hpp"
#include "app/session/workbench/moving_controls.hpp"
#include "app/session/workbench/race_controls.hpp"
#include "app/instruments/scene/shared_resources.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace neighborscope {

/// The strips with names and lanes: one frame of Dear ImGui over the whole view.
struct RacePicture::StripState {
    ImGuiLayer gui;
    // Members of InstrumentFrame that the strips do not use.
    PointColours colours;
    CellLayer cells;
    PanelDrawer rows;
    PictureAtlas atlas;
    StepRequest steps;
    std::string requested_command;
    RaceRequest request;
};

RacePicture::RacePicture() : shared_(std::make_shared<SharedResources>()) { panes_.emplace_back(shared_); }
RacePicture::~RacePicture() = default;

void RacePicture::draw(
    Workbench& workbench, double width, double height, double scale, render::Theme theme, const PictureOptions& options) {
    if (workbench.view().race.contenders.size() > 1 && workbench.session().chart == ChartShown::none)
        return draw_race(workbench, width, height, scale, theme, options);
    if (is_race()) {
        layout_ = {};
        active_ = 0;
        remove_panes_from(1);
        panes_.front().framebuffer.reset();
        picture().set_selected_rank(selected_rank_);
        mouse_leave();
    }
    picture().draw(workbench, width, height, scale, theme, options);
    picture().apply_requests(workbench);
}

void RacePicture::draw_race(
    Workbench& workbench, double width, double height, double scale, render::Theme theme, const PictureOptions& options) {
    const ViewModel& view = workbench.view();
    std::vector<ShownSearch*> contenders{&workbench};
    for (ShownSearch* other_contender : workbench.race().other_contenders()) contenders.push_back(other_contender);
    std::vector<const ViewModel*> views;
    for (const ShownSearch* one : contenders) views.push_back(&one->view());
    const std::size_t count = contenders.size();

    magnification_ = options.presenter ? presenter_magnification(width, height, options.text_scale) : 1;
    width /= magnification_, height /= magnification_, scale *= magnification_;
    const unsigned target = render::bound_framebuffer();
    const bool tools = options.tools && !options.presenter;
    const bool has_ticks = tools && !view.stepping.open && view.moving.available && !view.manual_edits.on;
    constexpr double min_width = 270, min_height = 320;
    const double ticks = has_ticks && width >= min_width && height >= min_height ? tools_height + edge_gap : 0;
    const SavedCard card = workbench.session().cards.contains("race") ? workbench.session().cards.at("race") : SavedCard();
    const double title = picture_title_height(workbench.session(), options.presenter);
    const bool folded = !card.open.value_or(true);
    const int notes = options.presenter ? presented_note_lines(view.race, view.stepping.open) : 0;
    const double larger = strip_magnification_ =
        options.presenter ? race_magnification(count, width, height - title, view.stepping.open, folded, notes) : 1;
    strip_layout_ = race_layout(count, width / larger, height / larger - ticks - title, view.stepping.open, folded, notes);
    for (render::Rectangle& pane : strip_layout_.panes) pane.y += title;
    strip_layout_.strip.y += title;
    layout_ = strip_layout_.magnified(larger);
    if (!strips_) {
        strips_ = std::make_unique<StripState>();
        share_clipboard(strips_->gui);
    }
    while (panes_.size() < count) {
        panes_.emplace_back(shared_);
        if (commands_) panes_.back().picture->set_commands(*commands_);
        share_clipboard(panes_.back().picture->gui());
    }
    if (panes_.size() > count) remove_panes_from(count);
    active_ = std::min(active_, count - 1);

    // Strips and pictures leave the last row or column where the view's size in pixels is a fraction.
    const render::Colour& ground = render::palette(theme).dock;
    glDisable(GL_SCISSOR_TEST);
    glClearColor(ground.r, ground.g, ground.b, 1);
    glClear(GL_COLOR_BUFFER_BIT);

    const auto pixels = [&](double logical) { return int(std::lround(logical * scale)); };
    // A row under the mouse in one picture or in a table is ringed in all.
    std::int64_t pointed = active().hovered();
    if (pointed < 0 && selected_rank_ >= 0 && std::size_t(selected_rank_) < view.listed().size())
        pointed = view.listed()[std::size_t(selected_rank_)].row;
    PictureOptions part = options;
    part.compared = true;
    for (const ViewModel* one : views) part.compared_reach = std::max(part.compared_reach, one->kth_distance);
    part.instruments = part.tools = part.presenter = false;
    part.layers.axes = part.layers.axes && !options.presenter;
    for (std::size_t i = 0; i < count; ++i) {
        Pane& pane = panes_[i];
        const render::Rectangle& place = layout_.panes[i];
        const int left = pixels(place.x), top = pixels(place.y), wide = std::max(1, pixels(place.x + place.width) - left),
                  high = std::max(1, pixels(place.y + place.height) - top);
        if (!pane.framebuffer || pane.framebuffer->width() != wide || pane.framebuffer->height() != high)
            pane.framebuffer = std::make_unique<render::Framebuffer>(wide, high);
        part.camera = i > 0 ? &picture().camera() : nullptr;
        part.hovered = pointed;
        pane.picture->set_selected_rank(i == 0 ? selected_rank_ : -1);
        pane.framebuffer->bind();
        pane.picture->draw(*contenders[i], place.width, place.height, scale, theme, part);
        pane.picture->apply_requests(workbench);
        pane.framebuffer->copy_to(target, left, pixels(height) - top - high);
        edited_ = pane.picture->edited() || edited_;
    }
    if (active_ > 0) workbench.point_at(active().hovered(), {});  // explanations are about A

    StripState& s = *strips_;
    width /= larger, height /= larger;
    s.gui.begin_frame(width, height, scale * larger, theme);
    const Projection along_axes;
    const InstrumentFrame frame{view, workbench.session(), nullptr, along_axes, s.colours, picture().camera(), s.gui, theme,
        render::palette(theme), width, height, 0, 0, 1, -1, std::nullopt, {}, commands_, s.requested_command, s.steps, s.cells, s.rows,
        s.atlas, options.presenter};
    draw_race_names(frame, strip_layout_, views);
    if (title > 0) {
        ImGui::GetBackgroundDrawList()->AddRectFilled({0, 0}, {float(width), float(title)}, colour(frame.colours.dock));
        draw_picture_title(frame, {0, title, width, height - title});
    }
    s.request = {};
    draw_race_strip(frame, strip_layout_, views, options.tools, folded, s.request);
    // The bar of ticks is below the pictures. Without room, or while steps are played, there are only keys and the menu.
    if (ticks > 0) {
        ImGui::GetBackgroundDrawList()->AddRectFilled(
            {0, float(height - ticks)}, {float(width), float(height)}, colour(frame.colours.dock));
        draw_ticks(frame, edge_gap, float(width - edge_gap), float(height - ticks + 0.5 * edge_gap));
    } else if (tools && !view.stepping.open && view.manual_edits.on) {
        draw_edits_bar(frame, edge_gap, float(strip_layout_.panes.front().width - edge_gap));
    }
    s.gui.end_frame();
    for (const auto& [name, changed] : std::exchange(s.steps.cards, {})) workbench.cards().change(name, changed), edited_ = true;
    if (s.request.by) workbench.race().set_by(*s.request.by), edited_ = true;
    if (s.request.clock) workbench.race().go_to(*s.request.clock), edited_ = true;
    if (const auto tick = std::exchange(s.steps.tick, std::nullopt)) workbench.moving().go_to_tick(*tick), edited_ = true;
}

void RacePicture::remove_panes_from(std::size_t count) {
    panes_.erase(panes_.begin() + std::ptrdiff_t(count), panes_.end());
    shared_->release();
}

// ---- Events ---------------------------------------------------------------------------------------------------------------

std::pair<double, double> RacePicture::to_pane_coordinates(double x, double y) const {
    if (!is_race()) return {x, y};
    return {x - layout_.panes[active_].x, y - layout_.panes[active_].y};
}

/// In pixels of the pictures.
std::optional<std::pair<double, double>> RacePicture::mouse_over_strips() const {
    auto mouse = strips_->gui.mouse();
    if (mouse) mouse->first *= strip_magnification_, mouse->second *= strip_magnification_;
    return mouse;
}

bool RacePicture::mouse_move(double x, double y) {
    const double larger = magnification();
    x /= larger, y /= larger;
    if (!is_race()) return picture().gui().mouse_move(x, y);
    const bool strip = strips_->gui.mouse_move(x / strip_magnification_, y / strip_magnification_);
    const std::optional<std::size_t> over = layout_.pane_at(x, y);
    if (buttons_down_ == 0 && over && *over != active_) {
        active().gui().mouse_leave();
        active_ = *over;
    }
    const auto [pane_x, pane_y] = to_pane_coordinates(x, y);
    if (buttons_down_ > 0) return active().gui().mouse_move(pane_x, pane_y) || strip;
    if (strip || !over) {
        active().gui().mouse_leave();
        return true;
    }
    return active().gui().mouse_move(pane_x, pane_y);
}

bool RacePicture::mouse_button(int button, bool down) {
    buttons_down_ = std::max(0, buttons_down_ + (down ? 1 : -1));
    if (!is_race()) return picture().gui().mouse_button(button, down);
    const bool strip = strips_->gui.mouse_button(button, down);
    if (strip) return true;
    const auto mouse = mouse_over_strips();
    if (down && mouse && !layout_.pane_at(mouse->first, mouse->second)) return true;  // on a name
    return active().gui().mouse_button(button, down);
}

bool RacePicture::mouse_wheel(double dx, double dy) {
    if (!is_race()) return picture().gui().mouse_wheel(dx, dy);
    const auto mouse = mouse_over_strips();
    if (strips_->gui.mouse_wheel(dx, dy) || (mouse && !layout_.pane_at(mouse->first, mouse->second))) return true;
    return active().gui().mouse_wheel(dx, dy);
}

bool RacePicture::key(int imgui_key, bool down, bool ctrl, bool shift, bool alt) {
    if (is_race()) strips_->gui.key(imgui_key, down, ctrl, shift, alt);
    return active().gui().key(imgui_key, down, ctrl, shift, alt);
}

bool RacePicture::text(std::string_view utf8) { return active().gui().text(utf8); }
bool RacePicture::is_typing() const { return active().gui().is_typing(); }

void RacePicture::mouse_leave() {
    for (Pane& pane : panes_) pane.picture->gui().mouse_leave();
    if (strips_) strips_->gui.mouse_leave();
}

void RacePicture::set_clipboard(const char* (*get)(void*), void (*set)(void*, const char*), void* user) {
    clipboard_ = {get, set, user};
    for (Pane& pane : panes_) share_clipboard(pane.picture->gui());
    if (strips_) share_clipboard(strips_->gui);
}

void RacePicture::share_clipboard(ImGuiLayer& layer) const {
    if (clipboard_.get) layer.set_clipboard(clipboard_.get, clipboard_.set, clipboard_.user);
}

bool RacePicture::over_instrument(double x, double y) const {
    const auto [pane_x, pane_y] = to_pane_coordinates(x, y);
    return (is_race() && strips_->gui.over_instrument(x / strip_magnification_, y / strip_magnification_)) ||
           active().gui().over_instrument(pane_x, pane_y);
}

std::string RacePicture::shown_help() const {
    if (is_race() && !strips_->gui.shown_help().empty()) return strips_->gui.shown_help();
    return active().gui().shown_help();
}

bool RacePicture::covered(double x, double y) const {
    if (is_race() && (layout_.pane_at(x, y) != active_ || strips_->gui.over_instrument(x / strip_magnification_, y / strip_magnification_)))
        return true;
    const auto [pane_x, pane_y] = to_pane_coordinates(x, y);
    return active().covered(pane_x, pane_y);
}

bool RacePicture::unfinished() const {
    return std::any_of(panes_.begin(), panes_.end(), [](const Pane& pane) { return pane.picture->unfinished(); });
}

bool RacePicture::wants_another_frame() const {
    return unfinished() || (is_race() && strips_->gui.wants_another_frame()) ||
           std::any_of(panes_.begin(), panes_.end(), [](const Pane& pane) { return pane.picture->gui().wants_another_frame(); });
}

// ---- For windows ----------------------------------------------------------------------------------------------------------

std::string RacePicture::buffer_path() const { return panes_.front().picture->buffer_path(); }
bool RacePicture::interop() const { return panes_.front().picture->interop(); }

void RacePicture::set_commands(const Commands& commands) {
    commands_ = &commands;
    for (Pane& pane : panes_) pane.picture->set_commands(commands);
}

std::string RacePicture::requested_command() {
    std::string command = strips_ ? std::exchange(strips_->requested_command, {}) : std::string();
    for (Pane& pane : panes_)
        if (std::string other = pane.picture->requested_command(); command.empty()) command = std::move(other);
    return command;
}

bool RacePicture::edited() {
    const bool by_instruments = panes_.front().picture->edited();
    return std::exchange(edited_, false) || by_instruments;
}

void RacePicture::set_selected_rank(int rank_from_0) {
    selected_rank_ = rank_from_0;
    picture().set_selected_rank(rank_from_0);
}

std::int64_t RacePicture::row_at(double x, double y) {
    const auto [pane_x, pane_y] = to_pane_coordinates(x, y);
    return active().row_at(pane_x, pane_y);
}

std::int64_t RacePicture::hovered() const { return active().hovered(); }
double RacePicture::magnification() const { return is_race() ? magnification_ : panes_.front().picture->magnification(); }
bool RacePicture::in_space() const { return panes_.front().picture->in_space(); }

PointedPicture::Place RacePicture::place_at(double x, double y) const {
    const auto [pane_x, pane_y] = to_pane_coordinates(x, y);
    return active().place_at(pane_x, pane_y);
}

PointedPicture::Place RacePicture::surface_at(double x, double y) const {
    const auto [pane_x, pane_y] = to_pane_coordinates(x, y);
    return active().surface_at(pane_x, pane_y);
}

PointedPicture::Place RacePicture::place_beside(double x, double y, const Place& deep) const {
    const auto [pane_x, pane_y] = to_pane_coordinates(x, y);
    return active().place_beside(pane_x, pane_y, deep);
}

std::pair<double, double> RacePicture::pixel_of(const Place& place) const {
    const auto [x, y] = active().pixel_of(place);
    return is_race() ? std::pair(x + layout_.panes[active_].x, y + layout_.panes[active_].y) : std::pair(x, y);
}

// The others copy the camera of the first one.
void RacePicture::pan(double dx, double dy) { picture().pan(dx, dy); }
void RacePicture::orbit(double dx, double dy) { picture().orbit(dx, dy); }

void RacePicture::zoom(double factor, double x, double y) {
    const auto [pane_x, pane_y] = to_pane_coordinates(x, y);
    picture().zoom(factor, pane_x, pane_y);
}

}  // namespace neighborscope
