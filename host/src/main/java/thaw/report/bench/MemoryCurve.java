package thaw.report.bench;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import thaw.experiment.VariantResult;
import thaw.experiment.VariantSetting;

/** Which variants differ in their memory size only: those make one line over it. */
final class MemoryCurve {
  private MemoryCurve() {}

  /** Whether there is any line: two sizes of one. */
  static boolean isIn(List<VariantResult> variants) {
    Map<String, TreeSet<Integer>> sizes = new TreeMap<>();
    for (VariantResult variant : variants) {
      variant
          .setting()
          .ifPresent(setting ->
              sizes.computeIfAbsent(line(variant), _ -> new TreeSet<>()).add(setting.memoryMiB()));
    }
    return sizes.values().stream().anyMatch(each -> each.size() > 1);
  }

  /** The variant's name without its memory size. */
  static String line(VariantResult variant) {
    String name = variant.name();
    @Nullable VariantSetting setting = variant.setting().orElse(null);
    return setting == null ? name : name.replace(" " + setting.memoryMiB() + " MB", "");
  }
}
