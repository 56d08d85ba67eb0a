// The list: rank with its colour, index, distance, and what the file calls the point; of a step of a search through a tree instead of the
// last the leaf that it came from, and whether it is final. Sortable; the selection is the rank ringed in the view.
#pragma once
#include "app/desktop/section.hpp"
#include "app/session/view_model.hpp"

#include <QAbstractTableModel>
#include <QTableView>

namespace neighborscope::desktop {

class NeighboursModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { rank_column, index_column, distance_column, title_column, leaf_column, final_column };
    using QAbstractTableModel::QAbstractTableModel;

    void show_neighbours(const ViewModel&);
    int rowCount(const QModelIndex& = {}) const override { return int(order_.size()); }
    int columnCount(const QModelIndex& = {}) const override {
        return leaves_ ? title_column + 2 : title_name_.empty() ? title_column : title_column + 1;
    }
    Column column(int at) const { return Column(at < title_column || !leaves_ ? at : at + 1); }  ///< what stands there
    bool leaves() const { return leaves_; }  ///< the list is that of a step, with leaves
    QVariant data(const QModelIndex&, int role) const override;
    QVariant headerData(int section, Qt::Orientation, int role) const override;
    void sort(int column, Qt::SortOrder) override;

    const NeighbourRow& row(int at) const { return rows_[order_[std::size_t(at)]]; }
    int row_of_rank(int rank) const;     ///< where rank (from 1) stands, -1 = nowhere
    int row_of(std::int64_t row) const;  ///< where row of the data set stands, -1 = nowhere
    void set_hovered(std::int64_t row);  ///< of the data set; its line is tinted
    std::int64_t hovered() const { return hovered_; }

private:
    void arrange();

    std::vector<NeighbourRow> rows_;
    std::vector<std::string> axes_;
    std::string title_name_;
    bool leaves_ = false;
    std::vector<std::size_t> order_;
    double kth_distance_ = 0;
    Column sort_column_ = rank_column;
    Qt::SortOrder sort_order_ = Qt::AscendingOrder;
    std::int64_t hovered_ = -1;
};

class NeighboursPanel : public Section {
    Q_OBJECT
public:
    explicit NeighboursPanel(QWidget* parent = nullptr);
    void show_neighbours(const ViewModel&);
    QTableView* table() const { return table_; }
    NeighboursModel* model() const { return model_; }
    QToolButton* copy_button() const { return copy_; }
    QToolButton* export_button() const { return export_; }
    void set_hovered(std::int64_t row) { model_->set_hovered(row); }

Q_SIGNALS:
    void rank_selected(int rank_from_0);  ///< -1: none

protected:
    bool eventFilter(QObject*, QEvent*) override;

private:
    int selected_rank() const;  ///< from 1, 0 = none
    void select_rank(int rank);
    void fit_columns(bool anew);

    QTableView* table_;
    NeighboursModel* model_;
    QToolButton *copy_, *export_;
    Text* empty_;
    bool showing_ = false;
};

}  // namespace neighborscope::desktop
