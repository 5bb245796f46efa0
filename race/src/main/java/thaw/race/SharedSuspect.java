package thaw.race;

/**
 * State that requests may share without a guard, as the code says; no run has shown it.
 *
 * @param subject class and field, with {@code #} between them
 * @param type of the object that is used; empty for the field itself
 * @param place where it is used or written
 */
public record SharedSuspect(String subject, String type, RaceReport.Frame place) {
  /** Returns the race that it would be if a run had shown it. */
  RaceReport.Race asRace() {
    RaceReport.Access access = new RaceReport.Access(0, true, java.util.List.of(place));
    return new RaceReport.Race(
        RaceReport.Kind.RACE, subject, type, access, access, java.util.Optional.empty());
  }
}
