// The picture that is the query, behind a workbench: it is read and projected onto the gallery whenever the document names another one.
// Fills view.query_picture.
#pragma once
#include "app/data/faces/camera.hpp"
#include "app/data/faces/query_picture.hpp"
#include "app/session/faces/still_folder.hpp"
#include "app/session/points/loading_state.hpp"

namespace neighborscope {

class FacesState {
public:
    FacesState(CommonState&, const LoadingState&);

    faces::FaceFinder finder;  ///< finds the faces of a photo; unset: a person puts the frame there
    /// The next picture that the document names is searched for faces, and the largest is cut out: as part of the same change.
    void find_face() { find_next_ = true; }
    faces::CameraCapture camera;  ///< unset: there is none
    /// Takes a still and makes it the query: it is kept as a file in a folder that goes with the workbench. poll() names the file.
    void take_still();
    std::optional<std::string> taken_still() { return std::exchange(still_, {}); }
    void refresh();  ///< reads the document's picture when it is another, or of another gallery, than the one read last
    /// Where the document's picture is among the points; null: it names none, or it is not there yet.
    const std::vector<double>* position() const;
    /// Whether the document's picture is on its way: nothing else is to be asked meanwhile.
    bool waits() const { return wants() && (reader_.busy() || job_.gallery == nullptr); }
    /// The gallery, in the background: view.evaluation. `split`: as faces::EvaluateOptions.
    void evaluate(std::optional<std::uint64_t> split);
    bool busy() const { return reader_.busy() || evaluator_.busy() || still_taker_.busy(); }
    bool cancel();
    std::optional<ProgressCard> progress() const { return first_of({reader_.progress(), evaluator_.progress(), still_taker_.progress()}); }
    bool poll();  ///< true: position() is another

private:
    struct Job {
        std::string file;
        std::optional<faces::Crop> crop;
        std::shared_ptr<const faces::Gallery> gallery;
        bool whitened = false;
        bool find = false;  ///< look for faces first
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
    SessionState before_;                          ///< the document with the last query that could be asked
    std::shared_ptr<const LoadedData> evaluated_;  ///< what view.evaluation is of
    Worker<Job, std::shared_ptr<const faces::QueryPicture>> reader_;
    std::optional<std::string> still_;      ///< a file that is to be the query
    Worker<int, std::string> still_taker_;  ///< the number of the still; its file
    int stills_ = 0;
    Worker<Evaluating, std::shared_ptr<const faces::Evaluation>> evaluator_;
};

}  // namespace neighborscope
