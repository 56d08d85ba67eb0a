#include "app/instruments/scene/link_layer.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace neighborscope {
namespace {

constexpr std::size_t max_measured_links = 10000;  // links whose length is measured
constexpr float strongest_link = 0.45f, weakest_link = 0.05f, strongest_leaving = 0.85f;
constexpr double link_cover = 0.2, leaving_cover = 0.06;  // share of the picture that links may cover at their full strength

bool is_same_view(const render::Camera& a, const render::Camera& b) {
    return a.three_d == b.three_d && a.focus() == b.focus() && a.pixels_per_unit() == b.pixels_per_unit() && a.width() == b.width() &&
           a.height() == b.height() && (!a.three_d || a.eye() == b.eye());
}

/// The rows of the search up to the present step: those whose links were followed, at this level.
std::vector<std::int32_t> rows_on_way(const ViewModel& view, int level) {
    std::vector<std::int32_t> rows;
    if (!view.stepping.ready) return rows;
    for (const WalkSteps::Row& one : view.stepping.walk.followed)
        if (one.level == level) rows.push_back(one.row);
    return rows;
}

glm::dvec3 place_in_picture(const DataSet& data, const Projection& projection, std::int64_t row) {
    const auto at = projection.place(data, row);
    return {at[0], at[1], at[2]};
}

}  // namespace

int level_shown(const SessionState& session, const ViewModel& view) { return view.level_shown(session.links_level); }

std::span<const std::int32_t> LinkLayer::unreachable() const {
    return graph_ ? std::span<const std::int32_t>(graph_->unreachable) : std::span<const std::int32_t>();
}

void LinkLayer::place_lost(const DataSet& data, const Projection& projection) {
    std::vector<float> places;
    for (const std::int32_t row : graph_->unreachable)
        for (const double place : projection.place(data, row)) places.push_back(float(place));
    if (lost_.bytes() < places.size() * sizeof(float)) lost_ = render::Buffer(places.size() * sizeof(float));
    lost_.upload(places.data(), places.size() * sizeof(float));
    lost_count_ = int(places.size() / 3);
}

/// Rows of a level within the view; nothing if they are too many.
std::vector<std::int32_t> LinkLayer::rows_in_view(const DataSet& data, const render::Camera& camera, int level) {
    std::vector<std::int32_t> rows;
    if (places_.empty()) {
        places_.reserve(3 * std::size_t(data.count()));
        for (std::int64_t row = 0; row < data.count(); ++row)
            for (const double place : projection_.place(data, row)) places_.push_back(float(place));
    }
    const glm::dvec3 a = camera.to_world(0, 0), b = camera.to_world(camera.width(), camera.height());
    const float left = float(std::min(a.x, b.x)), right = float(std::max(a.x, b.x)), low = float(std::min(a.y, b.y)),
                high = float(std::max(a.y, b.y));
    const auto is_seen = [&](std::int64_t row) {
        const float* const at = &places_[3 * std::size_t(row)];
        if (!camera.three_d) return at[0] >= left && at[0] <= right && at[1] >= low && at[1] <= high;
        const glm::dvec3 pixel = camera.to_pixels({double(at[0]), double(at[1]), double(at[2])});
        return std::abs(pixel.z) <= 1 && pixel.x >= 0 && pixel.x <= camera.width() && pixel.y >= 0 && pixel.y <= camera.height();
    };
    const auto add = [&](std::int64_t row) {
        if (is_seen(row)) rows.push_back(std::int32_t(row));
        return std::int64_t(rows.size()) <= max_rows;
    };
    if (level == 0)
        for (std::int64_t row = 0; row < graph_->index->rows && add(row); ++row) {}
    else
        for (const std::int32_t row : graph_->on_level[std::size_t(level)])
            if (!add(row)) break;
    if (std::int64_t(rows.size()) > max_rows) rows.clear();
    return rows;
}

