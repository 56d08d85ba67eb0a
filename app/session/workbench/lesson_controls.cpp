#include "app/session/workbench/lesson_controls.hpp"

#include "app/lessons/check_task.hpp"
#include "app/lessons/facts.hpp"
#include "app/lessons/page_session.hpp"
#include "app/lessons/shipped.hpp"
#include "app/session/document/saved_json.hpp"
#include "app/session/workbench/workbench_state.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace neighborscope {
namespace {

namespace fs = std::filesystem;

constexpr const char* kept_file = "lessons.json";
constexpr double seconds_between_looks = 1;  // at the file, which may be open in an editor

fs::file_time_type time_of(const std::string& file) {
    std::error_code ignored;
    return fs::last_write_time(file, ignored);
}

/// Whether the answer shown has all its facts.
bool is_complete(const SessionState& session, const ViewModel& view, bool busy) {
    return !busy && !view.error && view.data.loaded && !view.counters_previous && lessons::has_all_facts(session, view);
}

/// Whether both ask the same, so that an index has the same history.
bool asks_the_same(const SessionState& a, const SessionState& b) {
    return a.data == b.data && a.method == b.method && a.options == b.options && a.k == b.k && a.metric == b.metric &&
           a.exclude_self == b.exclude_self && a.where == b.where && a.query == b.query && a.query_row == b.query_row;
}

bool holds(const lessons::Task& task, const lessons::Facts& facts) {
    return std::all_of(task.until.begin(), task.until.end(), [&](const lessons::Condition& condition) {
        try {
            return lessons::find_fact(facts, condition.fact) && lessons::is_fulfilled(condition, facts);
        } catch (const Error&) { return false; }
    });
}

}  // namespace

LessonControls::LessonControls(WorkbenchState& state) : Controls(state) {}
LessonControls::~LessonControls() = default;

std::optional<KeptLesson> kept_lesson(std::string_view name) {
    const nlohmann::json kept = load_saved_json(kept_file);
    const auto found = kept.is_object() ? kept.find(std::string(name)) : kept.end();
    if (!kept.is_object() || found == kept.end()) return std::nullopt;
    const lessons::LessonProgress progress = lessons::progress_from_json(*found);
    return KeptLesson{progress.page, progress.pages == progress.page + 1};
}

bool LessonControls::is_finished(std::string_view name) const {
    if (!finished_) {
        finished_.emplace();
        const nlohmann::json kept = load_saved_json(kept_file);
        if (kept.is_object())
            for (const auto& [key, value] : kept.items())
                if (lessons::progress_from_json(value).finished) finished_->insert(key);
    }
    return finished_->contains(std::string(name));
}

void LessonControls::touch() {
    state_.common.view.answers_hidden = lesson_ && lessons::open_prediction(*lesson_, progress_, page());
    state_.common.view.page_waits = lesson_ && waits();
    state_.common.touch(Feature::lesson);
}

void LessonControls::hide_answers() { state_.common.view.answers_hidden = state_.common.view.page_waits = true; }

// ---- Opening and pages ----------------------------------------------------------------------------------------------------

void LessonControls::open(const std::string& name_or_file, std::optional<std::size_t> page_wanted) {
    const std::string file = lessons::lesson_file(name_or_file);
    const fs::file_time_type written = time_of(file);
    lessons::Lesson read = lessons::read_lesson(file);
    lessons::check_settings(read);  // a lesson opens as a whole, or not at all
    const auto shipped = lessons::shipped_lessons();
    const bool is_shipped = std::find(shipped.begin(), shipped.end(), name_or_file) != shipped.end();
    std::error_code ignored;
    name_ = is_shipped ? name_or_file : fs::absolute(file, ignored).string();
    file_ = file;
    written_ = written;
    looked_at_ = Clock::now();
    lesson_ = std::move(read);
    file_error_.clear();
    const nlohmann::json kept = load_saved_json(kept_file);
    progress_ = kept.is_object() && kept.contains(name_) ? lessons::progress_from_json(kept[name_]) : lessons::LessonProgress();
    progress_.page = std::min(page_wanted.value_or(progress_.page), lesson_->pages.size() - 1);
    state_.controls.starting.close();
    show_page();
}

