// Paragraphs of lessons: text in several styles, and choices, which are buttons as wide as the panel.
#include "app/desktop/icons.hpp"
#include "app/desktop/panel_rows.hpp"
#include "app/desktop/row_parts.hpp"
#include "app/glossary/glossary.hpp"

#include <QAbstractButton>
#include <QAbstractTextDocumentLayout>
#include <QHelpEvent>
#include <QPainter>
#include <QTextBlock>
#include <QTextDocument>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace neighborscope::desktop {

namespace {

constexpr int bar = 3, indent = 20;  // logical pixels at 100 percent

int size_of(const panels::Prose& prose) {
    const bool title = prose.look == panels::Prose::Look::title, code = prose.look == panels::Prose::Look::code;
    if (prose.large) return title ? 24 : code ? 17 : 20;
    return title ? 17 : code ? 13 : 15;
}

QString html_of(const panels::Prose& prose) {
    QString html;
    for (const panels::Prose::Span& span : prose.spans) {
        QString text = to_qstring(span.text).toHtmlEscaped();
        text.replace(QLatin1Char('\n'), QStringLiteral("<br/>"));
        for (const ushort thin : {0x2009, 0x202f}) text.replace(QChar(thin), QChar::Nbsp);  // Qt would break a number there
        switch (span.style) {
            case panels::Prose::Style::plain: html += text; break;
            case panels::Prose::Style::emphasis: html += QStringLiteral("<i>%1</i>").arg(text); break;
            case panels::Prose::Style::strong: html += QStringLiteral("<b>%1</b>").arg(text); break;
            case panels::Prose::Style::code:
                html += QStringLiteral("<span style=\"font-family:'Noto Sans Mono','DejaVu Sans Mono',monospace\">%1</span>").arg(text);
                break;
        }
    }
    // Spaces of code are kept, and a line that is too long goes on in the next one.
    return prose.look == panels::Prose::Look::code ? QStringLiteral("<div style=\"white-space:pre-wrap\">%1</div>").arg(html) : html;
}

/// Text in several styles, in a tone of the theme.
class RichText : public QLabel {
public:
    explicit RichText(QWidget* parent) : QLabel(parent) {
        setTextFormat(Qt::RichText);
        setWordWrap(true);
        setAlignment(Qt::AlignLeft | Qt::AlignTop);
        setFocusPolicy(Qt::NoFocus);
        setProperty("explains_terms", true);
    }
    void show_prose(const panels::Prose& prose) {
        setFont(font_of_size(size_of(prose), prose.look == panels::Prose::Look::title || prose.look == panels::Prose::Look::heading));
        const QString html = html_of(prose);
        tone_ = prose.tone;
        colour_text();
        if (html != text()) setText(html);
        setAccessibleName(to_qstring(prose.text()));
    }

protected:
    void changeEvent(QEvent* event) override {
        QLabel::changeEvent(event);
        if (event->type() == QEvent::ApplicationPaletteChange) colour_text();
    }

