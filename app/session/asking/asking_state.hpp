// The part of a workbench that sends the document's request to the search worker and takes its results: answer, tree, timings, exactness,
// the work of a self-join. Fills the rest of the view model.
#pragma once
#include "app/session/asking/list_changes.hpp"
#include "app/session/asking/question.hpp"
#include "app/session/faces/faces_state.hpp"
#include "app/session/moving/moving_state.hpp"
#include "app/session/search/search_worker.hpp"
#include "app/session/search/timing_statistics.hpp"
#include "app/session/stepping/stepping_state.hpp"

namespace neighborscope {

struct Drawable;  // app/session/asking/drawable.hpp

class AskingState {
public:
    AskingState(CommonState&, LoadingState&, MovingState&, SteppingState&, FacesState&, std::shared_ptr<SharedPoints>);

    void refresh();                                            ///< updates which methods can answer, and the ways to colour points
    void ask();                                                ///< sends the document's request, unless it is answered or already sent
    void record() { worker_.record(common_.now().stepping); }  ///< records answers while the document is stepped through
    const std::vector<double>& position() const { return request_.position; }  ///< of the last request; empty: none
    std::optional<DeviceKind> device() const;                                  ///< the document's device; none: not known yet
    std::optional<DeviceKind> searching_device() const;                        ///< of the document's method
    std::uint64_t number() const { return request_.number; }                   ///< of the newest request
    void fill(Drawable&) const;

    void find_costliest();
    /// The row whose query needs the most work in a self-join, and a sentence about it.
    struct Costliest {
        std::int64_t row = -1;
        std::string text;
        QueryWork work;
    };
    std::optional<Costliest> take_costliest();
    /// Requests an explanation of the work of the present query, for when it is answered.
    void explain(QueryWork work) { worker_.explain(number(), work); }
    /// Requests the reason why the answer shown misses a row; SteppingState shows it.
    void explain_row(std::int32_t row) { worker_.explain_row(number(), row); }
    std::optional<std::string> take_explained() { return std::exchange(explained_, std::nullopt); }

    /// The list of the next request is not compared with the one before it.
    void begin_afresh();
    void cancel();
    void stop() { worker_.cancel(); }  ///< for shutdown: no more requests
    void measure_longer(bool longer) { worker_.measure_longer(longer); }
    void share_measuring_mutex(std::shared_ptr<FairMutex> measuring_mutex) { worker_.share_measuring_mutex(std::move(measuring_mutex)); }
    bool busy() const { return worker_.busy(); }
    std::optional<ProgressCard> progress() const { return worker_.progress(); }
    const std::atomic<bool>* foreground_busy() const { return worker_.foreground_busy(); }  ///< SearchWorker::foreground_busy
    void poll();                                                                            ///< also takes the outcome of a load

private:
    std::optional<DeviceKind> device_of(const MethodInfo&) const;
    bool wants_self_join() const;

    void take_load();
    void take_answer();
    void update_picture_positions();
    void update_polar_view();
    void take_tree(std::shared_ptr<const ResidentTree>);
    void take_results();
    void take_timings();
    void mark_timings_previous();
    void clear_answer();
    void give_up_adjusting();
    void show_refused(PlacedQuery);

    CommonState& common_;
    LoadingState& loading_;
    MovingState& moving_;
    SteppingState& stepping_;
    FacesState& faces_;
    ViewModel& view_ = common_.view;

    SearchRequest request_;  ///< the newest, without its data
    ListComparison lists_;
    std::optional<std::uint64_t> afresh_after_;  ///< answers up to this request, and the first one behind it, are compared with nothing
    bool ask_again_ = true;
    bool refused_ = false;                     ///< the document's request is refused: answer and timings shown are of the previous one
    PlacedQuery refused_query_;                ///< of the last refused request
    bool shows_refused_ = false;               ///< points and this query are shown, without an answer
    std::uint64_t cancelled_settings_id_ = 0;  ///< SearchRequest::settings_id of a cancelled self-join, which is not started again; 0: none
    std::optional<std::string> explained_;
    bool costliest_wanted_ = false;             ///< move the query to the costliest row, once known
    std::shared_ptr<const ResidentTree> tree_;  ///< of the answer shown; null: its method has no tree
    std::uint64_t list_generation_ = 0;
    std::optional<DeviceKind> default_device_;
    TimingStatistics statistics_;
    double read_bytes_per_second_ = 0;  ///< of the device; 0: not measured yet

    SearchWorker worker_;
};

}  // namespace neighborscope
