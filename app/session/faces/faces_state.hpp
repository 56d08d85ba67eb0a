// The part of a workbench that handles pictures as queries: reads the document's picture and projects it onto the gallery. Fills
// view.query_picture.
#pragma once
#include "app/data/faces/camera.hpp"
#include "app/data/faces/query_picture.hpp"
#include "app/session/faces/still_folder.hpp"
#include "app/session/points/loading_state.hpp"

namespace neighborscope {

class FacesState {
public:
    FacesState(CommonState&, const LoadingState&);

    faces::FaceFinder finder;  ///< finds faces in a photo; unset: the user frames them
    /// In the document's next picture, crops the largest face as part of the same change.
    void find_face() { find_next_ = true; }
    faces::CameraCapture camera;  ///< unset: no camera
    /// Takes a still in the background, to be the query. It is a file in a folder that is deleted with the workbench.
    void take_still();
    std::optional<std::string> taken_still() { return std::exchange(still_, {}); }
    void refresh();  ///< reads the document's picture if it or the gallery changed
    /// The position of the document's picture in the space of the points; null: no picture, or not read yet.
    const std::vector<double>* position() const;
    /// Whether the document's picture is being read: nothing else is to be searched meanwhile.
    bool waits() const { return wants() && (reader_.busy() || job_.gallery == nullptr); }
    /// Evaluates the gallery in the background: view.evaluation. `split`: as in faces::EvaluateOptions.
    void evaluate(std::optional<std::uint64_t> split);
    bool busy() const { return reader_.busy() || evaluator_.busy() || still_taker_.busy(); }
    bool cancel();
    std::optional<ProgressCard> progress() const { return first_of({reader_.progress(), evaluator_.progress(), still_taker_.progress()}); }
    bool poll();  ///< true if position() changed

private:
    struct Job {
        std::string file;
        std::optional<faces::Crop> crop;
        std::shared_ptr<const faces::Gallery> gallery;
        bool whitened = false;
        bool find = false;  ///< find a face first
        DeviceKind device = DeviceKind::host;
        bool operator==(const Job&) const = default;
    };
    struct Evaluating {
        std::shared_ptr<const LoadedData> data;
        std::optional<std::uint64_t> split;
    };
    class Reader;
    DeviceKind device() const;
    void get_ready();
    void restore_last_query();
    bool wants() const { return !common_.now().query_picture.empty(); }

    CommonState& common_;
    const LoadingState& loading_;
    StillFolder still_folder_;
    Job job_;
    bool find_next_ = false;
    std::shared_ptr<const faces::Gallery> ready_for_;
    SessionState before_;                          ///< the document with the last valid query
    std::shared_ptr<const LoadedData> evaluated_;  ///< data of view.evaluation
    Worker<Job, std::shared_ptr<const faces::QueryPicture>> reader_;
    std::optional<std::string> still_;      ///< file of a new still
    Worker<int, std::string> still_taker_;  ///< job: number of the still; result: its file
    int stills_ = 0;
    Worker<Evaluating, std::shared_ptr<const faces::Evaluation>> evaluator_;
};

}  // namespace neighborscope
