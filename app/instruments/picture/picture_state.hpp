// What a picture keeps from frame to frame, and which instruments a view of its size has room for.
#pragma once
#include "app/instruments/overlay/instruments.hpp"
#include "app/instruments/picture/picture.hpp"
#include "app/instruments/scene/class_layer.hpp"
#include "app/instruments/scene/compared_marks.hpp"
#include "app/instruments/scene/shared_resources.hpp"

#include <array>
#include <optional>

namespace neighborscope {

/// Of the free part's shorter side: the k-th distance when stepping begins.
constexpr double neighbourhood = 0.25;

/// Which instruments a view of this size has room for.
struct InstrumentPlacement {
    bool tools = false, timings = false, legend = false;
    bool timings_folded = false, legend_folded = false;
    bool small = false;        ///< too low or narrow for all: they start as their titles
    bool one = false;          ///< timings and legend are not both open
    bool timings_low = false;  ///< open they would leave too little of the picture: they start as their title
    float timings_left = edge_gap;
    bool timings_at_right() const { return timings_left > edge_gap; }
    float legend_top = edge_gap;
    LegendParts legend_parts;
    bool index = false, index_folded = false;
    float index_top = 0;
    IndexParts index_parts;
    bool compared = false;  ///< lists of another program
    float compared_top = 0, compared_height = 0;
    bool compared_folded = false;
    bool step = false;  ///< the search is stepped through
    StepLayout step_layout;
    float timings_bottom = 0;
    bool pictures = false;  ///< of the query and its neighbours
    float pictures_bottom = 0;
    std::optional<render::Rectangle> gallery;  ///< of all pictures
    std::optional<render::Rectangle> polar;    ///< in its place
    std::optional<render::Rectangle> beside() const { return polar ? polar : gallery; }
};

/// How far what stands beside the tools may reach.
float right_end_of_ticks(const InstrumentFrame&, const InstrumentPlacement&);

struct Picture::State {
    explicit State(std::shared_ptr<SharedResources> of_all) : shared(std::move(of_all)), scene(shared->programs) {}

    std::shared_ptr<SharedResources> shared;
    render::Scene scene;
    ImGuiLayer gui;
    render::Camera camera;

    std::shared_ptr<PublishedPoints> points;  ///< null: there are none
    std::string buffer_path;                  ///< of those, or of the last there were
    bool interop = false;
    render::Buffer no_points{4};
    PublishedBuffer index, distance;
    render::Buffer step_index{4}, step_distance{4};  // the best of a step
    PointLayer point_layer;
    CellLayer cells;
    ClassLayer classes;
    PanelDrawer rows;
    std::shared_ptr<PictureAtlas> atlas;
    GalleryState gallery_state;
    bool polar_folded = false;
    ComparedMarks compared_marks;
    ComparedListsState compared_state;
    std::uint64_t framed_comparison = 0;  ///< Comparing::generation that the picture was moved to
    std::uint64_t step_generation = 0;
    std::uint64_t list_generation = 0;
    std::uint64_t positions_version = 0;  ///< goes up whenever a position changes
    int published_k = 0;
    std::int64_t published_count() const { return points ? points->count() : 0; }

