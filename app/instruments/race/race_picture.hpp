// The view of a workbench in a window or `shot`: one picture, or those of compared methods side by side with the same camera and query. It
// receives events in logical pixels of the view.
#pragma once
#include "app/instruments/picture/picture.hpp"
#include "app/instruments/race/race.hpp"
#include "render/offscreen.hpp"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace neighborscope {

class RacePicture : public PointedPicture {
public:
    /// The GL context must be current, here and in every call of draw(). Throws a device Error if the shaders do not compile.
    RacePicture();
    ~RacePicture() override;

    /// Like Picture::draw for all contenders, into the bound framebuffer.
    void draw(Workbench&, double width, double height, double scale, render::Theme, const PictureOptions&);

    // Events. Each returns whether an instrument uses it, so that the view must not.
    bool mouse_move(double x, double y);
    bool mouse_button(int button, bool down);
    bool mouse_wheel(double dx, double dy);
    bool key(int imgui_key, bool down, bool ctrl, bool shift, bool alt);
    bool text(std::string_view utf8);
    bool is_typing() const;
    void mouse_leave();
    bool over_instrument(double x, double y) const;
    std::string shown_help() const;  ///< the tooltip of the last frame; "": none
    void set_clipboard(const char* (*get)(void* user), void (*set)(void* user, const char* text), void* user);

    Picture& picture() { return *panes_.front().picture; }  ///< the first one, whose camera all use
    std::size_t count() const { return layout_.panes.empty() ? 1 : layout_.panes.size(); }
    const SharedResources& shared() const { return *shared_; }  ///< resources of all pictures
    const RaceLayout& layout() const { return layout_; }        ///< of the last frame; without panes: one picture fills the view
    bool unfinished() const;                                    ///< Picture::unfinished of any picture
    bool wants_another_frame() const;                           ///< unfinished(), or an instrument wants one
    std::string buffer_path() const;
    bool interop() const;
    void set_commands(const Commands&);
    std::string requested_command();  ///< Picture::requested_command
    bool edited();                    ///< Picture::edited
    void set_selected_rank(int rank_from_0);

    std::int64_t row_at(double x, double y) override;
    std::int64_t hovered() const override;
    double magnification() const override;
    bool in_space() const override;
    Place place_at(double x, double y) const override;
    Place surface_at(double x, double y) const override;
    Place place_beside(double x, double y, const Place& deep) const override;
    std::pair<double, double> pixel_of(const Place&) const override;
    bool covered(double x, double y) const override;
    void pan(double dx, double dy) override;
    void orbit(double dx, double dy) override;
    void zoom(double factor, double x, double y) override;

private:
    struct Pane {
        explicit Pane(const std::shared_ptr<SharedResources>& shared) : picture(std::make_unique<Picture>(shared)) {}
        std::unique_ptr<Picture> picture;
        std::unique_ptr<render::Framebuffer> framebuffer;
    };
    struct StripState;
    bool is_race() const { return !layout_.panes.empty(); }
    Picture& active() const { return *panes_[active_].picture; }
    std::pair<double, double> to_pane_coordinates(double x, double y) const;  ///< of the pane that the mouse was over last
    void share_clipboard(ImGuiLayer&) const;
    void remove_panes_from(std::size_t count);
    void draw_race(Workbench&, double width, double height, double scale, render::Theme, const PictureOptions&);

    std::shared_ptr<SharedResources> shared_;
    std::vector<Pane> panes_;
    std::unique_ptr<StripState> strips_;  ///< null before the first race
    RaceLayout layout_, strip_layout_;    ///< in pixels of the pictures, and of the strips
    std::size_t active_ = 0;
    double magnification_ = 1, strip_magnification_ = 1;  ///< pixels of the view per pixel of pictures; of pictures per pixel of strips
    std::optional<std::pair<double, double>> mouse_over_strips() const;
    int buttons_down_ = 0;  ///< number of pressed buttons
    bool edited_ = false;
    int selected_rank_ = -1;
    const Commands* commands_ = nullptr;
    struct {
        const char* (*get)(void*) = nullptr;
        void (*set)(void*, const char*) = nullptr;
        void* user = nullptr;
    } clipboard_;
};

}  // namespace neighborscope
