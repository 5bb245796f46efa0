package thaw.race;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import thaw.presentation.sarif.SarifFile;

/** Writes in SARIF what requests do to each other. */
final class RaceSarif {
  private static final String PAGE = "See docs/race.md";

  private RaceSarif() {}

  /**
   * Replaces the file in one step, and creates its folder.
   *
   * @param version of this program
   * @param lines where a frame of a stack is, as a URI relative to this folder; of one without a
   *     place in own sources what stands for the whole
   */
  static void write(
      String function,
      RaceReport report,
      List<SharedSuspect> seenInCodeOnly,
      String version,
      Function<String, SarifFile.Line> lines,
      Path file) {
    SarifFile.write(results(function, report, seenInCodeOnly, lines), version, file);
  }

  static List<SarifFile.Result> results(
      String function,
      RaceReport report,
      List<SharedSuspect> seenInCodeOnly,
      Function<String, SarifFile.Line> lines) {
    List<SarifFile.Result> results = new ArrayList<>();
    report.races().forEach(race -> results.add(race(function, race, lines)));
    for (RaceReport.UnlikeResponse response : report.responses()) {
      results.add(
          new SarifFile.Result(
              new SarifFile.Rule("race-response", "a response that no serial request had", PAGE),
              SarifFile.Level.WARNING,
              "%s: event %d has the response %s one at a time, and %s many at a time."
                  .formatted(function, response.event(), response.serial(), response.concurrent()),
              lines.apply(""),
              "",
              "race-response %s %d".formatted(function, response.event()),
              Map.of()));
    }
    seenInCodeOnly.forEach(suspect -> results.add(suspect(function, suspect, lines)));
    return results;
  }

  private static SarifFile.Result suspect(
      String function, SharedSuspect suspect, Function<String, SarifFile.Line> lines) {
    RaceReport.Race race = suspect.asRace();
    RaceAdvice advice = RaceAdvice.of(race);
    String name = race.className() + "." + race.field();
    String place = suspect.place().text();
    return new SarifFile.Result(
        new SarifFile.Rule(
            "race-seen-in-code", "state that requests may share without a guard", PAGE),
        SarifFile.Level.NOTE,
        "%s: requests may share %s%s without a guard. This was seen in the code only. Remedy: %s."
                .formatted(
                    function,
                    name,
                    race.type().isEmpty() ? "" : " (" + race.type() + ")",
                    advice.remedy())
            + " Safe: "
            + advice.pattern(),
        lines.apply(place),
        place,
        "race-seen-in-code " + name,
        Map.of());
  }

  private static SarifFile.Result race(
      String function, RaceReport.Race race, Function<String, SarifFile.Line> lines) {
    String id =
        switch (race.kind()) {
          case RACE -> "race";
          case LOST_UPDATE -> "race-lost-update";
          case CHECK_THEN_ACT -> "race-stale-check";
          case LEAK -> "race-left-over";
        };
    String name = race.className() + "." + race.field();
    RaceAdvice advice = RaceAdvice.of(race);
    String place = race.place().text();
    return new SarifFile.Result(
        new SarifFile.Rule(id, race.kind().meaning(), PAGE),
        SarifFile.Level.WARNING,
        "%s: %s %s%s: %s. One access is in %s, the other one in %s. Remedy: %s. Safe: %s"
            .formatted(
                function,
                race.kind().title(),
                name,
                race.type().isEmpty() ? "" : " (" + race.type() + ")",
                race.kind().meaning(),
                race.first().text(),
                race.second().text(),
                advice.remedy(),
                advice.pattern()),
        lines.apply(place),
        place,
        id + " " + name,
        Map.of());
  }
}
