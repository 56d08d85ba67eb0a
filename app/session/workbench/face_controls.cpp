#include "app/session/sentences/search_texts.hpp"
#include "app/session/workbench/workbench_state.hpp"

#include <filesystem>

namespace neighborscope {

void FaceControls::ask_picture(const std::string& file, const std::optional<faces::Crop>& crop, bool merge) {
    if (!crop && file != state_.now().query_picture) state_.faces.find_face();
    state_.change(
        [&](SessionState& next) {
            next.set_query();
            next.query_picture = file;
            next.query_crop = crop;
            next.query_mode = QueryMode::pinned;
        },
        merge);
}

void FaceControls::cut_out_next() {
    const ViewModel& view = state_.common.view;
    const auto asked = view.query_picture;
    if (!asked || state_.now().query_picture.empty()) return;
    const faces::Gallery* gallery = gallery_of(view);
    if (!asked->searched || asked->faces.empty() || !gallery) {
        state_.faces.find_face();
        return state_.change([](SessionState& next) { next.query_crop.reset(); });
    }
    const auto crop_of = [&](const faces::Face& face) {
        return faces::crop_of_eyes(face.left_eye, face.right_eye, gallery->size, asked->eyes);
    };
    std::size_t next = 0;
    for (std::size_t i = 0; i < asked->faces.size(); ++i)
        if (crop_of(asked->faces[i]) == state_.now().query_crop) next = (i + 1) % asked->faces.size();
    ask_picture(asked->file, crop_of(asked->faces[next]));
}

void FaceControls::set_finder(faces::FaceFinder finder) { state_.faces.finder = std::move(finder); }

bool FaceControls::has_finder() const { return bool(state_.faces.finder); }

void FaceControls::set_camera(faces::CameraCapture camera, const std::string& missing) {
    state_.faces.camera = std::move(camera);
    camera_missing_ = missing;
}

void FaceControls::take_still() { state_.faces.take_still(); }

void FaceControls::enrol(const std::string& person) {
    if (state_.now().query_picture.empty() || person.empty()) return;
    state_.change([&](SessionState& next) {
        std::error_code ignored;
        const std::filesystem::path file = std::filesystem::absolute(next.query_picture, ignored);
        next.enrolled.push_back({file.empty() ? next.query_picture : file.string(), person, next.query_crop});
    });
}

void FaceControls::evaluate_gallery(std::optional<std::uint64_t> split) { state_.faces.evaluate(split); }

}  // namespace neighborscope
