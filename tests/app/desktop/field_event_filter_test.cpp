#include "tests/app/desktop/field_event_filter_test.hpp"
#include "tests/app/desktop/window_helpers.hpp"

#include "app/desktop/flow_layout.hpp"
#include "app/desktop/text_scale.hpp"
#include "app/desktop/theme.hpp"
#include "app/glossary/glossary.hpp"
#include "app/session/document/saved_settings.hpp"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QLayout>
#include <QLineF>
#include <QListView>
#include <QMap>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QToolTip>
#include <QWheelEvent>

#include <cmath>

using namespace neighborscope;
using namespace neighborscope::desktop;

namespace {

void turn_wheel(QWidget* over, int by) {
    const QPointF at = over->rect().center();
    QWheelEvent turn(at, over->mapToGlobal(at), {}, {0, by}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QSpontaneKeyEvent::setSpontaneous(&turn);  // like a real event: if ignored it goes to the parent, and may move the focus
    qApp->notify(over, &turn);
}

/// Visible menus, numbers and sliders.
QList<QWidget*> fields_of(MainWindow& window) {
    QList<QWidget*> fields;
    for (QWidget* one : window.findChildren<QWidget*>())
        if (one->isVisible() && one->isEnabled() &&
            (qobject_cast<QComboBox*>(one) || qobject_cast<QAbstractSpinBox*>(one) || qobject_cast<QSlider*>(one)))
            fields << one;
    return fields;
}

QWidget* tip() {
    for (QWidget* one : QApplication::topLevelWidgets())
        if (one->inherits("QTipLabel") && one->isVisible()) return one;
    return nullptr;
}

/// Sizes and fonts of all widgets that have a name, except texts, which change when an answer arrives.
QMap<QString, QList<int>> sizes_of(const MainWindow& window) {
    QMap<QString, QList<int>> sizes;
    for (const QWidget* one : window.findChildren<QWidget*>())
        if (!one->objectName().isEmpty() && !one->objectName().startsWith(QLatin1String("qt_")) && !qobject_cast<const QDockWidget*>(one) &&
            !qobject_cast<const QLabel*>(one))  // these have the size of their content
            sizes[one->objectName()] = {one->minimumWidth(), one->minimumHeight(), one->maximumWidth(), one->maximumHeight(),
                one->font().pixelSize(), one->layout() ? one->layout()->spacing() : 0,
                one->layout() ? one->layout()->contentsMargins().left() : 0};
    return sizes;
}

}  // namespace

void FieldEventFilterTest::init() {
    window_ = open_window(session_of("sample:earthquakes"));
    QVERIFY(window_);
}

void FieldEventFilterTest::cleanup() {
    window_.reset();
    set_text_scale(100);
    save_scale(100);
}

void FieldEventFilterTest::the_wheel_leaves_fields_alone() {
    const auto fields = fields_of(*window_);
    QVERIFY(fields.size() >= 5);
    for (QWidget* field : fields) {
        QVERIFY(field->focusPolicy() != Qt::WheelFocus);
        for (QWidget* keyboard : {static_cast<QWidget*>(window_->view()), field}) {
            keyboard->setFocus();
            for (const int by : {120, -120}) {
                turn_wheel(field, by);
                QVERIFY2(!workbench().can_undo(), qPrintable(field->objectName()));
            }
        }
    }
}

void FieldEventFilterTest::the_wheel_scrolls_what_lies_around_a_field() {
    window_->resize(1280, 480);
    QScrollBar* bar = window_->findChild<QDockWidget*>("dock.left")->findChild<QScrollArea*>()->verticalScrollBar();
    QTRY_VERIFY_WITH_TIMEOUT(bar->maximum() > 20, patience_ms);
    auto* colour = window_->findChild<QComboBox*>("data.colour_by");
    for (QWidget* keyboard : {static_cast<QWidget*>(window_->view()), static_cast<QWidget*>(colour)}) {
        keyboard->setFocus();
        bar->setValue(0);
        turn_wheel(colour, -120);
        QVERIFY(bar->value() > 0);
    }
    bar->setValue(0);
    auto* list = window_->findChild<QListView*>("method.list");
    window_->view()->setFocus();
    turn_wheel(list->viewport(), -120);
    QVERIFY(bar->value() > 0);
    list->setFocus();
    const int there = list->verticalScrollBar()->value();
    turn_wheel(list->viewport(), there == list->verticalScrollBar()->maximum() ? 120 : -120);
    QVERIFY(list->verticalScrollBar()->value() != there);  // the wheel scrolls a focused list
}

void FieldEventFilterTest::nothing_in_a_row_has_no_negative_size() {
    QTest::failOnWarning(QRegularExpression("Negative sizes"));
    QWidget widget;
    const auto* row = new FlowLayout(&widget, 6);
    widget.show();
    QCOMPARE(row->minimumSize(), QSize(0, 0));
    QCOMPARE(row->sizeHint(), QSize(0, 0));
}

void FieldEventFilterTest::a_method_is_found_by_typing() {
    auto* line = window_->findChild<QLineEdit*>("method.list.find");
    auto* list = window_->findChild<QListView*>("method.list");
    QVERIFY(line && list);
    const int all = list->model()->rowCount(), height = list->height();
    line->setFocus();
    QTest::keyClicks(line, "COALESCED quad");
    QCOMPARE(list->model()->rowCount(), 2);  // a group and its method
    QCOMPARE(list->height(), height);
    QCOMPARE(workbench().session().method, std::string("heap"));
    QTest::keyClick(line, Qt::Key_Return);
    QCOMPARE(workbench().session().method, std::string("quadtree-coalesced"));
    QCOMPARE(list->model()->rowCount(), all);
    QCOMPARE(list->currentIndex().data().toString(), QString("quadtree-coalesced"));
    line->setFocus();
    QTest::keyClicks(line, "no such");
    QCOMPARE(list->model()->rowCount(), 1);
    QVERIFY(!(list->model()->index(0, 0).flags() & Qt::ItemIsEnabled));
    QTest::keyClick(line, Qt::Key_Escape);
    QCOMPARE(list->model()->rowCount(), all);
}

void FieldEventFilterTest::reasons_are_read_whole() {
    const std::string reason = "at most 3 dimensions, and of these points there are 784";
    panels::Choice methods{{{"walk", {}, "Indexed", {}}, {"jump", {}, "Indexed", "k = 1 only"}, {"fly", {}, "Indexed", reason}}, 0,
        [](int) {}, panels::Choice::Look::list};
    panels::Panel made{"made", "Made up", {}, {}, {}};
    made.rows.push_back({"made.list", "Methods", {}, methods});
    PanelWidget widget(made);
    widget.resize(200, 400);
    widget.show();
    auto* list = widget.findChild<QListView*>("made.list");
    const auto rect = [&](int row) { return list->visualRect(list->model()->index(row, 0)); };
    const QFontMetrics small(font_of_size(12));
    QTRY_VERIFY_WITH_TIMEOUT(rect(3).width() > 100, patience_ms);
    QCOMPARE(rect(2).height(), rect(1).height());  // beside its name
    const QRect text = small.boundingRect(QRect(0, 0, rect(3).width() - 16, 1000), Qt::TextWordWrap, to_qstring(reason));
    QVERIFY2(rect(3).height() >= rect(1).height() + text.height(), qPrintable(QString::number(rect(3).height())));
}

void FieldEventFilterTest::options_of_the_method_are_above_the_fold() {
    workbench().change([](SessionState& state) {
        const SessionState first = default_session();
        state.data = first.data, state.method = first.method;
    });
    window_->resize(1280, 800);
    QTRY_VERIFY_WITH_TIMEOUT(!workbench().busy() && workbench().view().tree && workbench().view().timings.runs > 0, patience_ms);
    auto* area = window_->findChild<QDockWidget*>("dock.left")->findChild<QScrollArea*>();
    QWidget* field = nullptr;  // the first option
    QTRY_VERIFY_WITH_TIMEOUT((field = window_->findChild<QWidget*>("method.leaf-capacity")) && field->isVisible(), patience_ms);
    QTRY_VERIFY_WITH_TIMEOUT(field->mapTo(area->viewport(), QPoint(0, field->height())).y() <= area->viewport()->height(), patience_ms);
}

void FieldEventFilterTest::titles_of_the_list_are_whole_while_stepping() {
    window_ = open_window(tree_session_of("hotspots:n=500,d=2"));
    QVERIFY(window_);
    window_->resize(1280, 800);
    const QTableView* list = table(*window_, "neighbours.table");
    const auto whole = [&] {
        const QHeaderView* header = list->horizontalHeader();
        int right = 0;
        for (int column = 0; column < list->model()->columnCount(); ++column) {
            const QString title = list->model()->headerData(column, Qt::Horizontal).toString();
            if (header->sectionSize(column) < header->fontMetrics().horizontalAdvance(title) + (column == 0 ? 32 : 12)) return false;
            right = header->sectionViewportPosition(column) + header->sectionSize(column);
        }
        return right <= list->viewport()->width();
    };
    QTRY_VERIFY_WITH_TIMEOUT(whole(), patience_ms);
    QVERIFY(window_->run_command("step.open"));
    QTRY_VERIFY_WITH_TIMEOUT(workbench().view().stepping.ready, patience_ms);
    QTRY_COMPARE_WITH_TIMEOUT(list->model()->columnCount(), 5, patience_ms);
    QTRY_VERIFY_WITH_TIMEOUT(whole(), patience_ms);
    QVERIFY(window_->run_command("step.last"));
    QTRY_VERIFY_WITH_TIMEOUT(list->model()->rowCount() == 8 && whole(), patience_ms);
}

void FieldEventFilterTest::no_button_is_cut() {
    const auto suggested = [&] {
        const auto* suggestion = window_->findChild<QAbstractButton*>("method.quadtree-coalesced");
        return suggestion && suggestion->isVisible();
    };
    QTRY_VERIFY_WITH_TIMEOUT(suggested(), patience_ms);
    const auto cut = [&] {
        for (QAbstractButton* one : window_->findChildren<QAbstractButton*>())
            if (one->isVisible() && !one->text().isEmpty() && one->width() < one->fontMetrics().horizontalAdvance(one->text()) + 8)
                return one->text();
        return QString();
    };
    QCOMPARE(cut(), QString());
    window_->resize(1280, 800);
    QVERIFY(window_->run_command("step.open"));
    QVERIFY(window_->run_command("view.dock.bottom"));
    QTRY_VERIFY_WITH_TIMEOUT(button(*window_, "step.next_phase") && button(*window_, "step.next_phase")->isVisible(), patience_ms);
    QTRY_COMPARE_WITH_TIMEOUT(cut(), QString(), patience_ms);
}

void FieldEventFilterTest::a_tooltip_does_not_cover_what_it_explains() {
    int seen = 0;
    for (const char* id : {"data.colour_by", "query.k.slider", "method.list"}) {
        auto* widget = window_->findChild<QWidget*>(id);
        QVERIFY2(widget, id);
        QRect what = widget->rect();
        if (auto* list = qobject_cast<QListView*>(widget)) {
            widget = list->viewport();
            what = list->visualRect(list->currentIndex());
        } else if (widget->toolTip().isEmpty()) {
            continue;
        }
        QToolTip::hideText();
        QTRY_VERIFY_WITH_TIMEOUT(!tip(), patience_ms);
        QHelpEvent help(QEvent::ToolTip, what.center(), widget->mapToGlobal(what.center()));
        QCoreApplication::sendEvent(widget, &help);
        const QRect item(widget->mapToGlobal(what.topLeft()), what.size());
        QTRY_VERIFY2_WITH_TIMEOUT(tip() && !tip()->geometry().intersects(item), id, patience_ms);
        ++seen;
    }
    QVERIFY(seen >= 2);
    QToolTip::hideText();
}

void FieldEventFilterTest::a_tooltip_does_not_cover_what_is_wrong() {
    NumberField* field = number(*window_, "query.coordinate.1");
    QVERIFY(field);
    const auto point_at = [&] {
        QHelpEvent help(QEvent::ToolTip, field->rect().center(), field->mapToGlobal(field->rect().center()));
        QCoreApplication::sendEvent(field, &help);
    };
    point_at();
    QTRY_VERIFY_WITH_TIMEOUT(tip(), patience_ms);
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, "-202");
    QVERIFY(field->property("error").toBool());
    QTRY_VERIFY_WITH_TIMEOUT(!tip(), patience_ms);
    point_at();
    QTest::qWait(50);
    QVERIFY(!tip());
}

