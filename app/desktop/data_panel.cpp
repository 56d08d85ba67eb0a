#include "app/desktop/data_panel.hpp"

#include "app/desktop/icons.hpp"

#include <QMenu>
#include <QPushButton>

namespace neighborscope::desktop {

DataPanel::DataPanel(QWidget* parent) : Section(tr("Data"), 12, parent) {
    name_ = new Text({}, Tone::normal, this);
    name_->set_elided(true);
    name_->setObjectName("data.name");
    content()->addWidget(name_);
    facts_place_ = new QVBoxLayout;
    facts_place_->setSpacing(0);
    content()->addLayout(facts_place_);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    open_ = new QPushButton(icon(Icon::folder), tr("Open…"), this);
    open_->setToolTip(tr("Opens a file of points (Ctrl+O); or drop one anywhere"));
    open_->setAccessibleName(tr("Open a file of points"));
    auto* sample = new QPushButton(icon(Icon::samples), tr("Samples"), this);
    sample->setToolTip(tr("Data that comes with the program, and data it makes"));
    sample->setAccessibleName(tr("Samples and generators"));
    sample->setObjectName("data.samples");
    samples_ = new QMenu(sample);
    samples_->setToolTipsVisible(true);
    connect(sample, &QPushButton::clicked, this, [this, sample] { samples_->popup(sample->mapToGlobal(QPoint(0, sample->height() + 2))); });
    for (QPushButton* button : {open_, sample}) button->setMinimumWidth(72);  // beside a scroll bar they give up their margins
    buttons->addWidget(open_, 1);
    buttons->addWidget(sample, 1);
    content()->addLayout(buttons);
}

void DataPanel::show_data(const DataFacts& data) {
    set_fact(QString::fromStdString(data.summary));
    const QString name = data.loaded ? QString::fromStdString(data.name) : tr("No points yet");
    if (name_->text() != name) name_->setText(name);
    if (facts_ && data.facts == shown_) return;
    shown_ = data.facts;
    delete facts_;
    facts_ = new QWidget(this);
    auto* rows = new QVBoxLayout(facts_);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(1);
    for (const auto& [key, value] : data.facts) {
        auto* left = new Text(QString::fromStdString(key), Tone::second, facts_);
        auto* right = new Text(QString::fromStdString(value), Tone::normal, facts_);
        // A long value gets lines of its own: a reason cut in half explains nothing.
        if (right->fontMetrics().horizontalAdvance(right->text()) + left->fontMetrics().horizontalAdvance(left->text()) > 164) {
            right->setAlignment(Qt::AlignLeft | Qt::AlignTop);
            right->setWordWrap(true);
            rows->addWidget(left);
            rows->addWidget(right);
        } else {
            right->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
            auto* line = new QHBoxLayout;
            line->setSpacing(4);
            line->addWidget(left);
            line->addWidget(right, 1);
            rows->addLayout(line);
        }
        right->setAccessibleName(left->text() + QStringLiteral(": ") + right->text());
    }
    facts_place_->addWidget(facts_);
}

}  // namespace neighborscope::desktop
