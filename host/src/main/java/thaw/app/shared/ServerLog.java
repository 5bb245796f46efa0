package thaw.app.shared;

import java.util.logging.Level;
import java.util.logging.Logger;

/** What the HTTP server would log by itself: only what is wrong. */
public final class ServerLog {
  /** Held: the logging framework forgets the level of a logger that nobody refers to. */
  private static final Logger SERVER = Logger.getLogger("io.helidon");

  private ServerLog() {}

  /** Before the first server is started. */
  public static void quiet() {
    SERVER.setLevel(Level.WARNING);
  }
}
