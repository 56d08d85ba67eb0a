// Rows without input: texts, facts, shares, pseudo-code.
#include "app/desktop/icons.hpp"
#include "app/desktop/panel_rows.hpp"
#include "app/desktop/row_parts.hpp"
#include "app/instruments/scene/point_colours.hpp"

#include <QHelpEvent>
#include <QListWidget>
#include <QPainter>
#include <QRegularExpression>
#include <QTimer>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>

namespace neighborscope::desktop {

namespace {

class TextRow : public RowWidget {
public:
    TextRow(const panels::Row& row, QWidget* parent) : RowWidget(parent) {
        auto* line = make_line_layout(this, 4);
        sign_ = new MarkSign(this);
        sign_->setFixedSize(px(16), px(16));
        text_ = new Text({}, Tone::normal, this);
        text_->setObjectName(to_qstring(row.id));
        if (!row.label.empty()) text_->setAccessibleName(to_qstring(row.label));
        text_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
        text_->setFocusPolicy(Qt::NoFocus);
        beside_ = new Text({}, Tone::second, this);
        beside_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        beside_->set_elided(true);
        line->addWidget(sign_);
        line->addLayout(words_ = new QBoxLayout(QBoxLayout::LeftToRight), 1);
        words_->setSpacing(px(4));
        words_->addWidget(text_, 1);
        words_->addWidget(beside_, 1);
    }

