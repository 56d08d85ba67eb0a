#include "app/desktop/data_panel.hpp"

#include "app/data/make/parameters.hpp"
#include "app/desktop/icons.hpp"
#include "app/desktop/options_form.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QMenu>
#include <QPushButton>

namespace neighborscope::desktop {

DataPanel::DataPanel(QWidget* parent) : Section(tr("Data"), 12, parent) {
    name_ = new Text({}, Tone::normal, this);
    name_->set_elided(true);
    name_->setObjectName("data.name");
    content()->addWidget(name_);
    parameters_ = new OptionsForm(OptionsForm::Help::tooltip, this);  // above all that changes with the data: a drag must not move it
    parameters_->setObjectName("data.parameters");
    content()->addWidget(parameters_);
    connect(parameters_, &OptionsForm::changed, this, &DataPanel::parameter_changed);
    connect(parameters_, &OptionsForm::drag_ended, this, &DataPanel::drag_ended);
    why_ = new Text({}, Tone::second, this);
    why_->setObjectName("data.why");
    why_->setWordWrap(true);
    content()->addWidget(why_);
    try_ = new QPushButton(this);
    try_->setObjectName("data.try");
    try_->setToolTip(tr("A good first method for these points"));
    content()->addWidget(try_);
    connect(try_, &QPushButton::clicked, this, [this] {
        Q_EMIT changed(
            tr("change method"), [name = first_method_.toStdString()](SessionState& s) { s.method = name; }, false);
    });
    facts_place_ = new QVBoxLayout;
    facts_place_->setSpacing(0);
    content()->addLayout(facts_place_);
    colour_line_ = new QWidget(this);
    auto* colours = new QHBoxLayout(colour_line_);
    colours->setContentsMargins(0, 0, 0, 0);
    colours->setSpacing(8);
    auto* label = new Text(tr("colour by"), Tone::normal, colour_line_);
    colour_by_ = new QComboBox(colour_line_);
    colour_by_->setObjectName("data.colour_by");
    colour_by_->setAccessibleName(tr("Colour the points by"));
    colour_by_->setToolTip(tr("What the colours of the points say (C, Shift+C)"));
    colour_by_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    colour_by_->setMinimumContentsLength(6);
    label->setBuddy(colour_by_);
    colours->addWidget(label);
    colours->addWidget(colour_by_, 1);
    content()->addWidget(colour_line_);
    connect(colour_by_, &QComboBox::currentIndexChanged, this, [this](int index) {
        if (showing_ || index < 0 || std::size_t(index) >= ways_.size()) return;
        Q_EMIT changed(
            tr("colour by"), [value = ways_[std::size_t(index)].value](SessionState& s) { s.colour_by = value; }, false);
    });
    network_ = new QCheckBox(tr("street network"), this);
    network_->setObjectName("data.network");
    network_->setToolTip(tr("Draws the streets that the points move on (R)"));
    content()->addWidget(network_);
    connect(network_, &QCheckBox::clicked, this, [this](bool on) {
        Q_EMIT changed(
            tr("street network"), [on](SessionState& s) { s.network = on; }, false);
    });
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
    columns_ = new QPushButton(tr("Columns…"), this);
    columns_->setObjectName("data.columns");
    columns_->setToolTip(tr("Chooses which columns of the file are coordinates, and which is the class of a point (Ctrl+I)"));
    columns_->setAccessibleName(tr("Choose the columns of the file"));
    content()->addWidget(columns_);
}

void DataPanel::show_colouring(const Colouring& colouring) {
    showing_ = true;
    if (ways_ != colouring.ways) {
        ways_ = colouring.ways;
        colour_by_->clear();
        for (const ColourWay& way : ways_) colour_by_->addItem(QString::fromStdString(way.title));
    }
    colour_by_->setCurrentIndex(ways_.empty() ? -1 : int(colouring.shown));
    colour_line_->setVisible(ways_.size() > 1);
    showing_ = false;
}

/// Of a sample: why it is interesting, and a method to begin with unless that is at work already, or cannot be.
void DataPanel::show_why(const ViewModel& view, const SessionState& session) {
    const QString why = QString::fromStdString(view.data.why);
    if (why_->text() != why) why_->setText(why);
    why_->setVisible(!why.isEmpty());
    bool offered = false;
    for (const MethodEntry& entry : view.methods)
        offered =
            offered || (!entry.refusal && entry.method->info.name == view.data.first_method && session.method != view.data.first_method);
    first_method_ = QString::fromStdString(view.data.first_method);
    if (offered) try_->setText(tr("Try method %1").arg(first_method_));
    try_->setVisible(offered);
}

void DataPanel::show_data(const ViewModel& view, const SessionState& session) {
    const DataFacts& data = view.data;
    show_colouring(view.colouring);
    network_->setVisible(data.has_network);
    network_->setChecked(session.network);
    columns_->setVisible(data.has_columns);
    set_fact(data.loaded ? tr("%1, %2-D").arg(QString::fromStdString(text_of_count(data.count))).arg(data.dimension) : QString());
    show_why(view, session);
    const QString name = data.loaded ? QString::fromStdString(data.name) : tr("No points yet");
    if (name_->text() != name) name_->setText(name);
    parameters_->show_options(data.parameters, given_parameters(session.data));
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
