// A number one can type, step with arrows and the wheel, and get wrong: it keeps what was typed and shows a red edge.
#pragma once
#include <QAbstractSpinBox>
#include <QSlider>

#include <functional>

namespace neighborscope::desktop {

class NumberField : public QAbstractSpinBox {
    Q_OBJECT
public:
    explicit NumberField(const QString& name, QWidget* parent = nullptr);

    /// Shows a value that came from elsewhere; left alone while somebody is typing here.
    void show_value(const QString&);
    void replace_value(const QString&);  ///< in place of what is typed
    QString value() const { return text(); }
    /// The sentence for screen readers too; "" = right.
    void set_error(const QString&);
    void stepBy(int steps) override;
    QValidator::State validate(QString&, int&) const override { return QValidator::Acceptable; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    std::function<QString(const QString& text, int steps)> step;  ///< the text `steps` further; unset = no arrows

Q_SIGNALS:
    void edited(const QString&);  ///< by a person: typed, stepped
    void edit_cancelled();        ///< Esc: the value is wanted again
    void left();                  ///< the keyboard went elsewhere: what was typed is one change

protected:
    StepEnabled stepEnabled() const override { return step ? StepUpEnabled | StepDownEnabled : StepNone; }
    bool eventFilter(QObject*, QEvent*) override;
    void focusOutEvent(QFocusEvent*) override;
    void keyPressEvent(QKeyEvent*) override;

private:
    void scroll_to_start();

    QString shown_value_;  ///< newest value from elsewhere
};

/// A slider that says whether the mouse holds it.
class DragAwareSlider : public QSlider {
    Q_OBJECT
public:
    explicit DragAwareSlider(const QString& name, QWidget* parent = nullptr);
    bool is_dragged() const { return pressed_ || isSliderDown(); }  ///< from the mouse's first effect on: a click on the groove goes there

protected:
    void mousePressEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;

private:
    bool pressed_ = false;
};

}  // namespace neighborscope::desktop
