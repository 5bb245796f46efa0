package thaw.lab.garbage;

import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import thaw.lab.result.Spread;
import thaw.lab.result.Verdict.Truth;

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
  static Truth none(List<SortedMap<Integer, Spread>> all) {
    List<GarbageAmount> amounts =
        all.stream()
            .map(SortedMap::values)
            .flatMap(Collection::stream)
            .map(GarbageAmount::of)
            .toList();
    return truth(amounts.stream().allMatch(amount -> amount == NONE), amounts.contains(SOME));
  }

  /** Keeps only the numbers of fields with garbage. */
  static SortedMap<Integer, Spread> some(SortedMap<Integer, Spread> bytes) {
    bytes.values().removeIf(spread -> of(spread) != SOME);
    return bytes;
  }

  /** Whether each lambda is an object. */
  static Truth objectEach(SortedMap<Integer, Spread> bytes) {
    return truth(
        bytes.entrySet().stream()
            .allMatch(one ->
                one.getValue().low() > OBJECT_BYTES * one.getKey() * (1 - CLOSE)
                    && one.getValue().high() < OBJECT_BYTES * one.getKey() * (1 + CLOSE)),
        bytes.entrySet().stream()
            .anyMatch(one ->
                one.getValue().high() < OBJECT_BYTES * one.getKey() * (1 - CLOSE)
                    || one.getValue().low() > OBJECT_BYTES * one.getKey() * (1 + CLOSE)));
  }

  static Truth truth(boolean holds, boolean noLonger) {
    if (holds) {
      return Truth.HOLDS;
    }
    return noLonger ? Truth.NO_LONGER : Truth.UNDECIDED;
  }

  /** Whether both are so. */
  static Truth both(Truth one, Truth other) {
    return truth(
        one == Truth.HOLDS && other == Truth.HOLDS,
        one == Truth.NO_LONGER || other == Truth.NO_LONGER);
  }
}
