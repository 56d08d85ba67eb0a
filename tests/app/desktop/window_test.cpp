#include "tests/app/desktop/window_test.hpp"
#include "tests/app/desktop/window_helpers.hpp"

#include "app/desktop/command_palette.hpp"
#include "app/desktop/theme.hpp"
#include "app/desktop/status_line.hpp"
#include "app/desktop/view_widget.hpp"
#include "app/session/sentences/search_texts.hpp"
#include "app/session/workbench/query_controls.hpp"

#include <algorithm>
#include <numeric>

#include <QAbstractButton>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QPushButton>
#include <QSlider>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QStatusBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

using namespace neighborscope;
using namespace neighborscope::desktop;

void WindowTest::init() {
    window_ = open_window(session_of("hotspots:n=500,d=2"));
    QVERIFY(window_);
    settle();
}

void WindowTest::cleanup() { window_.reset(); }

void WindowTest::settle() { QTRY_VERIFY_WITH_TIMEOUT(!workbench().busy() && !model().busy, patience_ms); }

void WindowTest::opens_with_a_list_that_is_right() {
    QCOMPARE(int(model().neighbours.size()), 8);
    const QTableView* list = table(*window_, "neighbours.table");
    QCOMPARE(list->model()->rowCount(), 8);
    for (int row = 0; row < 8; ++row)
        QCOMPARE(cell(list, row, 1), QString::fromStdString(text_of_count(model().neighbours[std::size_t(row)].file_row)));
    QTRY_COMPARE_WITH_TIMEOUT(text(*window_, "exactness.sentence"), QString("8 of 8 exact"), patience_ms);
    QVERIFY(window_->windowTitle().contains("hotspots"));
    QVERIFY(window_->view()->opengl_error().empty());
    const QImage picture = window_->view()->grabFramebuffer();
    QSet<QRgb> seen;
    for (int y = 0; y < picture.height(); y += 3)
        for (int x = 0; x < picture.width(); x += 3) seen << picture.pixel(x, y);
    QVERIFY2(seen.size() > 20, "the view is blank");
}

void WindowTest::query_follows_the_mouse() {
    QVERIFY(mouse_to(window_->view(), here));
    settle();
    const std::vector<double> first = model().query, first_distances = distances(model());
    QVERIFY((window_->view()->pixels_of(first) - QPointF(here)).manhattanLength() < 0.5);
    QVERIFY(mouse_to(window_->view(), there));
    settle();
    QVERIFY(model().query != first);
    QVERIFY(distances(model()) != first_distances);
    QVERIFY((window_->view()->pixels_of(model().query) - QPointF(there)).manhattanLength() < 0.5);
    const double shown = panels::parse_number(number(*window_, "query.coordinate.0")->value().toStdString());
    QVERIFY(std::abs(shown - model().query[0]) < 1e-3 * std::abs(model().data.high[0] - model().data.low[0]));
    QVERIFY(!workbench().can_undo());  // following the mouse is no undoable change
}

void WindowTest::click_pins_and_p_follows_again() {
    QVERIFY(mouse_to(window_->view(), here));
    QTest::mouseClick(window_->view(), Qt::LeftButton, Qt::NoModifier, here);
    settle();
    QCOMPARE(workbench().session().query_mode, QueryMode::pinned);
    QVERIFY(button(*window_, "query.mode.Pinned")->isChecked());
    const std::vector<double> pinned = model().query;
    QVERIFY(mouse_to(window_->view(), there));
    settle();
    QCOMPARE(model().query, pinned);
    QTest::keyClick(window_->view(), Qt::Key_P);
    QCOMPARE(workbench().session().query_mode, QueryMode::follow);
    QVERIFY(button(*window_, "query.mode.Follow")->isChecked());
    QVERIFY(mouse_to(window_->view(), there + QPoint(9, 9)));
    settle();
    QVERIFY(model().query != pinned);
}

