#include "app/desktop/query_panel.hpp"

#include "app/desktop/icons.hpp"
#include "app/desktop/number_field.hpp"
#include "app/session/slider_scale.hpp"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>

#include <cmath>

namespace neighborscope::desktop {

namespace {

constexpr int k_slider_to = 1024;
constexpr int widest_beside = 64;  // of two numbers on a line, pixels
const SliderScale& k_scale() {
    static const SliderScale scale(1, k_slider_to, true);
    return scale;
}

}  // namespace

QueryPanel::QueryPanel(QWidget* parent) : Section(tr("Query"), 12, parent) {
    auto* segments = new QHBoxLayout;
    segments->setSpacing(0);
    follow_ = new QPushButton(icon(Icon::follow), tr("Follow"), this);
    pinned_ = new QPushButton(icon(Icon::pin), tr("Pinned"), this);
    follow_->setProperty("segment", "first");
    pinned_->setProperty("segment", "last");
    follow_->setToolTip(tr("The query follows the mouse (P)"));
    pinned_->setToolTip(tr("The query stays where it is (P); a click in the view puts it there"));
    follow_->setAccessibleName(tr("The query follows the mouse"));
    pinned_->setAccessibleName(tr("The query stays where it is"));
    auto* group = new QButtonGroup(this);
    for (QPushButton* one : {follow_, pinned_}) {
        one->setCheckable(true);
        group->addButton(one);
        segments->addWidget(one, 1);
    }
    follow_->setChecked(true);
    connect(follow_, &QPushButton::clicked, this, [this] {
        Q_EMIT changed(
            tr("follow the mouse"), [](SessionState& s) { s.query_mode = QueryMode::follow; }, false);
    });
    connect(pinned_, &QPushButton::clicked, this, [this] {
        Q_EMIT changed(
            tr("pin the query"),
            [query = query_](SessionState& s) {
                s.query_mode = QueryMode::pinned;
                if (!query.empty()) s.query = query;
            },
            false);
    });
    content()->addLayout(segments);

    coordinate_place_ = new QWidget(this);
    coordinate_layout_ = new QVBoxLayout(coordinate_place_);
    coordinate_layout_->setContentsMargins(0, 0, 0, 0);
    coordinate_layout_->setSpacing(2);
    coordinate_error_ = new Text({}, Tone::error, this);
    coordinate_note_ = new Text({}, Tone::second, this);
    k_error_ = new Text({}, Tone::error, this);
    for (Text* text : {coordinate_error_, coordinate_note_, k_error_}) {
        text->set_size(12);
        text->setWordWrap(true);
        text->hide();
    }
    content()->addWidget(coordinate_place_);
    content()->addWidget(coordinate_error_);
    content()->addWidget(coordinate_note_);

    auto* k_line = new QHBoxLayout;
    k_line->setSpacing(8);
    auto* k_label = new Text(tr("k"), Tone::normal, this);
    k_label->setToolTip(tr("How many neighbours"));
    k_label->setFixedWidth(16);
    k_slider_ = new QuietSlider(tr("k, slider"), this);
    k_slider_->setRange(0, SliderScale::steps);
    k_slider_->setToolTip(tr("How many neighbours, logarithmic: 1 – 1 024"));
    k_ = new NumberField(tr("k, how many neighbours"), this);
    k_->setObjectName("query.k");
    k_->setFixedWidth(64);
    k_->step = [](const QString& text, int steps) {
        const double value = number_from(text);
        return std::isnan(value) ? text : QString::number(qlonglong(std::max(1.0, std::round(value) + steps)));
    };
    k_label->setBuddy(k_);
    k_line->addWidget(k_label);
    k_line->addWidget(k_slider_, 1);
    k_line->addWidget(k_);
    content()->addLayout(k_line);
    content()->addWidget(k_error_);
    connect(k_, &NumberField::edited, this, [this](const QString& text) { k_typed(text, false); });
    connect(k_slider_, &QSlider::valueChanged, this, [this](int position) {
        if (!showing_) k_typed(QString::number(qlonglong(k_scale().value(position))), k_slider_->held());
    });

    auto* metric_line = new QHBoxLayout;
    metric_line->setSpacing(8);
    auto* metric_label = new Text(tr("metric"), Tone::normal, this);
    metric_ = new QComboBox(this);
    metric_->setObjectName("query.metric");
    metric_->setAccessibleName(tr("Metric"));
    metric_->setToolTip(tr("How distance is measured"));
    metric_->addItems({tr("Euclidean"), tr("Manhattan"), tr("Chebyshev")});
    metric_line->addWidget(metric_label);
    metric_line->addWidget(metric_, 1);
    content()->addLayout(metric_line);
    connect(metric_, &QComboBox::currentIndexChanged, this, [this](int index) {
        if (!showing_)
            Q_EMIT changed(
                tr("change the metric"), [index](SessionState& s) { s.metric = Metric(index); }, false);
    });

    exclude_ = new QCheckBox(tr("exclude the point itself"), this);
    exclude_->setObjectName("query.exclude");
    exclude_->setToolTip(tr("Leaves out the point the query stands on"));
    content()->addWidget(exclude_);
    connect(exclude_, &QCheckBox::clicked, this, [this](bool on) {
        Q_EMIT changed(
            tr("exclude the point itself"), [on](SessionState& s) { s.exclude_self = on; }, false);
    });
}

void QueryPanel::k_typed(const QString& text, bool dragging) {
    const double value = number_from(text);
    QString error;
    if (std::isnan(value) || value != std::floor(value)) error = tr("k is a whole number");
    else if (value < 1) error = tr("k is at least 1");
    else if (value > 2147483647.0) error = tr("k is at most 2 147 483 647");
    k_->set_error(error);
    k_error_->setText(error);
    k_error_->setVisible(!error.isEmpty());
    if (!error.isEmpty()) return;
    const int k = int(value);
    // Typing 1, 6 is one change to 16, as a drag is.
    Q_EMIT changed(
        tr("change k"), [k](SessionState& s) { s.k = k; }, dragging || k_->hasFocus());
}

void QueryPanel::build_coordinates(const std::vector<std::string>& axes, int dimension, bool long_values) {
    const int shown = std::min(dimension, 3);
    if (dimension == dimension_ && axes == axes_ && long_values == long_values_) return;
    long_values_ = long_values;
    dimension_ = dimension;
    axes_ = axes;
    delete coordinate_body_;
    coordinates_.clear();
    coordinate_body_ = new QWidget(coordinate_place_);
    auto* grid = new QGridLayout(coordinate_body_);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    int longest = 0;
    for (int axis = 0; axis < shown; ++axis) longest = std::max(longest, int(axis < int(axes.size()) ? axes[std::size_t(axis)].size() : 1));
    // Short names stand beside each other; names of columns get a line each, and numbers that would be cut off.
    const bool beside = longest <= 3 && shown <= 2 && !long_values;
    for (int axis = 0; axis < shown; ++axis) {
        const QString name = axis < int(axes.size()) ? QString::fromStdString(axes[std::size_t(axis)]) : QString(QLatin1Char("xyz"[axis]));
        auto* label = new Text(name, Tone::normal, coordinate_body_);
        label->set_elided(!beside);
        auto* field = new NumberField(tr("query, %1").arg(name), coordinate_body_);
        field->setObjectName(QStringLiteral("query.coordinate.%1").arg(axis));
        field->setButtonSymbols(QAbstractSpinBox::NoButtons);
        if (beside) {
            grid->addWidget(label, 0, axis * 2);
            grid->addWidget(field, 0, axis * 2 + 1);
            grid->setColumnStretch(axis * 2 + 1, 1);
        } else {
            grid->addWidget(label, axis, 0);
            grid->addWidget(field, axis, 1);
            grid->setColumnStretch(0, 1);
            field->setFixedWidth(128);
        }
        connect(field, &NumberField::edited, this, [this] { coordinate_typed(); });
        coordinates_.push_back(field);
    }
    coordinate_layout_->addWidget(coordinate_body_);
    coordinate_note_->setText(tr("%1 more coordinates stay as they are").arg(dimension - shown));
    coordinate_note_->setVisible(dimension > shown);
}

void QueryPanel::coordinate_typed() {
    std::vector<double> query = query_;
    query.resize(std::size_t(std::max(dimension_, 0)));
    QString error;
    for (std::size_t axis = 0; axis < coordinates_.size(); ++axis) {
        // A field nobody touched keeps its full precision: what is shown is rounded.
        NumberField* field = coordinates_[axis];
        const bool touched = field->touched() || field->property("error").toBool();
        double& coordinate = query[std::size_t(shown_[axis])];
        const double value = touched ? number_from(field->value()) : coordinate;
        QString wrong;
        if (!std::isfinite(value)) wrong = tr("a coordinate is a number");
        field->set_error(wrong);
        if (!wrong.isEmpty()) error = wrong;
        coordinate = value;
    }
    coordinate_error_->setText(error);
    coordinate_error_->setVisible(!error.isEmpty());
    if (!error.isEmpty()) return;
    Q_EMIT changed(
        tr("move the query"),
        [query](SessionState& s) {
            s.query = query;
            s.query_mode = QueryMode::pinned;
        },
        true);
}

void QueryPanel::show_query(const SessionState& session, const ViewModel& view, const std::vector<double>& extents) {
    showing_ = true;
    (session.query_mode == QueryMode::follow ? follow_ : pinned_)->setChecked(true);
    // By the box, not by the query: nothing jumps while that moves.
    bool long_values = false;
    for (std::size_t axis = 0; axis < view.data.low.size() && axis < extents.size(); ++axis)
        for (const double end : {view.data.low[axis], view.data.high[axis]})
            long_values = long_values ||
                          fontMetrics().horizontalAdvance(QString::fromStdString(text_of_coordinate(end, extents[axis]))) > widest_beside;
    build_coordinates(view.axes, view.data.dimension, long_values);
    shown_ = view.shown;
    if (!view.query.empty()) query_ = view.query;
    else if (session.query) query_ = *session.query;
    for (std::size_t axis = 0; axis < coordinates_.size() && axis < query_.size(); ++axis) {
        if (coordinates_[axis]->property("error").toBool()) continue;
        const double extent = axis < extents.size() ? extents[axis] : 0;
        coordinates_[axis]->show_value(QString::fromStdString(text_of_coordinate(query_[std::size_t(shown_[axis])], extent)));
    }
    if (!k_->property("error").toBool()) {
        k_->show_value(QString::fromStdString(text_of_count(session.k)));
        if (!k_slider_->held()) k_slider_->setValue(k_scale().position(session.k));
    }
    metric_->setCurrentIndex(int(session.metric));
    exclude_->setChecked(session.exclude_self);
    showing_ = false;
}

}  // namespace neighborscope::desktop
