package thaw.report.text;

import java.io.Console;
import java.util.Map;

/**
 * The terminal of this program, if it has one: whether a person looks at it, and how wide it is.
 */
public final class Terminal {
  private static final int USUAL_COLUMNS = 100;
  private static final int NARROWEST = 60;
  private static final int WIDEST = 200;

  private Terminal() {}

  /** Whether a person looks at it. */
  public static boolean isPresent() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /** Whether what is printed may have colours; NO_COLOR forbids them (no-color.org). */
  public static boolean hasColours() {
    return isPresent() && permitsColours(System.getenv());
  }

  static boolean permitsColours(Map<String, String> environment) {
    return environment.getOrDefault("NO_COLOR", "").isEmpty();
  }

  /** Columns of the terminal, as the launcher saw it; 100 where there is none. */
  public static int columns() {
    int columns = isPresent() ? Integer.getInteger("thaw.columns", USUAL_COLUMNS) : USUAL_COLUMNS;
    return Math.clamp(columns, NARROWEST, USUAL_COLUMNS);
  }

  /** Of the terminal, for what fills it. */
  public static int width() {
    return Math.clamp(Integer.getInteger("thaw.columns", USUAL_COLUMNS), NARROWEST, WIDEST);
  }
}