void WindowTest::dragging_moves_the_picture_not_the_query() {
    QVERIFY(mouse_to(window_->view(), here));
    settle();
    const std::vector<double> query = model().query;
    const QPointF before = window_->view()->pixels_of(query);
    QTest::mousePress(window_->view(), Qt::LeftButton, Qt::NoModifier, here);
    QVERIFY(mouse_to(window_->view(), here + QPoint(20, 10)));
    QVERIFY(mouse_to(window_->view(), here + QPoint(60, 40)));
    QTest::mouseRelease(window_->view(), Qt::LeftButton, Qt::NoModifier, here + QPoint(60, 40));
    settle();
    QCOMPARE(workbench().session().query_mode, QueryMode::follow);  // a drag is not a click
    QCOMPARE(model().query, query);
    const QPointF moved = window_->view()->pixels_of(query) - before;
    QVERIFY2((moved - QPointF(60, 40)).manhattanLength() < 1, qPrintable(QString("%1 %2").arg(moved.x()).arg(moved.y())));
}

void WindowTest::wheel_zooms_at_the_mouse() {
    QVERIFY(mouse_to(window_->view(), here));
    settle();
    const std::vector<double> fixed = window_->view()->position_at(here), other = window_->view()->position_at(there);
    QWheelEvent turn(here, window_->view()->mapToGlobal(here), {}, {0, 240}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(window_->view(), &turn);
    QVERIFY((window_->view()->pixels_of(fixed) - QPointF(here)).manhattanLength() < 0.5);
    const double grown = (window_->view()->pixels_of(other) - QPointF(here)).x() / (there - here).x();
    QVERIFY2(std::abs(grown - 1.44) < 0.01, qPrintable(QString::number(grown)));
    QVERIFY(window_->run_command("view.fit"));
}

void WindowTest::k_field_searches_again_and_refuses_zero() {
    NumberField* k = number(*window_, "query.k");
    type(k, "12");
    settle();
    QCOMPARE(workbench().session().k, 12);
    QCOMPARE(int(model().neighbours.size()), 12);
    QCOMPARE(table(*window_, "neighbours.table")->model()->rowCount(), 12);
    type(k, "0");
    settle();
    QVERIFY(k->property("error").toBool());
    QCOMPARE(k->accessibleDescription(), QString("k must be at least 1"));
    QCOMPARE(k->value(), QString("0"));
    QCOMPARE(workbench().session().k, 12);
    QCOMPARE(int(model().neighbours.size()), 12);
    type(k, "8");
    QVERIFY(!k->property("error").toBool());
    k->stepBy(1);
    settle();
    QCOMPARE(int(model().neighbours.size()), 9);
    window_->findChild<QSlider*>("query.k.slider")->setValue(SliderScale::steps / 2);
    settle();
    QCOMPARE(int(model().neighbours.size()), 32);
}

void WindowTest::coordinates_typed_pin_the_query() {
    const double middle = (model().data.low[0] + model().data.high[0]) / 2;
    QVERIFY(mouse_to(window_->view(), here));
    settle();
    const double y = model().query[1];
    type(number(*window_, "query.coordinate.0"), QString::number(middle, 'f', 2));
    settle();
    QCOMPARE(workbench().session().query_mode, QueryMode::pinned);
    QVERIFY(std::abs(model().query[0] - middle) < 0.01);
    QCOMPARE(model().query[1], y);  // in full precision, not as rounded for the field
    type(number(*window_, "query.coordinate.0"), "far");
    QVERIFY(number(*window_, "query.coordinate.0")->property("error").toBool());
    QVERIFY(std::abs(model().query[0] - middle) < 0.01);
}

void WindowTest::another_method_finds_the_same() {
    QVERIFY(mouse_to(window_->view(), here));
    settle();
    const std::vector<double> before = distances(model());
    auto* list = window_->findChild<QListView*>("method.list");
    QModelIndex wanted;
    for (int row = 0; row < list->model()->rowCount(); ++row)
        if (list->model()->index(row, 0).data().toString() == "ppw") wanted = list->model()->index(row, 0);
    QVERIFY(wanted.isValid());
    list->scrollTo(wanted);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, Qt::NoModifier, list->visualRect(wanted).center());
    QCOMPARE(workbench().session().method, std::string("ppw"));
    settle();
    QCOMPARE(distances(model()), before);
    QVERIFY(window_->action_of("method.ppw")->isChecked());
}

