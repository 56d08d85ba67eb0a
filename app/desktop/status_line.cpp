#include "app/desktop/status_line.hpp"

#include "app/session/presented.hpp"

#include <QHBoxLayout>

namespace neighborscope::desktop {

StatusLine::StatusLine(QWidget* parent) : QStatusBar(parent) {
    setSizeGripEnabled(false);
    setFixedHeight(24);
    setContentsMargins(0, 0, 0, 0);
    auto* body = new QWidget(this);
    auto* line = new QHBoxLayout(body);
    line->setContentsMargins(8, 1, 12, 0);
    line->setSpacing(16);
    const auto text = [&](const QString& name, int least, int most) {
        auto* made = new Text({}, Tone::normal, body);
        made->set_size(12);
        made->set_elided(true);  // what does not fit is the tooltip
        made->setAccessibleName(name);
        made->setMinimumWidth(least);
        made->setMaximumWidth(most);
        line->addWidget(made);
        return made;
    };
    device_ = text(tr("device"), 60, 360);
    path_ = text(tr("way of the buffers"), 0, 300);
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
    const auto& status = view.status;
    const QString none = QString::fromUtf8("–");
    device_->setText(to_q(status.device));  // with the reason why a CUDA device is not used
    path_->setText(tr("buffer: %1").arg(status.buffer_path.empty() ? none : to_q(status.buffer_path)));
    to_host_->setText(tr("to host %1").arg(to_q(text_of_bytes(status.bytes_to_host))));
    search_->setText(tr("search %1").arg(to_q(search_time_text(view))));
    frame_->setText(tr("frame %1 ms, %2 fps")
                        .arg(status.frame_milliseconds, 0, 'f', 1)
                        .arg(status.frames_per_second > 0 ? QString::number(qRound(status.frames_per_second)) : none));
    const QString card = to_q(view.sentence());
    card_->set_tone(view.error ? Tone::error : Tone::second);
    card_->setText(card.isEmpty() ? to_q(view.data.credit) : card);
}

}  // namespace neighborscope::desktop
