// The whole view, in any OpenGL context: the scene from shared buffers, and the instruments over it. Used by the desktop
// window, the light window and `shot` alike, so that all three show the same.
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

constexpr double data_milliseconds_of_window = 12;  ///< leaves a frame of 30 a second time for everything else

struct PictureOptions {
    bool instruments = true;                 ///< timings, legend, tools; axes are always drawn
    bool tools = true;                       ///< the floating buttons at the top left (not in `shot`)
    bool compared = false;                   ///< one of several side by side: it marks how its list differs from that of the first
    const render::Camera* camera = nullptr;  ///< looks as this one does; null: its own
    std::int64_t hovered = -1;               ///< row that is pointed at elsewhere; -1 none
    bool presenter = false;  ///< for a projector: facts, a sentence and the leaves visited instead of instruments and axes; larger
    render::Layers layers;
    double milliseconds_for_data = std::numeric_limits<double>::infinity();  ///< see render::SceneState
};

struct SharedResources;  // app/instruments/scene/shared_resources.hpp

class Picture : public PointedPicture {
public:
    /// GL context current, here and in every call. Throws a device Error when the shaders do not compile.
    Picture();
    explicit Picture(std::shared_ptr<SharedResources>);  ///< beside others of the same context
    ~Picture() override;

    /// Publishes what changed since the last frame into GL buffers and draws. `width`, `height` logical pixels.
    void draw(ShownSearch&, double width, double height, double scale, render::Theme, const PictureOptions&);
    /// Does what was asked for with the mouse in the last frame: another step, row or tick.
    void apply_requests(Workbench&);

    /// How much larger the last frame was drawn, for a projector: what camera() and gui() call a pixel are so many of the view's. Else 1.
    double magnification() const override;
    render::Camera& camera();
    std::optional<render::Camera> moved_camera() const;  ///< none as long as it is where the data were fitted to the view
    void set_start_camera(const render::Camera&);        ///< before the first draw: where it is then
    ImGuiLayer& gui();
    void fit();                          ///< at the next draw: the whole data in the part left free
    std::string buffer_path() const;     ///< as the status bar shows it; "" before the first draw
    bool interop() const;                ///< whether the path is `interop` (for --require-interop)
    void set_commands(const Commands&);  ///< of the window: they say what buttons do, and outlive the picture
    std::string requested_command();     ///< the command id of a tool button pressed since the last call; "" none
    std::int64_t row_at(double x, double y) override;
    std::int64_t hovered() const override;  ///< the row under the mouse, -1 none
    bool in_space() const override;
    Place place_at(double x, double y) const override;
    Place surface_at(double x, double y) const override;
    Place place_beside(double x, double y, const Place& deep) const override;
    std::pair<double, double> pixel_of(const Place&) const override;
    void pan(double dx, double dy) override;
    void orbit(double dx, double dy) override;
    void zoom(double factor, double x, double y) override;
    void set_selected_rank(int rank_from_0);  ///< linked with the table; -1 none
    void mark_cells(const CellMark&);         ///< linked with a table of leaves
    bool unfinished() const;                  ///< whether points still lack in the last frame: draw again
    bool edited();                            ///< whether instruments changed the workbench since the last call: poll it

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace neighborscope
