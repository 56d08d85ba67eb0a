// The view in any OpenGL context: the scene from shared buffers, and the instruments over it. The desktop window, the light window and
// `shot` all use it.
#pragma once
#include "app/commands/commands.hpp"
#include "app/instruments/imgui/imgui_layer.hpp"
#include "app/instruments/scene/cell_layer.hpp"
#include "app/session/workbench/pointer.hpp"
#include "app/session/workbench/workbench.hpp"
#include "gpu/device/shared_buffer.hpp"
#include "render/scene.hpp"

#include <limits>
#include <memory>

namespace neighborscope {

constexpr double data_milliseconds_of_window = 12;  ///< leaves time for the rest of a frame at 30 frames per second

struct PictureOptions {
    bool instruments = true;                 ///< timings, legend, tools; axes are always drawn
    bool tools = true;                       ///< the floating buttons at the top left (not in `shot`)
    bool compared = false;                   ///< the picture of a compared method: marks the differences from A's list
    double compared_reach = 0;               ///< the largest k-th distance of the compared methods
    const render::Camera* camera = nullptr;  ///< camera to copy; null: its own
    std::int64_t hovered = -1;               ///< row under the mouse in another picture; -1: none
    bool presenter = false;  ///< presentation mode: facts, a sentence and the leaves visited, enlarged, instead of instruments and axes
    double text_scale = 1;   ///< the size of text that the user chose: presented, it may shrink to that of 1 so that nothing is cut
    render::Layers layers;
    double milliseconds_for_data = std::numeric_limits<double>::infinity();  ///< see render::SceneState
};

/// The enlargement relative to a view of 1280 x 800, in twentieths and at most 4. It is at least 1, as no text is smaller than in the
/// window; below it, down to a half, where the user chose larger text (`text_scale`), so that nothing is cut. The smallest text has 16
/// pixels in a view of 1920 x 1080.
double presenter_magnification(double width, double height, double text_scale = 1);

struct SharedResources;  // app/instruments/scene/shared_resources.hpp

class Picture : public PointedPicture {
public:
    /// GL context current, here and in every call. Throws a device Error when the shaders do not compile.
    Picture();
    explicit Picture(std::shared_ptr<SharedResources>);  ///< for several pictures in one context
    ~Picture() override;

    /// Publishes what changed since the last frame to GL buffers, and draws. `width`, `height`: logical pixels.
    void draw(ShownSearch&, double width, double height, double scale, render::Theme, const PictureOptions&);
    /// Applies requests by the mouse in the last frame: another step, row or tick.
    void apply_requests(Workbench&);

    /// The enlargement of the last frame in the presentation mode: pixels of the view per pixel of camera() and gui(). Else 1.
    double magnification() const override;
    render::Camera& camera();
    std::optional<render::Camera> moved_camera() const;  ///< none: the data are fitted to the view
    /// What the camera shows, for a document to be saved; none: the data are fitted to the view. `before` until points are drawn.
    std::optional<SavedCamera> saved_camera(const std::optional<SavedCamera>& before) const;
    ImGuiLayer& gui();
    void fit();                          ///< at the next draw, fits all data into the free part of the view
    std::string buffer_path() const;     ///< for the status line; "" before the first draw
    bool interop() const;                ///< whether the path is `interop` (for --require-interop)
    void set_commands(const Commands&);  ///< of the window; they must outlive the picture
    std::string requested_command();     ///< id of the command of a button pressed since the last call; "": none
    std::int64_t row_at(double x, double y) override;
    std::int64_t hovered() const override;  ///< the row under the mouse; -1: none
    bool in_space() const override;
    Place place_at(double x, double y) const override;
    Place surface_at(double x, double y) const override;
    Place place_beside(double x, double y, const Place& deep) const override;
    std::pair<double, double> pixel_of(const Place&) const override;
    bool covered(double x, double y) const override;
    void pan(double dx, double dy) override;
    void orbit(double dx, double dy) override;
    void zoom(double factor, double x, double y) override;
    void set_selected_rank(int rank_from_0);  ///< selected in the table; -1: none
    void mark_cells(const CellMark&);         ///< selected in the table of leaves
    bool unfinished() const;                  ///< points are missing in the last frame: draw again
    bool edited();                            ///< instruments changed the workbench since the last call: poll it

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace neighborscope
