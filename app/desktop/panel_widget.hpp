// A described panel as a section of a dock.
#pragma once
#include "app/desktop/panel_rows.hpp"
#include "app/desktop/section.hpp"

namespace neighborscope::desktop {

/// Updates a button from its description: text, icon, help, enabled, checked, and menu.
void show_button(QAbstractButton*, const panels::Button&);
QAbstractButton* make_button(const panels::Button&, QWidget* parent, const std::function<void()>& pressed);

class PanelWidget : public Section {
    Q_OBJECT
public:
    explicit PanelWidget(const panels::Panel&, QWidget* parent = nullptr);
    /// Shows the panel. Rows with the same id keep their widgets, and so the state of typing and dragging.
    void show_panel(const panels::Panel&);
    RowWidget* row(const std::string& id) const;  ///< null: none

Q_SIGNALS:
    void changed();
    void drag_ended();

private:
    void arrange(const panels::Panel&);
    void scroll_to(const std::string& row);
    void give_keyboard_to(const std::string& row);
    std::uint64_t reveals_ = 0;  ///< of the panel shown last
    std::string keyboard_for_;   ///< of the panel shown last

    struct RowEntry {
        std::string id, label;
        int kind;
        bool beside;
        RowWidget* widget;
        bool is_same_row(const panels::Row& row) const {
            return id == row.id && label == row.label && kind == kind_of(row) && beside == row.beside;
        }
    };
    std::vector<RowEntry> rows_;
    std::vector<std::pair<QToolButton*, panels::Button>> actions_;
};

}  // namespace neighborscope::desktop
