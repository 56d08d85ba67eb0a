// The lesson that is open in a window: its pages are shown as documents, its tasks judged from what the window shows.
#pragma once
#include "app/lessons/pictures.hpp"
#include "app/lessons/progress.hpp"
#include "app/session/threads/clock.hpp"
#include "app/session/workbench/controls.hpp"
#include "app/session/workbench/kept_batch.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace neighborscope {

class Workbench;

class LessonControls : public Controls {
public:
    explicit LessonControls(WorkbenchState& state);
    ~LessonControls();

    /// Opens a lesson by its name or its file, on the page where it was left. Its first page is one undoable step. Input Error if it cannot
    /// be read.
    void open(const std::string& name_or_file, std::optional<std::size_t> page = {});  ///< `page`: instead of where it was left
    void close();
    void hide_answers();  ///< without a lesson: the picture is that of a page which waits for its prediction
    /// Null: none is open. Valid until the next open(), close() or Workbench::poll().
    /// The name of a lesson of the program, or the whole path of another file.
    const std::string& name() const { return name_; }
    const lessons::Lesson* lesson() const { return lesson_ ? &*lesson_ : nullptr; }
    const lessons::LessonProgress& progress() const { return progress_; }
    std::size_t page() const { return progress_.page; }

    /// Shows a page: one undoable step. No effect for one that does not exist.
    void go_to(std::size_t page);
    void next() { go_to(page() + 1); }
    void back() {
        if (page() > 0) go_to(page() - 1);
    }
    void show_again();   ///< the present page, after the learner changed what it shows
    void start_again();  ///< from the first page; answers are forgotten
    bool can_go(int pages) const;

    // Exercises of the present page, by the place of their part.
    void choose(std::size_t part, std::size_t choice);
    void predict(std::size_t part, const std::string& guess);  ///< "": the learner does not know
    void open_hint(std::size_t part);
    /// Where something has just appeared that was asked for: the part, and a number that grows each time. None on a new page.
    struct Appeared {
        std::optional<std::size_t> part;
        std::uint64_t times = 0;
    };
    const Appeared& appeared() const { return appeared_; }
    /// The facts of a condition that are numbers, as the window shows them now: "k-th distance 0.31".
    std::string state_of(const lessons::Task&) const;
    /// The facts of its conditions that what the window shows does not have, such as "leaves" without a tree. Empty while it is not known.
    std::vector<std::string> missing_facts(const lessons::Task&) const;

    /// What the run of the present page shows; null: it is still running, or has failed.
    const lessons::Facts* facts() const { return facts_ ? &*facts_ : nullptr; }
    /// A picture of the text. It is read once, until its file or the page changes. Null with the reason if it cannot be read.
    struct TextPicture {
        std::shared_ptr<const faces::ColourPicture> picture;
        std::string why_not;
        std::filesystem::file_time_type written{};
    };
    const TextPicture& picture(const lessons::Node&) const;
    /// What is wrong with the exercises of this page, as far as it was found by runs. Only of lessons that are not the program's own.
    const std::vector<std::string>& mistakes() const { return mistakes_; }
    /// Whether a lesson was finished, by its name.
    bool is_finished(std::string_view name) const;
    const std::string& page_error() const { return page_error_; }  ///< why the page cannot be run; "": it can
    const std::string& file_error() const { return file_error_; }  ///< what is wrong with the file as it is now; the page before stays

private:
    friend class Workbench;  // polls
    void poll();
    std::optional<double> seconds_to_next() const;

    void show_page();
    bool is_changed() const;  ///< the learner changed more than the camera since the page was opened
    void run(const lessons::Page&, const lessons::Task* solved);
    void check_exercises();
    void check_next_task();
    void appear(std::size_t part);
    bool waits() const;  ///< the page's picture waits for its prediction: it shows points and query alone
    void open_document();
    void start_run();
    void take_run();
    void play_ticks();
    void play_steps();
    void replay_ticks();
    void to_first_tick();
    void judge_tasks();
    void read_again();
    void finish(std::size_t part);
    void keep();
    void touch();

    std::string name_, file_;  ///< `name_`: under which progress is kept
    std::optional<lessons::Lesson> lesson_;
    lessons::LessonProgress progress_;
    std::unique_ptr<Workbench> run_;           ///< the page's own run, on the host device as everywhere; later those of its solutions
    lessons::Page run_page_;                   ///< what runs: the page, with the lines of a solution
    std::int64_t run_step_ = 0;                ///< of the page that runs
    const lessons::Task* run_task_ = nullptr;  ///< whose solution runs; null: the page itself does
    std::vector<const lessons::Task*> tasks_to_check_;  ///< of the page
    std::vector<std::string> mistakes_;
    Appeared appeared_;
    std::optional<std::map<std::string, SavedCard>> cards_of_reader_;  ///< while those of a page are shown
    SessionState opened_;                                              ///< the document, when the page was opened
    mutable std::optional<std::set<std::string>> finished_;            ///< names of lessons; none: not read yet
    KeptBatch page_batch_, now_batch_;
    std::int64_t tick_ = 0;                ///< of the page: its points have moved so often
    bool reloading_ = false;               ///< the data of a page with a tick are made anew
    std::optional<std::int64_t> playing_;  ///< the window's points move on to this tick
    SessionState asked_;                   ///< the window's document when its points began to move
    /// After a prediction, the last decisions before the page's step are played: to this step, and whether they have begun.
    struct PlayedSteps {
        std::int64_t to;
        bool begun;
    };
    std::optional<PlayedSteps> steps_;
    std::optional<lessons::Facts> facts_, now_;  ///< of the page's run; of what the window shows, if it is complete
    std::string page_error_, file_error_;
    mutable std::map<std::string, TextPicture> pictures_;  ///< by file
    std::filesystem::file_time_type written_{};
    Clock::time_point looked_at_{};
};

/// Where a lesson was left; none: it was never opened.
struct KeptLesson {
    std::size_t page = 0;  ///< from 0
    bool at_end = false;   ///< it is its last page
};
std::optional<KeptLesson> kept_lesson(std::string_view name);

}  // namespace neighborscope
