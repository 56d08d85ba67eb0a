// The part of a workbench that plays moving points: going to a tick, playing, seeking the next rebuild of the index. Each tick is searched.
// During playback the next tick is searched while the present one is drawn, and shown after that, so that no tick is skipped. Fills
// view.moving.
#pragma once
#include "app/session/points/loading_state.hpp"
#include "app/session/search/answer.hpp"

#include <algorithm>

namespace neighborscope {

class MovingState {
public:
    MovingState(CommonState& common, const LoadingState& loading) : common_(common), loading_(loading) {}

    void reset();      ///< for other data
    void keep_tick();  ///< for the same data, generated again: stays at the tick unless it is too far to compute. Playback continues.
    bool return_to_first_tick();                                       ///< after cancelling; false if the first tick is requested already
    std::int64_t tick_to_ask() { return asked_tick_ = wanted_tick_; }  ///< the tick to request now
    bool can_show(const Answer&);                                      ///< false: the previous tick is not drawn yet
    void take(const Answer&);
    void drawn() { tick_drawn_ = true; }  ///< notes that the tick shown was drawn

    // See MovingControls.
    void play(bool);
    void go_to(std::int64_t tick);  ///< continues playback
    /// Goes to the tick at which the index was built, searches, and goes on to `tick`. `index_tick` -1: builds it at `tick`.
    void open_at(std::int64_t tick, std::int64_t index_tick);
    bool goes_on() const { return shown_.available && wanted_tick_ != asked_tick_; }  ///< another tick is to be requested
    void seek_rebuild(bool, std::int64_t at_most);
    void set_speed(double ticks_per_second) {
        shown_.speed = std::clamp(ticks_per_second, slowest_ticks, fastest_ticks), common_.touch(Feature::moving);
    }
    void set_loop(bool on) { shown_.loop = on, common_.touch(Feature::moving); }
    void stop() { shown_.playing = shown_.seeking = false, common_.touch(Feature::moving); }

    bool cancel();  ///< stops seeking; false if it was not seeking
    std::optional<ProgressCard> progress() const;
    std::optional<double> seconds_to_next() const;
    bool poll();  ///< true if another tick is to be requested

private:
    void note_tick(std::int64_t);
    void take_index_update(const Answer&);
    void end_seeking(const std::string& sentence);
    bool seen() const;
    double seconds_to_due() const;

    CommonState& common_;
    const LoadingState& loading_;
    Moving& shown_ = common_.view.moving;

    std::int64_t wanted_tick_ = 0, asked_tick_ = 0, index_tick_ = 0;
    std::optional<std::int64_t> tick_after_index_;  ///< see open_at; none: wanted_tick_ is the last
    Clock::time_point taken_at_{}, tick_began_{}, seeking_since_{};
    bool tick_drawn_ = true, answer_waits_ = false;  ///< the tick shown is drawn; an answer waits for that
    std::vector<std::string> index_key_;             ///< data, device, method and options of the index that seen_rebuilds is of
};

}  // namespace neighborscope
