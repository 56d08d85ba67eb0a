#include "app/session/faces/faces_state.hpp"

#include "app/data/faces/evaluate.hpp"
#include "gpu/projector.hpp"

#include <filesystem>
#include <utility>

namespace neighborscope {
namespace {

constexpr double max_compared_pixels = 16e6;  // limit of galleries whose pictures are also compared pixel by pixel

/// The gallery of the data if it accepts pictures as queries; else null.
std::shared_ptr<const faces::Gallery> query_gallery(const DataSet& data) {
    return data.gallery && data.gallery->projects() ? data.gallery : nullptr;
}

/// Whether a picture has the same vector in both galleries: enrolling people does not change it.
bool have_same_projection(const faces::Gallery& a, const faces::Gallery& b) {
    return &a == &b ||
           (a.size == b.size && a.equalised == b.equalised && a.basis.mean == b.basis.mean && a.basis.components == b.basis.components);
}

std::shared_ptr<const faces::Evaluation> evaluation_of(
    const LoadedData& data, std::optional<std::uint64_t> split, const Progress& progress) {
    faces::Gallery gallery = *data.set.gallery;
    gallery.vectors = data.set.coordinates;
    if (data.set.whitened) {
        const std::vector<double> vectors = faces::unwhitened(gallery.basis, {gallery.vectors.begin(), gallery.vectors.end()});
        gallery.vectors.assign(vectors.begin(), vectors.end());
    }
    if (double(gallery.grey.size()) <= max_compared_pixels)
        for (const std::uint8_t grey : gallery.grey) gallery.pictures.push_back(float(grey) / 255);
    faces::EvaluateOptions options;
    options.split = split;
    options.components.clear();
    for (int count = 1; gallery.projects() && count < data.set.dimension; count *= 2) options.components.push_back(count);
    options.components.push_back(data.set.dimension);
    return std::make_shared<const faces::Evaluation>(faces::evaluate(gallery, options, progress));
}

}  // namespace

/// The work of the worker: reads, finds faces, crops, projects. Caches the last picture, since dragging the frame causes many requests.
class FacesState::Reader {
public:
    explicit Reader(const faces::FaceFinder& finder) : finder_(&finder) {}

    std::shared_ptr<const faces::QueryPicture> operator()(const Job& job, SharedProgress& card, const Progress&) {
        card.begin(job.file.empty() ? "Finding the faces in the gallery" : "Reading " + job.file, "");
        if (const auto before = std::exchange(gallery_, job.gallery); !before || !have_same_projection(*before, *gallery_))
            eyes_ = faces::eye_places(*gallery_, *finder_), projector_.reset();
        if (job.file.empty()) return nullptr;
        read(job.file);
        std::optional<faces::Crop> crop = job.crop;
        if (job.find && *finder_ && !searched_) found_ = (*finder_)(picture_), searched_ = true;
        if (job.find && !crop && !found_.empty()) crop = faces::crop_of_face(found_.front(), picture_.size, gallery_->size, eyes_);
        auto asked = std::make_shared<faces::QueryPicture>(
            faces::make_query_picture(*gallery_, job.file, picture_, crop, job.whitened, projecting(job.device)));
        asked->decode_milliseconds = decode_milliseconds_;
        asked->faces = found_;
        asked->searched = searched_;
        asked->eyes = eyes_;
        return asked;
    }

private:
    /// Projection on the device, with the gallery's basis in its memory. On the host Eigen is faster than the kernel.
    faces::ProjectionFunction projecting(DeviceKind device) {
        if (device != DeviceKind::cuda) return {};
        if (!projector_) projector_ = std::make_shared<Projector>(device, gallery_->basis.mean, gallery_->basis.components);
        return [projector = projector_](std::span<const float> picture, double& milliseconds) {
            Projector::Projected projected = projector->project(picture);
            milliseconds = projected.milliseconds;
            return std::move(projected.vector);
        };
    }

    void read(const std::string& file) {
        std::error_code ignored;
        const auto written = std::filesystem::last_write_time(file, ignored);
        if (file == file_ && written == written_) return;
        file_.clear();
        const auto began = Clock::now();
        picture_ = faces::read_picture(InputFile(file));
        decode_milliseconds_ = 1000 * seconds_since(began);
        file_ = file, written_ = written;
        found_.clear();
        searched_ = false;
    }

