#include "app/session/written_points.hpp"

#include "app/data/save/points_file.hpp"

namespace neighborscope {

std::string write(const WrittenPoints& written, SharedProgress& card, const Progress& progress) {
    card.begin("Writing " + written.path, "");
    std::vector<std::int32_t> index;
    std::vector<float> distance;
    for (const NeighbourRow& row : written.neighbours) {
        index.push_back(std::int32_t(row.row));
        distance.push_back(float(row.distance));
    }
    const DataSet& points = written.data->set;
    const PointResults results = results_of_list(points.count(), index, distance);
    write_points(written.path, points, &results, progress);
    return text_of_amount(points.count(), "point", "points") + " written to " + written.path;
}

}  // namespace neighborscope
