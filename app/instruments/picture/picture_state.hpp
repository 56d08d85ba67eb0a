// The state of a picture between frames, and the placement of instruments.
#pragma once
#include "app/instruments/picture/presenter.hpp"
#include "app/instruments/picture/picture.hpp"
#include "app/instruments/scene/class_layer.hpp"
#include "app/instruments/scene/compared_marks.hpp"
#include "app/instruments/scene/link_layer.hpp"
#include "app/instruments/scene/shared_resources.hpp"

#include <array>
#include <map>
#include <optional>

namespace neighborscope {

/// When stepping begins, the k-th distance becomes this share of the shorter side of the free part.
constexpr double neighbourhood = 0.25;

/// The instruments in a view, and their positions.
struct InstrumentPlacement {
    bool tools = false, timings = false, legend = false;
    bool timings_folded = false, legend_folded = false, polar_folded = false, gallery_folded = false, pictures_folded = false;
    bool timings_pinned = false, legend_pinned = false, index_pinned = false, polar_pinned = false, gallery_pinned = false,
         compared_pinned = false;
    /// Whether they take room from other cards and from the picture.
    bool timings_placed() const { return timings && !timings_pinned; }
    bool legend_placed() const { return legend && !legend_pinned; }
    bool small = false;         ///< starts_folded(): too small for all instruments
    bool one = false;           ///< at most one of timings and legend is open
    bool one_of_steps = false;  ///< at most one of timings and bound chart is open
    bool timings_low = false;   ///< timings start folded, since they would cover too much of the picture
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
    bool lists_or_side = false;  ///< at most one of the lists and the gallery or polar view below them is open
    bool step = false;           ///< the search is stepped through
    StepLayout step_layout;
    StepFolds step_folds;
    float timings_bottom = 0;
    bool pictures = false;  ///< of the query and its neighbours
    float pictures_bottom = 0;
    std::optional<render::Rectangle> gallery;  ///< of all pictures
    std::optional<render::Rectangle> polar;    ///< instead of the gallery
    std::optional<render::Rectangle> beside() const { return polar ? polar : gallery; }
};

/// Whether two cameras show different things, apart from their direction.
bool differ(const render::Camera&, const render::Camera&);

/// The right end of the bar of ticks beside the tools.
float right_end_of_ticks(const InstrumentFrame&, const InstrumentPlacement&);

struct Picture::State {
    explicit State(std::shared_ptr<SharedResources> of_all) : shared(std::move(of_all)), scene(shared->programs) {}

    std::shared_ptr<SharedResources> shared;
    render::Scene scene;
    ImGuiLayer gui;
    render::Camera camera;

    std::shared_ptr<PublishedPoints> points;  ///< null: none
    std::string buffer_path;                  ///< of these points, or of the last ones
    bool interop = false;
    render::Buffer no_points{4};
    PublishedBuffer index, distance;
    render::Buffer step_index{4}, step_distance{4};  // the k nearest at a step
    PointLayer point_layer;
    CellLayer cells;
    ClassLayer classes;
    LinkLayer link_layer;
    std::vector<std::int64_t> crossed;  ///< rows with a cross in the last frame: missed neighbours
    PanelDrawer rows;
    std::shared_ptr<PictureAtlas> atlas;
    GalleryState gallery_state;
    ComparedMarks compared_marks;
    ComparedListsState compared_state;
    std::uint64_t framed_comparison = 0;  ///< Comparing::generation for which the camera was moved
    std::uint64_t step_generation = 0;
    std::uint64_t list_generation = 0;
    std::uint64_t positions_version = 0;  ///< grows whenever a position changes
    int published_k = 0;
    std::int64_t published_count() const { return points ? points->count() : 0; }

