package thaw.lab.firstuse;

import java.util.List;
import thaw.lab.result.Case;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;

/** The factors that tell cases of this lesson apart, and a quantity that all cases have. */
final class FirstUseFactors {
  static final String ARCHIVE = "archive";
  static final String USE = "use";
  static final Quantity WAITED = new Quantity("waited_ms", "ms", "waiting for a CPU");

  /** The fewest samples that decide a claim. */
  static final int FEWEST = 3;

  static final String NOTHING = "too few samples of it in this run";

  private FirstUseFactors() {}

  /** Those that this JDK has. */
  static List<String> archives(Measurements samples, String jdk) {
    return samples.values(ARCHIVE).stream()
        .filter(archive ->
            samples.cases().stream()
                .anyMatch(
                    subject -> subject.matches(Case.of(Case.JDK, jdk, ARCHIVE, archive).factors())))
        .toList();
  }
}
