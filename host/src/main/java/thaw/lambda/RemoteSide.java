package thaw.lambda;

import java.util.List;
import thaw.experiment.Turns;
import thaw.experiment.Warning;

/** Cold starts of a deployed function. Each way to force them is one of these. */
public sealed interface RemoteSide extends Turns.Side, AutoCloseable
    permits OneByOne, ConcurrentStarts {
  /** What its samples are called. */
  String NAME = ReportedSamples.SAMPLE;

  /** The environment variable that makes {@code $LATEST} new. */
  String VARIABLE = Mark.VARIABLE;

  @Override
  default String name() {
    return NAME;
  }

  /** What it is about to change and to use, one sentence each, for who owns the function. */
  List<String> announcement();

  /** How the cold starts were forced, one sentence, for who reads the figures. */
  String method();

  /** What makes the figures less sure; after the measurement. */
  List<Warning> warnings();

  /**
   * Puts back all that was changed. Any thread may call it, more than once; each returns when it is
   * done.
   *
   * @throws thaw.problem.UserMistake when something could not be put back, with what is left
   */
  @Override
  void close();
}
