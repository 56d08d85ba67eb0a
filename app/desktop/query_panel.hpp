// The question: where the query is, how many neighbours, by which distance.
#pragma once
#include "app/desktop/section.hpp"
#include "app/session/session.hpp"
#include "app/session/view_model.hpp"

#include <functional>

class QCheckBox;
class QComboBox;
class QPushButton;

namespace neighborscope::desktop {

class NumberField;
class QuietSlider;

class QueryPanel : public Section {
    Q_OBJECT
public:
    explicit QueryPanel(QWidget* parent = nullptr);
    /// `extents`: high - low of each axis of the data, for the precision of the coordinates.
    void show_query(const SessionState&, const ViewModel&, const std::vector<double>& extents);
    QPushButton* follow() const { return follow_; }
    QPushButton* pinned() const { return pinned_; }
    NumberField* k() const { return k_; }
    QuietSlider* k_slider() const { return k_slider_; }
    const std::vector<NumberField*>& coordinates() const { return coordinates_; }

Q_SIGNALS:
    /// One change of the document a person made here.
    void changed(const QString& kind, const std::function<void(SessionState&)>& how, bool merge);

private:
    void build_coordinates(const std::vector<std::string>& axes, int dimension, bool long_values);
    void coordinate_typed();
    void k_typed(const QString&, bool dragging);

    QPushButton *follow_, *pinned_;
    QWidget* coordinate_place_;
    QVBoxLayout* coordinate_layout_;
    QWidget* coordinate_body_ = nullptr;
    std::vector<NumberField*> coordinates_;
    std::vector<std::string> axes_;
    int dimension_ = -1;
    bool long_values_ = false;
    Text *coordinate_error_, *k_error_, *coordinate_note_;
    NumberField* k_;
    QuietSlider* k_slider_;
    QComboBox* metric_;
    QCheckBox* exclude_;
    std::array<int, 3> shown_{0, 1, 2};  ///< DataSet::shown: which coordinates have fields
    std::vector<double> query_;          ///< true coordinates, all axes, as shown
    bool showing_ = false;
};

}  // namespace neighborscope::desktop