void LessonControls::close() {
    if (!lesson_) return;
    keep();
    lesson_.reset();
    pictures_.clear();
    run_.reset();
    tasks_to_check_.clear();
    mistakes_.clear();
    facts_.reset();
    now_.reset();
    state_.asking.measure_longer(false);
    if (cards_of_reader_) state_.common.amend([&](SessionState& next) { next.cards = *std::exchange(cards_of_reader_, std::nullopt); });
    touch();
}

const LessonControls::TextPicture& LessonControls::picture(const lessons::Node& node) const {
    const std::string file = lessons::picture_file(file_, node);
    const fs::file_time_type written = time_of(file);
    const auto [at, is_new] = pictures_.try_emplace(file);
    TextPicture& kept = at->second;
    if (!is_new && kept.written == written) return kept;
    kept = {nullptr, {}, written};
    try {
        kept.picture = lessons::read_text_picture(file_, node);
    } catch (const Error& why) { kept.why_not = why.one_line(); }
    return kept;
}

bool LessonControls::can_go(int pages) const {
    const std::ptrdiff_t to = std::ptrdiff_t(page()) + pages;
    return lesson_ && to >= 0 && to < std::ssize(lesson_->pages);
}

void LessonControls::go_to(std::size_t page) {
    if (!lesson_ || page >= lesson_->pages.size()) return;
    progress_.page = page;
    pictures_.clear();
    show_page();
}

void LessonControls::show_again() {
    if (!lesson_) return;
    if (!page_error_.empty()) return show_page();
    open_document();
}

void LessonControls::start_again() {
    if (!lesson_) return;
    const bool was_finished = progress_.finished;  // it stays so in the menu
    progress_ = {};
    progress_.finished = was_finished;
    show_page();
}

/// Shows the page in the window, and runs it once more by itself for the numbers of its text.
void LessonControls::show_page() {
    progress_.pages = lesson_->pages.size();
    progress_.seen.insert(page());
    appeared_.part.reset();
    steps_.reset();
    start_run();
    keep();
    touch();
    if (!page_error_.empty()) return;
    open_document();
}

bool LessonControls::is_changed() const {
    SessionState then = opened_, now = state_.now();
    for (SessionState* one : {&then, &now}) one->camera.reset(), one->theme.reset(), one->presenting = false;
    return then != now;
}

bool LessonControls::waits() const { return lessons::waits_for_prediction(*lesson_, progress_, page()); }

void LessonControls::open_document() {
    try {
        SessionState next = lessons::session_of(lesson_->pages[page()], file_);
        if (waits()) lessons::leave_out_answers(next);
        next.theme = state_.now().theme;
        next.docks = state_.now().docks;
        // Cards stay where the reader put them, also behind a page that opened some.
        if (!next.cards.empty() && !cards_of_reader_) cards_of_reader_ = state_.now().cards;
        else if (next.cards.empty()) next.cards = cards_of_reader_ ? *std::exchange(cards_of_reader_, {}) : state_.now().cards;
        if (next.device.empty()) next.device = state_.now().device;
        const bool moved = state_.common.view.moving.tick > 0 && next.data == state_.now().data;
        state_.asking.begin_afresh();  // a page is not compared with what was seen before
        state_.open_document(next, "show page");
        opened_ = state_.now();
        tick_ = lessons::tick_of(lesson_->pages[page()].settings);
        if (waits()) tick_ = lessons::waiting_tick(tick_);
        asked_ = state_.now();
        playing_.reset();
        if (moved) replay_ticks();
        else if (tick_ > 0) playing_ = tick_;
    } catch (const Error& why) { page_error_ = why.one_line(); }  // a file that it names is gone
}

void LessonControls::start_run() {
    facts_.reset();
    now_.reset();
    page_error_.clear();
    mistakes_.clear();
    tasks_to_check_.clear();
    run(lesson_->pages[page()], nullptr);
}