    void update_controls(const panels::Row& row) override {
        const auto& shown = std::get<panels::Text>(row.what);
        const bool small = shown.tone == Tone::second || shown.tone == Tone::warning;
        text_->set_size(small && shown.mark == panels::Mark::none ? 12 : 13, shown.heading);
        text_->set_tone(shown.tone);
        text_->setMinimumHeight(shown.min_lines > 1 ? shown.min_lines * text_->fontMetrics().lineSpacing() : 0);
        text_->setToolTip(to_qstring(row.help));
        text_->setText(to_qstring(shown.text));
        beside_->setText(to_qstring(shown.beside));
        beside_->setVisible(!shown.beside.empty());
        sign_->setVisible(shown.mark != panels::Mark::none);
        place_beside();
        if (std::exchange(sign_->mark, shown.mark) != shown.mark) sign_->update();
    }

protected:
    void resizeEvent(QResizeEvent* event) override {
        RowWidget::resizeEvent(event);
        place_beside();
    }

private:
    /// Places the second text beside the first, or below it if both are wider than the line.
    void place_beside() {
        const auto wide = [](const Text* text) { return text->fontMetrics().horizontalAdvance(text->text()); };
        const bool fits = wide(text_) + wide(beside_) + px(12) + (sign_->isHidden() ? 0 : px(20)) <= width();
        words_->setDirection(fits ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
        beside_->setAlignment((fits ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        text_->setWordWrap(beside_->text().isEmpty() || !fits);
    }

    MarkSign* sign_;
    QBoxLayout* words_;
    Text *text_, *beside_;
};

class FactsRow : public RowWidget {
public:
    FactsRow(const panels::Row& row, QWidget* parent) : RowWidget(parent), lines_(new QVBoxLayout(this)) {
        setObjectName(to_qstring(row.id));
        lines_->setContentsMargins(0, 0, 0, 0);
        if (!std::get<panels::Facts>(row.what).foldable) return;
        fold_ = new QToolButton(this);  // like a section, since the following rows are used more often
        fold_->setText(tr("Facts"));
        fold_->setIcon(icon(Icon::chevron_right));
        fold_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        fold_->setCheckable(true);
        fold_->setProperty("section", true);
        fold_->setFocusPolicy(Qt::TabFocus);
        fold_->setAccessibleName(tr("Facts"));
        fold_->setToolTip(tr("Fold or unfold"));
        connect(fold_, &QToolButton::toggled, this, [this](bool open) {
            fold_->setIcon(icon(open ? Icon::chevron_down : Icon::chevron_right));
            if (body_) body_->setVisible(open);
        });
        auto* line = new QHBoxLayout;
        line->setContentsMargins(0, 0, 0, 0);
        line->addWidget(fold_);
        line->addStretch(1);
        lines_->addLayout(line);
        line->setContentsMargins(px(-8), 0, 0, 0);  // the arrow is left of the content
    }

    void update_controls(const panels::Row& row) override {
        const auto& [facts, foldable, helps] = std::get<panels::Facts>(row.what);
        if (body_ && facts == shown_ && scale_ == text_scale()) return;
        shown_ = facts, scale_ = text_scale();
        delete body_;
        body_ = new QWidget(this);
        auto* rows = new QVBoxLayout(body_);
        rows->setContentsMargins(0, 0, 0, 0);
        rows->setSpacing(px(1));
        const int room = px(164);  // for a narrow dock
        for (std::size_t i = 0; i < facts.size(); ++i) {
            const auto& [name, value] = facts[i];
            auto* left = new Text(to_qstring(name), Tone::second, body_);
            // Permits line breaks after these characters in file names.
            auto* right = new Text(to_qstring(value).replace(QRegularExpression("([_/])"), "\\1\u200b"), Tone::normal, body_);
            right->setAccessibleName(left->text() + QStringLiteral(": ") + to_qstring(value));
            for (Text* one : {left, right}) one->setToolTip(to_qstring(i < helps.size() ? helps[i] : row.help));
            // A long value is on separate lines, so that it is not cut.
            if (right->fontMetrics().horizontalAdvance(right->text()) + left->fontMetrics().horizontalAdvance(left->text()) > room) {
                right->setAlignment(Qt::AlignLeft | Qt::AlignTop);
                for (Text* one : {left, right}) one->setWordWrap(true);
                rows->addWidget(left);
                rows->addWidget(right);
            } else {
                right->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
                auto* line = new QHBoxLayout;
                line->setSpacing(px(4));
                line->addWidget(left);
                line->addWidget(right, 1);
                rows->addLayout(line);
            }
        }
        body_->setVisible(!fold_ || fold_->isChecked());
        lines_->addWidget(body_);
    }

private:
    QVBoxLayout* lines_;
    QToolButton* fold_ = nullptr;
    QWidget* body_ = nullptr;
    std::vector<std::pair<std::string, std::string>> shown_;
    int scale_ = 100;  ///< of the shown facts, whose lines depend on their widths
};

class ShareRow : public RowWidget {
public:
    ShareRow(const panels::Row& row, QWidget* parent) : RowWidget(parent) {
        setToolTip(to_qstring(row.help));
        auto* lines = new QVBoxLayout(this);
        lines->setContentsMargins(0, 0, 0, 0);
        lines->setSpacing(px(4));
        auto* words = new QHBoxLayout;
        words->addWidget(new Text(to_qstring(row.label), Tone::normal, this));
        text_ = new Text({}, Tone::normal, this);
        text_->setObjectName(to_qstring(row.id));
        text_->set_size(13, true);
        text_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        words->addWidget(text_, 1);
        bar_ = new Bar(this);
        bar_->setFixedHeight(px(6));
        lines->addLayout(words);
        lines->addWidget(bar_);
    }

    void update_controls(const panels::Row& row) override {
        const auto& share = std::get<panels::Share>(row.what);
        text_->setText(to_qstring(share.text));
        bar_->part = share.part, bar_->shade = share.shade;
        bar_->update();
    }

private:
    class Bar : public QWidget {
    public:
        using QWidget::QWidget;
        double part = 0;  ///< 0 to 1
        std::optional<ClassShade> shade;

    protected:
        void paintEvent(QPaintEvent*) override {
            QPainter painter(this);
            painter.fillRect(rect(), colours().divider);
            painter.fillRect(QRectF(0, 0, part * width(), height()), shade ? to_qcolor(class_colour(theme(), *shade)) : colours().exact);
        }
    };
    Text* text_;
    Bar* bar_;
};

class StackedBarRow : public RowWidget {
public:
    StackedBarRow(const panels::Row& row, QWidget* parent) : RowWidget(parent) {
        name_after_row(this, row);
        setFixedHeight(px(18));
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    }

    void update_controls(const panels::Row& row) override {
        shown_ = std::get<panels::StackedBar>(row.what);
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        for_each_part([&](const panels::StackedBar::Item& one, double left, double right) {
            const double gap = right - left > 3 ? 1 : 0;  // separates parts of the same class
            painter.fillRect(QRectF(left, 0, std::max(0.5, right - left - gap), height()), to_qcolor(class_colour(theme(), one.shade)));
            return true;
        });
    }

    bool event(QEvent* event) override {
        if (event->type() != QEvent::ToolTip) return RowWidget::event(event);
        const auto* const at = static_cast<QHelpEvent*>(event);
        QString help = toolTip();
        for_each_part([&](const panels::StackedBar::Item& one, double left, double right) {
            if (at->pos().x() < left || at->pos().x() >= right) return true;
            help = to_qstring(one.help);
            return false;
        });
        QToolTip::showText(at->globalPos(), help, this);
        return true;
    }

private:
    /// Visits parts until `visit` returns false.
    template <class Visit>
    void for_each_part(const Visit& visit) const {
        double sum = 0;
        for (const panels::StackedBar::Item& one : shown_.parts) {
            const double left = sum * width();
            sum += one.part;
            if (!visit(one, left, sum * width())) return;
        }
    }
    panels::StackedBar shown_;
};

class PictureRow : public RowWidget {
public:
    PictureRow(const panels::Row& row, QWidget* parent) : RowWidget(parent) {
        auto* line = make_line_layout(this);
        image_ = new Image(this);
        image_->setObjectName(to_qstring(row.id));
        image_->setToolTip(to_qstring(row.help));
        auto* words = new QVBoxLayout;
        words->setSpacing(px(2));
        title_ = new Text({}, Tone::normal, this);
        title_->set_size(15, true);
        text_ = new Text({}, Tone::second, this);
        for (Text* text : {title_, text_}) text->setWordWrap(true);
        words->addStretch(1);
        words->addWidget(title_);
        words->addWidget(text_);
        words->addStretch(1);
        line->addWidget(image_);
        line->addLayout(words, 1);
        name_ = to_qstring(row.label);
    }

    void update_controls(const panels::Row& row) override {
        const auto& shown = std::get<panels::Picture>(row.what);
        image_->setVisible(shown.picture != nullptr);
        if (shown.picture) image_->setFixedSize(picture_rectangle(*shown.picture, {}, px(shown.height)).size());
        image_->image = image_of(shown.picture.get());
        image_->update();
        title_->setText(to_qstring(shown.title));
        title_->setVisible(!shown.title.empty());
        text_->setText(to_qstring(shown.text));
        image_->setAccessibleName(name_ + QStringLiteral(": ") + title_->text() + QStringLiteral(", ") + text_->text());
    }

private:
    class Image : public QWidget {
    public:
        using QWidget::QWidget;
        QImage image;

    protected:
        void paintEvent(QPaintEvent*) override {
            QPainter painter(this);
            painter.setRenderHint(QPainter::SmoothPixmapTransform);
            painter.drawImage(rect(), image);
        }
    };
    Image* image_;
    Text *title_, *text_;
    QString name_;
};

class CodeRow : public RowWidget {
public:
    CodeRow(const panels::Row& row, QWidget* parent) : RowWidget(parent), list_(new QListWidget(this)) {
        make_line_layout(this, 0)->addWidget(list_);
        list_->setObjectName(to_qstring(row.id));
        list_->setAccessibleName(to_qstring(row.label));
        list_->setSelectionMode(QAbstractItemView::MultiSelection);
        list_->setFocusPolicy(Qt::NoFocus);  // the search marks lines, not the user
        list_->viewport()->setAttribute(Qt::WA_TransparentForMouseEvents);
        list_->setFrameShape(QFrame::NoFrame);
        list_->setWordWrap(true);
        list_->setResizeMode(QListView::Adjust);
        list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        list_->setSizePolicy(
            QSizePolicy::Preferred, QSizePolicy::Ignored);  // takes the remaining height, else its end would be below the dock
        QFont fixed(QStringLiteral("monospace"));
        fixed.setStyleHint(QFont::Monospace);
        fixed.setPixelSize(px(12));
        list_->setFont(fixed);
    }

    void update_controls(const panels::Row& row) override {
        const auto& code = std::get<panels::Code>(row.what);
        if (lines_ != code.lines) {
            lines_ = code.lines;
            list_->clear();
            // Spaces before remarks are removed, since they take room in wrapped lines.
            for (const std::string& line : lines_) list_->addItem(to_qstring(line).replace(QRegularExpression("(?<=\\S) {3,}"), "  "));
        }
        for (int i = 0; i < list_->count(); ++i)
            list_->item(i)->setSelected(std::find(code.marked.begin(), code.marked.end(), i) != code.marked.end());
        if (!code.marked.empty() && code.marked.front() < list_->count()) list_->scrollToItem(list_->item(code.marked.front()));
    }

protected:
    /// Scrolls to the marked line after this event, when the list has its size.
    void resizeEvent(QResizeEvent* event) override {
        RowWidget::resizeEvent(event);
        QTimer::singleShot(0, this, [this] {
            if (!list_->selectedItems().isEmpty()) list_->scrollToItem(list_->selectedItems().first());
        });
    }

private:
    QListWidget* list_;
    std::vector<std::string> lines_;
};

}  // namespace

RowWidget* row_for(const panels::Text&, const panels::Row& row, QWidget* parent) { return new TextRow(row, parent); }
RowWidget* row_for(const panels::Facts&, const panels::Row& row, QWidget* parent) { return new FactsRow(row, parent); }
RowWidget* row_for(const panels::Share&, const panels::Row& row, QWidget* parent) { return new ShareRow(row, parent); }
RowWidget* row_for(const panels::StackedBar&, const panels::Row& row, QWidget* parent) { return new StackedBarRow(row, parent); }
RowWidget* row_for(const panels::Picture&, const panels::Row& row, QWidget* parent) { return new PictureRow(row, parent); }
RowWidget* row_for(const panels::Code&, const panels::Row& row, QWidget* parent) { return new CodeRow(row, parent); }

}  // namespace neighborscope::desktop
