// The part of a workbench that looks into an index of another library: its health, and the recall of some of its rows as queries. Fills
// view.inspecting.
#pragma once
#include "app/session/inspecting/index_rows.hpp"
#include "app/session/points/loading_state.hpp"
#include "gpu/index/replay.hpp"

namespace neighborscope {

class InspectingState {
public:
    /// Works while `foreground_busy` is false.
    InspectingState(CommonState&, const LoadingState&, const std::atomic<bool>* foreground_busy);

    /// Notices other data. The health of a small index is found at once.
    void refresh();
    /// Finds the health; with `recall` also what some queries miss with the document's k and settings.
    void inspect(bool recall);
    void select(const IndexRows&);
    /// The next selected row after the query's, or before it for direction -1, cyclically. -1: none is selected.
    std::int64_t next_selected(int direction) const;

    bool cancel();  ///< false if nothing was running that somebody asked for
    bool busy() const { return shown_.running && !shown_.automatic; }
    std::optional<ProgressCard> progress() const { return busy() ? worker_.progress() : std::nullopt; }
    void poll();

private:
    struct Job {
        std::shared_ptr<const LoadedData> data;
        std::shared_ptr<const inspect::Inspection> former;  ///< with the health; null: find it
        bool recall = false;
        stored::ReplaySettings settings;
    };
    using Result = std::shared_ptr<const inspect::Inspection>;
    static Result work(const Job&, SharedProgress&, const Progress&);
    stored::ReplaySettings settings() const;
    void show_place();

    CommonState& common_;
    const LoadingState& loading_;
    Inspecting& shown_ = common_.view.inspecting;
    std::shared_ptr<const LoadedData> data_;  ///< that is inspected; null: it is no index
    Worker<Job, Result> worker_;
};

}  // namespace neighborscope
