// Points changed by hand: added, moved and erased in the document, and followed as parameters of a generator are.
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

/// Each change is an undoable step. What is shown is view().manual_edits; nothing happens where that refuses.
class EditControls : public Controls {
public:
    using Controls::Controls;

    /// From now on the mouse changes points (Pointer), and the query stays where it is.
    void use_mouse(bool);
    /// Adds a point there: true coordinates along the axes of the picture; on further ones it is where the query is.
    void add(const std::vector<double>& position);
    /// Moves the point of a file row, along the axes of the picture. With `merge` it goes on with the same drag, however slow.
    void move(std::int64_t file_row, const std::vector<double>& position, bool merge = false);
    void erase(std::int64_t file_row);
    void erase_all_edits();                                 ///< as one step
    void set_new_label(const std::optional<std::string>&);  ///< ManualEdits::label: no step

private:
    friend class Workbench;  // says what the mouse is on, and that something has changed
    void point_at(std::int64_t row);
    void describe();

    std::optional<std::string> refusal() const;
    std::vector<double> place_of(const std::vector<double>& position, std::vector<double> whole) const;
    std::string label_for(const std::vector<double>& place) const;
    void change(const std::function<void(PointEdits&, std::int64_t first_new_row)>&, bool merge = false);

    std::int64_t hovered_row_ = -1;              ///< of the data drawn
    std::weak_ptr<const LoadedData> labels_of_;  ///< ManualEdits::labels are of these
};

}  // namespace neighborscope
