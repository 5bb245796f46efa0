package thaw.lab.garbage;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import thaw.lab.result.Bounds;
import thaw.lab.result.Case;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.Spread;
import thaw.lab.result.Verdict.Judgement;

/**
 * Figures of one way of reading by the number of fields, where there are samples.
 *
 * @param words by which evidence tells them from others
 */
record GarbageFigures(String words, SortedMap<Integer, Spread> byFields) {
  /**
   * The bytes for an operation below which there is no garbage: what the published test could see.
   * One sample is enough: bytes are counted exactly, other programs add none.
   */
  static final Bounds NO_GARBAGE = new Bounds(0, Math.nextDown(1.0)).counted();

  /** An object with a header and one field. */
  private static final double OBJECT_BYTES = 16;

  private static final Bounds AS_MUCH = new Bounds(0.95, 1.05).counted();

  static GarbageFigures of(
      Measurements samples, String words, Quantity quantity, String jdk, GarbageWay way) {
    SortedMap<Integer, Spread> figures = new TreeMap<>();
    for (Case subject : samples.of(way.on(jdk)).cases()) {
      String fields = subject.get(GarbageWay.FIELDS);
      if (!fields.equals(GarbageWay.LIMIT)) {
        samples
            .spread(quantity, subject)
            .ifPresent(spread -> figures.put(Integer.valueOf(fields), spread));
      }
    }
    return new GarbageFigures(words, figures);
  }

  boolean isEmpty() {
    return byFields.isEmpty();
  }

  Optional<Spread> get(int fields) {
    return Optional.ofNullable(byFields.get(fields));
  }

  GarbageFigures upTo(int fields) {
    return new GarbageFigures(words, byFields.headMap(fields + 1));
  }

  GarbageFigures from(int fields) {
    return new GarbageFigures(words, byFields.tailMap(fields));
  }

  /** Returns those with numbers of fields that others have as well. */
  GarbageFigures where(GarbageFigures other) {
    SortedMap<Integer, Spread> common = new TreeMap<>(byFields);
    common.keySet().retainAll(other.byFields.keySet());
    return new GarbageFigures(words, common);
  }

  /** Returns those with garbage for certain. */
  GarbageFigures some() {
    SortedMap<Integer, Spread> some = new TreeMap<>(byFields);
    some.values().removeIf(spread -> NO_GARBAGE.judgement(spread) != Judgement.NO_LONGER);
    return new GarbageFigures(words, some);
  }

  /** Whether there is no garbage in any of these. */
  static Judgement none(List<GarbageFigures> all) {
    return Bounds.all(
        all.stream()
            .flatMap(one -> one.byFields.values().stream())
            .map(NO_GARBAGE::judgement)
            .toList());
  }

  /** Whether each lambda is an object. */
  Judgement objectEach() {
    return Bounds.all(
        byFields.entrySet().stream()
            .map(one -> AS_MUCH.judgement(one.getValue().over(OBJECT_BYTES * one.getKey())))
            .toList());
  }

  boolean rises() {
    List<Spread> all = List.copyOf(byFields.values());
    for (int i = 1; i < all.size(); i++) {
      if (!all.get(i - 1).isBelow(all.get(i))) {
        return false;
      }
    }
    return all.size() > 1;
  }

  /** {@code small callee: 8 fields 0.0 B, 9 fields 16.0 B}. */
  String told() {
    return byFields.entrySet().stream()
        .map(one ->
            String.format(Locale.ROOT, "%d fields %.1f B", one.getKey(), one.getValue().median()))
        .collect(Collectors.joining(", ", words + ": ", ""));
  }

  static String samples(Collection<Spread> all) {
    int least = all.stream().mapToInt(Spread::count).min().orElse(0);
    return least + (least == 1 ? " sample" : " samples") + (all.size() > 1 ? " each" : "");
  }
}
