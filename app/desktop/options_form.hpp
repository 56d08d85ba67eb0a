// The form of a method's options, built from their descriptions alone.
#pragma once
#include "gpu/knn.hpp"

#include <QWidget>

#include <map>
#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QVBoxLayout;

namespace neighborscope::desktop {

class NumberField;
class QuietSlider;
class Text;

class OptionsForm : public QWidget {
    Q_OBJECT
public:
    explicit OptionsForm(QWidget* parent = nullptr);

    /// Builds the controls anew when the method is another one; else shows the values. `chosen`: option -> text as typed.
    void show_options(const MethodInfo&, const std::map<std::string, std::string>& chosen);

Q_SIGNALS:
    /// A right value; `dragging` while a slider moves.
    void changed(const QString& option, const QString& value, bool dragging);

private:
    struct Row {
        const OptionSpec* spec = nullptr;
        NumberField* number = nullptr;
        QuietSlider* slider = nullptr;
        QComboBox* choice = nullptr;
        QCheckBox* flag = nullptr;
        Text* error = nullptr;
    };

    Row make_row(const OptionSpec&);
    void make_number(Row&);
    void typed(const Row&, const QString& text, bool dragging);

    std::string method_;
    QVBoxLayout* layout_;
    QWidget* body_ = nullptr;
    std::vector<Row> rows_;
    bool showing_ = false;
};

/// Where a value lies on a slider of `steps` steps, and back. Long ranges of positive numbers are logarithmic.
class SliderScale {
public:
    static constexpr int steps = 200;
    SliderScale(double from, double to, bool integer, bool powers_of_two = false);
    int position(double value) const;
    double value(int position) const;

private:
    double from_, to_;
    bool integer_, powers_, logarithmic_;
};

}  // namespace neighborscope::desktop