    /// A term under the mouse explains itself.
    bool event(QEvent* event) override {
        if (event->type() != QEvent::ToolTip) return QLabel::event(event);
        const auto* help = static_cast<QHelpEvent*>(event);
        const Term* const term = term_under(help->pos());
        event->setAccepted(term);
        if (term) QToolTip::showText(help->globalPos(), to_qstring(explanation_of(*term)), this);
        return true;
    }

private:
    /// Lays the text out as a label does, which does not tell what is where.
    const Term* term_under(QPoint place) const {
        QTextDocument laid_out;
        laid_out.setDefaultFont(font());
        laid_out.setDocumentMargin(0);
        laid_out.setHtml(text());
        laid_out.setTextWidth(contentsRect().width());
        const int at = laid_out.documentLayout()->hitTest(place - contentsRect().topLeft(), Qt::ExactHit);
        if (at < 0) return nullptr;
        const QString plain = laid_out.toPlainText();
        const Term* const term = term_at(plain.toStdString(), plain.left(at).toUtf8().size());
        return term && !term->common ? term : nullptr;
    }
    void colour_text() {
        QPalette own = palette();
        if (own.color(QPalette::WindowText) == colour_of(tone_)) return;
        own.setColor(QPalette::WindowText, colour_of(tone_));
        setPalette(own);
    }
    Tone tone_ = Tone::normal;
};

/// The lead, a mark and the text side by side; both kinds of rows have it.
struct Line {
    explicit Line(QWidget* parent) : layout(make_line_layout(parent, 6)) {
        lead = new RichText(parent);
        lead->setWordWrap(false);
        sign = new MarkSign(parent);
        sign->setFixedSize(px(16), px(20));
        text = new RichText(parent);
        layout->addWidget(sign, 0, Qt::AlignTop);
        layout->addWidget(lead, 0, Qt::AlignTop);
        layout->addWidget(text, 1);
    }
    void show_prose(const panels::Prose& prose) {
        panels::Prose before = prose;
        before.spans = {{prose.lead, panels::Prose::Style::plain}};
        before.lead.clear();
        lead->show_prose(before);
        lead->setVisible(!prose.lead.empty());
        lead->setFixedWidth(prose.lead.empty() ? 0 : px(prose.large ? 22 : 16));
        sign->setVisible(prose.mark != panels::Mark::none);
        if (std::exchange(sign->mark, prose.mark) != prose.mark) sign->update();
        text->show_prose(prose);
    }
    QHBoxLayout* layout;
    RichText *lead, *text;
    MarkSign* sign;
};

class ProseRow : public RowWidget {
public:
    ProseRow(const panels::Row& row, QWidget* parent) : RowWidget(parent), line_(this) {
        setObjectName(to_qstring(row.id));
        line_.text->setTextInteractionFlags(Qt::TextSelectableByMouse);
        line_.text->setFocusPolicy(Qt::NoFocus);
    }

    void update_controls(const panels::Row& row) override {
        const auto& prose = std::get<panels::Prose>(row.what);
        framed_ = prose.framed, code_ = prose.look == panels::Prose::Look::code;
        const bool title = prose.look == panels::Prose::Look::title || prose.look == panels::Prose::Look::heading;
        line_.layout->setContentsMargins(px((framed_ ? bar + 9 : 0) + indent * prose.depth + (code_ ? 8 : 0)),
            px(title    ? 8
                : code_ ? 6
                        : 0),
            px(code_ ? 8 : 0), px(code_ ? 6 : 2));
        line_.show_prose(prose);
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        if (code_) painter.fillRect(rect(), colours().stripe);
        if (framed_) painter.fillRect(QRect(0, 0, px(bar), height()), colours().accent);
    }

private:
    Line line_;
    bool framed_ = false, code_ = false;
};

/// A button whose text wraps.
class ProseButton : public QAbstractButton {
public:
    explicit ProseButton(QWidget* parent) : QAbstractButton(parent), line(this) {
        line.layout->setContentsMargins(px(10), px(7), px(10), px(7));
        setFocusPolicy(Qt::TabFocus);
        setCursor(Qt::PointingHandCursor);
        setAttribute(Qt::WA_Hover);
        for (QWidget* part : {static_cast<QWidget*>(line.lead), static_cast<QWidget*>(line.text), static_cast<QWidget*>(line.sign)})
            part->setAttribute(Qt::WA_TransparentForMouseEvents);
    }
    QSize sizeHint() const override { return line.layout->sizeHint(); }
    /// A choice that was tried cannot be pressed, but is read like the others: Qt would grey a disabled one.
    void set_closed(bool closed) {
        closed_ = closed;
        setAttribute(Qt::WA_TransparentForMouseEvents, closed);
        setFocusPolicy(closed ? Qt::NoFocus : Qt::TabFocus);
    }
    Line line;

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const Colours& look = colours();
        const bool light = theme() == render::Theme::light;
        QColor fill = light ? look.base : look.divider.darker(118);
        if (closed_) fill = look.dock;
        else if (isDown() || underMouse()) fill = look.soft;
        const bool focused = hasFocus();
        painter.setPen(QPen(focused ? look.accent : closed_ ? look.divider : look.edge, focused ? 2 : 1));
        painter.setBrush(fill);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    }

private:
    bool closed_ = false;
};

