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
  /** The work is the same, and only its share of a CPU is another one. */
  private static final String OF_MEMORY =
      "close them; CPU time does not tell what another memory size gains";

  private final Instance instance;
  private @Nullable NoiseWatch watch;
  private boolean isOfLastRun;
  private List<Warning> seen = List.of(); // while something was measured
  private double load;

  FixNoise(Instance instance) {
    this.instance = instance;
  }

  /** The last run begins: what was seen before is of other figures. */
  void begin() {
    isOfLastRun = true;
    watch = NoiseWatch.goOn(instance.host(), instance::cpuNanos);
    seen = List.of();
  }

  /** A trial's starts begin. Where there is no last run, its figures are the result's. */
  void beginTrial() {
    if (!isOfLastRun) {
      watch = NoiseWatch.goOn(instance.host(), instance::cpuNanos);
    }
  }

  /** What was begun has its figures: builds and explanations come after it. */
  void end() {
    if (watch != null) {
      List<Warning> warnings = watch.warnings();
      seen = isOfLastRun || isBusy(warnings) ? warnings : seen;
      load = NoiseWatch.load();
      watch = null;
    }
  }

  /** Returns whether the figures of the result are of starts that were watched. */
  boolean isKnown() {
    return isOfLastRun;
  }

  /** Returns whether the machine had other work meanwhile. */
  boolean isBusy() {
    return isBusy(now());
  }

  private static boolean isBusy(List<Warning> warnings) {
    return warnings.stream().anyMatch(Warning::ofMachine);
  }

  private List<Warning> now() {
    return watch == null || !isOfLastRun ? seen : watch.warnings();
  }

  /**
   * Returns a sentence for each thing that makes the figures less sure; none before they are.
   *
   * @param ofMemory whether one of the compared starts has another memory size
   */
  List<String> sentences(boolean ofMemory) {
    return sentences(now(), load, ofMemory);
  }

  static List<String> sentences(List<Warning> warnings, double load, boolean ofMemory) {
    return warnings.stream()
        .map(each ->
            "%s (%s%s): %s"
                .formatted(
                    each.message(),
                    each.evidence(),
                    each.ofMachine() && load > 0 ? "; load %.1f".formatted(load) : "",
                    ofMemory && each.remedy().equals(NoiseWatch.BY_CPU_TIME)
                        ? OF_MEMORY
                        : each.remedy()))
        .toList();
  }
}