    const faces::FaceFinder* finder_;
    std::string file_;
    std::filesystem::file_time_type written_;
    faces::GreyPicture picture_;
    double decode_milliseconds_ = 0;
    std::vector<faces::Face> found_;
    bool searched_ = false;
    std::shared_ptr<const faces::Gallery> gallery_;
    faces::EyePlaces eyes_;
    std::shared_ptr<Projector> projector_;
};

FacesState::FacesState(CommonState& common, const LoadingState& loading)
    : common_(common),
      loading_(loading),
      reader_(Reader(finder), common.waker()),
      still_taker_(
          [this](int number, SharedProgress& card, const Progress& progress) {
              card.begin("Taking a picture", "");
              return still_folder_.write(camera(progress), number);
          },
          common.waker()),
      evaluator_(
          [](const Evaluating& job, SharedProgress& card, const Progress& progress) {
              card.begin(job.split ? "Searching for half of the pictures" : "Searching for each picture", "pictures");
              return evaluation_of(*job.data, job.split, progress);
          },
          common.waker()) {}

void FacesState::evaluate(std::optional<std::uint64_t> split) {
    if (loading_.is_loaded() && loading_.data && loading_.data->set.gallery) evaluator_.replace({loading_.data, split});
}

DeviceKind FacesState::device() const { return loading_.resident ? loading_.resident->device : DeviceKind::host; }

void FacesState::take_still() {
    if (camera) still_taker_.replace(++stills_);
}

/// Prepares in advance what the first picture needs.
void FacesState::get_ready() {
    if (!loading_.data || !loading_.is_loaded() || ready_for_ == query_gallery(loading_.data->set)) return;
    ready_for_ = query_gallery(loading_.data->set);
    if (ready_for_ && finder) reader_.replace({"", {}, ready_for_, false, false, device()});
}

void FacesState::refresh() {
    const SessionState& now = common_.now();
    std::shared_ptr<const faces::QueryPicture>& shown = common_.view.query_picture;
    if (!wants()) {
        before_ = now;
        job_ = {};
        if (shown) shown.reset(), common_.touch(Feature::faces);
        get_ready();
        return;
    }
    if (!loading_.data || !loading_.is_loaded()) return;
    Job job{now.query_picture, now.query_crop, query_gallery(loading_.data->set), loading_.data->set.whitened};
    job.device = device();
    job.find = std::exchange(find_next_, false);
    if (!job.find) job.find = job_.find && job.file == job_.file && job.crop == job_.crop;
    if (job == job_) return;
    const bool alike = job.gallery && job_.gallery && job.whitened == job_.whitened && have_same_projection(*job.gallery, *job_.gallery);
    if (job.file != job_.file || !alike) shown.reset(), common_.touch(Feature::faces);
    job_ = job;
    if (job.gallery) return reader_.replace(std::move(job));
    common_.set_error({loading_.data->set.gallery ? "A picture cannot be the query among vectors that another program computed"
                                                  : "A picture can be the query only in a gallery of pictures",
                          "open a folder of faces first, for example sample:faces", Failure::usage},
        ErrorOrigin::window);
    restore_last_query();
}

/// A cancelled picture does not become the query.
bool FacesState::cancel() {
    const bool read = reader_.cancel();
    if (read && wants()) restore_last_query();
    return read || evaluator_.cancel() || still_taker_.cancel();
}

/// Returns to the last valid query.
void FacesState::restore_last_query() {
    job_ = {};
    common_.amend([&](SessionState& next) {
        next.set_query(before_.query, before_.query_row);
        next.query_picture = before_.query_picture, next.query_crop = before_.query_crop;
        next.query_mode = before_.query_mode;
    });
    common_.history.drop_if_unchanged();
}

const std::vector<double>* FacesState::position() const {
    const auto& shown = common_.view.query_picture;
    return wants() && shown && loading_.data && shown->vector.size() == std::size_t(loading_.data->set.dimension) ? &shown->vector
                                                                                                                  : nullptr;
}

bool FacesState::poll() {
    if (common_.view.evaluation && loading_.data != evaluated_) common_.view.evaluation.reset(), common_.touch(Feature::faces);
    if (auto evaluation = evaluator_.take()) {
        if (evaluation->error) common_.set_error(*evaluation->error, ErrorOrigin::window);
        if (evaluation->result) common_.view.evaluation = std::move(*evaluation->result), evaluated_ = evaluation->job.data;
        common_.touch(Feature::faces);
    }
    if (auto still = still_taker_.take()) {
        if (still->error) common_.set_error(*still->error, ErrorOrigin::window);
        still_ = still->result;
        common_.touch(Feature::faces);
    }
    auto outcome = reader_.take();
    if (!outcome) return false;
    if (outcome->error) {
        common_.set_error(*outcome->error, ErrorOrigin::window);
        restore_last_query();
    }
    if (outcome->result && *outcome->result) {
        const std::shared_ptr<const faces::QueryPicture> asked = std::move(*outcome->result);
        common_.view.query_picture = asked;
        if (outcome->job.find && asked->crop != common_.now().query_crop) {
            job_.crop = asked->crop;
            common_.amend([&](SessionState& next) { next.query_crop = asked->crop; });
        }
        job_.find = false;
        before_ = common_.now();
    }
    common_.touch(Feature::faces);
    return true;
}

}  // namespace neighborscope
