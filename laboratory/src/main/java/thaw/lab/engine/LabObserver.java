package thaw.lab.engine;

import java.nio.file.Path;
import thaw.lab.result.Measurement;

/** Is told how a lesson gets on. */
public interface LabObserver {
  /** Something takes a while before the first sample. */
  void preparing(String what);

  /** There is no case in what is wanted of the lesson, which ends as a mistake. */
  void noCaseLeft();

  /**
   * The measurement begins, before its first sample.
   *
   * @param earlier samples that an interrupted run has left
   */
  void began(int total, int earlier);

  void sampled(int done, int total, Measurement sample);

  /** A complete result of an earlier run was moved out of the way. */
  void movedAside(Path file);
}
