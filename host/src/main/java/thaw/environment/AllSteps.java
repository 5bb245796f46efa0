package thaw.environment;

import java.util.List;
import org.jspecify.annotations.Nullable;
import thaw.steady.InternalFault;

/** Steps of an end: each is to be done, whatever becomes of those before it. */
final class AllSteps {
  private AllSteps() {}

  /** Throws what the first one threw that failed, and with it the others' failures. */
  static void run(List<Runnable> steps) {
    @Nullable RuntimeException first = null;
    for (Runnable step : steps) {
      try {
        step.run();
      } catch (RuntimeException | Error e) {
        if (first == null) {
          first = InternalFault.of(e);
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