void WindowTest::undo_and_redo() {
    QVERIFY(!window_->action_of("edit.undo")->isEnabled());
    QVERIFY(window_->run_command("query.k.16"));
    settle();
    QCOMPARE(int(model().neighbours.size()), 16);
    QVERIFY(window_->action_of("edit.undo")->text().contains("change k"));
    QTest::keyClick(window_->view(), Qt::Key_Z, Qt::ControlModifier);
    settle();
    QCOMPARE(int(model().neighbours.size()), 8);
    QCOMPARE(number(*window_, "query.k")->value(), QString("8"));
    QTest::keyClick(window_->view(), Qt::Key_Y, Qt::ControlModifier);
    settle();
    QCOMPARE(int(model().neighbours.size()), 16);
}

void WindowTest::palette_finds_and_runs() {
    QTest::keyClick(window_->view(), Qt::Key_K, Qt::ControlModifier);
    CommandPalette* palette = window_->palette_window();
    QTRY_VERIFY_WITH_TIMEOUT(palette->isVisible(), patience_ms);
    QTest::keyClicks(palette->field(), "manh");
    QVERIFY(palette->list()->currentIndex().data().toString().startsWith("Manhattan"));
    QTest::keyClick(palette->field(), Qt::Key_Return);
    QVERIFY(!palette->isVisible());
    QCOMPARE(workbench().session().metric, Metric::manhattan);
    QCOMPARE(window_->findChild<QComboBox*>("query.metric")->currentIndex(), int(Metric::manhattan));
    // A refused command is shown with its reason and cannot be run.
    window_->run_command("help.commands");
    QTest::keyClicks(palette->field(), "redo");
    const QModelIndex redo = palette->list()->model()->index(0, 0);
    QVERIFY(!(redo.flags() & Qt::ItemIsEnabled));
    QTest::keyClick(palette->field(), Qt::Key_Escape);
    QVERIFY(!palette->isVisible());
}

void WindowTest::theme_changes_and_is_remembered() {
    auto* button = window_->findChild<QPushButton*>("menu.theme");
    QCOMPARE(button->text(), QString("Dark"));
    button->click();
    QCOMPARE(button->text(), QString("Light"));
    QCOMPARE(theme(), render::Theme::dark);
    QCOMPARE(QGuiApplication::palette().color(QPalette::Window), colours().window);
    QVERIFY(colours().window.lightness() < 60);
    QVERIFY(draws(window_->view()));
    const QColor ground = window_->view()->grabFramebuffer().pixelColor(4, window_->view()->height() / 3);
    QVERIFY2(ground.lightness() < 60, qPrintable(ground.name()));
    window_->close();
    QCOMPARE(QSettings(QSettings::IniFormat, QSettings::UserScope, "neighborscope-tests", "neighborscope-tests").value("theme").toString(),
        QString("dark"));
    apply_theme(render::Theme::light);
}

