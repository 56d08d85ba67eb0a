// The part of a workbench that compares methods (contenders): runs them, lets one at a time measure, and plays their recorded searches
// together. Fills view.race.
#pragma once
#include "app/session/race/race_track.hpp"
#include "app/session/race/running_contender.hpp"

#include <future>

namespace neighborscope {

class RaceState {
public:
    explicit RaceState(AnsweringState& first) : first_(first) {}
    ~RaceState();

    const std::vector<std::unique_ptr<RunningContender>>& others() const { return others_; }  ///< all but the document's method
    bool ready() const { return !tracks_.empty(); }  ///< the recorded searches can be played together

    void poll();    ///< updates the contenders from the document, and advances playback
    void cancel();  ///< cancels the searches of the others
    bool busy() const;
    std::optional<ProgressCard> progress() const;  ///< of the others

    // See RaceControls.
    void set_by(RaceBy);
    void go_to(double clock);
    void play(bool);
    void follow_step();  ///< moves the others as far as the first, whose step changed

private:
    void set_contenders(const std::vector<std::string>& compared);
    void stop_in_background(std::unique_ptr<RunningContender>);
    std::vector<const ViewModel*> all_views() const;
    std::optional<std::vector<std::optional<RaceTrack>>> make_tracks(const std::vector<const ViewModel*>&) const;
    void run();
    void set_clock(double clock);
    void share_colours();
    void describe();

    AnsweringState& first_;
    Racing& shown_ = first_.common.view.race;
    std::vector<std::unique_ptr<RunningContender>> others_;
    std::vector<std::future<void>> stopping_;  ///< destroying contenders on other threads, since builds of libraries cannot be interrupted
    std::shared_ptr<FairMutex> measuring_mutex_;
    std::vector<std::optional<RaceTrack>> tracks_;  ///< [contenders] none: it has no recording to come; empty until all are recorded
    std::vector<std::pair<std::uint64_t, int>> tracked_runs_;  ///< of the tracks' median times: query, number of runs
    Clock::time_point raced_at_{};
};

}  // namespace neighborscope
