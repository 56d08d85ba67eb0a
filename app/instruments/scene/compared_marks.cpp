#include "app/instruments/scene/compared_marks.hpp"

#include "app/compare/comparison.hpp"

namespace neighborscope {

void ComparedMarks::update(const Comparing& comparing, const DataSet* data, const Projection& projection) {
    shown_ = comparing.lists && comparing.of_this_tick && data && comparing.lists->queries.on(*data).count() == comparing.lists->count;
    if (!shown_) {
        lists_.reset();
        return;
    }
    if (comparing.lists == lists_ && projection == projection_) return;
    lists_ = comparing.lists;
    projection_ = projection;
    const HostRows queries = lists_->queries.on(*data);
    std::vector<float> places;
    places.reserve(std::size_t(lists_->count) * 3);
    const auto add = [&](std::int64_t query) {
        if (projection.plane) {
            std::vector<double> position;
            for (int axis = 0; axis < data->dimension; ++axis)
                position.push_back(double(queries.row(query)[axis]) + data->origin[std::size_t(axis)]);
            for (const double place : projection.place(*data, position)) places.push_back(float(place));
            return;
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const int which = projection.axes[axis];
            places.push_back(which < data->dimension ? queries.row(query)[which] : 0.0f);
        }
    };
    for (std::int64_t query = 0; query < lists_->count; ++query)
        if (lists_->judgements[std::size_t(query)].faults == 0) add(query);
    right_ = int(places.size() / 3);
    for (const ListClass one : {ListClass::missing, ListClass::wrong})
        for (const std::int64_t query : lists_->queries_of(one)) add(query);
    wrong_ = int(places.size() / 3) - right_;
    if (places_.bytes() < places.size() * sizeof(float)) places_ = render::Buffer(places.size() * sizeof(float));
    places_.upload(places.data(), places.size() * sizeof(float));
}

void ComparedMarks::add_to(render::Extras& extras) const {
    if (!shown_) return;
    extras.compared = &places_;
    extras.compared_right = right_;
    extras.compared_wrong = wrong_;
}

}  // namespace neighborscope
