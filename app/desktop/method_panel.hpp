// The methods by group, with the reason beside each that cannot answer now; what the chosen one is; its options.
#pragma once
#include "app/desktop/section.hpp"
#include "app/session/session.hpp"
#include "app/session/view_model.hpp"

class QListView;
class QStandardItemModel;

namespace neighborscope::desktop {

class OptionsForm;

class MethodPanel : public Section {
    Q_OBJECT
public:
    explicit MethodPanel(QWidget* parent = nullptr);
    void show_methods(const std::vector<MethodEntry>&, const SessionState&);
    QListView* list() const { return list_; }
    OptionsForm* form() const { return form_; }

Q_SIGNALS:
    void method_chosen(const QString& name);
    void option_changed(const QString& option, const QString& value, bool dragging);
    void drag_ended();

private:
    void fill(const std::vector<MethodEntry>&);

    QListView* list_;
    QStandardItemModel* model_;
    Text *help_, *citation_, *refusal_, *warning_;
    OptionsForm* form_;
    std::vector<std::pair<std::string, std::string>> shown_;  ///< name, refusal
    bool showing_ = false;
};

}  // namespace neighborscope::desktop