/// Runs a page beside the window, or the page with a task's solution.
void LessonControls::run(const lessons::Page& of_page, const lessons::Task* solved) {
    run_.reset();
    run_page_ = of_page;
    run_task_ = solved;
    try {
        SessionState session = lessons::session_of(of_page, file_);
        if (solved) {
            lessons::apply(session, solved->solution, file_);
            run_page_.settings.insert(run_page_.settings.end(), solved->solution.begin(), solved->solution.end());
        }
        session.device = neighborscope::name(DeviceKind::host);
        run_step_ = session.step;  // a recording that is shorter changes it
        run_ = std::make_unique<Workbench>(std::move(session), state_.common.waker());
        run_->timings().count_work();
    } catch (const Error& why) {
        if (solved) mistakes_.push_back(why.one_line());
        else page_error_ = why.one_line();
    }
}

/// Finds what only runs show, as `lesson --check` does, while somebody writes the lesson. Those of the program are tested.
void LessonControls::check_exercises() {
    const auto shipped = lessons::shipped_lessons();
    if (!facts_ || std::find(shipped.begin(), shipped.end(), name_) != shipped.end()) return;
    mistakes_.clear();
    tasks_to_check_.clear();
    for (const lessons::Part& part : lesson_->pages[page()].parts) {
        const auto* exercise = std::get_if<lessons::Exercise>(&part);
        if (!exercise) continue;
        try {
            if (const auto* prediction = std::get_if<lessons::Prediction>(&exercise->what)) try {
                    (void)lessons::fact_named(*facts_, prediction->fact);
                } catch (const Error& why) { throw lessons::error_at(file_, exercise->line, why.what(), why.remedy); }
            if (const auto* task = std::get_if<lessons::Task>(&exercise->what)) {
                lessons::check_open(*lesson_, *task, *facts_);
                tasks_to_check_.push_back(task);
            }
        } catch (const Error& why) { mistakes_.push_back(why.one_line()); }
    }
    check_next_task();
    touch();
}

void LessonControls::check_next_task() {
    run_.reset();
    while (!tasks_to_check_.empty() && !run_) {
        const lessons::Task* task = tasks_to_check_.front();
        tasks_to_check_.erase(tasks_to_check_.begin());
        run(lesson_->pages[page()], task);
    }
}

// ---- Exercises ------------------------------------------------------------------------------------------------------------

void LessonControls::finish(std::size_t part) {
    const bool waited = waits();
    progress_.attempts[{page(), part}].done = true;
    appear(part);
    touch();  // before the document, which may show the answer now
    if (waited) open_document();
    keep();
}

void LessonControls::choose(std::size_t part, std::size_t choice) {
    if (!lesson_ || part >= lesson_->pages[page()].parts.size()) return;
    const auto* exercise = std::get_if<lessons::Exercise>(&lesson_->pages[page()].parts[part]);
    const auto* question = exercise ? std::get_if<lessons::Question>(&exercise->what) : nullptr;
    if (!question || choice >= question->choices.size() || progress_.of(page(), part).done) return;
    progress_.attempts[{page(), part}].chosen.insert(choice);
    if (question->choices[choice].right) return finish(part);
    appear(part);
    keep();
    touch();
}

void LessonControls::predict(std::size_t part, const std::string& guess) {
    if (!lesson_ || part >= lesson_->pages[page()].parts.size() || progress_.of(page(), part).done) return;
    const auto* exercise = std::get_if<lessons::Exercise>(&lesson_->pages[page()].parts[part]);
    if (!exercise || !std::holds_alternative<lessons::Prediction>(exercise->what)) return;
    progress_.attempts[{page(), part}].guess = guess;
    finish(part);
    if (is_changed()) open_document();  // the answer is of what the page shows
    if (state_.now().stepping) steps_ = PlayedSteps{0, false};
    now_.reset();  // tasks behind it are shown now, and judged
}

void LessonControls::open_hint(std::size_t part) {
    if (!lesson_ || part >= lesson_->pages[page()].parts.size()) return;
    const auto* exercise = std::get_if<lessons::Exercise>(&lesson_->pages[page()].parts[part]);
    if (!exercise || progress_.of(page(), part).hints >= exercise->hints.size()) return;
    ++progress_.attempts[{page(), part}].hints;
    appear(part);
    keep();
    touch();
}