void WindowTest::bottom_dock_is_the_view_model() {
    QVERIFY(!window_->bottom_dock()->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(model().timings.runs > 0 && !model().timings.phases.empty(), patience_ms);
    QTest::keyClick(window_->view(), Qt::Key_3, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(window_->bottom_dock()->isVisible(), patience_ms);
    settle();
    const QTableView* timings = table(*window_, "timings.table");
    QTRY_COMPARE_WITH_TIMEOUT(timings->model()->rowCount(), int(model().timings.phases.size()) + 2, patience_ms);
    const int last = timings->model()->rowCount() - 1;
    const TimeUnit unit = TimeUnit::of(model().timings.total_median);
    const auto text = [&](double milliseconds) {
        return QString::fromStdString(unit.factor == 1 ? text_of_milliseconds(milliseconds) : unit.text(milliseconds));
    };
    for (int row = 0; row < last - 1; ++row) {
        const TimingRow& phase = model().timings.phases[std::size_t(row)];
        QCOMPARE(cell(timings, row, 0), QString::fromStdString(phase.phase));
        QCOMPARE(cell(timings, row, 1), text(phase.median));
    }
    QCOMPARE(cell(timings, last - 1, 0), QString("rest"));
    QCOMPARE(cell(timings, last, 1), text(model().timings.total_median));
    QTest::keyClick(window_->view(), Qt::Key_3, Qt::ControlModifier);
    QVERIFY(!window_->bottom_dock()->isVisible());
}

void WindowTest::docks_and_title_are_those_of_the_session() {
    const auto shown = [&] {
        std::array<bool, 3> docks{};
        for (const auto& [dock, name] : {std::pair(0, "dock.left"), {1, "dock.right"}, {2, "dock.bottom"}})
            docks[std::size_t(dock)] = window_->findChild<QDockWidget*>(name)->isVisible();
        return docks;
    };
    QVERIFY(window_->run_command("view.dock.left"));
    QCOMPARE(shown(), (std::array{false, true, false}));
    QCOMPARE(workbench().session().docks, shown());
    SessionState other = workbench().session();
    other.docks = {true, false, true};
    other.title = "A lecture";
    workbench().replace(other);
    QVERIFY(window_->run_command("view.fit"));  // shows what has changed
    QTRY_COMPARE_WITH_TIMEOUT(shown(), other.docks, patience_ms);
    QTRY_COMPARE_WITH_TIMEOUT(window_->windowTitle(), QString::fromUtf8("A lecture – Neighborscope"), patience_ms);
    QVERIFY(window_->run_command("view.present"));
    QCOMPARE(shown(), (std::array{false, false, false}));
    QVERIFY(window_->run_command("view.present"));
    QCOMPARE(shown(), other.docks);
}

void WindowTest::refused_commands_say_why() {
    workbench().change([](SessionState& state) { state.k = 1; });
    QAction* fewer = window_->action_of("query.k.fewer");
    QTRY_VERIFY_WITH_TIMEOUT(!fewer->isEnabled(), patience_ms);
    QCOMPARE(fewer->toolTip().toStdString(), *window_->commands().find("query.k.fewer")->refuses());
    QVERIFY(!window_->run_command("query.k.fewer"));
    QVERIFY(!window_->run_command("no.such.command"));
}

void WindowTest::keys_reach_commands_but_not_from_fields() {
    QTest::keyClick(window_->view(), Qt::Key_BracketRight);
    QCOMPARE(workbench().session().k, 9);
    type(number(*window_, "query.k"), "3");  // not "three dimensions"
    QCOMPARE(workbench().session().k, 3);
    QVERIFY(!model().error);
}

/// A field focused by mouse or Tab receives all typed keys; none is a command.
void WindowTest::a_clicked_field_takes_the_keys() {
    NumberField* k = number(*window_, "query.k");
    QTest::mouseDClick(k->findChild<QLineEdit*>(), Qt::LeftButton);
    QVERIFY(k->hasFocus() || k->findChild<QLineEdit*>()->hasFocus());
    QTest::keyClicks(QApplication::focusWidget(), "23");
    QCOMPARE(workbench().session().k, 23);
    QVERIFY(!workbench().view().three_d);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Up);
    QCOMPARE(workbench().session().k, 24);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);  // moves the focus to the view
    QVERIFY(!k->findChild<QLineEdit*>()->hasFocus() && !k->hasFocus());
    QTest::keyClick(window_->view(), Qt::Key_BracketRight);
    QCOMPARE(workbench().session().k, 25);
    type(k, "12345");
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);  // the number has a thin space now
    QTest::mouseDClick(k->findChild<QLineEdit*>(), Qt::LeftButton, {}, QPoint(8, 10));
    QTest::keyClicks(QApplication::focusWidget(), "abc");
    QVERIFY(k->property("error").toBool());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY(!k->property("error").toBool());
    QCOMPARE(k->value(), QString::fromUtf8("12\u202f345"));
    number(*window_, "query.coordinate.0")->setFocus(Qt::TabFocusReason);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    QVERIFY(number(*window_, "query.coordinate.1")->hasFocus() ||
            number(*window_, "query.coordinate.1")->isAncestorOf(QApplication::focusWidget()));
}

