// Small words of the tests of the whole window.
#pragma once
#include "app/desktop/number_field.hpp"
#include "app/session/view_model.hpp"

#include <QLineEdit>
#include <QPoint>
#include <QTest>

#include <vector>

namespace neighborscope::desktop {

inline constexpr int patience = 20000;  // a loaded machine of two cores

inline void type(NumberField* field, const QString& text) {
    auto* line = field->findChild<QLineEdit*>();
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, text);
}

inline std::vector<double> distances(const ViewModel& view) {
    std::vector<double> result;
    for (const NeighbourRow& row : view.neighbours) result.push_back(row.distance);
    return result;
}

/// Places of the view that no instrument covers.
inline const QPoint here(330, 260), there(420, 300);

}  // namespace neighborscope::desktop
