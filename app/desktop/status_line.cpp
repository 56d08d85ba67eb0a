#include "app/desktop/status_line.hpp"

#include "app/session/sentences/search_texts.hpp"

#include <QHBoxLayout>

#include <algorithm>

namespace neighborscope::desktop {
namespace {

constexpr int most_of_device = 160;  // logical pixels that it always gets
/// Widths of the line, in logical pixels at 100 percent, from which on it has texts besides the message and the time of the search.
constexpr int wide_enough_for_buffer = 1000, wide_enough_for_frame = 800, wide_enough_for_device = 600;

}  // namespace

StatusLine::StatusLine(QWidget* parent) : QStatusBar(parent) {
    setSizeGripEnabled(false);
    setFixedHeight(px(24));
    setContentsMargins(0, 0, 0, 0);
    auto* body = new QWidget(this);
    auto* line = new QHBoxLayout(body);
    line->setContentsMargins(px(8), px(1), px(12), 0);
    line->setSpacing(px(16));
    const auto text = [&](const QString& name, int least, int most) {
        auto* made = new Text({}, Tone::normal, body);
        made->set_size(12);
        made->set_elided(true);  // a cut text has a tooltip
        made->setAccessibleName(name);
        made->setMinimumWidth(px(least));
        made->setMaximumWidth(most == QWIDGETSIZE_MAX ? most : px(most));
        line->addWidget(made);
        return made;
    };
    device_ = text(tr("device"), 0, 360);
    path_ = text(tr("buffer path"), 0, 300);
    to_host_ = text(tr("bytes to the host"), 92, 92);
    search_ = text(tr("search time"), 152, 152);
    frame_ = text(tr("frame time and rate"), 132, 132);
    card_ = text(tr("what happened"), 0, QWIDGETSIZE_MAX);
    card_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    card_->setObjectName("status.card");
    line->setStretchFactor(card_, 1);
    addWidget(body, 1);
}

/// The message comes first.
void StatusLine::resizeEvent(QResizeEvent* event) {
    QStatusBar::resizeEvent(event);
    const double room = width() / text_factor();
    for (Text* text : {path_, to_host_}) text->setVisible(room >= wide_enough_for_buffer);
    frame_->setVisible(room >= wide_enough_for_frame);
    device_->setVisible(room >= wide_enough_for_device);
}

void StatusLine::show_status(const ViewModel& view) {
    const StatusTexts texts = status_texts(view);
    device_->setText(to_qstring(texts.device));
    device_->setMinimumWidth(std::min(device_->sizeHint().width(), px(most_of_device)));  // other texts give way
    path_->setText(to_qstring(texts.buffer));
    to_host_->setText(to_qstring(texts.to_host));
    search_->setText(to_qstring(texts.search));
    frame_->setText(to_qstring(texts.frame + ", " + texts.rate));
    card_->set_tone(texts.tone);
    card_->setText(to_qstring(texts.message));
}

}  // namespace neighborscope::desktop
