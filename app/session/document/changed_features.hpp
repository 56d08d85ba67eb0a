// Which features of a document an edit changed.
#pragma once
#include "app/session/document/session.hpp"
#include "app/session/shown/features.hpp"

namespace neighborscope {

/// Of Feature::question, query, look, charts and stepping those of which a field differs; empty when the two are equal.
FeatureSet changed_features(const SessionState& before, const SessionState& after);

}  // namespace neighborscope
