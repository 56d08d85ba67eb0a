// A foldable part of a dock. The right end of its header has a fact or actions.
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
    void set_fact(const QString&);  ///< second text in the header, aligned right
    void set_help(const QString&);  ///< in the tooltip of the title
    QToolButton* add_action(const QIcon&, const QString& text, const QString& help);
    void scroll_content();                ///< makes the content scroll if there is little room
    void hide_header() { bar_->hide(); }  ///< for a dialog, which has a title itself
    QToolButton* header() const { return header_; }

protected:
    void paintEvent(QPaintEvent*) override;

private:
    QWidget* bar_;
    QToolButton* header_;
    QHBoxLayout* header_layout_;
    Text* fact_;
    QWidget* content_;
    QWidget* body_;  ///< contains content_
    QVBoxLayout* content_layout_;
};

/// Puts `body` into an area with vertical scrolling.
QScrollArea* scrolled(QWidget* body);

/// The content of a dock: its sections on its background colour.
class DockBody : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent*) override;
};

}  // namespace neighborscope::desktop