void LinkLayer::upload(const DataSet& data, int level, const std::vector<std::int32_t>* rows) {
    std::vector<inspect::DrawnLink> links = inspect::drawn_links(*graph_, level, rows);
    const auto leaves_lost = [this](const inspect::DrawnLink& link) {
        return link.one_way && !graph_->is_reachable(link.from) && graph_->is_reachable(link.to);
    };
    leaving_ = 0;
    // These last, on top of the others. They explain a few unreachable rows; where most rows are unreachable, they would hide all else.
    constexpr std::int64_t few = 10;  // of 100 rows
    if (const auto lost = std::ssize(graph_->unreachable); lost > 0 && 100 * lost <= few * graph_->index->rows)
        leaving_ = int(links.end() - std::stable_partition(links.begin(), links.end(), std::not_fn(leaves_lost)));
    const std::size_t others = links.size() - std::size_t(leaving_);
    constexpr int most_arrows = 400;
    arrows_.assign(links.end() - (leaving_ <= most_arrows ? leaving_ : 0), links.end());
    std::vector<std::int32_t> ends;
    ends.reserve(2 * links.size());
    one_way_ = false;
    for (std::size_t i = 0; i < links.size(); ++i) {
        const inspect::DrawnLink& link = links[i];
        ends.insert(ends.end(), {i < others ? link.from : ~link.from, link.one_way ? ~link.to : link.to});
        one_way_ = one_way_ || (link.one_way && i < others);
    }
    const std::size_t bytes = ends.size() * sizeof(std::int32_t);
    if (buffer_.bytes() < bytes) buffer_ = render::Buffer(bytes);
    buffer_.upload(ends.data(), bytes);
    links_ = int(links.size());
    const std::size_t stride = std::max<std::size_t>(1, links.size() / max_measured_links);
    double sum = 0;
    std::size_t measured = 0;
    for (std::size_t i = 0; i < links.size(); i += stride, ++measured)
        sum += glm::length(place_in_picture(data, projection_, links[i].from) - place_in_picture(data, projection_, links[i].to));
    mean_length_ = measured > 0 ? sum / double(measured) : 0;
    ++version_;
}

void LinkLayer::update(const DataSet* data, const Projection& projection, const SessionState& session, const ViewModel& view,
    const render::Camera& camera, bool waits) {
    const bool resting = waits || (last_seen_ && is_same_view(*last_seen_, camera));
    last_seen_ = camera;
    stale_ = false;
    // The graph arrives with other data a little earlier than their points.
    if (!data || !view.graph || data->own_index != view.graph->index || data->own_index_is_old) {
        graph_.reset();
        places_ = {};
        links_ = lost_count_ = 0;
        arrows_.clear();
        return;
    }
    const bool other_graph = view.graph != graph_, other_places = other_graph || projection != projection_;
    graph_ = view.graph;
    projection_ = projection;
    if (other_places) places_ = {}, place_lost(*data, projection);
    const int level = level_shown(session, view);
    const bool other = other_places || level != level_;
    level_ = level;
    if (level < 0) {
        links_ = 0;
        arrows_.clear();
        return;
    }
    if (graph_->rows_on(level) <= max_rows) {
        if (other) camera_.reset(), drawn_ = LinksDrawn::all, upload(*data, level, nullptr);
        return;
    }
    const bool moved = other || !camera_ || !is_same_view(*camera_, camera);
    if (!moved && (drawn_ != LinksDrawn::on_way || step_ == view.stepping.generation)) return;
    if (moved && !resting && !other) {
        stale_ = true;
        return;
    }
    if (moved) {
        const std::vector<std::int32_t> rows = rows_in_view(*data, camera, level);
        camera_ = camera;
        drawn_ = rows.empty() ? LinksDrawn::on_way : LinksDrawn::in_view;
        if (!rows.empty()) return upload(*data, level, &rows);
    }
    const std::vector<std::int32_t> rows = rows_on_way(view, level);
    step_ = view.stepping.generation;
    upload(*data, level, &rows);
}

void LinkLayer::add_to(
    render::Extras& extras, render::SceneState& state, const render::Camera& camera, const render::Box& of_points) const {
    if (lost_count_ > 0) extras.lost = &lost_, extras.lost_count = lost_count_;
    if (links_ == 0) return;
    extras.graph = &buffer_;
    extras.graph_links = links_;
    state.graph_version = version_;
    // Many links that cross each other are paler, so that they do not merge into an area; when they are seen from near, stronger.
    const glm::dvec3 sides = of_points.high - of_points.low;
    const double width = camera.three_d || drawn_ != LinksDrawn::all ? camera.width() : sides.x * camera.pixels_per_unit(),
                 height = camera.three_d || drawn_ != LinksDrawn::all ? camera.height() : sides.y * camera.pixels_per_unit();
    const double share = double(links_) * mean_length_ * camera.pixels_per_unit() / std::max(1.0, width * height);
    const auto opacity_of = [&](double part, double cover, float strongest) {
        return std::clamp(float(cover / std::max(share * part, 1e-9)), weakest_link, strongest);
    };
    state.graph_opacity = opacity_of(1, link_cover, strongest_link);
    state.leaving_opacity = opacity_of(double(leaving_) / double(links_), leaving_cover, strongest_leaving);
}

}  // namespace neighborscope