void LessonControls::appear(std::size_t part) { appeared_ = {part, appeared_.times + 1}; }

std::string LessonControls::state_of(const lessons::Task& task) const {
    std::string text;
    std::set<const lessons::Fact*> told;  // each once, though several conditions name it
    for (const lessons::Condition& condition : task.until) {
        for (const std::string& side : {condition.fact, condition.wanted})  // what it is compared with may be a fact, too
            if (const lessons::Fact* fact = now_ ? lessons::find_fact(*now_, side) : nullptr; fact && told.insert(fact).second)
                text += (text.empty() ? "" : ", ") + fact->name + " " + fact->text;
    }
    return text;
}

std::vector<std::string> LessonControls::missing_facts(const lessons::Task& task) const {
    std::vector<std::string> missing;
    for (const lessons::Condition& condition : task.until)
        if (now_ && !lessons::find_fact(*now_, condition.fact)) missing.push_back(condition.fact);
    return missing;
}

// ---- Polling --------------------------------------------------------------------------------------------------------------

void LessonControls::poll() {
    if (!lesson_) return;
    read_again();
    take_run();
    play_ticks();
    play_steps();
    judge_tasks();
}

std::optional<double> LessonControls::seconds_to_next() const {
    if (!lesson_) return std::nullopt;
    return std::max(0.05, seconds_between_looks - seconds_since(looked_at_));
}

/// An editor saves the file: its pages are shown anew. What is wrong is said, and the pages before stay.
void LessonControls::read_again() {
    if (seconds_since(looked_at_) < seconds_between_looks) return;
    looked_at_ = Clock::now();
    const fs::file_time_type written = time_of(file_);
    if (written == written_) return;
    written_ = written;
    try {
        lessons::Lesson read = lessons::read_lesson(file_);
        lessons::check_settings(read);
        const auto same_line = [](const lessons::Setting& a, const lessons::Setting& b) { return a.key == b.key && a.value == b.value; };
        const std::size_t at = std::min(page(), read.pages.size() - 1);
        const auto &before = lesson_->pages[page()].settings, &now = read.pages[at].settings;
        const bool same = at == page() && std::equal(before.begin(), before.end(), now.begin(), now.end(), same_line);
        lesson_ = std::move(read);
        progress_.page = at;
        file_error_.clear();
        if (!same) show_page();
        else if (page_error_.empty()) check_exercises();
        else start_run();
    } catch (const Error& why) { file_error_ = why.one_line(); }
    touch();
}

void LessonControls::take_run() {
    if (!run_) return;
    run_->poll();
    const ViewModel& view = run_->view();
    const std::int64_t tick = lessons::tick_of(run_page_.settings);
    std::string wrong;
    std::optional<lessons::Facts> found;
    try {
        if (view.error) throw Error(view.error->kind, view.error->title, view.error->remedy);
        if (run_->busy() || !view.data.loaded) return;
        lessons::check_tick(tick, view.moving);
        if (view.moving.tick < tick) {
            if (!view.neighbours.empty()) run_->moving().go_to_tick(view.moving.tick + 1);
            return;
        }
        if (!is_complete(run_->session(), view, false)) return;
        if (!run_task_) lessons::check_step(run_step_, view.stepping);  // with a solution it may need fewer steps
        const auto* batch = page_batch_.of(run_->session(), run_->drawable().data, state_.common.waker());
        if (!batch) return;
        found = lessons::facts_of(run_->session(), view, *batch);
    } catch (const Error& why) { wrong = lessons::error_of_run(run_page_, file_, why).one_line(); }
    if (!run_task_) {
        facts_ = std::move(found);
        page_error_ = wrong;
        run_.reset();
        touch();
        return check_exercises();
    }
    if (found) try {
            lessons::check_solved(*lesson_, *run_task_, *found);
        } catch (const Error& why) { wrong = why.one_line(); }
    if (!wrong.empty()) mistakes_.push_back(wrong);
    check_next_task();
    touch();
}

