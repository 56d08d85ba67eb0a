// Stepping as widgets: what timeline, pseudo-code and heap show in the view, for the keyboard, for screen readers and for copying.
#pragma once
#include "app/desktop/section.hpp"
#include "app/session/view_model.hpp"

#include <QAbstractTableModel>

class QListWidget;
class QPushButton;
class QSlider;
class QTableView;

namespace neighborscope::desktop {

/// The steps of a record, a line each, told when they come into sight: a record may have two million.
class StepsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { step, phase, kind, point, distance, left, bound, sentence, columns };
    using QAbstractTableModel::QAbstractTableModel;

    void show_record(std::shared_ptr<const Recording>);
    int rowCount(const QModelIndex& = {}) const override { return record_ ? int(record_->count()) : 0; }
    int columnCount(const QModelIndex& = {}) const override { return columns; }
    QVariant data(const QModelIndex&, int role) const override;
    QVariant headerData(int section, Qt::Orientation, int role) const override;

private:
    std::shared_ptr<const Recording> record_;
};

class StepsPanel : public Section {
    Q_OBJECT
public:
    explicit StepsPanel(QWidget* parent = nullptr);
    void show_steps(const ViewModel&, const Method* method);

    QSlider* slider() const { return slider_; }
    QSlider* speed() const { return speed_; }
    QTableView* table() const { return table_; }
    QListWidget* code() const { return code_; }
    Text* sentence() const { return sentence_; }
    Text* why() const { return why_; }
    QPushButton* button(const QString& command) const;

Q_SIGNALS:
    void command(const QString& id);
    void step_chosen(qint64 position);
    void speed_chosen(double steps_per_second);

protected:
    void resizeEvent(QResizeEvent*) override;

private:
    QPushButton* add_button(class QHBoxLayout*, const QString& text, const QString& name, const QString& command);

    QList<QPushButton*> buttons_;
    QSlider *slider_, *speed_;
    QTableView* table_;
    StepsModel* model_;
    QListWidget* code_;
    Text *sentence_, *place_, *speed_text_, *held_, *why_;
    const Method* method_ = nullptr;
    bool showing_ = false;
    std::int64_t shown_position_ = -1;  // that the table was scrolled to
};

}  // namespace neighborscope::desktop
