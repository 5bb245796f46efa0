package thaw.app.bench;

import java.nio.file.Path;
import java.util.function.IntSupplier;
import thaw.app.shared.Progress;
import thaw.experiment.Experiment;
import thaw.experiment.Sample;
import thaw.experiment.Variant;

/**
 * Tells a front end what happens while cold starts are measured. Its methods do nothing by default.
 */
public interface BenchListener extends Experiment.Observer {
  /** Learns nothing. */
  BenchListener SILENT = new BenchListener() {};

  /** Returns the receiver of warnings, remarks and the steps of builds. */
  default Progress progress() {
    return Progress.SILENT;
  }

  /**
   * All is built; samples are about to be taken.
   *
   * @param samples all that the result will have
   * @param folder of the result
   */
  default void planned(int samples, Path folder) {}

  /** No sample is taken any more, for whatever reason. Comes once after {@link #planned}. */
  default void ended() {}

  @Override
  default void opened(IntSupplier stop) {}

  @Override
  default void resumed(int samples) {}

  @Override
  default void movedAside(Path file) {}

  @Override
  default void begins(int starts) {}

  @Override
  default void warmingUp(Variant variant) {}

  @Override
  default void warmedUp(Sample discarded) {}

  @Override
  default void measured(Sample sample, int done, int total) {}
}
