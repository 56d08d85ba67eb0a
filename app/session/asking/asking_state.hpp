// Asking behind a workbench: the document's question about the data goes to the search worker, and what comes of it is taken over: the
// answer, its tree, timings, exactness, the work of a self-join. Fills the rest of the view model.
#pragma once
#include "app/session/asking/list_changes.hpp"
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

    void refresh();                                            ///< which methods can answer, and what points can be coloured by
    void ask();                                                ///< the document's question, unless it is answered or on its way
    void record() { worker_.record(common_.now().stepping); }  ///< answers, while the document steps through them
    const std::vector<double>& position() const { return request_.position; }  ///< that was asked about last; empty: none
    std::optional<DeviceKind> device() const;                                  ///< that searches; none: not known yet
    std::uint64_t number() const { return request_.number; }                   ///< of the newest question
    void fill(Drawable&) const;

    void find_costliest();
    /// The query that needs the most work, once known: its row, and a sentence.
    struct Costliest {
        std::int64_t row = -1;
        std::string text;
        QueryWork work;
    };
    std::optional<Costliest> take_costliest();
    /// Explains the work of the present query, once it is answered.
    void explain(QueryWork work) { worker_.explain(number(), work); }
    std::optional<std::string> take_explained() { return std::exchange(explained_, std::nullopt); }

    void cancel();
    void stop() { worker_.cancel(); }  ///< before the end: no more requests
    void measure_longer(bool longer) { worker_.measure_longer(longer); }
    void share_measuring_mutex(std::shared_ptr<FairMutex> measuring_mutex) { worker_.share_measuring_mutex(std::move(measuring_mutex)); }
    bool busy() const { return worker_.busy(); }
    std::optional<ProgressCard> progress() const { return worker_.progress(); }
    const std::atomic<bool>* foreground_busy() const { return worker_.foreground_busy(); }  ///< SearchWorker::foreground_busy
    void poll();                                                                            ///< takes what came of a load, too

private:
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

    CommonState& common_;
    LoadingState& loading_;
    MovingState& moving_;
    SteppingState& stepping_;
    FacesState& faces_;
    ViewModel& view_ = common_.view;

    SearchRequest request_;  ///< the newest question, without its data
    ListComparison lists_;
    bool ask_again_ = true;
    bool refused_ = false;                     ///< what the document asks: what is shown, and its timings, are of the question before
    std::uint64_t cancelled_settings_id_ = 0;  ///< SearchRequest::shape whose work somebody cancelled: not begun again by itself; 0: none
    std::optional<std::string> explained_;
    bool costliest_wanted_ = false;             ///< the query moves to the costliest one, once known
    std::shared_ptr<const ResidentTree> tree_;  ///< of the answer shown; null: its method has none
    std::uint64_t list_generation_ = 0;
    std::optional<DeviceKind> default_device_;
    TimingStatistics statistics_;
    double read_bytes_per_second_ = 0;  ///< of the device that searches; 0: not measured yet

    SearchWorker worker_;
};

}  // namespace neighborscope
