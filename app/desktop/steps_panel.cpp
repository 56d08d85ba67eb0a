#include "app/desktop/steps_panel.hpp"

#include "app/desktop/look.hpp"
#include "app/session/narrate.hpp"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QListWidget>
#include <QPushButton>
#include <QSlider>
#include <QTableView>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <utility>

namespace neighborscope::desktop {

namespace {

constexpr int speed_ticks = 100;  // of the slider, by equal factors

int tick_of(double speed) {
    return int(std::lround(speed_ticks * std::log(speed / slowest_steps) / std::log(fastest_steps / slowest_steps)));
}
double speed_of(int tick) { return slowest_steps * std::pow(fastest_steps / slowest_steps, double(tick) / speed_ticks); }

QString words(const std::string& text) { return QString::fromStdString(text); }

}  // namespace

// ---- The table ------------------------------------------------------------------------------------------------------------

void StepsModel::show_record(std::shared_ptr<const Recording> record) {
    if (record == record_) return;
    beginResetModel();
    record_ = std::move(record);
    endResetModel();
}

QVariant StepsModel::data(const QModelIndex& at, int role) const {
    if (!at.isValid() || !record_ || at.row() >= rowCount()) return {};
    if (role == Qt::TextAlignmentRole) {
        const bool words_ = at.column() == phase || at.column() == kind || at.column() == sentence;
        return int((words_ ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    const std::int64_t position = at.row() + 1;
    if (role == Qt::AccessibleTextRole)
        return headerData(at.column(), Qt::Horizontal, Qt::DisplayRole).toString() + QLatin1Char(' ') +
               data(at, Qt::DisplayRole).toString();
    if (role == Qt::ToolTipRole) return words(narrate(*record_, position));
    if (role != Qt::DisplayRole) return {};
    const Step& one = record_->at(position);
    const MethodInfo& info = record_->method->info;
    const auto row_text = [&](std::int32_t index) { return index < 0 ? QString() : words(row_text_of(*record_, index)); };
    const auto distance_of = [&](double value) { return std::isfinite(value) ? words(distance_text(*record_, value)) : QString(); };
    switch (at.column()) {
        case step: return words(text_of_count(position));
        case phase:
            return std::size_t(one.phase) < info.phases.size() ? words(std::string(info.phases[std::size_t(one.phase)])) : QString();
        case kind: return words(kind_name(*record_, position));
        case point: return row_text(one.entered.index);
        case distance: return distance_of(double(one.entered.distance));
        case left: return row_text(one.left.index);
        case bound: return distance_of(double(one.bound));
        default: return words(narrate(*record_, position));
    }
}

QVariant StepsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == phase || section == kind || section == sentence ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    const QString names[] = {tr("step"), tr("phase"), tr("what"), tr("enters"), tr("distance"), tr("leaves"), tr("bound"), tr("in words")};
    return section >= 0 && section < columns ? names[section] : QString();
}

// ---- The panel ------------------------------------------------------------------------------------------------------------

StepsPanel::StepsPanel(QWidget* parent) : Section(tr("Steps"), 12, parent) {
    setObjectName("steps");
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    const struct {
        QString text, name;
        const char* id;
    } all[] = {{tr("Back"), tr("One step back"), "step.back"}, {tr("Play"), tr("Play or pause"), "step.play"},
        {tr("Step"), tr("One step forward"), "step.forward"}, {tr("Eviction before"), tr("Previous eviction"), "step.previous_eviction"},
        {tr("Next eviction"), tr("Next eviction"), "step.next_eviction"}, {tr("Next phase"), tr("Next phase"), "step.next_phase"},
        {tr("Next leaf"), tr("Next visited leaf"), "step.next_visit"}, {tr("Next skipped"), tr("Next skipped quadrant"), "step.next_skip"},
        {tr("Loop"), tr("Loop"), "step.loop"}};
    for (const auto& one : all) add_button(line, one.text, one.name, QString::fromLatin1(one.id));
    button("step.loop")->setCheckable(true);
    button("step.play")->setMinimumWidth(72);
    speed_ = new QSlider(Qt::Horizontal, this);
    speed_->setObjectName("steps.speed");
    speed_->setAccessibleName(tr("Steps a second"));
    speed_->setRange(0, speed_ticks);
    speed_->setFixedWidth(96);
    speed_text_ = new Text({}, Tone::second, this);
    speed_text_->setFixedWidth(92);
    line->addStretch(1);
    content()->addLayout(line);

    auto* second = new QHBoxLayout;
    second->setSpacing(8);
    slider_ = new QSlider(Qt::Horizontal, this);
    slider_->setObjectName("steps.slider");
    slider_->setAccessibleName(tr("Step"));
    slider_->setToolTip(tr("0 is before anything"));
    place_ = new Text({}, Tone::normal, this);
    place_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    place_->setMinimumWidth(168);
    second->addWidget(slider_, 1);
    second->addWidget(place_);
    second->addWidget(speed_);
    second->addWidget(speed_text_);
    content()->addLayout(second);
    sentence_ = new Text({}, Tone::normal, this);
    sentence_->setObjectName("steps.sentence");
    sentence_->setAccessibleName(tr("What happened"));
    sentence_->setWordWrap(true);
    sentence_->setMinimumHeight(2 * sentence_->fontMetrics().lineSpacing());
    sentence_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    sentence_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    content()->addWidget(sentence_);
    held_ = new Text({}, Tone::second, this);
    held_->setObjectName("steps.held");
    held_->set_elided(true);
    content()->addWidget(held_);
    why_ = new Text({}, Tone::normal, this);
    why_->setObjectName("steps.why");
    why_->setAccessibleName(tr("Why not this one"));
    why_->setWordWrap(true);
    why_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    why_->hide();
    content()->addWidget(why_);

    auto* below = new QHBoxLayout;
    below->setSpacing(12);
    model_ = new StepsModel(this);
    table_ = new QTableView(this);
    table_->setObjectName("steps.table");
    table_->setAccessibleName(tr("Steps"));
    table_->setModel(model_);
    show_rows(*table_);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setWordWrap(false);
    table_->setMinimumHeight(24 + 5 * 20);
    QHeaderView* header = table_->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::Interactive);
    header->setStretchLastSection(true);
    const int widths[] = {72, 104, 80, 72, 80, 72, 80};
    for (int column = 0; column < StepsModel::sentence; ++column) header->resizeSection(column, widths[column]);
    code_ = new QListWidget(this);
    code_->setObjectName("steps.code");
    code_->setAccessibleName(tr("Pseudo-code; the selected lines are at work"));
    code_->setSelectionMode(QAbstractItemView::MultiSelection);
    code_->setFocusPolicy(Qt::NoFocus);  // lines are marked by the search, not by hand
    code_->viewport()->setAttribute(Qt::WA_TransparentForMouseEvents);
    code_->setFrameShape(QFrame::NoFrame);
    QFont fixed(QStringLiteral("monospace"));
    fixed.setStyleHint(QFont::Monospace);
    fixed.setPixelSize(12);
    code_->setFont(fixed);
    below->addWidget(table_, 3);
    below->addWidget(code_, 2);
    content()->addLayout(below, 1);

    connect(slider_, &QSlider::valueChanged, this, [this](int value) {
        if (!showing_) Q_EMIT step_chosen(value);
    });
    connect(speed_, &QSlider::valueChanged, this, [this](int tick) {
        if (!showing_) Q_EMIT speed_chosen(speed_of(tick));
    });
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
        if (!showing_ && now.isValid()) Q_EMIT step_chosen(now.row() + 1);
    });
}