void FieldEventFilterTest::f1_explains_the_term_under_the_mouse() {
    QWidget* metric = window_->findChild<QWidget*>("query.metric");
    QVERIFY(metric);
    const QPoint middle = metric->rect().center();
    QCursor::setPos(metric->mapToGlobal(middle));
    QTRY_COMPARE_WITH_TIMEOUT(QCursor::pos(), metric->mapToGlobal(middle), patience_ms);
    QHelpEvent help(QEvent::ToolTip, middle, metric->mapToGlobal(middle));
    QCoreApplication::sendEvent(metric, &help);
    QTRY_VERIFY_WITH_TIMEOUT(
        qobject_cast<QLabel*>(tip()) && qobject_cast<QLabel*>(tip())->text().endsWith(to_qstring(glossary_hint)), patience_ms);
    QTest::keyClick(window_->view(), Qt::Key_F1);
    auto* glossary = window_->findChild<QDialog*>("glossary");
    QVERIFY(glossary && glossary->isVisible());
    QVERIFY(find_term(glossary->findChild<NumberField*>()->text().toStdString()));
    glossary->close();
    const QPoint nothing(window_->view()->width() / 2, window_->view()->height() / 2);
    QCursor::setPos(window_->view()->mapToGlobal(nothing));
    QTRY_COMPARE_WITH_TIMEOUT(QCursor::pos(), window_->view()->mapToGlobal(nothing), patience_ms);
    QVERIFY(draws(window_->view()));
    QTest::keyClick(window_->view(), Qt::Key_F1);
    QVERIFY(window_->findChild<QDialog*>("shortcuts"));
    window_->findChild<QDialog*>("shortcuts")->close();
}

