package thaw.lab;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import thaw.lab.engine.CourseCode;
import thaw.lab.engine.Lesson;
import thaw.lab.engine.LessonResult;
import thaw.lab.engine.SampleFile;

/** Everything that a folder of raw data is written to, for people and for other tools. */
final class LabFiles {
  /** The name of the page for people. */
  static final String PAGE = "lab.html";

  static final String JSON = "lab.json";

  private LabFiles() {}

  /** Lessons of one run for other programs, as {@code lab.json} has all of the folder. */
  static String json(List<LessonResult> results) {
    return LabJson.text(results);
  }

  /**
   * Replaces each file in one step. Of what earlier runs have left in the folder they have the
   * lessons that are complete and still mean the same.
   *
   * @param out with {@code NAME.jsonl} of lessons
   * @param courseJar whose programs samples must be of
   */
  static void write(Path out, List<Lesson> lessons, Path courseJar) {
    List<LessonResult> results = new ArrayList<>();
    for (Lesson lesson : lessons) {
      boolean present =
          SampleFile.facts(out, lesson)
              .filter(facts ->
                  CourseCode.isPresent(
                      facts, lesson.syllabus(), CourseCode.digest(courseJar, lesson.syllabus())))
              .isPresent();
      if (present && SampleFile.isComplete(out, lesson)) {
        SampleFile.read(out, lesson).ifPresent(results::add);
      }
    }
    LabJson.write(results, out.resolve(JSON));
    LabHtml.write(results, out.resolve(PAGE));
  }
}
