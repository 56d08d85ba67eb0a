// What the points are, how they are drawn, and the ways to other points.
#pragma once
#include "app/desktop/section.hpp"
#include "app/session/session.hpp"
#include "app/session/view_model.hpp"

#include <functional>

class QCheckBox;
class QComboBox;
class QMenu;
class QPushButton;

namespace neighborscope::desktop {

class OptionsForm;

class DataPanel : public Section {
    Q_OBJECT
public:
    explicit DataPanel(QWidget* parent = nullptr);
    void show_data(const ViewModel&, const SessionState&);
    QPushButton* open_button() const { return open_; }
    QPushButton* columns_button() const { return columns_; }
    QComboBox* colour_by() const { return colour_by_; }
    QCheckBox* network() const { return network_; }
    QPushButton* try_button() const { return try_; }
    QMenu* samples_menu() const { return samples_; }  ///< filled by the window from its commands

Q_SIGNALS:
    /// One change of the document a person made here.
    void changed(const QString& kind, const std::function<void(SessionState&)>& how, bool merge);
    /// One of the parameters that a generator made the data with.
    void parameter_changed(const QString& name, const QString& value, bool dragging);
    void drag_ended();

private:
    void show_colouring(const Colouring&);
    void show_why(const ViewModel&, const SessionState&);

    Text* name_;
    OptionsForm* parameters_;
    QWidget* facts_ = nullptr;
    QVBoxLayout* facts_place_;
    Text* why_;
    QPushButton *open_, *columns_, *try_;
    QString first_method_;
    QWidget* colour_line_;
    QComboBox* colour_by_;
    QCheckBox* network_;
    std::vector<ColourWay> ways_;
    bool showing_ = false;
    QMenu* samples_;
    std::vector<std::pair<std::string, std::string>> shown_;
};

}  // namespace neighborscope::desktop
