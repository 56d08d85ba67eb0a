// What only a window can do, and the menus: one action for each command.
#include "app/desktop/command_palette.hpp"
#include "app/desktop/look.hpp"
#include "app/desktop/main_window.hpp"
#include "app/desktop/view_widget.hpp"
#include "app/session/neighbour_table.hpp"
#include "render/scene.hpp"

#include <QAction>
#include <QActionGroup>
#include <QClipboard>
#include <QDockWidget>
#include <QGuiApplication>
#include <QMenu>
#include <QMenuBar>

namespace neighborscope::desktop {

namespace {

QString shown_title(const Command& command) {
    return to_q(command.title).replace(QLatin1Char('&'), QLatin1String("&&"));  // one marks a mnemonic in Qt
}

/// Long families of commands stand in a menu of their own.
QString submenu_of(const std::string& id) {
    const std::pair<const char*, QString> families[] = {{"query.k.", MainWindow::tr("Number of neighbours")},
        {"query.nudge.", MainWindow::tr("Move the query")}, {"query.metric.", MainWindow::tr("Metric")},
        {"data.make.", MainWindow::tr("Make points")}};
    for (const auto& [prefix, title] : families)
        if (id.rfind(prefix, 0) == 0) return title;
    return {};
}

/// Where a hairline separates: between "file.open_session" and "file.export_neighbours", between samples and the rest.
std::string group_of(const Command& command) {
    const std::string& id = command.id;
    for (const char* prefix : {"file.open", "file.save_session", "file.compare", "data.sample.", "data.make.", "query.k.", "query.nudge.",
             "query.metric.", "edit.copy", "edit.", "method.presets", "method.", "device.", "step.open", "step.play", "step.loop",
             "step.faster", "step.slower", "step.next_phase", "step.previous_phase", "step.first", "step.last", "view.dock", "view.2d",
             "view.3d", "view.colour", "help.about"})
        if (id.rfind(prefix, 0) == 0)
            return std::string(prefix) == "file.save_session"                               ? "file.open"
                   : std::string(prefix) == "view.3d"                                       ? "view.2d"
                   : id == "step.previous_phase" || id == "step.first" || id == "step.last" ? "step.next_phase"
                   : id == "step.faster" || id == "step.slower"                             ? "step.loop"
                                                                                            : prefix;
    return id.substr(0, id.find('.'));
}

/// Commands of which one is chosen at a time are marked as such: "data", "method.", "query.metric.", "device."; "" for switches.
std::string choice_of(const std::string& id) {
    if (id.rfind("data.sample.", 0) == 0 || id.rfind("data.make.", 0) == 0) return "data";
    for (const char* prefix : {"method.", "query.metric.", "device."})
        if (id.rfind(prefix, 0) == 0) return prefix;
    return {};
}

}  // namespace

WindowActions MainWindow::window_actions() {
    WindowActions actions;
    if (view_) actions.take_picture = [this] { return take_picture(); };
    add_file_actions(actions, *workbench_,
        [this](const PathQuestion& question, const std::function<void(const std::string&)>& then) { ask_path(question, then); });
    actions.copy_neighbours = [this] { QGuiApplication::clipboard()->setText(to_q(neighbours_as_tsv(workbench_->view()))); };
    actions.copy_command_line = [this] {
        QGuiApplication::clipboard()->setText(QString::fromStdString(command_line(workbench_->session())));
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
        actions.instruments_shown = [this] { return view_ && view_->instruments(); };
        actions.nudge_query = [this](double dx, double dy) {
            if (view_) view_->pointer().nudge(dx, dy);
        };
    }
    actions.toggle_theme = [this] {
        const render::Theme other = theme() == render::Theme::light ? render::Theme::dark : render::Theme::light;
        workbench_->change([other](SessionState& s) { s.theme = other; });
    };
    actions.show_palette = [this] { palette_->open_at_top(); };
    actions.show_shortcuts = [this] { show_sheet("shortcuts", panels::shortcuts_sheet(commands_)); };
    actions.show_about = [this] {
        std::string renderer = trouble_;
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
    add_standard_commands(commands_, *workbench_, window_actions());
    const auto dock = [this](const char* id, const QString& title, const char* keys, QDockWidget* which) {
        commands_.add({id, title.toStdString(), "View", keys, tr("Shows or hides this part of the window.").toStdString(),
            [this, which] {
                which->setVisible(!which->isVisible());
                if (which == bottom_) {
                    show_panels();
                    resizeDocks({bottom_}, {workbench_->view().stepping.open ? 320 : 240}, Qt::Vertical);
                }
            },
            {}, [which] { return !which->isHidden(); }});
    };
    dock("view.dock.left", tr("Data and method"), "Ctrl+1", left_);
    dock("view.dock.right", tr("Query and neighbours"), "Ctrl+2", right_);
    dock("view.dock.bottom", tr("Timings and steps as tables"), "Ctrl+3", bottom_);
    palette_ = new CommandPalette(commands_, this);
    connect(palette_, &CommandPalette::chosen, this, &MainWindow::run_command);
}

void MainWindow::build_menus() {
    menuBar()->setNativeMenuBar(false);
    menuBar()->setFixedHeight(32);
    std::map<QString, QMenu*> menus, submenus;
    // The order people expect, whatever order commands were added in.
    QStringList order{"File", "Edit", "Data", "Method", "Query", "Step", "Ticks", "Compare", "View"};
    for (const Command& command : commands_.all())
        if (const QString name = QString::fromStdString(command.menu); !name.isEmpty() && name != "Help" && !order.contains(name))
            order << name;
    order << "Help";
    for (const QString& name : order) {
        std::string group;
        for (const Command& command : commands_.all()) {
            if (QString::fromStdString(command.menu) != name) continue;
            QMenu*& menu = menus[name];
            if (!menu) {
                menu = menuBar()->addMenu(QLatin1Char('&') + name);
                menu->setToolTipsVisible(true);
                connect(menu, &QMenu::aboutToShow, this, &MainWindow::show_actions);
            }
            const std::string its_group = group_of(command);
            const QString family = submenu_of(command.id);
            if (!group.empty() && its_group != group && family.isEmpty()) menu->addSeparator();
            if (family.isEmpty()) group = its_group;
            QMenu* place = menu;
            if (!family.isEmpty()) {
                QMenu*& sub = submenus[family];
                if (!sub) {
                    sub = menu->addMenu(family);
                    sub->setToolTipsVisible(true);
                }
                place = sub;
            }
            QAction* action = place->addAction(shown_title(command));
            actions_.emplace_back(command.id, action);
        }
    }
    std::map<std::string, QActionGroup*> choices;
    // Commands of the palette alone have keys too.
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
