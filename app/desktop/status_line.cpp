#include "app/desktop/status_line.hpp"

#include "app/desktop/icons.hpp"

#include <QHBoxLayout>

namespace neighborscope::desktop {

namespace {

void put(Text* where, const QString& text) {
    if (where->text() != text) where->setText(text);
}

}  // namespace

StatusLine::StatusLine(QWidget* parent) : QStatusBar(parent) {
    setSizeGripEnabled(false);
    setFixedHeight(24);
    setContentsMargins(0, 0, 0, 0);
    auto* body = new QWidget(this);
    auto* line = new QHBoxLayout(body);
    line->setContentsMargins(8, 1, 12, 0);
    line->setSpacing(8);
    const auto divider = [&] {
        auto* hair = new Hairline(Qt::Vertical, body);
        hair->setFixedHeight(13);
        line->addWidget(hair);
    };
    const auto value = [&](const QString& name, int width) {
        auto* text = new Text({}, Tone::normal, body);
        text->set_size(12);
        text->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        text->setFixedWidth(width);
        text->setAccessibleName(name);
        return text;
    };
    const auto label = [&](const QString& words) {
        auto* text = new Text(words, Tone::normal, body);
        text->set_size(12);
        line->addWidget(text);
        return text;
    };
    line->addWidget(new IconLabel(Icon::chip, body));
    line->setSpacing(6);
    device_ = label({});
    device_->setMaximumWidth(360);
    divider();
    path_ = label({});
    path_->set_elided(true);  // the reason of a refused interop may be long; it is the tooltip then
    path_->setMaximumWidth(300);
    divider();
    label(tr("to host"));
    line->addWidget(to_host_ = value(tr("bytes to the host"), 52));
    divider();
    label(tr("search"));
    line->addWidget(search_ = value(tr("search time"), 60));
    divider();
    label(tr("frame"));
    line->addWidget(frame_ = value(tr("frame time"), 56));
    line->addWidget(rate_ = value(tr("frame rate"), 44));
    divider();
    card_ = new Text({}, Tone::second, body);
    card_->set_size(12);
    card_->set_elided(true);
    card_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    card_->setObjectName("status.card");
    line->addWidget(card_, 1);
    addWidget(body, 1);
}

QString card_sentence(const ViewModel& view) {
    if (view.error) {
        const QString title = QString::fromStdString(view.error->title), remedy = QString::fromStdString(view.error->remedy);
        return remedy.isEmpty() ? title : title + QStringLiteral("; ") + remedy;
    }
    if (view.progress) {
        const QString title = QString::fromStdString(view.progress->title);
        return view.progress->total > 0 && view.progress->done < view.progress->total
                   ? StatusLine::tr("%1, %2 %").arg(title).arg(int(100 * view.progress->done / view.progress->total))
                   : title;
    }
    return QString::fromStdString(view.said);
}

void StatusLine::show_status(const ViewModel& view) {
    const auto& status = view.status;
    constexpr std::size_t long_name = 48;  // with the reason why a CUDA device is not used, which is the tooltip then
    device_->set_elided(status.device.size() > long_name);
    put(device_, QString::fromStdString(status.device));
    put(path_, tr("buffer: %1").arg(status.buffer_path.empty() ? QString::fromUtf8("–") : QString::fromStdString(status.buffer_path)));
    put(to_host_, QString::fromStdString(text_of_bytes(status.bytes_to_host)));
    put(search_, view.neighbours.empty() ? QString::fromUtf8("–")
                                         : tr("%1 ms").arg(QString::fromStdString(text_of_milliseconds(status.search_milliseconds))));
    put(frame_, tr("%1 ms").arg(status.frame_milliseconds, 0, 'f', 1));
    put(rate_, status.frames_per_second > 0 ? tr("%1 fps").arg(qRound(status.frames_per_second)) : QString::fromUtf8("–"));
    const QString card = card_sentence(view);
    card_->set_tone(view.error ? Tone::error : Tone::second);
    put(card_, card.isEmpty() ? QString::fromStdString(view.data.credit) : card);
}

}  // namespace neighborscope::desktop
