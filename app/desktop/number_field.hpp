// A field for a number, which can be typed or stepped with arrows and wheel. It keeps a wrong text and shows a red edge.
#pragma once
#include <QAbstractSpinBox>
#include <QSlider>

#include <functional>

namespace neighborscope::desktop {

class NumberField : public QAbstractSpinBox {
    Q_OBJECT
public:
    explicit NumberField(const QString& name, QWidget* parent = nullptr);

    /// Shows a new value, unless the user is typing.
    void show_value(const QString&);
    void replace_value(const QString&);  ///< shows a new value even while the user is typing
    QString value() const { return text(); }
    /// Shows an error, also to screen readers; "": none.
    void set_error(const QString&);
    void stepBy(int steps) override;
    QValidator::State validate(QString&, int&) const override { return QValidator::Acceptable; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    bool is_text = false;  ///< keeps the focus after Return, unless it gives the keys back
    bool gives_keys_back = false;
    std::function<QString(const QString& text, int steps)> step;  ///< returns the text after so many steps; unset: no arrows

Q_SIGNALS:
    void edited(const QString&);  ///< by the user: typed or stepped
    void entered();               ///< Return in a text
    void edit_cancelled();        ///< Esc: restore the value
    void left();                  ///< lost the focus, or Return: ends the change

protected:
    StepEnabled stepEnabled() const override { return step ? StepUpEnabled | StepDownEnabled : StepNone; }
    bool eventFilter(QObject*, QEvent*) override;
    void focusOutEvent(QFocusEvent*) override;
    void keyPressEvent(QKeyEvent*) override;

private:
    void scroll_to_start();
    void end_change();

    QString shown_value_;  ///< last value set by show_value()
};

/// A slider that knows whether the mouse holds it.
class DragAwareSlider : public QSlider {
    Q_OBJECT
public:
    explicit DragAwareSlider(const QString& name, QWidget* parent = nullptr);
    bool is_dragged() const { return pressed_ || isSliderDown(); }  ///< also after a click on the groove

protected:
    void mousePressEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;

private:
    bool pressed_ = false;
};

}  // namespace neighborscope::desktop
