// Controls of points changed by hand: added, moved and erased in the document.
#pragma once
#include "app/session/workbench/controls.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace neighborscope {

struct LoadedData;
struct PointEdits;

/// Each change is an undoable step. The state is view().manual_edits; no effect if ManualEdits::refusal is set.
class EditControls : public Controls {
public:
    using Controls::Controls;

    /// Lets the mouse edit points (Pointer) instead of moving the query.
    void use_mouse(bool);
    /// Adds a point at true coordinates along the axes of the picture. On other axes it gets the query's coordinates.
    void add(const std::vector<double>& position);
    /// Moves the point of a file row along the axes of the picture. With `merge` it continues the same drag, however slow.
    void move(std::int64_t file_row, const std::vector<double>& position, bool merge = false);
    void erase(std::int64_t file_row);
    void erase_all_edits();                                 ///< one step
    void set_new_label(const std::optional<std::string>&);  ///< ManualEdits::label: no step

private:
    friend class Workbench;  // calls point_at() and describe()
    void point_at(std::int64_t row);
    void describe();

    std::optional<std::string> refusal() const;
    std::vector<double> place_of(const std::vector<double>& position, std::vector<double> whole) const;
    std::string label_for(const std::vector<double>& place) const;
    void change(const std::function<void(PointEdits&, std::int64_t first_new_row)>&, bool merge = false);

    std::int64_t hovered_row_ = -1;              ///< row of the data drawn
    std::weak_ptr<const LoadedData> labels_of_;  ///< the data of ManualEdits::labels
};

}  // namespace neighborscope
