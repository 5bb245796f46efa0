package thaw.app.why;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A function's log as it is quoted: of each stack trace the causes, and the frames that threw. */
final class BriefLog {
  private static final Pattern FRAME = Pattern.compile("^\\s+(?:at |\\.\\.\\. \\d+ )");
  private static final Pattern SUPPRESSED = Pattern.compile("^\\s+Suppressed: ");

  /** The frames of each cause that are quoted. */
  private static final int MOST_FRAMES = 3;

  /** The lines that are quoted: the first ones, and as many of the last. */
  private static final int MOST_LINES = 20;

  private BriefLog() {}

  /**
   * @param log parts of several lines each
   */
  static List<String> of(List<String> log) {
    List<String> quoted = new ArrayList<>();
    int frames = 0;
    for (String line : lines(log)) {
      frames = FRAME.matcher(line).find() ? frames + 1 : 0;
      if (frames <= MOST_FRAMES && !SUPPRESSED.matcher(line).find()) {
        quoted.add(line);
      }
    }
    if (quoted.size() <= 2 * MOST_LINES) {
      return quoted;
    }
    List<String> ends = new ArrayList<>(quoted.subList(0, MOST_LINES));
    ends.add("...");
    ends.addAll(quoted.subList(quoted.size() - MOST_LINES, quoted.size()));
    return ends;
  }

  static List<String> lines(List<String> log) {
    return log.stream().flatMap(String::lines).toList();
  }
}
