package thaw.lab.garbage;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import thaw.lab.result.Spread;

/** The figures that decide a verdict of {@link LambdaGarbage}, in words. */
final class GarbageEvidence {
  private final List<String> parts = new ArrayList<>();
  private final List<Spread> all = new ArrayList<>();

  /**
   * @param bytes by number of fields; nothing is said where it is empty
   */
  GarbageEvidence with(String what, Map<Integer, Spread> bytes) {
    if (!bytes.isEmpty()) {
      parts.add(
          what
              + ": "
              + bytes.entrySet().stream()
                  .map(one ->
                      String.format(
                          Locale.ROOT, "%d fields %.1f B", one.getKey(), one.getValue().median()))
                  .collect(Collectors.joining(", ")));
      all.addAll(bytes.values());
    }
    return this;
  }

  /**
   * @param first the number of fields from which on there is garbage
   */
  GarbageEvidence limit(String what, Optional<Spread> first) {
    first.ifPresent(fields ->
        parts.add(
            String.format(
                Locale.ROOT,
                "%s: %s",
                what,
                fields.low() > GarbageQuantities.MOST
                    ? "none up to " + GarbageQuantities.MOST
                    : String.format(Locale.ROOT, "from %.0f fields on", fields.median()))));
    return this;
  }

  String text() {
    return String.join("; ", parts) + " (" + samples(all) + ", counted to the byte)";
  }

  static String samples(Collection<Spread> all) {
    int least = all.stream().mapToInt(Spread::count).min().orElse(0);
    return least + (least == 1 ? " sample" : " samples") + (all.size() > 1 ? " each" : "");
  }
}
