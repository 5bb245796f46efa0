package thaw.tuning;

import thaw.experiment.matrix.SnapStart;

/** Says what is done before a snapshot. */
public enum SnapStartPriming {
  /** The function's own hooks run. */
  OWN("as the function is"),
  /** A hook of Thaw's loads classes and makes safe calls, beside the function's own hooks. */
  GENERATED("with generated priming"),
  /** An invocation with the event. */
  EVENT("primed with the event");

  private final String words;

  SnapStartPriming(String words) {
    this.words = words;
  }

  /** Returns the words for people. */
  public String words() {
    return words;
  }

  static SnapStartPriming of(SnapStart start) {
    return switch (start) {
      case SNAPSHOT -> OWN;
      case SNAPSHOT_GENERATED -> GENERATED;
      case SNAPSHOT_PRIMING -> EVENT;
      case NONE, AOT, APPCDS, SNAPSHOT_POOLS ->
          throw new IllegalArgumentException("not compared: " + start);
    };
  }
}
