// The live view. For moving points: how long a tick takes from the walk to the picture, and each part alone. For fixed points:
// how long a frame takes while the mouse moves the query, while it drags the view, and at each step of the search.
//
//   live_bench [DATA] [--method quadtree-cached] [-k 16] [--device cuda] [--ticks 100] [--cells occupancy] [--colour-by plain]
//              [--size 1280x800] [--regions yes] [--present yes]
//
// Without DATA: uniform:n=1000000 on CUDA, uniform:n=20000 on the host. The whole does what a window does, as fast as possible, except
// the swap of buffers: the same workbench and picture, drawn into a framebuffer. With --colour-by query-leaves or query-distances, and
// --cells queries or work, every tick is a self-join. With --regions, for labelled 2-D points: how long decision regions of one
// logical pixel take, from a moved view to their picture, and the search and the votes in that. With --present: the picture of the
// presentation mode.
#include "app/data/points/data_set.hpp"
#include "app/instruments/picture/picture.hpp"
#include "app/session/workbench/moving_controls.hpp"
#include "app/session/workbench/stepping_controls.hpp"
#include "app/session/workbench/workbench.hpp"
#include "gpu/query_work.hpp"
#include "render/offscreen.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <string>

using namespace neighborscope;

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point began) { return std::chrono::duration<double, std::milli>(Clock::now() - began).count(); }

struct Arguments {
    SessionState session;
    int ticks = 100, width = 1280, height = 800;
};

/// Times of one part, one per tick.
struct Part {
    const char* name;
    std::vector<double> milliseconds;

    void print() const {
        if (milliseconds.empty()) return;
        std::vector<double> sorted = milliseconds;
        std::sort(sorted.begin(), sorted.end());
        const auto at = [&](double share) { return sorted[std::size_t(share * double(sorted.size() - 1))]; };
        std::printf("%-44s %9.2f %9.2f %9.2f\n", name, at(0.5), at(0.95), sorted.back());
    }
};

/// Measures each part after the other, as the search worker runs them.
void measure_parts(const Arguments& typed, DeviceKind device) {
    const DataSet data = load_data(typed.session.data, {});
    if (!data.motion) return;
    PointSet points(device, data.coordinates, data.dimension);
    points.set_extent(data.motion->extent());
    const Method& method = find_method(typed.session.method);
    Searcher searcher(method, points, Options(method.info.options));
    SelfJoin self_join;
    ListSet list(device, 1, typed.session.k);
    const std::unique_ptr<TickCursor> tick_cursor = data.motion->tick_cursor();
    std::vector<float> positions(data.coordinates.size());
    const std::vector<float> middle(std::size_t(data.dimension), 11250.0f);
    Part walked{"walk, on the host", {}}, moved{"positions to the device", {}}, indexed{"index brought up to date", {}},
        one{"one query", {}}, cells{"cells and their counts", {}}, all{"self-join", {}}, spreads{"spreads, work of cells", {}};
    const auto timed = [](Part& part, const auto& work) {
        const auto began = Clock::now();
        work();
        part.milliseconds.push_back(milliseconds_since(began));
    };
    for (int tick = 0; tick < typed.ticks; ++tick) {
        timed(walked, [&] { tick_cursor->next(positions); });
        timed(moved, [&] { points.move(positions); });
        timed(indexed, [&] { searcher.points_moved(); });
        timed(one, [&] { searcher.search(QuerySet(device, middle, data.dimension), typed.session.k, Metric::euclidean, list); });
        const auto tree = searcher.tree();
        if (!tree) continue;
        DeviceMemory drawn;
        timed(cells, [&] {
            count_cells(*tree, device);
            drawn = cells_of(*tree, device);
        });
        SelfJoin::Answer answer;
        timed(all, [&] { answer = self_join.run(searcher, points, typed.session.k, Metric::euclidean, false, {}); });
        timed(spreads, [&] {
            const auto* const work = static_cast<const QueryWork*>(answer.work.data());
            distributions_of(std::array{leaves_of(work, points.points().count), distances_of(work, points.points().count)}, device);
            add_work(*searcher.tree(), points.points(), work, device, static_cast<Cell*>(drawn.data()));
        });
    }
    std::printf("%-44s %9s %9s %9s\n", "part, milliseconds a tick", "median", "95 %", "most");
    for (const Part* part : {&walked, &moved, &indexed, &one, &cells, &all, &spreads}) part->print();
}

