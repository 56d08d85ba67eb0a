// Points that move, behind a workbench: going to a tick, playing, seeking the next rebuild of the index. The search follows each tick.
// Playing, the next is asked for while the one before is drawn, and shown after that, so that every tick is seen. Fills view.moving.
#pragma once
#include "app/session/points/loading_state.hpp"
#include "app/session/search/answer.hpp"

#include <algorithm>

namespace neighborscope {

class MovingState {
public:
    MovingState(CommonState& common, const LoadingState& loading) : common_(common), loading_(loading) {}

    void reset();                 ///< other data
    void keep_tick();             ///< the same data, made again: the tick shown where it is not too far to walk to. Playing goes on.
    bool return_to_first_tick();  ///< the walk was stopped; false when the first tick is wanted already
    std::int64_t tick_to_ask() { return asked_tick_ = wanted_tick_; }  ///< which is asked for now
    bool can_show(const Answer&);                                      ///< false: the tick before it has yet to be drawn
    void take(const Answer&);
    void drawn() { tick_drawn_ = true; }  ///< the tick shown

    // As of Workbench.
    void play(bool);
    void go_to(std::int64_t tick);  ///< playing goes on
    void seek_rebuild(bool, std::int64_t at_most);
    void set_speed(double ticks_per_second) {
        shown_.speed = std::clamp(ticks_per_second, slowest_ticks, fastest_ticks), common_.touch(Feature::moving);
    }
    void set_loop(bool on) { shown_.loop = on, common_.touch(Feature::moving); }
    void stop() { shown_.playing = shown_.seeking = false, common_.touch(Feature::moving); }

    bool cancel();  ///< seeking; false when it does not
    std::optional<ProgressCard> progress() const;
    std::optional<double> seconds_to_next() const;
    bool poll();  ///< true when a question is to be asked for another tick

private:
    void take_index_update(const Answer&);
    void end_seeking(const std::string& sentence);
    bool seen() const;
    double seconds_to_due() const;

    CommonState& common_;
    const LoadingState& loading_;
    Moving& shown_ = common_.view.moving;

    std::int64_t wanted_tick_ = 0, asked_tick_ = 0;
    Clock::time_point taken_at_{}, tick_began_{}, seeking_since_{};
    bool tick_drawn_ = true, answer_waits_ = false;  ///< an answer waits for that
    std::vector<std::string> index_key_;             ///< data, device, method and options of the index that seen_rebuilds is about
};

}  // namespace neighborscope
