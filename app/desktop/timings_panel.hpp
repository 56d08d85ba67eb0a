// The timings as a real table: what the instrument in the view shows, for screen readers and for copying.
#pragma once
#include "app/desktop/section.hpp"
#include "app/session/view_model.hpp"

class QTableWidget;

namespace neighborscope::desktop {

class TimingsPanel : public Section {
    Q_OBJECT
public:
    enum Column { phase, median, range, bytes, operations, formula, columns };

    explicit TimingsPanel(QWidget* parent = nullptr);
    void show_timings(const Timings&);  ///< one row a phase, then the total
    QTableWidget* table() const { return table_; }

private:
    QTableWidget* table_;
};

}  // namespace neighborscope::desktop