    std::shared_ptr<const DataSet> data;
    Projection projection;                   ///< of the data
    render::Box box, dense_box, fitted_box;  ///< of the data; of most points; to which the camera was fitted last
    bool box_stale = false;                  ///< points have moved since
    std::array<bool, 4>
        fitted_beside{};          ///< at the last fit: instruments, an open index, an open gallery or polar view, timings at the right
    bool fit_everything = false;  ///< including outliers, as the user requested
    bool answer_awaited = false;  ///< the camera was fitted before all of the answer to a pinned query was known
    std::uint64_t opened = 0;     ///< Drawable::opened of the data
    bool fit_wanted = true;
    /// The camera of an opened document. It stays as it was saved, until the user or another search moves it.
    struct OpenedView {
        SavedCamera saved;
        render::Camera camera;  ///< as it was placed
        bool stepping = false, presenting = false;
    };
    std::optional<OpenedView> opened_view;
    std::uint64_t opened_views = 0;                 ///< ViewModel::opened_views of the last frame
    std::int64_t seen_tick = 0;                     ///< in the last frame
    std::map<std::string, SavedCard> fitted_cards;  ///< at the last fit
    StepRequest step_request;
    bool edited = false;
    bool timings_were_low = false, timings_were_right = false;                      ///< in the last frame
    bool neighbourhood_shown = false, descent_shown = false, leaves_shown = false;  ///< of the search that is stepped through
    std::size_t neighbourhood_size = 0, neighbourhood_missed = 0;  // numbers of neighbours and of missed ones shown with it
    double neighbourhood_reach = 0;                                // distance from the query shown with it
    render::Rectangle neighbourhood_free;                          // area in which it was shown
    std::map<std::string, SavedCard> neighbourhood_cards;          // what the user had done to cards by then
    render::Box cells_box;                                         ///< the square of the cells drawn in the plane; empty: none
    struct FramedWhy {
        std::vector<double> query;
        double kth;
        std::string text;  ///< of the card; a longer text takes more room
        render::Rectangle free;
        render::Camera camera;  ///< after framing
    };
    std::optional<FramedWhy> framed_why;                  // of the card that explains a query
    render::Camera fitted;                                // after the last fit
    render::Camera camera_before_steps, camera_of_steps;  // before stepping began; as stepping set it
    double magnification = 1;
    struct PresentedView {
        render::Camera before, camera;  ///< before the presentation mode began; as that mode set it
        render::Camera seen;            ///< what is seen without steps
        render::Rectangle free;         ///< area in which it is shown
        bool whole = false;             ///< all data are seen
        bool steps = false;             ///< a search is stepped through
        bool leaves = false;            ///< positions of leaves were known by then
        bool descent = false;           ///< the descent of a walk is framed, instead of the query's ball
        glm::vec3 query{0};             ///< the framed query
    };
    std::optional<PresentedView> presented;
    /// What the cameras of the window were in its last frame, and what they showed.
    struct WindowView {
        render::Camera camera, fitted, before_steps, of_steps;
        render::Box fitted_box;
        render::Rectangle neighbourhood_free;
        std::shared_ptr<const DataSet> data;
        std::vector<double> query;
        int k = 0;
        bool steps = false;
        std::uint64_t opened_views = 0;
    };
    WindowView window_view(const InstrumentFrame&) const;
    std::optional<WindowView> window, window_to_restore;  ///< of the last frame that was not presented; left for the presentation mode
    glm::vec3 drawn_query{0};
    render::PointDensity density_drawn;  ///< shown in the legend of the last frame
    const Commands* commands = nullptr;
    std::string requested_command;
    int selected_rank = -1;
    Metric answered_metric = Metric::euclidean;  ///< of the list shown; the document's may be refused
    std::uint64_t answered_generation = 0;       ///< list generation that answered_metric is of
    std::int64_t hovered = -1;
    std::optional<std::pair<render::Camera, render::SceneState>> drawn;  ///< camera and scene of the last frame
    std::optional<glm::dvec3> surface;                                   ///< position of the point that was last under the mouse

    void take_data(const Drawable&);
    void find_box();
    render::Box box_with_answer(const InstrumentFrame&) const;
    void fit_to_late_answer(const InstrumentFrame&, const PictureOptions&);
    bool moved_since(const render::Camera&) const;
    std::array<double, 3> origin_of_view() const;
    void take_opened_view(const InstrumentFrame&);
    void place_opened_view(const SavedCamera&);
    bool keeps_opened_view(const InstrumentFrame&);
    bool presents_opened_view(const InstrumentFrame&);
    void publish_points(const Drawable&, bool leads, std::vector<SharedBuffer::Publish>&, DeviceMemory& gathered);
    void publish(const Drawable&, const SessionState&, render::Theme, int level, bool leads);  ///< `level`: of the graph, level_shown()
    void publish_step(const ViewModel&);
    void mark_step(const ViewModel&, render::SceneState&) const;
    bool move_ball_into_view(const InstrumentFrame&, const render::Rectangle& free, const std::vector<double>& place, double radius,
        double least, float margin, bool to_middle = true, bool may_zoom = true);
    std::optional<render::Box> box_of_search(const InstrumentFrame&, double reach) const;
    render::Box box_of_visits(const InstrumentFrame&, double radius) const;
    bool move_search_into_view(const InstrumentFrame&, const render::Rectangle& free, double reach);
    void show_neighbourhood(const InstrumentFrame&, const render::Rectangle& free, bool wanted, double reach);
    void show_why(const InstrumentFrame&, const render::Rectangle& free, bool buttons);
    void show_presented(const InstrumentFrame&, const render::Rectangle& free);
    void show_seen(const InstrumentFrame&, const render::Rectangle& free, bool begins);
    render::Box box_seen(const InstrumentFrame&, const render::Camera& window) const;
    void show_presented_steps(const InstrumentFrame&, const render::Rectangle& free, bool begins);
    void leave_presented(const InstrumentFrame&);
    void restore_window(const InstrumentFrame&);
    render::SceneState scene_state(const Drawable&, const SessionState&, const PictureOptions&, double scale, render::Theme) const;
    InstrumentPlacement placement(const InstrumentFrame&, const PictureOptions&) const;
    render::Rectangle place_beside(const InstrumentFrame&, const InstrumentPlacement&, const char* card, bool& folded) const;
    bool is_side_panel_open(const InstrumentPlacement&) const;
    bool timings_leave_little(const InstrumentFrame&, const InstrumentPlacement&) const;
    void fold_to_third(const InstrumentFrame&, const PictureOptions&, InstrumentPlacement&) const;
    void fold_for_steps(const InstrumentFrame&, const PictureOptions&, InstrumentPlacement&) const;
    void place_timings(const InstrumentFrame&, const PictureOptions&, InstrumentPlacement&) const;
    double data_scale(const render::Rectangle& free) const;
    bool gallery_narrows_view(const InstrumentFrame&, const InstrumentPlacement&) const;
    void place_compared(const InstrumentFrame&, InstrumentPlacement&) const;
    void show_compared(const InstrumentFrame&, const render::Rectangle& free);
    void place_index(const InstrumentFrame&, InstrumentPlacement&) const;
    void draw_instruments(const InstrumentFrame&, const InstrumentPlacement&);
    render::Rectangle free_part(const InstrumentFrame&, const PictureOptions&, const InstrumentPlacement&) const;
    void find_hovered(const Drawable&);
    std::int64_t marked_at(double x, double y) const;
    VisiblePlane visible_plane(bool waits) const;  ///< in the 2-D view
    void end_frame(ShownSearch&, std::vector<double> pointed);
};

}  // namespace neighborscope