QPushButton* StepsPanel::add_button(QHBoxLayout* line, const QString& text, const QString& name, const QString& id) {
    auto* made = new QPushButton(text, this);
    made->setObjectName(id);
    made->setAccessibleName(name);
    made->setFixedHeight(24);
    line->addWidget(made);
    buttons_ << made;
    connect(made, &QPushButton::clicked, this, [this, id] { Q_EMIT command(id); });
    return made;
}

QPushButton* StepsPanel::button(const QString& id) const {
    for (QPushButton* one : buttons_)
        if (one->objectName() == id) return one;
    return nullptr;
}

/// The table has its size only after this event: then its step is brought into sight again.
void StepsPanel::resizeEvent(QResizeEvent* event) {
    Section::resizeEvent(event);
    QTimer::singleShot(0, this, [this] {
        if (table_->currentIndex().isValid()) table_->scrollTo(table_->currentIndex());
        if (!code_->selectedItems().isEmpty()) code_->scrollToItem(code_->selectedItems().first());
    });
}

void StepsPanel::show_steps(const ViewModel& view, const Method* method) {
    const Stepping& stepping = view.stepping;
    showing_ = true;
    for (QPushButton* one : buttons_) one->setEnabled(stepping.ready);
    const bool leaves = stepping.ready && stepping.record->tree;
    for (const char* id : {"step.next_visit", "step.next_skip"}) button(QString::fromLatin1(id))->setVisible(leaves);
    why_->setVisible(view.why.has_value());
    why_->setText(view.why ? words(view.why->text) : QString());
    button("step.play")->setText(stepping.playing ? tr("Pause") : tr("Play"));
    button("step.loop")->setChecked(stepping.loop);
    for (QWidget* one : {static_cast<QWidget*>(slider_), static_cast<QWidget*>(speed_), static_cast<QWidget*>(table_)})
        one->setEnabled(stepping.ready);
    speed_->setValue(tick_of(stepping.speed));
    speed_text_->setText(tr("%1 steps/s").arg(words(text_of_count(std::llround(stepping.speed)))));
    model_->show_record(stepping.ready ? stepping.record : nullptr);
    slider_->setRange(0, int(stepping.ready ? stepping.count : 0));
    slider_->setPageStep(std::max(1, slider_->maximum() / 50));
    slider_->setValue(int(stepping.position));
    place_->setText(stepping.ready ? words(step_text(stepping.position, stepping.count)) : QString());
    const QString said = stepping.ready       ? words(stepping.sentence)
                         : stepping.recording ? tr("The search is being recorded.")
                                              : words(stepping.why_not);
    sentence_->setText(said);
    QString held;
    if (stepping.ready && !stepping.acting.title.empty()) {
        held = words(stepping.acting.title) + QStringLiteral(": ");
        const std::size_t shown = std::min<std::size_t>(stepping.acting.entries.size(), 64);
        for (std::size_t i = 0; i < shown; ++i)
            held += (i ? QStringLiteral(", ") : QString()) + words(text_of_count(stepping.acting.entries[i].file_row));
        if (shown < stepping.acting.entries.size()) held += QString::fromUtf8(", …");
    }
    held_->setText(held);
    held_->setToolTip(tr("Points that the heap or list at work holds, in the order of its array"));
    const QModelIndex current = model_->index(int(stepping.position) - 1, 0);
    if (stepping.ready && current.isValid()) {
        if (table_->currentIndex().row() != current.row() || !table_->selectionModel()->isRowSelected(current.row(), {}))
            table_->selectRow(current.row());
        // People may scroll away; the next step is in sight again.
        if (std::exchange(shown_position_, stepping.position) != stepping.position) table_->scrollTo(current);
    } else {
        table_->clearSelection();
        table_->setCurrentIndex({});
    }
    if (method != method_) {
        method_ = method;
        code_->clear();
        if (method)
            for (const std::string_view one : method->info.pseudo_code)
                code_->addItem(QString::fromUtf8(one.data(), qsizetype(one.size())));
    }
    for (int i = 0; i < code_->count(); ++i)
        code_->item(i)->setSelected(std::find(stepping.lines.begin(), stepping.lines.end(), i) != stepping.lines.end());
    if (!stepping.lines.empty() && stepping.lines.front() < code_->count()) code_->scrollToItem(code_->item(stepping.lines.front()));
    set_fact(
        stepping.ready
            ? tr("%1 of %2 neighbours found")
                  .arg(words(text_of_count(std::int64_t(view.neighbours.size() - std::min(view.neighbours.size(), stepping.later.size())))))
                  .arg(words(text_of_count(std::int64_t(view.neighbours.size()))))
            : QString());
    showing_ = false;
}

}  // namespace neighborscope::desktop
