package thaw.report.race;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import thaw.race.RaceAdvice;
import thaw.race.RaceReport;
import thaw.report.sarif.SarifFile;

/** What requests do to each other, in SARIF. */
public final class RaceSarif {
  private static final String PAGE = "See docs/race.md";

  private RaceSarif() {}

  /**
   * Replaces the file in one step, and creates its folder.
   *
   * @param version of this program
   * @param lines where a frame of a stack is, as a URI relative to this folder; of one without a
   *     place in own sources what stands for the whole
   */
  public static void write(
      String function,
      RaceReport report,
      String version,
      Function<String, SarifFile.Line> lines,
      Path file) {
    SarifFile.write(results(function, report, lines), version, file);
  }

  static List<SarifFile.Result> results(
      String function, RaceReport report, Function<String, SarifFile.Line> lines) {
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
    return results;
  }

  private static SarifFile.Result race(
      String function, RaceReport.Race race, Function<String, SarifFile.Line> lines) {
    String id = "race-" + race.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
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
