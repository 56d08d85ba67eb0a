// Tests the clipboard, files, sessions and dropped files of the window.
#include "tests/app/desktop/window_test.hpp"
#include "tests/app/desktop/window_helpers.hpp"

#include "app/desktop/status_line.hpp"
#include "app/desktop/view_widget.hpp"
#include "app/session/sentences/neighbour_table.hpp"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace neighborscope;
using namespace neighborscope::desktop;

void WindowTest::copies_a_table() {
    QGuiApplication::clipboard()->clear();
    button(*window_, "edit.copy_neighbours")->click();
    const QStringList lines = QGuiApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 9);
    QVERIFY(lines[0].startsWith("rank\tindex\tdistance\t"));
    QCOMPARE(lines[1].split('\t')[1].toLongLong(), qlonglong(model().neighbours[0].file_row));
    QVERIFY(window_->run_command("edit.copy_command_line"));
    QVERIFY(QGuiApplication::clipboard()->text().startsWith("neighborscope hotspots:n=500,d=2"));
}

void WindowTest::exports_through_the_dialog() {
    QTemporaryDir folder;
    const QString file = folder.filePath("neighbours.csv");
    button(*window_, "file.export_neighbours")->click();
    auto* dialog = window_->findChild<QFileDialog*>("dialog.export");
    QVERIFY(dialog);
    dialog->setDirectory(folder.path());
    dialog->selectFile(file);
    QMetaObject::invokeMethod(dialog, "accept");
    QFile written(file);
    QTRY_VERIFY_WITH_TIMEOUT(written.exists(), patience_ms);
    QVERIFY(written.open(QIODevice::ReadOnly));
    QCOMPARE(written.readAll().toStdString(), neighbours_as_csv(model()));
}

void WindowTest::session_saved_and_opened() {
    QTemporaryDir folder;
    const QString file = folder.filePath("lesson.json");
    window_->run_command("query.k.32");
    window_->run_command("file.save_session");
    auto* save = window_->findChild<QFileDialog*>("dialog.save_session");
    QVERIFY(save);
    save->setDirectory(folder.path());
    save->selectFile(file);
    QMetaObject::invokeMethod(save, "accept");
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file), patience_ms);
    window_->run_command("query.k.2");
    settle();
    QCOMPARE(int(model().neighbours.size()), 2);
    window_->run_command("file.open_session");
    auto* open = window_->findChild<QFileDialog*>("dialog.open_session");
    QVERIFY(open);
    open->setDirectory(folder.path());
    open->selectFile(file);
    QMetaObject::invokeMethod(open, "accept");
    settle();
    QTRY_COMPARE_WITH_TIMEOUT(int(model().neighbours.size()), 32, patience_ms);
}

void WindowTest::missing_file_keeps_the_last_picture() {
    const std::string name = model().data.name;
    const std::vector<double> before = distances(model());
    workbench().open_data("no-such-folder/points.csv");
    QTRY_VERIFY_WITH_TIMEOUT(model().error.has_value(), patience_ms);
    settle();
    QCOMPARE(model().data.name, name);
    QCOMPARE(distances(model()), before);
    QVERIFY(workbench().drawable().points);
    QVERIFY(window_->status_line()->card().contains("points.csv"));
    QCOMPARE(window_->view()->accessibleDescription(), window_->status_line()->card());
    QTest::keyClick(window_->view(), Qt::Key_Escape);
    QTRY_VERIFY_WITH_TIMEOUT(!model().error, patience_ms);
    QVERIFY(window_->view()->accessibleDescription().isEmpty());
}

void WindowTest::dropped_file_opens() {
    QTemporaryDir folder;
    QFile file(folder.filePath("four.csv"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("x,y\n0,0\n1,0\n0,2\n5,5\n");
    file.close();
    QVERIFY(drop_file(*window_, file.fileName()));
    QTRY_COMPARE_WITH_TIMEOUT(int(model().data.count), 4, patience_ms);
    settle();
    QTRY_COMPARE_WITH_TIMEOUT(int(model().neighbours.size()), 4, patience_ms);  // k = 8, and only 4 there are
    QVERIFY(window_->windowTitle().contains("four.csv"));
}
