package thaw.racing;

/** A conflict of requests at one place. The kinds are those of the program's report. */
final class RaceFound {
  /** Two accesses that nothing orders, at least one of which writes. */
  static final String RACE = "RACE";

  /** A value is read, changed and written, and another request can write in between. */
  static final String LOST_UPDATE = "LOST_UPDATE";

  /** A value that was read decides on a write, and another request can write in between. */
  static final String CHECK_THEN_ACT = "CHECK_THEN_ACT";

  /** A value that one request has left with its thread is read by the next one. */
  static final String LEAK = "LEAK";

  final String kind;
  final String subject;
  final String type;
  final RacingAccess first;
  final RacingAccess second;

  /** Another request's write that can come between the two; null if they are of two requests. */
  final RacingAccess between;

  RaceFound(
      String kind,
      String subject,
      String type,
      RacingAccess first,
      RacingAccess second,
      RacingAccess between) {
    this.kind = kind;
    this.subject = subject;
    this.type = type;
    this.first = first;
    this.second = second;
    this.between = between;
  }
}
