// The leaves of the method's tree as a real table: what the instrument in the view counts. A chosen row's leaves stand out in the view.
#pragma once
#include "app/desktop/section.hpp"
#include "app/session/tree_facts.hpp"

class QTableWidget;

namespace neighborscope::desktop {

class TreePanel : public Section {
    Q_OBJECT
public:
    enum Column { what, leaves, share, columns };

    explicit TreePanel(QWidget* parent = nullptr);
    void show_tree(const TreeFacts&);  ///< rows by objects, then rows by level
    QTableWidget* table() const { return table_; }

Q_SIGNALS:
    void chosen(bool by_level, int from, int to);  ///< leaves with such numbers
    void none_chosen();

private:
    void tell_choice();

    QTableWidget* table_;
    std::vector<LeafBar> bars_;
    std::size_t by_objects_ = 0;  // of bars_; the rest are levels
};

}  // namespace neighborscope::desktop