/// Measures what a window does while it plays.
void measure_whole(const Arguments& typed, DeviceKind device) {
    std::mutex mutex;
    std::condition_variable news;
    bool woken = false;
    Workbench workbench(typed.session, [&] {
        std::lock_guard lock(mutex);
        woken = true;
        news.notify_one();
    });
    double polled = 0;  // milliseconds of one wait in which there was work
    const auto wait = [&](const auto& done) {
        polled = 0;
        while (true) {
            const auto began = Clock::now();
            workbench.poll();
            polled += milliseconds_since(began);
            if (const auto& error = workbench.view().error) throw Error(error->kind, error->title, error->remedy);
            if (done()) return;
            std::unique_lock lock(mutex);
            const double seconds = std::min(0.05, workbench.seconds_to_next_step().value_or(0.05));
            news.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return woken; });
            woken = false;
        }
    };
    wait([&] { return !workbench.busy() && workbench.drawable().lists; });
    const render::OffscreenContext context(device == DeviceKind::cuda);
    render::Framebuffer framebuffer(typed.width, typed.height);
    Picture picture;
    const bool moves = workbench.view().moving.available;
    Part drawn{"picture", {}}, whole{moves ? "from tick to tick" : "from mouse to picture", {}}, taken{"answers taken", {}},
        waited{"waiting for answers", {}}, dragged{"picture while the view is dragged", {}},
        refined{"frames until all points are there again", {}};
    PictureOptions options;
    options.milliseconds_for_data = data_milliseconds_of_window;
    options.presenter = typed.session.presenting;
    const auto draw = [&] {
        const auto began = Clock::now();
        framebuffer.bind();
        picture.draw(workbench, typed.width, typed.height, 1, render::Theme::light, options);
        glFinish();
        drawn.milliseconds.push_back(milliseconds_since(began));
        workbench.report_frame(picture.buffer_path(), drawn.milliseconds.back());
    };
    for (int frame = 0; frame < 3 || picture.unfinished(); ++frame) draw();
    drawn.milliseconds.clear();
    if (typed.session.regions) {
        Part voted{"search and votes of all places", {}}, seen{"from moved view to picture of regions", {}};
        for (int frame = 0; frame < typed.ticks; ++frame) {
            const auto began = Clock::now();
            const std::uint64_t before = workbench.view().classes.regions ? workbench.view().classes.regions->generation : 0;
            picture.pan(1, 1);
            draw();  // tells the workbench what is visible
            wait([&] {
                return workbench.view().classes.regions && workbench.view().classes.regions->generation != before &&
                       !workbench.view().classes.refining;
            });
            draw();
            seen.milliseconds.push_back(milliseconds_since(began));
            voted.milliseconds.push_back(workbench.view().classes.regions->milliseconds);
        }
        const DecisionRegions& regions = *workbench.view().classes.regions;
        std::printf("%d x %d places\n", regions.columns, regions.rows);
        drawn.print();
        voted.print();
        seen.print();
        return;
    }
    if (!moves) {
        Pointer pointer(workbench);
        pointer.set_picture(&picture);
        for (int frame = 0; frame < typed.ticks; ++frame) {
            const auto began = Clock::now();
            const double x = typed.width * (0.4 + 0.2 * frame / typed.ticks), y = typed.height * 0.45;
            const std::uint64_t before = workbench.drawable().list_generation;
            picture.gui().mouse_move(x, y);
            pointer.move(x, y);
            wait([&] { return workbench.drawable().list_generation != before; });
            draw();
            whole.milliseconds.push_back(milliseconds_since(began));
        }
        drawn.print();
        whole.print();
        drawn.milliseconds.clear();
        for (int frame = 0; frame < typed.ticks; ++frame) {
            picture.pan(1, 1);
            draw();
        }
        dragged.milliseconds = drawn.milliseconds;
        int frames = 0;
        for (; picture.unfinished(); ++frames) draw();
        refined.milliseconds = {double(frames)};
        dragged.print();
        refined.print();
        if (!find_method(typed.session.method).info.records_steps()) return;
        SteppingControls& stepping = workbench.stepping();
        stepping.open(true);
        wait([&] { return workbench.view().stepping.ready; });
        draw();
        Part forward{"a step forward, to its picture", {}}, back{"a step back, to its picture", {}};
        for (Part* part : {&forward, &back})
            for (int step = 0; step < typed.ticks; ++step) {
                const auto began = Clock::now();
                stepping.jump(part == &forward ? Jump::forward : Jump::back);
                draw();
                part->milliseconds.push_back(milliseconds_since(began));
            }
        forward.print();
        back.print();
        return;
    }
    workbench.moving().set_speed(1000);
    workbench.moving().play(true);
    auto last = Clock::now();
    for (int tick = 1; tick <= typed.ticks; ++tick) {
        wait([&] { return workbench.view().moving.tick >= tick; });
        taken.milliseconds.push_back(polled);
        waited.milliseconds.push_back(milliseconds_since(last) - polled);
        draw();
        whole.milliseconds.push_back(milliseconds_since(last));
        last = Clock::now();
    }
    for (const Part* part : {&taken, &waited, &drawn, &whole}) part->print();
    double sum = 0;
    for (const double one : whole.milliseconds) sum += one;
    std::printf("%.1f frames a second, by %s\n", 1000 * double(whole.milliseconds.size()) / sum, picture.buffer_path().c_str());
}