void FieldEventFilterTest::the_size_of_text_changes_at_once_and_nothing_is_lost() {
    window_->run_command("query.k.more");
    const int k = workbench().session().k;
    QTRY_VERIFY_WITH_TIMEOUT(int(workbench().view().neighbours.size()) == k, patience_ms);
    const std::uint64_t generation = workbench().drawable().data_generation;
    NumberField* field = number(*window_, "query.k");
    QVERIFY(field);
    const auto before = sizes_of(*window_);
    const QWidget* view = window_->view();
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, "1");  // is being typed
    const int typed = workbench().session().k;
    const int height = field->height(), font = field->font().pixelSize(), dock = window_->findChild<QDockWidget*>("dock.left")->width();
    QVERIFY(window_->run_command("view.scale.125"));
    QCOMPARE(saved_scale(), 125);
    QCOMPARE(text_scale(), 125);
    QCOMPARE(field->height(), height * 5 / 4);
    QCOMPARE(field->font().pixelSize(), int(std::lround(font * 1.25)));
    QTRY_VERIFY_WITH_TIMEOUT(window_->findChild<QDockWidget*>("dock.left")->width() > dock, patience_ms);
    QCOMPARE(QApplication::focusWidget() == field || field->isAncestorOf(QApplication::focusWidget()), true);
    QCOMPARE(field->text(), QStringLiteral("1"));
    QCOMPARE(window_->view(), view);  // neither the window nor its data are made anew
    QCOMPARE(workbench().session().k, typed);
    QCOMPARE(workbench().drawable().data_generation, generation);
    QVERIFY(workbench().can_undo());
    // A place of the picture is where the mouse finds it.
    const QPointF middle(window_->view()->width() / 2.0, window_->view()->height() / 2.0);
    const std::vector<double> place = window_->view()->position_at(middle);
    QVERIFY(!place.empty());
    const QPointF back = window_->view()->pixels_of(place);
    QVERIFY(QLineF(back, middle).length() < 1);
    for (const char* command : {"view.scale.smaller", "view.scale.80", "view.scale.90", "view.scale.125", "view.scale.smaller"})
        QVERIFY(window_->run_command(command));
    QCOMPARE(saved_scale(), 100);
    const auto after = sizes_of(*window_);
    for (auto one = before.begin(); one != before.end(); ++one)
        QVERIFY2(!after.contains(one.key()) || after[one.key()] == one.value(), qPrintable(one.key()));
}

