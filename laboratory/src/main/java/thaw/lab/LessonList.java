package thaw.lab;

import java.util.List;
import thaw.lab.engine.Lesson;
import thaw.lab.engine.Syllabus;

/** The list of lessons for other programs, which {@code thaw lab --json} prints. */
record LessonList(String format, List<Item> lessons) {
  private static final String FORMAT = "thaw-lessons-1";

  LessonList {
    lessons = List.copyOf(lessons);
  }

  /**
   * A lesson before anything is measured.
   *
   * @param name for the command line
   * @param page in the documentation
   */
  record Item(
      int number,
      String name,
      String title,
      String question,
      String rule,
      List<String> findings,
      String page) {
    private static Item of(Syllabus syllabus) {
      return new Item(
          syllabus.number(),
          syllabus.name(),
          syllabus.title(),
          syllabus.question(),
          syllabus.rule(),
          syllabus.findings(),
          "docs/course/" + syllabus.page());
    }
  }

  static LessonList of(List<Lesson> lessons) {
    return new LessonList(
        FORMAT, lessons.stream().map(lesson -> Item.of(lesson.syllabus())).toList());
  }
}
