package thaw.lab.garbage;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import thaw.lab.result.Case;
import thaw.lab.result.Claims;
import thaw.lab.result.Entry;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.Spread;
import thaw.lab.result.Verdict.ForJdk;

/** The samples of {@link LambdaGarbage}, by way of reading and number of fields. */
final class GarbageFigures {
  private final Measurements samples;

  GarbageFigures(Measurements samples) {
    this.samples = samples;
  }

  List<String> jdks() {
    return samples.jdks();
  }

  /** The numbers of fields that any case has. */
  SortedSet<Integer> fields() {
    SortedSet<Integer> fields = new TreeSet<>();
    for (String value : samples.values(GarbageWay.FIELDS)) {
      if (!value.equals(GarbageWay.LIMIT)) {
        fields.add(Integer.valueOf(value));
      }
    }
    return fields;
  }

  boolean has(String jdk, GarbageWay way) {
    return samples.cases().stream()
        .anyMatch(subject ->
            subject.get(Case.JDK).equals(jdk)
                && GarbageWay.of(subject) == way
                && !subject.get(GarbageWay.FIELDS).equals(GarbageWay.LIMIT));
  }

  Entry entry(Quantity quantity, String jdk, GarbageWay way, int fields) {
    return samples.entry(quantity, factors(jdk, way, String.valueOf(fields)));
  }

  Optional<Spread> spread(Quantity quantity, String jdk, GarbageWay way, int fields) {
    return samples.spread(quantity, factors(jdk, way, String.valueOf(fields)));
  }

  /** Returns the figures by number of fields, where there are samples. */
  SortedMap<Integer, Spread> all(Quantity quantity, String jdk, GarbageWay way) {
    SortedMap<Integer, Spread> all = new TreeMap<>();
    for (int fields : fields()) {
      spread(quantity, jdk, way, fields).ifPresent(spread -> all.put(fields, spread));
    }
    return all;
  }

  SortedMap<Integer, Spread> bytes(String jdk, GarbageWay way) {
    return all(GarbageQuantities.BYTES, jdk, way);
  }

  /**
   * Returns the first number of fields with garbage, found by bisection; empty where it was not
   * looked for.
   */
  Optional<Spread> first(String jdk, GarbageWay way) {
    return samples.spread(GarbageQuantities.FIRST, factors(jdk, way, GarbageWay.LIMIT));
  }

  private static String[] factors(String jdk, GarbageWay way, String fields) {
    return way.with(jdk, fields).factors().entrySet().stream()
        .flatMap(factor -> Stream.of(factor.getKey(), factor.getValue()))
        .toArray(String[]::new);
  }

  Claims claims() {
    return Claims.onJdksOf(samples);
  }

  static ForJdk notMeasured(String jdk) {
    return ForJdk.undecided(jdk, "not measured");
  }
}
