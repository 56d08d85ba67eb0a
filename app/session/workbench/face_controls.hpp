// Pictures as the query, and the gallery that is asked.
#pragma once
#include "app/data/faces/camera.hpp"
#include "app/session/workbench/controls.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace neighborscope {

class FaceControls : public Controls {
public:
    using Controls::Controls;

    /// Makes the picture of a file the query, where the data are a gallery, or the part of it that is the face: one undoable step. What
    /// goes wrong is the error card.
    void ask_picture(const std::string& file, const std::optional<faces::Crop>& = {}, bool merge = false);
    /// Cuts the next face of the picture that is asked out of it, or finds the first: one undoable step.
    void cut_out_next();
    /// What finds the faces of a photo. The part of a photo that is asked for the first time is then the largest face; else all of it.
    void set_finder(faces::FaceFinder);
    bool has_finder() const;

    /// Where stills come from. `missing`: why there are none, "" when there are.
    void set_camera(faces::CameraCapture, const std::string& missing = {});
    const std::string& camera_missing() const { return camera_missing_; }
    /// Takes a still in the background, and makes it the query: one undoable step.
    void take_still();

    /// Adds the picture that is asked to the gallery, as a picture of that person: one undoable step.
    void enrol(const std::string& person);
    /// Searches for every picture of the gallery among all others, in the background, or for half of each person's among the other half,
    /// which this seed chooses: view().evaluation.
    void evaluate_gallery(std::optional<std::uint64_t> split = {});

private:
    std::string camera_missing_ = "this window has no camera";
};

}  // namespace neighborscope
