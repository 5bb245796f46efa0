package thaw.app.fix;

import java.util.List;
import org.jspecify.annotations.Nullable;
import thaw.experiment.NoiseWatch;
import thaw.experiment.Warning;
import thaw.sandbox.Instance;

/**
 * Watches what else uses the machine while the figures of the result are measured. Builds come
 * before, and are no noise. One thread at a time.
 */
final class FixNoise {
  private final Instance instance;
  private @Nullable NoiseWatch watch;

  FixNoise(Instance instance) {
    this.instance = instance;
  }

  /** The last run begins. */
  void begin() {
    watch = NoiseWatch.goOn(instance.host(), instance::cpuNanos);
  }

  /** Returns whether the machine had other work meanwhile. */
  boolean isBusy() {
    return watch != null && watch.warnings().stream().anyMatch(Warning::ofMachine);
  }

  /** Returns a sentence for each thing that makes the figures less sure; none before they are. */
  List<String> sentences() {
    return watch == null
        ? List.of()
        : watch.warnings().stream()
            .map(each -> each.message() + " (" + each.evidence() + "): " + each.remedy())
            .toList();
  }
}
