// A part of a dock that folds by its header. The header's right end carries its one fact or its actions.
#pragma once
#include "app/desktop/theme.hpp"

#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidget>

namespace neighborscope::desktop {

class Section : public QWidget {
    Q_OBJECT
public:
    /// `margin`: inset of the content at left and right (12, or 0 for a table that reaches the edges).
    explicit Section(const QString& title, int margin = 12, QWidget* parent = nullptr);

    QVBoxLayout* content() { return content_layout_; }
    QWidget* content_widget() { return content_; }
    void set_fact(const QString&);  ///< second text at the header's right end
    QToolButton* add_action(const QIcon&, const QString& text, const QString& help);
    void scroll_content();                ///< which is then scrolled where it is higher than its room
    void hide_header() { bar_->hide(); }  ///< of a part of a dialog, which has a title
    QToolButton* header() const { return header_; }

protected:
    void paintEvent(QPaintEvent*) override;

private:
    QWidget* bar_;
    QToolButton* header_;
    QHBoxLayout* header_layout_;
    Text* fact_;
    QWidget* content_;
    QWidget* body_;  ///< what shows it
    QVBoxLayout* content_layout_;
};

/// `body` in an area that scrolls it up and down.
QScrollArea* scrolled(QWidget* body);

/// What a dock shows: its colour, its sections, scrolled when the window is low.
class DockBody : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent*) override;
};

}  // namespace neighborscope::desktop
