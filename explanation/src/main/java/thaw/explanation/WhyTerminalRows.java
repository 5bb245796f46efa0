package thaw.explanation;

import java.util.List;
import thaw.attribution.Cause;
import thaw.attribution.Explanation.OwnerShare;
import thaw.explanation.WhyMatrix.Row;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Ink;
import thaw.presentation.text.Text;

/** The table of the largest rows; narrow terminals give up ends of names, causes first. */
final class WhyTerminalRows {
  private static final int PHASE = 18;
  private static final int CAUSE = 32;
  private static final int NARROWEST_CAUSE = 12;
  private static final int MILLIS = 8;
  private static final int SHARE = 6;
  private static final int GAPS = 8;
  private static final int NARROWEST_OWNER = 23; // "this thread (CPU quota)"

  private final int phase;
  private final int cause;
  private final int owner;
  private final boolean ansi;

  WhyTerminalRows(int columns, boolean ansi) {
    this.ansi = ansi;
    int names = columns - MILLIS - SHARE - GAPS;
    this.phase = PHASE; // a label is not shortened
    this.cause = Math.clamp(names - phase - NARROWEST_OWNER, NARROWEST_CAUSE, CAUSE);
    this.owner = names - phase - cause;
  }

  String head() {
    return Ink.BOLD.on(line("phase", "cause", "owner", "ms", "%"), ansi);
  }

  String line(Row row, double wall) {
    String line =
        line(
            row.phase().label(),
            row.cause(),
            owner(row.owners()),
            (row.weak() ? "~" : "") + Figures.millis(row.millis()),
            share(row.millis(), wall));
    return row.weak() ? Ink.DIM.on(line, ansi) : line;
  }

  /** The largest owner, and how many more there are. */
  private String owner(List<OwnerShare> owners) {
    if (owners.isEmpty()) {
      return "";
    }
    String more = owners.size() > 1 ? " +" + (owners.size() - 1) : "";
    return OwnerNames.fit(Text.clean(owners.getFirst().library()), owner - more.length()) + more;
  }

  String unexplained(double millis, double wall) {
    return Ink.ALARM.on(
        line("all", Cause.UNEXPLAINED.label(), "", Figures.millis(millis), share(millis, wall)),
        ansi);
  }

  private static String share(double millis, double wall) {
    return wall > 0 ? Figures.percent(millis / wall) : Figures.MISSING;
  }

  private String line(String phase, String cause, String owner, String millis, String share) {
    return String.join(
        "  ",
        Text.padRight(Text.cut(phase, this.phase), this.phase),
        Text.padRight(Text.cut(cause, this.cause), this.cause),
        Text.padRight(owner, this.owner),
        Text.padLeft(millis, MILLIS),
        Text.padLeft(share, SHARE));
  }
}
