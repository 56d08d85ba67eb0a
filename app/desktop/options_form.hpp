// The form of options, of a method or of data that a generator made, built from their descriptions alone.
#pragma once
#include "app/session/slider_scale.hpp"
#include "gpu/options.hpp"

#include <QWidget>

#include <map>
#include <span>
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
    /// Where the help stands: a line below each option, or a tooltip where there is less room.
    enum class Help { line, tooltip };
    explicit OptionsForm(Help help, QWidget* parent = nullptr);

    /// Builds the controls anew when the options are others; else shows the values. `chosen`: option -> text as typed.
    void show_options(std::span<const OptionSpec>, const std::map<std::string, std::string>& chosen);

Q_SIGNALS:
    /// A right value; `dragging` while a slider moves or a number is typed: what follows is the same change.
    void changed(const QString& option, const QString& value, bool dragging);
    void drag_ended();

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

    Help help_;
    std::vector<OptionSpec> specs_;
    QVBoxLayout* layout_;
    QWidget* body_ = nullptr;
    std::vector<Row> rows_;
    bool showing_ = false;
};

}  // namespace neighborscope::desktop
