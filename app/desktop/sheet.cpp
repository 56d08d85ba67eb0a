#include "app/desktop/sheet.hpp"

#include "app/desktop/panel_widget.hpp"

#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace neighborscope::desktop {

namespace {

/// Splits off the last row of the sheet, its buttons, which stay visible while the other rows are scrolled.
std::pair<panels::Panel, panels::Panel> split_off_buttons(panels::Panel panel, Sheet* sheet) {
    panels::Panel buttons{panel.id + ".end", {}, {}, {}, {}};
    buttons.rows.push_back(std::move(panel.rows.back()));
    panel.rows.pop_back();
    for (panels::Button& button : std::get<panels::Buttons>(buttons.rows.back().what).buttons)
        if (button.closes)
            button.run = [run = button.run, sheet] {
                sheet->close();
                run();
            };
    return {std::move(panel), std::move(buttons)};
}

}  // namespace

Sheet::Sheet(panels::Sheet describe, QWidget* parent) : QDialog(parent), describe_(std::move(describe)) {
    setAttribute(Qt::WA_DeleteOnClose);
    const auto [panel, buttons] = split_off_buttons(describe_(), this);
    setWindowTitle(to_qstring(panel.title));
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(px(4), px(12), px(4), px(4));
    all->setSpacing(px(8));
    rows_ = new PanelWidget(panel, this);
    buttons_ = new PanelWidget(buttons, this);
    for (PanelWidget* part : {rows_, buttons_}) {
        part->hide_header();
        connect(part, &PanelWidget::changed, this, [this] {
            if (isVisible()) show_sheet();
            Q_EMIT changed();
        });
    }
    auto* area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidget(rows_);
    area->setFocusPolicy(Qt::NoFocus);
    all->addWidget(area, 1);
    all->addWidget(buttons_);
    const bool table = std::any_of(
        panel.rows.begin(), panel.rows.end(), [](const panels::Row& row) { return std::holds_alternative<panels::Table>(row.what); });
    const int high = table ? px(560) : std::clamp(rows_->sizeHint().height() + px(96), px(240), px(560));
    const QSize room = parent->size() - QSize(px(16), px(40));
    resize(std::min(px(table ? 760 : 640), room.width()), std::min(high, room.height()));
}

void Sheet::show_sheet() {
    const auto [panel, buttons] = split_off_buttons(describe_(), this);
    rows_->show_panel(panel);
    buttons_->show_panel(buttons);
}

}  // namespace neighborscope::desktop
