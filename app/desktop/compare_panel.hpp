// The list that is looked at beside the right one, as a real table: what the instrument in the view draws.
#pragma once
#include "app/desktop/section.hpp"
#include "app/session/view_model.hpp"

class QPushButton;
class QTableWidget;

namespace neighborscope::desktop {

class ComparePanel : public Section {
    Q_OBJECT
public:
    enum Column { rank, theirs, theirs_distance, right, right_distance, fault, columns };

    explicit ComparePanel(QWidget* parent = nullptr);
    void show_comparing(const Comparing&);
    QTableWidget* table() const { return table_; }
    QString sentence() const { return sentence_->text(); }

Q_SIGNALS:
    void command(const QString& id);

private:
    QTableWidget* table_;
    Text *sentence_, *reason_;
    QPushButton *previous_, *next_;
    std::uint64_t shown_ = 0;
};

}  // namespace neighborscope::desktop
