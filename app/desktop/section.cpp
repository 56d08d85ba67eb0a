#include "app/desktop/section.hpp"

#include "app/desktop/icons.hpp"

#include <QPainter>

namespace neighborscope::desktop {

Section::Section(const QString& title, int margin, QWidget* parent) : QWidget(parent) {
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, px(1), 0, 0);
    all->setSpacing(0);
    auto* bar = bar_ = new QWidget(this);
    bar->setFixedHeight(px(32));
    header_layout_ = new QHBoxLayout(bar);
    header_layout_->setContentsMargins(px(4), 0, px(12), 0);  // the arrow is left of the content
    header_layout_->setSpacing(px(4));
    header_ = new QToolButton(bar);
    header_->setText(title);
    header_->setIcon(icon(Icon::chevron_down));
    header_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    header_->setFixedHeight(px(32));
    header_->setFont(font_of_size(13, true));
    header_->setCheckable(true);
    header_->setChecked(true);
    header_->setProperty("section", true);
    header_->setFocusPolicy(Qt::TabFocus);
    header_->setAccessibleName(tr("%1 section").arg(title));
    header_->setToolTip(tr("Fold or unfold"));
    fact_ = new Text({}, Tone::second, bar);
    fact_->set_size(12);
    fact_->set_elided(true);
    fact_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    header_layout_->addWidget(header_);
    header_layout_->addWidget(fact_, 1);
    body_ = content_ = new QWidget(this);
    content_layout_ = new QVBoxLayout(content_);
    content_layout_->setContentsMargins(margin, 0, margin, margin ? px(12) : 0);
    content_layout_->setSpacing(px(8));
    all->addWidget(bar);
    all->addWidget(content_, 1);
    connect(header_, &QToolButton::toggled, this, [this](bool open) {
        body_->setVisible(open);
        header_->setIcon(icon(open ? Icon::chevron_down : Icon::chevron_right));
        // A folded section must not keep the height of its content.
        QSizePolicy policy = sizePolicy();
        policy.setVerticalPolicy(open ? QSizePolicy::Preferred : QSizePolicy::Maximum);
        setSizePolicy(policy);
    });
}

void Section::scroll_content() {
    layout()->removeWidget(content_);
    body_ = scrolled(content_);
    static_cast<QVBoxLayout*>(layout())->addWidget(body_, 1);
}

void Section::set_fact(const QString& fact) {
    if (fact_->text() != fact) fact_->setText(fact);
}

void Section::set_help(const QString& help) {
    const QString tip = help + (help.isEmpty() ? QString() : QStringLiteral("\n")) + tr("Fold or unfold");
    if (header_->toolTip() == tip) return;
    header_->setToolTip(tip);
    header_->parentWidget()->setToolTip(help);  // beside the title
}

QToolButton* Section::add_action(const QIcon& picture, const QString& text, const QString& help) {
    auto* button = new QToolButton(this);
    button->setIcon(picture);
    button->setText(text);
    button->setToolTip(help);
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFixedHeight(px(24));
    button->setFont(font_of_size(12));
    button->setFocusPolicy(Qt::TabFocus);
    // Actions replace the fact; their margin is part of the inset.
    header_layout_->setSpacing(0);
    header_layout_->setContentsMargins(px(4), 0, px(8), 0);
    header_layout_->addWidget(button);
    return button;
}

void Section::paintEvent(QPaintEvent*) {
    if (y() > 0) QPainter(this).fillRect(QRect(0, 0, width(), 1), colours().divider);
}

QScrollArea* scrolled(QWidget* body) {
    auto* area = new QScrollArea;
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidget(body);
    area->viewport()->setAutoFillBackground(false);
    body->setAutoFillBackground(false);
    return area;
}

void DockBody::paintEvent(QPaintEvent*) { QPainter(this).fillRect(rect(), colours().dock); }

}  // namespace neighborscope::desktop
