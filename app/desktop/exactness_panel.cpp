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

class ExactnessPanel::Share : public QWidget {
public:
    using QWidget::QWidget;
    double part = 0;  ///< 0 to 1

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.fillRect(rect(), colours().divider);
        painter.fillRect(QRectF(0, 0, part * width(), height()), colours().exact);
    }
};

ExactnessPanel::ExactnessPanel(QWidget* parent) : Section(tr("Exactness"), 12, parent) {
    set_fact(tr("against the oracle"));
    step_ = new QWidget(this);
    step_->setToolTip(tr("How many of the neighbours found by now can no longer change, since nothing still to come is nearer"));
    auto* step_lines = new QVBoxLayout(step_);
    step_lines->setContentsMargins(0, 0, 0, 8);
    step_lines->setSpacing(4);
    auto* words = new QHBoxLayout;
    words->addWidget(new Text(tr("at this step"), Tone::normal, step_));
    of_step_ = new Text({}, Tone::normal, step_);
    of_step_->setObjectName("exactness.step");
    of_step_->set_size(13, true);
    of_step_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    words->addWidget(of_step_, 1);
    share_ = new Share(step_);
    share_->setFixedHeight(6);
    step_lines->addLayout(words);
    step_lines->addWidget(share_);
    step_->hide();
    content()->addWidget(step_);
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

QString ExactnessPanel::at_this_step() const { return step_->isHidden() ? QString() : of_step_->text(); }

void ExactnessPanel::show_step(const ViewModel& view) {
    const Stepping& stepping = view.stepping;
    step_->setVisible(stepping.ready);
    if (!stepping.ready) return;
    const int all = int(view.neighbours.size());
    const QString text =
        tr("%1 of %2").arg(QString::fromStdString(text_of_count(stepping.settled)), QString::fromStdString(text_of_count(all)));
    if (of_step_->text() == text) return;
    of_step_->setText(text);
    share_->part = all > 0 ? double(stepping.settled) / all : 0;
    share_->update();
}

void ExactnessPanel::show_exactness(const ViewModel& view) {
    show_step(view);
    const Exactness& exactness = view.exactness;
    Mark::State state = Mark::none;
    QString sentence, time;
    Tone tone = Tone::second;
    if (view.neighbours.empty()) {
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
    if (view.stepping.ready && exactness.known && !view.neighbours.empty()) {
        sentence = tr("at the end %1").arg(sentence);
        time.clear();  // has no room beside it
    }
    sentence_->set_tone(tone);
    if (sentence_->text() != sentence) sentence_->setText(sentence);
    if (time_->text() != time) time_->setText(time);
}

}  // namespace neighborscope::desktop