void WindowTest::every_control_has_a_name() {
    window_->run_command("view.dock.bottom");
    for (QWidget* widget : window_->findChildren<QWidget*>()) {
        const bool control = qobject_cast<QAbstractButton*>(widget) || qobject_cast<QAbstractSpinBox*>(widget) ||
                             qobject_cast<QComboBox*>(widget) || qobject_cast<QSlider*>(widget) || qobject_cast<QAbstractItemView*>(widget);
        if (!control || !widget->isVisible() || widget->focusPolicy() == Qt::NoFocus) continue;
        QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(widget);
        QVERIFY(spoken);
        QVERIFY2(!spoken->text(QAccessible::Name).isEmpty(),
            qPrintable(QString("%1 %2").arg(widget->metaObject()->className(), widget->objectName())));
    }
}

void WindowTest::nothing_is_cut_off_at_1280() {
    for (const char* name : {"dock.left", "dock.right"}) {
        auto* area = window_->findChild<QDockWidget*>(name)->findChild<QScrollArea*>();
        QVERIFY2(area->widget()->width() <= area->viewport()->width(),
            qPrintable(QString("%1: %2 in %3").arg(name).arg(area->widget()->width()).arg(area->viewport()->width())));
    }
    for (QPushButton* button : window_->findChildren<QPushButton*>())
        if (button->isVisible() && !button->text().isEmpty())
            QVERIFY2(button->width() >= button->fontMetrics().horizontalAdvance(button->text()) + 8, qPrintable(button->text()));
    for (QLabel* text : window_->statusBar()->findChildren<QLabel*>())
        if (text->accessibleName() == "device")
            QVERIFY2(text->width() >= text->fontMetrics().horizontalAdvance(text->text()), qPrintable(text->text()));
}

void WindowTest::a_small_window_is_usable() {
    const auto view_from = [&] { return window_->view()->mapTo(window_.get(), QPoint(0, 0)).x(); };
    QVERIFY(view_from() > 100);
    window_->resize(800, 600);
    QTRY_COMPARE_WITH_TIMEOUT(window_->width(), 800, patience_ms);
    QTRY_VERIFY2_WITH_TIMEOUT(
        window_->view()->width() >= 480, qPrintable(QString::number(window_->view()->width())), patience_ms);  // with less, no instruments
    QCOMPARE(window_->height(), 600);
    for (const char* panel : {"data", "query", "neighbours"}) QVERIFY(window_->panel(panel)->isVisible());
    const auto help = [&] { return window_->menuBar()->actionGeometry(window_->menuBar()->actions().last()).right(); };
    QTRY_VERIFY_WITH_TIMEOUT(help() > 100 && help() < window_->menuBar()->cornerWidget()->x(), patience_ms);
    window_->resize(1280, 800);
    QTRY_VERIFY_WITH_TIMEOUT(view_from() > 100, patience_ms);
    QTRY_VERIFY_WITH_TIMEOUT(window_->view()->width() > 700 && window_->view()->width() < 1000, patience_ms);
}

