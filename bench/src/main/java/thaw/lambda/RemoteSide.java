package thaw.lambda;

import java.util.List;
import thaw.experiment.Turns;
import thaw.experiment.Warning;

/** Cold starts of a deployed function. Each way to force them is one of these. */
public sealed interface RemoteSide extends Turns.Side, AutoCloseable
    permits OneByOne, ConcurrentStarts {
  /** The name that its samples have. */
  String NAME = ReportedSamples.SAMPLE;

  /** The environment variable that makes {@code $LATEST} new. */
  String VARIABLE = Mark.VARIABLE;

  @Override
  default String name() {
    return NAME;
  }

  /**
   * Returns the changes that it is about to make and the resources that it uses, one sentence each,
   * for the function's owner.
   */
  List<String> announcement();

  /** Returns how the cold starts were forced, in one sentence for readers of the figures. */
  String method();

  /** Returns the reasons that make the figures less sure; it is called after the measurement. */
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