class ProseButtonRow : public RowWidget {
public:
    ProseButtonRow(const panels::Row& row, QWidget* parent) : RowWidget(parent), line_(make_line_layout(this, 0)) {
        button_ = new ProseButton(this);
        button_->setObjectName(to_qstring(row.id));
        line_->addWidget(button_);
        QObject::connect(button_, &QAbstractButton::clicked, this, [this] {
            const auto press = shown_.press;  // a copy: it may describe the panel anew
            if (press) press();
            Q_EMIT changed();
        });
    }

    void update_controls(const panels::Row& row) override {
        shown_ = std::get<panels::Prose>(row.what);
        line_->setContentsMargins(px(shown_.framed ? bar + 9 : 0), 0, 0, 0);
        button_->line.show_prose(shown_);
        button_->set_closed(shown_.refusal.has_value());
        button_->setAccessibleName(to_qstring(shown_.text()));
        button_->setAccessibleDescription(to_qstring(shown_.refusal.value_or("")));
        button_->updateGeometry();
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override {
        if (shown_.framed) QPainter(this).fillRect(QRect(0, 0, px(bar), height()), colours().accent);
    }

private:
    QHBoxLayout* line_;
    ProseButton* button_;
    panels::Prose shown_;
};

class FigureRow : public RowWidget {
public:
    FigureRow(const panels::Row& row, QWidget* parent) : RowWidget(parent) {
        setObjectName(to_qstring(row.id));
        QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        policy.setHeightForWidth(true);
        setSizePolicy(policy);
    }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return int(std::ceil(place_in(width).height())) + px(8); }
    QSize sizeHint() const override { return {px(160), heightForWidth(std::max(px(160), width()))}; }

protected:
    void update_controls(const panels::Row& row) override {
        auto next = std::get<panels::Figure>(row.what);
        if (next.picture != shown_.picture) scaled_ = {};
        shown_ = std::move(next);
        setToolTip(to_qstring(row.help));
        setAccessibleName(to_qstring(shown_.text));
        updateGeometry();
        update();
    }
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        if (shown_.framed) painter.fillRect(QRect(0, 0, px(bar), height()), colours().accent);
        if (!shown_.picture) return;
        const QRectF place = place_in(width());
        const QSize pixels = (place.size() * devicePixelRatioF()).toSize();
        if (scaled_.size() != pixels) {  // smooth, while a painter would leave out pixels
            const faces::PictureSize& size = shown_.picture->size;
            const QImage whole(shown_.picture->rgb.data(), size.width, size.height, qsizetype(3) * size.width, QImage::Format_RGB888);
            scaled_ = whole.scaled(pixels, Qt::IgnoreAspectRatio, Qt::SmoothTransformation).copy();
        }
        painter.drawImage(place, scaled_);
    }

private:
    QRectF place_in(int width) const {
        const double left = px((shown_.framed ? bar + 9 : 0) + indent * shown_.depth), room = std::max(1.0, width - left);
        if (!shown_.picture) return {left, 0, room, 0};
        const double wide = shown_.width_in(room / text_factor()) * text_factor();
        return {left, 0, wide, shown_.height_of(wide)};
    }
    panels::Figure shown_;
    QImage scaled_;
};

}  // namespace

RowWidget* row_for(const panels::Figure&, const panels::Row& row, QWidget* parent) { return new FigureRow(row, parent); }

RowWidget* row_for(const panels::Prose& prose, const panels::Row& row, QWidget* parent) {
    if (prose.press) return new ProseButtonRow(row, parent);
    return new ProseRow(row, parent);
}

}  // namespace neighborscope::desktop
