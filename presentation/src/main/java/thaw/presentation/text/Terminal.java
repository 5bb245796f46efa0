package thaw.presentation.text;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The terminal of this program, if it has one: whether a person looks at it, and how wide it is.
 */
public final class Terminal {
  private static final int USUAL_COLUMNS = 100;
  private static final int NARROWEST = 60;
  private static final int WIDEST = 200;

  /** The bits of a file's type, from inode(7); the kernel's list of devices has the numbers. */
  private static final int TYPE_MASK = 0xF000;

  private static final int CHARACTERS = 0x2000;
  private static final int MEMORY = 1;

  private Terminal() {}

  /** Returns whether a person looks at it. */
  public static boolean isPresent() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /**
   * Returns whether a file descriptor of this program is one: a character device that is not one of
   * memory, as /dev/null is; its name says less.
   */
  public static boolean isAt(int descriptor) {
    Path open = Path.of("/proc/self/fd/" + descriptor);
    try {
      boolean device = ((Integer) Files.getAttribute(open, "unix:mode") & TYPE_MASK) == CHARACTERS;
      return device && (((Long) Files.getAttribute(open, "unix:rdev") >> 8) & 0xFFF) != MEMORY;
    } catch (IOException | UnsupportedOperationException e) {
      return isPresent();
    }
  }

  /** Returns whether what is printed may have colours; NO_COLOR forbids them (no-color.org). */
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

  /** Returns the width of the terminal in columns, for what fills it. */
  public static int width() {
    return Math.clamp(Integer.getInteger("thaw.columns", USUAL_COLUMNS), NARROWEST, WIDEST);
  }
}
