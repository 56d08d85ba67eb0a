#include "app/session/document/changed_features.hpp"

namespace neighborscope {

FeatureSet changed_features(const SessionState& before, const SessionState& after) {
    using S = SessionState;
    FeatureSet changed;
    SessionState rest = before;  // with the fields below as they are after
    const auto compare = [&](Feature feature, auto... fields) {
        if (((before.*fields == after.*fields) && ...)) return;
        changed = changed | feature;
        ((rest.*fields = after.*fields), ...);
    };
    compare(Feature::query, &S::query, &S::query_row, &S::query_picture, &S::query_crop);
    compare(Feature::look, &S::three_d, &S::projection, &S::polar, &S::links, &S::gallery, &S::regions, &S::misclassified, &S::colour_by,
        &S::cells, &S::morton, &S::network, &S::links_level, &S::theme, &S::camera, &S::presenting, &S::notes, &S::title, &S::timings,
        &S::docks, &S::cards);
    compare(Feature::moving, &S::tick);
    compare(Feature::charts, &S::chart, &S::curve_methods, &S::curve_along, &S::curve_quantity, &S::curve_queries);
    compare(Feature::stepping, &S::stepping, &S::step);
    return rest == after ? changed : changed | Feature::question;
}

}  // namespace neighborscope
