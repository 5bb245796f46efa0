package thaw.app.fix;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import thaw.experiment.NoiseWatch;
import thaw.experiment.Warning;
import thaw.files.WholeFile;
import thaw.presentation.text.AtomicFile;
import thaw.sandbox.Instance;

/**
 * Watches what else uses the machine while the figures of the result are measured. Builds come
 * before, and are no noise. One thread at a time.
 */
final class FixNoise {
  private static final String BUSY = "busy";

  private final Supplier<NoiseWatch> begun;
  private final Path file;
  private @Nullable NoiseWatch watch;
  private boolean isOfLastRun;
  private List<Warning> seen = List.of(); // while something was measured
  private List<String> before = List.of(); // sentences of an earlier search; the first may be BUSY
  private double load;

  /**
   * @param begun begins to watch
   * @param file has what was seen during the last run, for a search that uses its starts
   */
  FixNoise(Supplier<NoiseWatch> begun, Path file) {
    this.begun = begun;
    this.file = file;
  }

  static FixNoise of(Instance instance, Path file) {
    return new FixNoise(() -> NoiseWatch.goOn(instance.host(), instance::cpuNanos), file);
  }

  /** The last run begins: what was seen before is of other figures. */
  void begin() {
    isOfLastRun = true;
    watch = begun.get();
    seen = List.of();
    before = List.of();
  }

  /** Figures of the last run are of starts of an earlier search: what that has seen holds. */
  void repeat() {
    before = Files.exists(file) ? WholeFile.text(file).lines().toList() : List.of();
  }

  /** A trial's starts begin. Where there is no last run, its figures are the result's. */
  void beginTrial() {
    if (!isOfLastRun) {
      watch = begun.get();
    }
  }

  /** What was begun has its figures: builds and explanations come after it. */
  void end() {
    if (watch != null) {
      List<Warning> warnings = watch.warnings();
      seen = isOfLastRun || isBusy(warnings) ? warnings : seen;
      load = NoiseWatch.load();
      watch = null;
      if (isOfLastRun) {
        String busy = isBusy() ? BUSY + "\n" : "";
        AtomicFile.write(file, busy + String.join("\n", sentences()) + "\n");
      }
    }
  }

  /** Returns whether the figures of the result are of starts that were watched. */
  boolean isKnown() {
    return isOfLastRun;
  }

  /** Returns whether the machine had other work meanwhile. */
  boolean isBusy() {
    return isBusy(now()) || before.contains(BUSY);
  }

  private static boolean isBusy(List<Warning> warnings) {
    return warnings.stream().anyMatch(Warning::ofMachine);
  }

  private List<Warning> now() {
    return watch == null || !isOfLastRun ? seen : watch.warnings();
  }

  /** Returns a sentence for each thing that makes the figures less sure; none before they are. */
  List<String> sentences() {
    List<Warning> now = now();
    Stream<String> earlier =
        before.stream()
            .filter(each -> !each.equals(BUSY) && !each.isEmpty())
            .filter(each -> now.stream().noneMatch(one -> each.startsWith(one.message())));
    return Stream.concat(earlier, now.stream().map(this::sentence)).toList();
  }

  private String sentence(Warning warning) {
    return "%s (%s%s): %s"
        .formatted(
            warning.message(),
            warning.evidence(),
            warning.ofMachine() && load > 0 ? "; load %.1f".formatted(load) : "",
            warning.remedy());
  }
}
