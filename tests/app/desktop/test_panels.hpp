// The parts of the window by themselves: no OpenGL, no workbench.
#pragma once
#include <QObject>

class PanelsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void reads_numbers_as_people_write_them();
    void slider_scale_reaches_both_ends();
    void options_form_is_built_from_descriptions();
    void options_form_keeps_and_explains_a_wrong_value();
    void methods_show_their_refusals();
    void neighbours_sort_and_keep_the_selected_rank();
    void neighbours_have_names_where_the_file_gives_them();
    void exactness_never_claims_without_the_count();
    void neighbours_of_a_step_say_leaf_and_final();
    void timings_table_ends_with_the_total();
    void text_keeps_its_contrast_in_both_themes();
};
