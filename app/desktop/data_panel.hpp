// What the points are, and the ways to other points.
#pragma once
#include "app/desktop/section.hpp"
#include "app/session/view_model.hpp"

class QMenu;
class QPushButton;

namespace neighborscope::desktop {

class DataPanel : public Section {
    Q_OBJECT
public:
    explicit DataPanel(QWidget* parent = nullptr);
    void show_data(const DataFacts&);
    QPushButton* open_button() const { return open_; }
    QMenu* samples_menu() const { return samples_; }  ///< filled by the window from its commands

private:
    Text* name_;
    QWidget* facts_ = nullptr;
    QVBoxLayout* facts_place_;
    QPushButton* open_;
    QMenu* samples_;
    std::vector<std::pair<std::string, std::string>> shown_;
};

}  // namespace neighborscope::desktop
