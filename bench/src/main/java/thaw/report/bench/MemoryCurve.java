package thaw.report.bench;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import thaw.experiment.VariantResult;

/** The lines over memory size: each joins variants that differ in nothing else. */
final class MemoryCurve {
  private MemoryCurve() {}

  /** Returns whether there is any line: two sizes of one. */
  static boolean isIn(List<VariantResult> variants) {
    Map<String, TreeSet<Integer>> sizes = new TreeMap<>();
    for (VariantResult variant : variants) {
      variant
          .setting()
          .ifPresent(setting ->
              sizes.computeIfAbsent(variant.line(), _ -> new TreeSet<>()).add(setting.memoryMiB()));
    }
    return sizes.values().stream().anyMatch(each -> each.size() > 1);
  }
}
