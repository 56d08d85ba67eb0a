// The window actions, and the menus with one action for each command.
#include "app/commands/menu_bar.hpp"
#include "app/commands/start_offer.hpp"
#include "app/desktop/command_palette.hpp"
#include "app/desktop/theme.hpp"
#include "app/desktop/main_window.hpp"
#include "app/desktop/number_field.hpp"
#include "app/desktop/view_widget.hpp"
#include "app/modules/modules.hpp"
#include "app/session/document/curve_request.hpp"
#include "app/session/document/saved_settings.hpp"
#include "app/session/sentences/neighbour_table.hpp"
#include "app/session/workbench/face_controls.hpp"
#include "render/scene.hpp"

#include <QAction>
#include <QActionGroup>
#include <QClipboard>
#include <QDockWidget>
#include <QGuiApplication>
#include <QMenu>
#include <QMenuBar>
#include <QTimer>

namespace neighborscope::desktop {

namespace {

QString shown_title(const Command& command) {
    return to_qstring(command.title).replace(QLatin1Char('&'), QLatin1String("&&"));  // a single one marks a mnemonic in Qt
}

}  // namespace

WindowActions MainWindow::window_actions() {
    WindowActions actions;
    actions.start = start_offer_.get();
    actions.note_view = [this] { note_view(); };
    if (view_) actions.take_picture = [this] { return take_picture(); };
    add_file_actions(actions, *workbench_,
        [this](const PathQuestion& question, const std::function<void(const std::string&)>& then) { ask_path(question, then); });
    actions.copy_neighbours = [this] { QGuiApplication::clipboard()->setText(to_qstring(neighbours_as_tsv(workbench_->view()))); };
    actions.copy_command_line = [this] {
        note_view();
        QGuiApplication::clipboard()->setText(QString::fromStdString(command_line(workbench_->session())));
    };
    actions.copy_curve_command = [this] {
        QGuiApplication::clipboard()->setText(
            QString::fromStdString(curve_command_line(workbench_->session(), workbench_->view().curves.along)));
    };
    if (view_) {
        actions.fit = [this] {
            if (view_) view_->fit();
        };
        actions.toggle_instruments = [this] {
            if (view_) view_->toggle_instruments();
        };
        actions.toggle_presenter = [this] { toggle_presenter(); };
        actions.presenting = [this] { return view_ && view_->presenter(); };
        actions.show_large_pointer = [this](bool shown) {
            large_pointer_ = shown;
            show_pointer();
        };
        actions.large_pointer_shown = [this] { return is_pointer_large(); };
        actions.set_full_screen = [this](bool fill) {
            setWindowState(fill ? windowState() | Qt::WindowFullScreen : windowState() & ~Qt::WindowFullScreen);
        };
        actions.is_full_screen = [this] { return isFullScreen(); };
        actions.instruments_shown = [this] { return view_ && view_->instruments(); };
        actions.nudge_query = [this](double dx, double dy) {
            if (view_) view_->pointer().nudge(dx, dy);
        };
        actions.add_note = [this] {
            if (!view_ || !view_->add_note()) return;
            // What is typed next is its text. The field is made when the panels are described again.
            QTimer::singleShot(0, this, [this] {
                poll();
                const auto id = QStringLiteral("notes.%1").arg(workbench_->session().notes.size() - 1);
                for (auto* field : findChildren<NumberField*>()) {
                    if (field->objectName() != id) continue;
                    field->setFocus(Qt::OtherFocusReason);
                    field->selectAll();
                }
            });
        };
        actions.move_view = [this](double dx, double dy, double turns) {
            if (!view_) return;
            view_->pointer().move_view(dx, dy, turns, view_->width() / text_factor(), view_->height() / text_factor());
            view_->update();
        };
    }
    actions.toggle_theme = [this] {
        const render::Theme other = theme() == render::Theme::light ? render::Theme::dark : render::Theme::light;
        workbench_->change([other](SessionState& s) { s.theme = other; });
    };
    actions.toggle_dock = [this](Dock dock) { toggle_dock(dock); };
    actions.dock_shown = [this](Dock dock) {
        return turns_.are_taken() ? turns_.shows(dock) : workbench_->session().docks[std::size_t(dock)];
    };
    actions.set_scale = [this](int percent) {
        chosen_scale_ = percent;
        show_scale();
        run_file_work(*workbench_, "The size of the text was not saved", [percent] { save_scale(percent); });
    };
    actions.scale = [this] { return chosen_scale_; };
    actions.max_scale = [this] { return largest_text_scale(screen()); };
    actions.show_palette = [this] { palette_->open_at_top(); };
    actions.show_shortcuts = [this] { show_sheet("shortcuts", panels::shortcuts_sheet(commands_)); };
    actions.show_glossary = [this](const std::string& find) { show_sheet("glossary", panels::glossary_sheet(find)); };
    actions.help_under_mouse = [this] { return help_under_mouse(); };
    actions.show_title = [this] { show_sheet("title", panels::title_sheet(*workbench_)); };
    actions.show_manual = [this] { show_sheet("manual", panels::manual_sheet()); };
    actions.show_about = [this] {
        std::string renderer = opengl_error_;
        if (view_) {
            view_->makeCurrent();
            renderer = render::gl_renderer();
            view_->doneCurrent();
        }
        show_sheet("about", panels::about_sheet({{"OpenGL", renderer}, {"Qt", std::string(qVersion()) + ", LGPL 3"}}));
    };
    actions.quit = [this] { close(); };
    return actions;
}

void MainWindow::build_commands() {
    workbench_->faces().set_finder(modules::face_finder());
    add_camera(*workbench_);
    add_standard_commands(commands_, *workbench_, window_actions());
    palette_ = new CommandPalette(commands_, this);
    connect(palette_, &CommandPalette::chosen, this, &MainWindow::run_command);
}

void MainWindow::fill_menu(QMenu* menu, const MenuEntry& from) {
    menu->setToolTipsVisible(true);
    connect(menu, &QMenu::aboutToShow, this, &MainWindow::show_actions);
    for (const MenuEntry& entry : from.entries) {
        if (entry.separated) menu->addSeparator();
        if (entry.command) actions_.emplace_back(entry.command->id, menu->addAction(shown_title(*entry.command)));
        else fill_menu(menu->addMenu(to_qstring(entry.title)), entry);
    }
}

void MainWindow::build_menus() {
    menuBar()->setNativeMenuBar(false);
    menuBar()->setFixedHeight(px(32));
    for (const MenuEntry& entry : menu_bar(commands_)) fill_menu(menuBar()->addMenu(QLatin1Char('&') + to_qstring(entry.title)), entry);
    std::map<std::string, QActionGroup*> choices;
    // Commands that are only in the palette have keys, too.
    for (const Command& command : commands_.all()) {
        if (!action_of(QString::fromStdString(command.id))) actions_.emplace_back(command.id, new QAction(shown_title(command), this));
        QAction* action = action_of(QString::fromStdString(command.id));
        QList<QKeySequence> keys;
        for (const std::string& one : split_keys(command.keys))
            keys << QKeySequence::fromString(QString::fromStdString(one), QKeySequence::PortableText);
        action->setShortcuts(keys);
        action->setCheckable(bool(command.checked));
        if (const std::string of = choice_of(command.id); command.checked && !of.empty()) {
            QActionGroup*& group = choices[of];
            if (!group) group = new QActionGroup(this);
            group->addAction(action);
        }
        action->setToolTip(QString::fromStdString(command.help));
        action->setObjectName(QString::fromStdString(command.id));
        addAction(action);
        connect(action, &QAction::triggered, this, [this, id = QString::fromStdString(command.id)] { run_command(id); });
    }
}

QAction* MainWindow::action_of(const QString& id) const {
    for (const auto& [its, action] : actions_)
        if (its == id.toStdString()) return action;
    return nullptr;
}

void MainWindow::show_actions() {
    for (const auto& [id, action] : actions_) {
        const Command* command = commands_.find(id);
        const std::optional<std::string> reason = command->refuses ? command->refuses() : std::nullopt;
        if (action->isEnabled() == reason.has_value()) action->setEnabled(!reason);
        const QString tip = QString::fromStdString(reason ? *reason : command->help);
        if (action->toolTip() != tip) action->setToolTip(tip);
        if (command->checked) action->setChecked(command->checked());
        if (!command->title_now) continue;
        const QString title = to_qstring(title_of(*command)).replace(QLatin1Char('&'), QLatin1String("&&"));
        if (action->text() != title) action->setText(title);
        action->setVisible(!title.isEmpty());
    }
    const auto name_step = [this](const char* id, const QString& verb, const std::string& kind) {
        QAction* action = action_of(QLatin1String(id));
        const QString text = kind.empty() ? verb : verb + QStringLiteral(": ") + QString::fromStdString(kind);
        if (action && action->text() != text) action->setText(text);
    };
    name_step("edit.undo", tr("Undo"), workbench_->undo_kind());
    name_step("edit.redo", tr("Redo"), workbench_->redo_kind());
}

}  // namespace neighborscope::desktop
