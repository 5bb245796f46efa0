package thaw.lab.engine;

import java.util.List;
import java.util.Map;
import thaw.lab.result.Case;
import thaw.lab.result.Conclusions;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.SampleFailure;

/**
 * One experiment of the course: which cases it compares, how one sample of a case is taken, and
 * what all samples together mean. Refuses to know in which order samples are taken, where they are
 * kept, and how results look.
 *
 * <p>It has no state of its own but what {@link #cases} prepares: {@link #conclude} must give the
 * same for samples that were read from a file of another day.
 */
public interface Lesson {
  Syllabus syllabus();

  /**
   * Returns the cases that are compared, in the order in which tables show them. Prepares all that
   * is no part of a sample: compiles, trains archives, makes files below {@link Workbench#folder}.
   */
  List<Case> cases(Scope scope, Workbench workbench) throws InterruptedException;

  /**
   * Takes one sample, in a fresh JVM where a JVM is measured.
   *
   * @throws SampleFailure when there is no figure, with the reason
   */
  Map<Quantity, Double> measure(Case subject, Workbench workbench)
      throws InterruptedException, SampleFailure;

  /**
   * Returns what distinguishes this experiment from others of the same lesson with the same cases,
   * once {@link #cases} has prepared it; empty for that of the course. An interrupted run goes on
   * only with samples of the same one.
   */
  default String identity() {
    return "";
  }

  /** Tables, charts and verdicts; cases without samples are shown as such and decide nothing. */
  Conclusions conclude(Measurements samples);
}
