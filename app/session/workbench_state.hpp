// What a Workbench holds: the document, the two workers, and what the window reads. All on the window's thread.
#pragma once
#include "app/session/comparison.hpp"
#include "app/session/written_points.hpp"
#include "app/session/search_worker.hpp"
#include "app/session/timing_statistics.hpp"
#include "app/session/workbench.hpp"

#include <atomic>
#include <chrono>
#include <deque>

namespace neighborscope {

struct Workbench::State {
    enum class Origin { load, search, window };

    std::function<void()> wake;
    std::atomic<bool> woken{false};
    History history;
    std::chrono::steady_clock::time_point changed_at{};

    std::shared_ptr<const LoadedData> data;
    DataChoice wanted_data, loaded_data;              ///< what is loading, or loaded; what `data` came from
    std::optional<std::vector<double>> loaded_query;  ///< the document's query when `data` was last asked
    std::optional<std::int64_t> loaded_query_row;
    std::string loaded_colour_by;  ///< the document's, when it was last of `data`
    std::shared_ptr<const ResidentPoints> resident;
    std::shared_ptr<const ResidentTree> tree;  ///< of the answer shown; null: its method has none
    std::optional<DeviceKind> default_device;

    std::vector<std::string> shape_key;
    std::uint64_t shape = 0, asked = 0;
    std::vector<double> asked_position;
    std::int64_t asked_row = -1;
    bool ask_again = true;
    bool asked_work = false;           ///< what it takes when every point asks was wanted with the last question
    bool costliest_wanted = false;     ///< the query goes to the costliest one, as soon as it is known
    bool why_is_of_next = false;       ///< view.why is about the answer to come
    std::vector<ColourWay> data_ways;  ///< of view.colouring, those that the data have
    bool touched = false;              ///< the view model changed outside poll()
    std::string dismissed;             ///< title of an error that was dismissed: not shown again until the document changes

    TimingStatistics statistics;
    double read_bytes_per_second = 0;                          // of the device that searches; 0: not measured yet
    std::deque<std::chrono::steady_clock::time_point> frames;  ///< drawn within the last second
    ViewModel view;
    Origin error_origin = Origin::load;
    std::uint64_t list_generation = 0, tree_generation = 0;

    /// Data of a generator that are made again with another parameter: the picture before stays until the first answer.
    struct Adjusting {
        bool under_way = false;  ///< from the beginning of the load until that answer
        bool waits = false;      ///< a drag went on meanwhile: the document's data are made when this one is answered
        std::chrono::steady_clock::time_point began{};
        std::shared_ptr<const ResidentPoints> arrived;  ///< uploaded and not answered yet
    } adjusting;
    bool opens = false;        ///< what is loaded next counts as other data, whatever it is called
    std::uint64_t opened = 0;  ///< Drawable::opened

    std::shared_ptr<Replay> replay;       ///< of the answer shown; null until it is recorded
    std::optional<ColumnChoice> columns;  ///< asked for, not taken yet
    std::string why_not_recorded;         ///< of the answer shown, when its recording failed or was cancelled
    std::chrono::steady_clock::time_point played_at{};
    std::int64_t pointed_row = -1;
    std::vector<double> pointed_place;
    double played_part = 0;  ///< of the step to come, 0..1

    std::int64_t wanted_tick = 0, asked_tick = 0, last_tick_asked = 0;
    std::chrono::steady_clock::time_point tick_asked_at{}, tick_taken_at{};
    bool tick_drawn = true;              ///< the tick shown
    std::vector<std::string> index_key;  ///< data, device, method and options of the index that view.moving.seen_rebuilds is about
    std::chrono::steady_clock::time_point seeking_since{};

    ComparisonRequest asked_comparison, shown_comparison;  ///< the newest; what view.comparing.lists came of
    std::string refused_lists;                             ///< that did not fit their queries, or were cancelled: others may be named
    std::int64_t looked_query = -1;                        ///< whose list is looked at, -1 none
    std::uint64_t looked_generation = 0;                   ///< Comparing::generation it was asked for at

