package thaw.report.bench;

import java.util.Locale;
import thaw.experiment.Host;

/** Tells what the lines of {@link Host#missingGuarantees} mean for the figures. */
final class Guarantees {
  private Guarantees() {}

  /**
   * Returns whether nothing held the CPU back: then times of any memory size are those of the whole
   * machine, and must not be read as Lambda's. The host gives lines of text only, so this looks for
   * one that names the CPU's limit, quota or share.
   */
  static boolean cpuUnlimited(Host host) {
    return host.missingGuarantees().stream()
        .map(line -> line.toLowerCase(Locale.ROOT))
        .anyMatch(line -> line.matches(".*\\bcpus?\\b.*\\b(limit|quota|share)s?\\b.*"));
  }
}
