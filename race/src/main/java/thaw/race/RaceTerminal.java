package thaw.race;

import java.util.List;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Text;

/** Makes what {@code thaw race} prints. */
final class RaceTerminal {
  private static final int MOST_FRAMES = 4;

  private RaceTerminal() {}

  static String render(
      String function,
      int instrumented,
      long seed,
      RaceReport report,
      List<SharedSuspect> seenInCodeOnly) {
    StringBuilder text = new StringBuilder();
    for (RaceReport.Race race : report.races()) {
      race(text, race);
    }
    for (RaceReport.UnlikeResponse response : report.responses()) {
      line(text, "A response differs from those of serial requests, for event " + response.event());
      line(text, "  one at a time   " + response.serial());
      line(text, "  many at a time  " + response.concurrent());
    }
    seenInCodeOnly.forEach(suspect -> suspect(text, suspect));
    if (report.isClean()) {
      line(
          text,
          "%s: no race was found in %d instrumented classes (schedule %d)."
              .formatted(function, instrumented, seed));
    } else {
      line(
          text,
          "%s: %s, %s that no serial request had (schedule %d)."
              .formatted(
                  function,
                  Figures.counted(report.races().size(), "finding"),
                  Figures.counted(report.unlike(), "response"),
                  seed));
    }
    return text.toString();
  }

  private static void suspect(StringBuilder text, SharedSuspect suspect) {
    RaceReport.Race race = suspect.asRace();
    RaceAdvice advice = RaceAdvice.of(race);
    line(
        text,
        "Seen in the code only: "
            + race.className()
            + "."
            + race.field()
            + (suspect.type().isEmpty() ? "" : " (" + suspect.type() + ")")
            + ", which requests may share without a guard");
    line(text, "  at      " + suspect.place().text());
    line(text, "  remedy: " + advice.remedy());
    line(text, "  safe:   " + advice.pattern());
    line(text, "");
  }

  private static void race(StringBuilder text, RaceReport.Race race) {
    String what = race.type().isEmpty() ? "" : " (" + race.type() + ")";
    line(text, race.kind().title() + " " + race.className() + "." + race.field() + what);
    access(text, race.first());
    race.between()
        .ifPresent(other -> {
          line(text, "  another request can write in between:");
          access(text, other);
        });
    if (race.kind() == RaceReport.Kind.LEAK) {
      line(text, "  the next request of the thread:");
    }
    access(text, race.second());
    RaceAdvice advice = RaceAdvice.of(race);
    line(text, "  remedy: " + advice.remedy());
    line(text, "  safe:   " + advice.pattern());
    line(text, "");
  }

  private static void access(StringBuilder text, RaceReport.Access access) {
    String what = access.writes() ? "  writes " : "  reads  ";
    List<RaceReport.Frame> frames = access.stack();
    for (RaceReport.Frame frame : frames.subList(0, Math.min(MOST_FRAMES, frames.size()))) {
      line(text, what + frame.text());
      what = "         ";
    }
  }

  private static void line(StringBuilder text, String line) {
    text.append(Text.harmless(line)).append(System.lineSeparator());
  }
}