    // Last, so that the threads end before anything they use goes.
    Worker<DataChoice, std::shared_ptr<const LoadedData>> loader;
    SearchWorker worker;
    Worker<WrittenPoints, std::string> exporter;
    Worker<DataChoice, std::optional<ColumnChoice>> column_reader;
    Worker<ComparisonRequest, std::shared_ptr<const Comparison>> comparer;
    Worker<ListLook, std::shared_ptr<const ComparedList>> looker;

    State(SessionState first, std::function<void()> wake_up)
        : wake(std::move(wake_up)),
          history(std::move(first)),
          loader(
              [](const DataChoice& choice, SharedProgress& card, const Progress& progress) {
                  card.begin("Loading " + choice.source, "");
                  return load_choice(choice, progress);
              },
              [this] { call_window(); }),
          worker([this] { call_window(); }),
          exporter(write, [this] { call_window(); }),
          column_reader(
              [](const DataChoice& choice, SharedProgress& card, const Progress& progress) {
                  card.begin("Looking at the columns of " + choice.source, "");
                  return ColumnChoice::of(choice.source, choice.options, progress);
              },
              [this] { call_window(); }),
          comparer(judge_lists, [this] { call_window(); }),
          looker(
              [](const ListLook& look, SharedProgress& card, const Progress& progress) {
                  card.begin("Looking at a list", "");
                  return std::make_shared<const ComparedList>(look_at(*look.comparison, look.data->set, look.query, progress));
              },
              [this] { call_window(); }) {}

    /// One event for any amount of news: the window polls once for all of it.
    void call_window() {
        if (!woken.exchange(true) && wake) wake();
    }

    const SessionState& now() const { return history.now(); }
    DataChoice choice() const { return {now().data, {now().strict, now().columns, now().label}}; }
    void touch() {
        touched = true;
        ++view.generation;
    }
    void set_error(ErrorCard card, Origin origin) {
        touch();
        if (origin == Origin::search && card.title == dismissed) return;
        view.error = std::move(card);
        view.said.clear();
        error_origin = origin;
    }
    void clear_error(Origin origin) {
        if (view.error && error_origin == origin) view.error.reset();
    }

    void apply();
    void start_loading();
    void loading_failed();
    void clear_answer();

    bool adjusts() const;  ///< the document's data are those shown, made with other parameters
    void keep_query(SessionState& next, const std::string& parameter) const;
    void keep_tick();
    bool adjust_on();
    void give_up_adjusting();
    void refresh_methods();
    void refresh_colouring();
    const Method* method_chosen() const;
    void ask();
    Problem problem() const;
    std::optional<DeviceKind> device() const;
    bool place_query(SearchRequest&);
    bool take_load();
    bool take_news();
    bool take_columns();
    bool take_written();
    void take_answer();
    void take_tree(std::shared_ptr<const ResidentTree>);
    void take_work(FoundWork);
    bool work_wanted() const;
    void count_frames();

    void refresh_stepping();  ///< what can be stepped through, and whether it is
    void take_record(Recorded);
    void drop_record();
    void show_step();
    void show_step_neighbours();
    void set_step(std::int64_t position);
    bool play_on();  ///< true when the position changed
    std::optional<double> seconds_to_next_step() const;

    const DataSet& shown_set() const;  ///< the points drawn, as they are at the tick shown
    void reset_moving();
    void take_tick(const Answer&);
    void take_upkeep(const Answer&);
    void end_seeking(const std::string& sentence);
    std::optional<ProgressCard> seeking_progress() const;
    bool tick_settled() const;
    void go_to_tick(std::int64_t);
    bool move_on();
    std::optional<double> seconds_to_next_tick() const;

    void refresh_comparison();
    void refresh_looked();
    bool take_comparison();
    void comparison_failed(const ComparisonRequest&);
};

}  // namespace neighborscope
