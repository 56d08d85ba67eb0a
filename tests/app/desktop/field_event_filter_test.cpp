#include "tests/app/desktop/field_event_filter_test.hpp"
#include "tests/app/desktop/window_helpers.hpp"

#include "app/desktop/flow_layout.hpp"
#include "app/session/document/saved_settings.hpp"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QHelpEvent>
#include <QListView>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSlider>
#include <QToolTip>
#include <QWheelEvent>

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

}  // namespace

void FieldEventFilterTest::init() {
    window_ = open_window(session_of("sample:earthquakes"));
    QVERIFY(window_);
}

void FieldEventFilterTest::cleanup() { window_.reset(); }

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

void FieldEventFilterTest::the_size_of_text_is_kept_and_the_work_goes_on() {
    QSignalSpy chosen(window_.get(), &MainWindow::scale_chosen);
    QVERIFY(window_->run_command("view.scale.150"));
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(saved_scale(), 150);
    save_scale(100);
    // The program then continues in a new window.
    window_->run_command("query.k.more");
    const int k = window_->workbench().session().k;
    QTRY_VERIFY_WITH_TIMEOUT(int(window_->workbench().view().neighbours.size()) == k, patience_ms);
    const std::uint64_t generation = window_->workbench().drawable().data_generation;
    WindowHandover kept = window_->hand_over();
    window_.reset();
    window_ = std::make_unique<MainWindow>(std::move(kept), WindowOptions{});
    window_->show();
    QVERIFY(window_->workbench().can_undo());
    QCOMPARE(window_->workbench().session().k, k);
    QCOMPARE(window_->workbench().drawable().data_generation, generation);
    window_->run_command("edit.undo");
    QTRY_VERIFY_WITH_TIMEOUT(int(window_->workbench().view().neighbours.size()) == k - 1, patience_ms);  // results reach the new window
}