    std::shared_ptr<const DataSet> data;
    Projection projection;                   ///< how they are seen
    render::Box box, dense_box, fitted_box;  ///< of the data now, of most of them; what the camera was last fitted to
    bool box_stale = false;                  ///< the points have moved since
    std::array<bool, 4> fitted_beside{};     ///< instruments, an open index, an open gallery or polar view, timings at the right
    bool fit_everything = false;             ///< outliers too, as somebody asked
    std::uint64_t opened = 0;                ///< Drawable::opened of the data
    bool fit_wanted = true;
    std::optional<render::Camera> start_camera;  ///< of a picture before this one
    bool timings_folded = false, legend_folded = false, index_folded = false, pictures_folded = false;
    bool small_timings_folded = true, small_legend_folded = true;  // in a small view, where at most one of the two opens
    bool step_timings_folded = true, low_timings_folded = true, gallery_legend_folded = true;
    StepFolds step_folds, small_step_folds{true, true, true};
    StepRequest step_request;
    bool edited = false;
    bool timings_were_low = false, timings_were_right = false;  ///< in the last frame
    bool neighbourhood_shown = false;
    std::size_t neighbourhood_size = 0;    // neighbours that were shown with it
    render::Rectangle neighbourhood_free;  // in which it was shown
    struct FramedWhy {
        std::vector<double> query;
        double kth;
        std::string text;  ///< of the card: one that grows takes more room
        render::Rectangle free;
        render::Camera camera;  ///< as the picture was moved
    };
    std::optional<FramedWhy> framed_why;                  // the card about a query that is shown
    render::Camera fitted;                                // as it was when it was last fitted
    render::Camera camera_before_steps, camera_of_steps;  // of stepping: before it began, and as it moved it
    double magnification = 1;
    struct PresentedView {
        render::Camera before, camera;  ///< as it was before, and as presenting moved it
        bool leaves = false;            ///< their place was known by then
        glm::vec3 query{0};             ///< that was framed
    };
    std::optional<PresentedView> presented;
    glm::vec3 drawn_query{0};
    render::PointDensity density_drawn;  ///< in the legend of the last frame
    const Commands* commands = nullptr;
    std::string requested_command;
    int selected_rank = -1;
    Metric answered_metric = Metric::euclidean;  ///< of the list shown: the document's may be refused
    std::uint64_t answered_generation = 0;       ///< that it was asked with
    std::int64_t hovered = -1;
    std::optional<std::pair<render::Camera, render::SceneState>> drawn;  ///< as the last frame was
    std::optional<glm::dvec3> surface;  ///< of the data: where the point lies that was last under the mouse

    void take_data(const Drawable&);
    void find_box();
    bool moved_since(const render::Camera&) const;
    void publish_points(const Drawable&, bool leads, std::vector<SharedBuffer::Publish>&, DeviceMemory& gathered);
    void publish(const Drawable&, const SessionState&, render::Theme, bool leads);
    void publish_step(const ViewModel&);
    void mark_step(const ViewModel&, render::SceneState&) const;
    bool move_ball_into_view(const InstrumentFrame&, const render::Rectangle& free, const std::vector<double>& place, double radius,
        double least, float margin, bool to_middle = true);
    void show_neighbourhood(const InstrumentFrame&, const render::Rectangle& free, bool wanted);
    void show_why(const InstrumentFrame&, const render::Rectangle& free, bool buttons);
    void show_all_presented(const InstrumentFrame&, const render::Rectangle& free);
    void show_presented(const InstrumentFrame&, const render::Rectangle& free);
    void leave_presented(const InstrumentFrame&);
    render::SceneState scene_state(const Drawable&, const SessionState&, const PictureOptions&, double scale, render::Theme) const;
    InstrumentPlacement placement(const InstrumentFrame&, const PictureOptions&) const;
    std::optional<render::Rectangle> place_beside(const InstrumentFrame&, const InstrumentPlacement&, bool folded) const;
    bool is_side_panel_open(const InstrumentPlacement&) const;
    bool timings_leave_little(const InstrumentFrame&, const InstrumentPlacement&) const;
    void place_timings(const InstrumentFrame&, const PictureOptions&, InstrumentPlacement&) const;
    double data_scale(const render::Rectangle& free) const;
    bool gallery_narrows_view(const InstrumentFrame&, const InstrumentPlacement&) const;
    void place_compared(const InstrumentFrame&, InstrumentPlacement&) const;
    void show_compared(const InstrumentFrame&, const render::Rectangle& free);
    void place_index(const InstrumentFrame&, InstrumentPlacement&) const;
    void draw_instruments(const InstrumentFrame&, const InstrumentPlacement&);
    render::Rectangle free_part(const InstrumentFrame&, const PictureOptions&, const InstrumentPlacement&) const;
    void find_hovered(const Drawable&);
    VisiblePlane visible_plane(bool waits) const;  ///< from above
    void end_frame(ShownSearch&, std::vector<double> pointed);
};

}  // namespace neighborscope
