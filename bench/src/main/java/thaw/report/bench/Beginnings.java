package thaw.report.bench;

import java.util.List;
import org.jspecify.annotations.Nullable;
import thaw.experiment.Distribution;
import thaw.experiment.Metric;
import thaw.experiment.VariantResult;

/**
 * The phase before the first invocation: init, or the restore of a snapshot. Both have one place in
 * tables and bars, and the reader is told which it is.
 */
final class Beginnings {
  private Beginnings() {}

  static boolean anyRestored(List<VariantResult> variants) {
    return variants.stream().anyMatch(Beginnings::isRestore);
  }

  static boolean isRestore(VariantResult variant) {
    return variant.beginning() == Metric.RESTORE;
  }

  /** Returns the name of a column that has room for one word; restores among inits are marked. */
  static String word(List<VariantResult> variants) {
    return variants.stream().allMatch(Beginnings::isRestore)
        ? Metric.RESTORE.label()
        : Metric.INIT.label();
  }

  static String label(List<VariantResult> variants) {
    String word = word(variants);
    return anyRestored(variants) && word.equals(Metric.INIT.label())
        ? word + " or " + Metric.RESTORE.label()
        : word;
  }

  static @Nullable Distribution of(VariantResult variant) {
    return variant.distributions().get(variant.beginning());
  }
}
