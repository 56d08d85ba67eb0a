#include "app/desktop/dock_tabs.hpp"

#include "app/desktop/theme.hpp"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

namespace neighborscope::desktop {

DockTabs::DockTabs(Dock of, QWidget* parent) : QWidget(parent), of_(of) {
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    line_ = new QWidget(this);
    auto* line = new QHBoxLayout(line_);
    line->setContentsMargins(px(8), px(6), px(8), px(2));
    line->setSpacing(px(4));
    const auto add = [&](const QString& text, const QString& help, Dock opens) {
        auto* button = new QPushButton(text, line_);
        button->setToolTip(help);
        button->setAccessibleName(help);
        button->setFocusPolicy(Qt::TabFocus);
        button->setMinimumWidth(1);  // gives way in a narrow dock
        connect(button, &QPushButton::clicked, this, [this, opens] { Q_EMIT toggled(opens); });
        line->addWidget(button);
        return button;
    };
    for (const DockInfo& info : docks) {
        const QString keys = info.keys ? QStringLiteral(" (%1)").arg(to_qstring(info.keys)) : QString();
        QPushButton* button = add(tr(info.short_title), tr(info.title) + keys, info.dock);
        button->setObjectName(QStringLiteral("turn.%1").arg(to_qstring(info.short_title)));
        button->setCheckable(true);
        buttons_.push_back(button);
    }
    line->addStretch(1);
    add(QStringLiteral("×"), tr("Close this part of the window"), of_)->setObjectName("turn.close");
    all->addWidget(line_);
    line_->hide();
}

void DockTabs::show_turns(const DockTurns& turns, bool shown) {
    for (const DockInfo& info : docks) {
        QPushButton* button = buttons_[std::size_t(info.dock)];
        button->setVisible(turns.offers(info.dock));
        button->setChecked(info.dock == of_);
    }
    line_->setVisible(shown);
}

void DockTabs::paintEvent(QPaintEvent*) { QPainter(this).fillRect(rect(), colours().dock); }

}  // namespace neighborscope::desktop