/// The points of a page with a tick move on from the first tick, and each tick is searched, since what an index does depends on the ticks
/// before. After the learner has changed what is searched, they do so again.
void LessonControls::play_ticks() {
    if (reloading_ && state_.loading.is_loaded()) reloading_ = false;
    if (reloading_) to_first_tick();
    if (tick_ == 0) return;
    const ViewModel& view = state_.common.view;
    if (!asks_the_same(asked_, state_.now())) {
        const bool other_data = asked_.data != state_.now().data;  // they move from their first tick anyway
        asked_ = state_.now();
        if (other_data) playing_.reset();
        else if (asked_.query_mode == QueryMode::pinned) replay_ticks();
    }
    if (view.error) playing_.reset();
    if (!playing_ || state_.busy() || !state_.loading.is_loaded() || !view.moving.available || view.neighbours.empty()) return;
    if (view.moving.tick >= *playing_) playing_.reset();
    else state_.moving.stop(), state_.moving.go_to(view.moving.tick + 1);
}

/// Ends when somebody pauses or goes to another step.
void LessonControls::play_steps() {
    constexpr int decisions = 6;
    const Stepping& stepping = state_.common.view.stepping;
    if (!steps_ || (stepping.open && !stepping.ready)) return;
    SteppingControls& controls = state_.controls.stepping;
    if (stepping.open && !steps_->begun) {
        *steps_ = {stepping.position, true};
        for (int i = 0; i < decisions; ++i) controls.jump(Jump::previous_decision);
        return controls.play(true);
    }
    if (stepping.playing && stepping.position < steps_->to) return;
    if (stepping.playing) controls.go_to(steps_->to);
    steps_.reset();
}

/// The document's tick, from which data that are loaded begin. An answer that was under way may have written another.
void LessonControls::to_first_tick() {
    if (state_.now().tick != 0) state_.common.amend([](SessionState& next) { next.tick = 0; });
}

/// The data are made anew, so that the index is, too.
void LessonControls::replay_ticks() {
    to_first_tick();
    reloading_ = true;
    state_.loading.opens_other_data = true;
    state_.loading.start();
    if (tick_ > 0) playing_ = tick_;
}

void LessonControls::judge_tasks() {
    state_.asking.measure_longer(true);  // a race that ended has reset it
    const ViewModel& view = state_.common.view;
    if (playing_ || !is_complete(state_.now(), view, state_.busy())) return;  // what was shown before stays until then
    const auto* batch = now_batch_.of(state_.now(), state_.drawable().data, state_.common.waker());
    if (!batch) return;
    lessons::Facts now = lessons::facts_of(state_.now(), view, *batch);
    const auto same = [](const lessons::Fact& a, const lessons::Fact& b) { return a.name == b.name && a.text == b.text; };
    if (now_ && std::equal(now_->begin(), now_->end(), now.begin(), now.end(), same)) return;
    now_ = std::move(now);
    touch();              // tasks say how far they are, and those that are done what they show
    if (waits()) return;  // the window still shows another page
    const std::vector<lessons::Part>& parts = lesson_->pages[page()].parts;
    for (std::size_t i = 0; i < lessons::shown_parts(*lesson_, progress_, page()); ++i)
        if (const auto* exercise = std::get_if<lessons::Exercise>(&parts[i]))
            if (const auto* task = std::get_if<lessons::Task>(&exercise->what);
                task && !progress_.of(page(), i).done && holds(*task, *now_))
                finish(i);
}

void LessonControls::keep() {
    if (lessons::pages_to_do(*lesson_, progress_).empty()) progress_.finished = true;
    try {
        nlohmann::json all = load_saved_json(kept_file);
        if (!all.is_object()) all = nlohmann::json::object();
        if (progress_.finished) finished_.reset();
        all[name_] = lessons::to_json(progress_);
        save_as_json(kept_file, all);
    } catch (const std::exception&) {}  // a lesson can be read where nothing can be kept
}

}  // namespace neighborscope
