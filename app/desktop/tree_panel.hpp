// The leaves of the method's tree as a real table: what the instrument in the view counts. A chosen row's leaves stand out in the view.
#pragma once
#include "app/desktop/section.hpp"
#include "app/session/tree_facts.hpp"
#include "render/scene.hpp"

class QTableWidget;

namespace neighborscope::desktop {

class TreePanel : public Section {
    Q_OBJECT
public:
    enum Column { what, leaves, share, columns };

    explicit TreePanel(QWidget* parent = nullptr);
    void show_tree(const TreeFacts&);  ///< rows by objects, by level, and, where every point has asked, by queries and their distances
    QTableWidget* table() const { return table_; }

Q_SIGNALS:
    void chosen(render::CellNumber of, int from, int to);  ///< leaves with such numbers
    void none_chosen();

private:
    void tell_choice();

    QTableWidget* table_;
    struct Row {
        render::CellNumber of;
        LeafBar bar;
    };
    std::vector<Row> rows_;
};

}  // namespace neighborscope::desktop
