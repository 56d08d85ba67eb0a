// Controls of pictures as queries, and of the gallery of faces.
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

    /// Makes a picture file the query, or its crop, if the data are a gallery: one undoable step. On failure shows an error card.
    void ask_picture(const std::string& file, const std::optional<faces::Crop>& = {}, bool merge = false);
    /// Crops the query's picture to its next face, or to the first: one undoable step.
    void cut_out_next();
    /// Sets the face detector. With one, a new picture is cropped to its largest face; without, all of it is used.
    void set_finder(faces::FaceFinder);
    bool has_finder() const;

    /// Sets the source of stills. `missing`: why there is none; "": there is one.
    void set_camera(faces::CameraCapture, const std::string& missing = {});
    const std::string& camera_missing() const { return camera_missing_; }
    /// Takes a still in the background and makes it the query: one undoable step.
    void take_still();

    /// Adds the query's picture to the gallery, as a picture of that person: one undoable step.
    void enrol(const std::string& person);
    /// Evaluates the gallery in the background: searches every picture among all others or, with a seed, a random half of each person's
    /// pictures among the other half. The result is view().evaluation.
    void evaluate_gallery(std::optional<std::uint64_t> split = {});

private:
    std::string camera_missing_ = "this window has no camera";
};

}  // namespace neighborscope