void FieldEventFilterTest::docks_keep_their_share_however_fast_the_size_of_text_changes() {
    const auto widths = [&] {
        return std::pair(window_->findChild<QDockWidget*>("dock.left")->width(), window_->findChild<QDockWidget*>("dock.right")->width());
    };
    const auto [left, right] = widths();
    for (int i = 0; i < 5; ++i)
        for (const int percent : {100, 125, 100, 90, 80, 90}) QVERIFY(window_->run_command("view.scale." + QString::number(percent)));
    QVERIFY(window_->run_command("view.scale.125"));
    QTRY_COMPARE_WITH_TIMEOUT(widths(), std::pair(left * 5 / 4, right * 5 / 4), patience_ms);
    QTest::qWait(50);
    QVERIFY(window_->run_command("view.scale.100"));
    QTRY_COMPARE_WITH_TIMEOUT(widths(), std::pair(left, right), patience_ms);
}

void FieldEventFilterTest::a_size_changed_at_once_is_that_of_a_new_window() {
    QVERIFY(window_->run_command("view.scale.80"));
    QVERIFY(window_->run_command("view.scale.125"));
    QCOMPARE(text_scale(), 125);
    const auto changed = sizes_of(*window_);
    window_.reset();
    window_ = open_window(session_of("sample:earthquakes"));  // made at 125 percent
    QVERIFY(window_);
    const auto made = sizes_of(*window_);
    QVERIFY(window_->run_command("view.scale.100"));
    for (auto one = made.begin(); one != made.end(); ++one)
        for (qsizetype i = 0; changed.contains(one.key()) && i < one.value().size(); ++i)
            QVERIFY2(std::abs(changed[one.key()][i] - one.value()[i]) <= 2,
                qPrintable(
                    QStringLiteral("%1: %2 is %3, made anew %4").arg(one.key()).arg(i).arg(changed[one.key()][i]).arg(one.value()[i])));
}
