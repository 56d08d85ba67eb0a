// What the run of a page shows, by name: for placeholders, tasks and predictions.
#pragma once
#include "app/lessons/batch.hpp"
#include "app/lessons/condition.hpp"
#include "app/session/document/session.hpp"
#include "app/session/shown/view_model.hpp"

namespace neighborscope::lessons {

/// The facts of an answer that is checked and counted: its document's fields that are a number or a word, the options of its method, its
/// counters, and those of assets/lessons/README.md. `batch`: that of the document, batch_of().
Facts facts_of(const SessionState&, const ViewModel&, const std::optional<Batch>& batch = {});

/// Whether the answer is compared with the truth, counted and measured, and, where the picture shows them, the work of all points as
/// queries is counted and all rows are classified: it then has all its facts. The workbench must not be busy.
bool has_all_facts(const SessionState&, const ViewModel&);

}  // namespace neighborscope::lessons