void WindowTest::an_unmoved_picture_is_fitted_to_its_size() {
    const auto bottom = [&] { return window_->view()->pixels_of(model().data.low).y(); };
    QVERIFY(draws(window_->view()));
    window_->run_command("view.dock.bottom");
    QVERIFY(draws(window_->view()));
    QTRY_VERIFY2_WITH_TIMEOUT(bottom() < window_->view()->height(), qPrintable(QString::number(bottom())), patience_ms);
    QTest::mousePress(window_->view(), Qt::LeftButton, Qt::NoModifier, here);
    QVERIFY(mouse_to(window_->view(), here + QPoint(40, 0)));
    QVERIFY(mouse_to(window_->view(), here + QPoint(80, 0)));
    QTest::mouseRelease(window_->view(), Qt::LeftButton, Qt::NoModifier, here + QPoint(80, 0));
    QVERIFY(draws(window_->view()));
    const auto span = [&] { return (window_->view()->pixels_of(model().data.high) - window_->view()->pixels_of(model().data.low)).x(); };
    const double before = span();
    window_->run_command("view.dock.bottom");
    QVERIFY(draws(window_->view()));
    QVERIFY2(std::abs(span() - before) < 0.01, "what a person moved stays as large as it was");
}

void WindowTest::selected_rank_is_ringed() {
    workbench().query().pin_at(workbench().view().query);
    settle();
    const QImage without = bare_picture(*window_);
    QCOMPARE(bare_picture(*window_), without);  // nothing else changes
    table(*window_, "neighbours.table")->selectRow(7);
    QVERIFY(bare_picture(*window_) != without);
}

void WindowTest::instruments_can_be_hidden() {
    QVERIFY(draws(window_->view()));
    const QImage with = window_->view()->grabFramebuffer();
    QTest::keyClick(window_->view(), Qt::Key_F8);
    QVERIFY(!window_->view()->instruments());
    QVERIFY(!window_->commands().find("view.instruments")->checked());
    QVERIFY(draws(window_->view()));
    const QImage bare = window_->view()->grabFramebuffer();
    int differing = 0;
    for (int y = 0; y < bare.height(); ++y)
        for (int x = 0; x < bare.width(); ++x) differing += bare.pixel(x, y) != with.pixel(x, y);
    QVERIFY2(differing > 5000, "more than the digits of a time");
}

void WindowTest::help_windows_open() {
    QVERIFY(window_->run_command("help.shortcuts"));
    QDialog* sheet = window_->findChild<QDialog*>("shortcuts");
    QVERIFY(sheet && sheet->isVisible());
    QVERIFY(sheet->findChild<QTableView*>("shortcuts.table")->model()->rowCount() > 20);
    settle();
    for (const QScrollBar* bar : sheet->findChildren<QScrollBar*>()) QVERIFY(bar->orientation() == Qt::Vertical || !bar->isVisible());
    sheet->reject();
    QVERIFY(window_->run_command("help.glossary"));
    QDialog* glossary = window_->findChild<QDialog*>("glossary");
    QVERIFY(glossary && glossary->isVisible());
    const auto letters = [&] {
        const auto all = glossary->findChildren<QLabel*>();
        return std::accumulate(
            all.begin(), all.end(), qsizetype(0), [](qsizetype sum, const QLabel* one) { return sum + one->text().size(); });
    };
    QVERIFY(letters() > 10000);
    auto* find = glossary->findChild<NumberField*>("glossary.find");
    QVERIFY(find);
    QTest::keyClicks(find->findChild<QLineEdit*>(), "morton letters");
    QTRY_VERIFY(letters() < 2000);
    QCOMPARE(find->findChild<QLineEdit*>()->text(), QStringLiteral("morton letters"));
    glossary->reject();
    QVERIFY(window_->run_command("help.about"));
    QDialog* about = window_->findChild<QDialog*>("about");
    QVERIFY(about && about->isVisible());
    about->reject();
}
