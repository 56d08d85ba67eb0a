// Finds out which features of a document an edit changed.
#pragma once
#include "app/session/document/session.hpp"
#include "app/session/shown/features.hpp"

namespace neighborscope {

/// The features among question, query, look, charts and stepping in which a field differs; empty if the documents are equal.
FeatureSet changed_features(const SessionState& before, const SessionState& after);

}  // namespace neighborscope