Arguments arguments_of(int count, char** words) {
    Arguments typed;
    typed.session.method = "quadtree-cached";
    typed.session.data = default_device() == DeviceKind::cuda ? "uniform:n=1000000" : "uniform:n=20000";
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        if (word[0] != '-') {
            typed.session.data = word;
            continue;
        }
        if (i + 1 == count) throw Error(Failure::usage, word + " needs a value");
        const std::string value = words[++i];
        if (word == "--method") typed.session.method = value;
        else if (word == "-k") typed.session.k = std::stoi(value);
        else if (word == "--device") typed.session.device = value;
        else if (word == "--ticks") typed.ticks = std::stoi(value);
        else if (word == "--regions") typed.session.regions = value == "yes";
        else if (word == "--present") typed.session.presenting = value == "yes";
        else if (word == "--colour-by") typed.session.colour_by = value;
        else if (word == "--size") std::sscanf(value.c_str(), "%dx%d", &typed.width, &typed.height);
        else if (word == "--cells") {
            for (const CellsShown shown : all_cells_shown)
                if (name(shown) == value) typed.session.cells = shown;
        } else throw Error(Failure::usage, "there is no option " + word);
    }
    return typed;
}

}  // namespace

int main(int count, char** words) try {
    const Arguments typed = arguments_of(count, words);
    const DeviceKind device = typed.session.device.empty() ? default_device() : device_named(typed.session.device);
    std::printf("%s, %s, k = %d, %s, %d ticks\n", typed.session.data.c_str(), typed.session.method.c_str(), typed.session.k,
        std::string(name(device)).c_str(), typed.ticks);
    measure_parts(typed, device);
    measure_whole(typed, device);
} catch (const Error& error) {
    std::fprintf(stderr, "%s\n%s\n", error.what(), error.remedy.c_str());
    return 2;
}
