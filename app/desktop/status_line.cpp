#include "app/desktop/status_line.hpp"

#include "app/session/sentences/search_texts.hpp"

#include <QHBoxLayout>

#include <algorithm>

namespace neighborscope::desktop {
namespace {

constexpr int most_of_device = 160;  // logical pixels that it always gets

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
