#include "render/point_picture.hpp"

#include <epoxy/gl.h>

#include <chrono>
#include <cmath>

#include "render_shaders.hpp"

namespace neighborscope::render {
namespace {

constexpr std::int64_t many_points = 1'000'000;            // from here on a GPU is faster without its rasteriser
constexpr std::int64_t many_points_in_software = 100'000;  // likewise OpenGL in software
constexpr std::int64_t rasterised_of_slice = 10'000;       // some 7 milliseconds on two processors
constexpr std::uint32_t dense_points = 300'000;            // visible at once: single dots would merge into one area

}  // namespace

PointPicture::PointPicture(std::shared_ptr<Programs> programs)
    : programs_(std::move(programs)),
      points_(programs_->of({{GL_VERTEX_SHADER, "points.vert", {shaders::frame_glsl, shaders::points_vert}},
          {GL_FRAGMENT_SHADER, "points.frag", {shaders::frame_glsl, shaders::points_frag}}})) {
    glCreateVertexArrays(1, &point_array_);
    glEnableVertexArrayAttrib(point_array_, 0);
    glVertexArrayAttribFormat(point_array_, 0, 3, GL_FLOAT, GL_FALSE, 0);
    glVertexArrayAttribBinding(point_array_, 0, 0);
    glVertexArrayAttribFormat(point_array_, 1, 4, GL_UNSIGNED_BYTE, GL_TRUE, 0);
    glVertexArrayAttribBinding(point_array_, 1, 1);
}

PointPicture::~PointPicture() { glDeleteVertexArrays(1, &point_array_); }

void PointPicture::plan(const Buffer& positions, FrameBlock& frame, const SceneState& state) {
    glVertexArrayVertexBuffer(point_array_, 0, positions.name(), 0, 3 * sizeof(float));
    const Splatting of_many = software_ ? Splatting::on_host : Splatting::on_gpu;
    splatting_ = splatting_wanted_.value_or(state.count >= (software_ ? many_points_in_software : many_points) ? of_many : Splatting::none);
    dense_ = unfinished_ = false;
    if (splatting_ == Splatting::none) return;
    if (counted_ != state.count) totals_ = {1, std::uint32_t(state.count)};  // until it is known
    else if (splat_ && finished_) totals_ = splat_->totals();
    // Depends on the visible points: a close view shows single points.
    dense_ = frame.three_d == 0 && totals_.seen > dense_points;
    const float size = frame.point_size / point_size(state.count, frame.three_d != 0) * point_size(totals_.seen, frame.three_d != 0);
    if (state.count > many_points_in_software) frame.point_size = std::round(2 * size) / 2;
}

/// Draws some slices of the points, or all; returns whether these were the last.
bool PointPicture::rasterise(const Buffer& positions, const SceneState& state, const Buffer* colours, bool anew) {
    if (anew) {
        slices_ = software_ && state.milliseconds_for_data < 1e9 ? slices_of(state.count, rasterised_of_slice) : 1;
        slices_done_ = 0;
    }
    if (colours) glEnableVertexArrayAttrib(point_array_, 1);
    else glDisableVertexArrayAttrib(point_array_, 1);
    glUseProgram(points_.name());
    glBindVertexArray(point_array_);
    const auto began = std::chrono::steady_clock::now();
    do {
        const std::int64_t first = interleaved_slice(slices_done_, slices_);
        glVertexArrayVertexBuffer(point_array_, 0, positions.name(), GLintptr(first * 12), GLsizei(slices_ * 12));
        if (colours) glVertexArrayVertexBuffer(point_array_, 1, colours->name(), GLintptr(first * 4), GLsizei(slices_ * 4));
        glDrawArrays(GL_POINTS, 0, GLsizei((state.count - first + slices_ - 1) / slices_));
        ++slices_done_;
        if (slices_done_ < slices_) glFinish();  // else the clock would not include drawing
    } while (slices_done_ < slices_ &&
             std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count() < state.milliseconds_for_data);
    glVertexArrayVertexBuffer(point_array_, 0, positions.name(), 0, 12);
    return slices_done_ == slices_;
}

void PointPicture::update(
    const Buffer& positions, const FrameBlock& frame, const SceneState& state, const Extras& extras, unsigned empty_array) {
    const bool three_d = frame.three_d != 0;
    const bool empty = layer_.resize(int(frame.viewport.x), int(frame.viewport.y));
    const PictureKey now{
        without_marks(frame), state.data_version, positions.name(), extras.colours ? extras.colours->name() : 0, splatting_, dense_};
    const bool same = !empty && drawn_key_ && state.data_version != 0 && now.version == drawn_key_->version &&
                      now.positions == drawn_key_->positions && now.colours == drawn_key_->colours &&
                      now.splatting == drawn_key_->splatting && now.dense == drawn_key_->dense && now.frame == drawn_key_->frame;
    if (!same || !finished_) {
        const bool splats = splatting_ != Splatting::none;
        if (splats) {
            if (!splat_ || drawn_key_.value_or(now).splatting != splatting_) splat_.emplace(splatting_ == Splatting::on_host, *programs_);
            if (!same) splat_->begin(layer_.width(), layer_.height());
            finished_ = splat_->add(positions, state.count, frame, dense_, state.milliseconds_for_data);
            counted_ = state.count;
        }
        if (splatting_ == Splatting::on_gpu && !three_d) {
            splat_->resolve_into(layer_.colours(), positions, extras.colours, dense_);
        } else {
            layer_.begin(!same || splats);
            if (three_d) glEnable(GL_DEPTH_TEST);
            if (splats) {
                glDepthFunc(GL_ALWAYS);
                glDisable(GL_BLEND);
                splat_->resolve(positions, extras.colours, dense_, empty_array);
                glEnable(GL_BLEND);
                glDepthFunc(GL_LESS);
            } else {
                finished_ = rasterise(positions, state, extras.colours, !same);
            }
            glDisable(GL_DEPTH_TEST);
            layer_.end();
        }
        drawn_key_ = now;
    }
    unfinished_ = !finished_ || (splatting_ != Splatting::none && (splat_->totals(), splat_->counting()));
}

PointDensity PointPicture::density() {
    const bool known = splat_ && splatting_ != Splatting::none && finished_;
    return {dense_, known ? splat_->totals().most : totals_.most};
}

void PointPicture::pick(Picking& picking, const Camera& camera, const SceneState& state) {
    if (splat_ && splatting_ != Splatting::none && state.layers.points)
        picking.read(splat_->pixels(), splat_->width(), splat_->height(), state.scale);
    else if (state.count > 0) picking.draw(point_array_, state.count, camera, state.scale);
}

}  // namespace neighborscope::render
