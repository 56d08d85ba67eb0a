// Runs the tests of the window, with settings in a separate folder instead of the user's.
#include "tests/app/desktop/classes_test.hpp"
#include "tests/app/desktop/curves_test.hpp"
#include "tests/app/desktop/data_test.hpp"
#include "tests/app/desktop/edits_test.hpp"
#include "tests/app/desktop/faces_test.hpp"
#include "tests/app/desktop/keys_test.hpp"
#include "tests/app/desktop/field_event_filter_test.hpp"
#include "tests/app/desktop/lessons_test.hpp"
#include "tests/app/desktop/panels_test.hpp"
#include "tests/app/desktop/race_test.hpp"
#include "tests/app/desktop/sliders_test.hpp"
#include "tests/app/desktop/steps_test.hpp"
#include "tests/app/desktop/tree_test.hpp"
#include "tests/app/desktop/window_test.hpp"

#include "app/desktop/theme.hpp"
#include "app/desktop/style.hpp"

#include <QApplication>
#include <QSettings>
#include <QStandardPaths>
#include <QSurfaceFormat>
#include <QTemporaryDir>
#include <QTest>

#include <clocale>

int main(int argc, char** argv) {
    using namespace neighborscope::desktop;
    QStandardPaths::setTestModeEnabled(true);
    QSurfaceFormat format;
    format.setVersion(4, 5);
    format.setProfile(QSurfaceFormat::CoreProfile);
    format.setDepthBufferSize(24);
    QSurfaceFormat::setDefaultFormat(format);
    QApplication::setOrganizationName("neighborscope-tests");
    QApplication::setApplicationName("neighborscope-tests");
    QApplication application(argc, argv);
    std::setlocale(LC_NUMERIC, "C");
    QTemporaryDir folder;
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
    qputenv("XDG_CONFIG_HOME", folder.path().toUtf8());
    qputenv("XDG_DATA_HOME", folder.path().toUtf8());  // the desktop's list of recent documents
    qputenv("QTEST_FUNCTION_TIMEOUT", "1800000");      // milliseconds; Qt's default of five minutes is no more than one wait may take
    QApplication::setStyle(new InstrumentStyle);
    apply_font();
    apply_theme(neighborscope::render::Theme::light);
    int failed = 0;
    {
        PanelsTest panels;
        failed += QTest::qExec(&panels, argc, argv);
    }
    {
        WindowTest window;
        failed += QTest::qExec(&window, argc, argv);
    }
    {
        FieldEventFilterTest field_event_filter;
        failed += QTest::qExec(&field_event_filter, argc, argv);
    }
    {
        KeysTest keys;
        failed += QTest::qExec(&keys, argc, argv);
    }
    {
        StepsTest steps;
        failed += QTest::qExec(&steps, argc, argv);
    }
    {
        RaceTest race;
        failed += QTest::qExec(&race, argc, argv);
    }
    {
        CurvesTest curves;
        failed += QTest::qExec(&curves, argc, argv);
    }
    {
        ClassesTest classes;
        failed += QTest::qExec(&classes, argc, argv);
    }
    {
        TreeTest tree;
        failed += QTest::qExec(&tree, argc, argv);
    }
    {
        EditsTest edits;
        failed += QTest::qExec(&edits, argc, argv);
    }
    {
        SlidersTest sliders;
        failed += QTest::qExec(&sliders, argc, argv);
    }
    {
        DataTest data;
        failed += QTest::qExec(&data, argc, argv);
    }
    {
        LessonsTest lessons;
        failed += QTest::qExec(&lessons, argc, argv);
    }
    {
        FacesTest faces;
        failed += QTest::qExec(&faces, argc, argv);
    }
    return failed;
}
