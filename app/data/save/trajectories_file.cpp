#include "app/data/save/trajectories_file.hpp"

#include "app/data/save/csv_text.hpp"
#include "gpu/error.hpp"

namespace neighborscope {

void write_trajectories(OutputFile& file, const DataSet& data, std::int64_t ticks, const Progress& progress) {
    if (data.dimension != 2 && data.dimension != 3)
        throw Error(Failure::usage,
            file.path() + ": trajectories are written in 2-D and 3-D, these points have " + std::to_string(data.dimension) +
                (data.dimension == 1 ? " dimension" : " dimensions"),
            "choose two or three columns");
    const CoordinateText coordinates(data);
    const Quantity* title = data.title();
    std::vector<float> positions = data.coordinates;
    const std::unique_ptr<Walk> walk = data.motion->walk();
    std::string text = data.dimension == 2 ? "tick,id,x,y\n" : "tick,id,x,y,z\n";
    for (std::int64_t tick = 0; tick < ticks; ++tick) {
        if (tick > 0 && !walk->next(positions)) break;
        const std::int64_t number = data.motion->tick_number(tick);
        for (std::int64_t row = 0; row < data.count(); ++row) {
            append_number(text, number);
            text += ',';
            if (title) append_field(text, title->text(row));
            else append_number(text, data.file_row(row));
            for (int axis = 0; axis < data.dimension; ++axis) {
                text += ',';
                coordinates.append(text, &positions[std::size_t(row) * std::size_t(data.dimension)], axis);
            }
            text += '\n';
            if (text.size() < 65536) continue;
            file.write(text);
            text.clear();
            progress.step(double(tick) * double(data.count()) + double(row), double(ticks) * double(data.count()));
        }
    }
    file.write(text);
}

}  // namespace neighborscope
