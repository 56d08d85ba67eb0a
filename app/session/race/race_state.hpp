// Methods side by side, behind a workbench: the compared methods (contenders), which of them may measure now, and playing their recorded
// searches together. Fills view.race.
#pragma once
#include "app/session/race/race_track.hpp"
#include "app/session/race/running_contender.hpp"

#include <future>

namespace neighborscope {

class RaceState {
public:
    explicit RaceState(AnsweringState& first) : first_(first) {}
    ~RaceState();

    const std::vector<std::unique_ptr<RunningContender>>& others() const { return others_; }  ///< beside the document's method
    bool ready() const { return !tracks_.empty(); }                                           ///< recorded searches can go on together

    void poll();    ///< brings the contenders up to date with the document, and goes on while the race plays
    void cancel();  ///< what the others search
    bool busy() const;
    std::optional<ProgressCard> progress() const;  ///< of the others

    // See RaceControls.
    void set_by(RaceBy);
    void go_to(double clock);
    void play(bool);
    void follow_step();  ///< the first was put on another step: the others go as far

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
    std::vector<std::future<void>> stopping_;  ///< contenders that end on threads of their own: a library's build cannot be stopped
    std::shared_ptr<FairMutex> measuring_mutex_;
    std::vector<std::optional<RaceTrack>> tracks_;  ///< of the first and the others, none of one that has none; empty while a record lacks
    std::vector<std::pair<std::uint64_t, int>> tracked_runs_;  ///< that the tracks' times are medians of: of which query, how many
    Clock::time_point raced_at_{};
};

}  // namespace neighborscope
