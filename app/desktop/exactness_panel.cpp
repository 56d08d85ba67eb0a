#include "app/desktop/exactness_panel.hpp"

#include "app/desktop/icons.hpp"

#include <QPainter>

namespace neighborscope::desktop {

class ExactnessPanel::Mark : public QWidget {
public:
    using QWidget::QWidget;
    enum State { none, right, wrong, misses } state = none;

protected:
    void paintEvent(QPaintEvent*) override {
        if (state == none) return;
        QPainter painter(this);
        paint_icon(painter, state == right ? Icon::check : Icon::cross, rect(),
            state == right    ? colours().exact
            : state == misses ? colours().warning
                              : colours().error);
    }
};

ExactnessPanel::ExactnessPanel(QWidget* parent) : Section(tr("Exactness"), 12, parent) {
    set_fact(tr("against the oracle"));
    auto* line = new QHBoxLayout;
    line->setSpacing(4);
    mark_ = new Mark(this);
    mark_->setFixedSize(16, 16);
    sentence_ = new Text({}, Tone::second, this);
    sentence_->setObjectName("exactness.sentence");
    time_ = new Text({}, Tone::second, this);
    time_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    time_->set_elided(true);
    line->addWidget(mark_);
    line->addWidget(sentence_);
    line->addWidget(time_, 1);
    content()->addLayout(line);
}

void ExactnessPanel::show_exactness(const Exactness& exactness, bool any_neighbours) {
    Mark::State state = Mark::none;
    QString sentence, time;
    Tone tone = Tone::second;
    if (!any_neighbours) {
        sentence = tr("no list yet");
    } else if (!exactness.known) {
        sentence = tr("checking …");
    } else {
        const QString of = QString::fromStdString(text_of_count(exactness.of)),
                      right = QString::fromStdString(text_of_count(exactness.right));
        const bool whole = exactness.right == exactness.of;
        time = tr("in %1 ms").arg(QString::fromStdString(text_of_milliseconds(exactness.milliseconds)));
        if (exactness.approximate) {  // what it misses is no error, what it makes up is
            state = !exactness.wrong.empty() ? Mark::wrong : whole ? Mark::right : Mark::misses;
            tone = state == Mark::wrong ? Tone::error : state == Mark::right ? Tone::exact : Tone::warning;
            sentence = tr("recall %1: %2 of %3").arg(QString::fromStdString(text_of_recall(exactness.right, exactness.of)), right, of);
            if (!exactness.wrong.empty()) sentence = tr("wrong: %1").arg(QString::fromStdString(exactness.wrong));
        } else {
            state = whole || exactness.within_rounding ? Mark::right : Mark::wrong;
            tone = state == Mark::right ? Tone::exact : Tone::error;
            sentence = exactness.within_rounding && !whole ? tr("%1 of %2 exact, rest within rounding").arg(right, of)
                                                           : tr("%1 of %2 exact").arg(right, of);
        }
    }
    if (mark_->state != state) {
        mark_->state = state;
        mark_->update();
    }
    sentence_->set_tone(tone);
    if (sentence_->text() != sentence) sentence_->setText(sentence);
    if (time_->text() != time) time_->setText(time);
}

}  // namespace neighborscope::desktop
