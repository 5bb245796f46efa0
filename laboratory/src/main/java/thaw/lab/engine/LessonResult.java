package thaw.lab.engine;

import java.util.Map;
import java.util.TreeMap;
import thaw.lab.result.Conclusions;
import thaw.lab.result.Measurement;
import thaw.lab.result.Measurements;

/** A lesson after it was run: what a report shows. */
public record LessonResult(
    Syllabus syllabus, RunFacts facts, Measurements samples, Conclusions conclusions) {
  /** Draws a lesson's conclusions from samples, whether they were taken now or on another day. */
  static LessonResult of(Lesson lesson, RunFacts facts, Measurements samples) {
    return new LessonResult(lesson.syllabus(), facts, samples, lesson.conclude(samples));
  }

  /** Returns the number of failed samples by the reason of their failure. */
  public Map<String, Integer> failures() {
    Map<String, Integer> failures = new TreeMap<>();
    for (Measurement sample : samples.all()) {
      sample.failure().ifPresent(reason -> failures.merge(reason, 1, Integer::sum));
    }
    return failures;
  }
}
