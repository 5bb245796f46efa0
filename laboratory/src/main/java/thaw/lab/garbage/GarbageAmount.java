package thaw.lab.garbage;

import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import thaw.lab.result.Spread;
import thaw.lab.result.Verdict.Judgement;

/** Whether an operation allocates. */
enum GarbageAmount {
  NONE,
  SOME,
  /** The samples do not agree. */
  UNCLEAR;

  /** Bytes for an operation below which there is no garbage: what the published test could see. */
  static final double LEAST = 1;

  /** An object with a header and one field. */
  private static final double OBJECT_BYTES = 16;

  private static final double CLOSE = 0.05;

  /** One sample is enough: bytes are counted exactly, other programs add none. */
  static GarbageAmount of(Spread bytes) {
    if (bytes.high() < LEAST) {
      return NONE;
    }
    return bytes.low() >= LEAST ? SOME : UNCLEAR;
  }

  /** Whether there is no garbage in any of them. */
  static Judgement none(List<SortedMap<Integer, Spread>> all) {
    List<GarbageAmount> amounts =
        all.stream()
            .map(SortedMap::values)
            .flatMap(Collection::stream)
            .map(GarbageAmount::of)
            .toList();
    return judgement(amounts.stream().allMatch(amount -> amount == NONE), amounts.contains(SOME));
  }

  /** Keeps only the numbers of fields with garbage. */
  static SortedMap<Integer, Spread> some(SortedMap<Integer, Spread> bytes) {
    bytes.values().removeIf(spread -> of(spread) != SOME);
    return bytes;
  }

  /** Whether each lambda is an object. */
  static Judgement objectEach(SortedMap<Integer, Spread> bytes) {
    return judgement(
        bytes.entrySet().stream()
            .allMatch(one ->
                one.getValue().low() > OBJECT_BYTES * one.getKey() * (1 - CLOSE)
                    && one.getValue().high() < OBJECT_BYTES * one.getKey() * (1 + CLOSE)),
        bytes.entrySet().stream()
            .anyMatch(one ->
                one.getValue().high() < OBJECT_BYTES * one.getKey() * (1 - CLOSE)
                    || one.getValue().low() > OBJECT_BYTES * one.getKey() * (1 + CLOSE)));
  }

  static Judgement judgement(boolean holds, boolean noLonger) {
    if (holds) {
      return Judgement.HOLDS;
    }
    return noLonger ? Judgement.NO_LONGER : Judgement.UNDECIDED;
  }

  /** Whether both are so. */
  static Judgement both(Judgement one, Judgement other) {
    return judgement(
        one == Judgement.HOLDS && other == Judgement.HOLDS,
        one == Judgement.NO_LONGER || other == Judgement.NO_LONGER);
  }
}
