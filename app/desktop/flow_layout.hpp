// A layout of widgets side by side that wraps to several lines.
#pragma once
#include <QLayout>

#include <memory>
#include <vector>

namespace neighborscope::desktop {

class FlowLayout : public QLayout {
public:
    explicit FlowLayout(QWidget* parent, int spacing = 8);

    void addItem(QLayoutItem* item) override { items_.emplace_back(item); }
    int count() const override { return int(items_.size()); }
    QLayoutItem* itemAt(int at) const override { return at >= 0 && at < count() ? items_[std::size_t(at)].get() : nullptr; }
    QLayoutItem* takeAt(int at) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return arrange({0, 0, width, 0}, false); }
    QSize minimumSize() const override;
    QSize sizeHint() const override;
    void setGeometry(const QRect&) override;

private:
    int arrange(const QRect&, bool move) const;  ///< returns the height
    std::vector<std::unique_ptr<QLayoutItem>> items_;
};

}  // namespace neighborscope::desktop
