package thaw.environment.launch;

import java.nio.file.Path;

/**
 * The paths at which Lambda has what a function consists of, and at which a function finds Lambda.
 */
public final class LambdaPaths {
  /** The JDK. */
  public static final Path LANG = Path.of("/var/lang");

  /** The function's code. */
  public static final Path TASK = Path.of("/var/task");

  /** The runtime client. */
  static final Path RUNTIME = Path.of("/var/runtime");

  /** The folder of the class archive; no counterpart on Lambda, where it is in the JDK. */
  public static final Path ARCHIVE = Path.of("/var/archive");

  /** The program that emulates another processor; no counterpart on Lambda. */
  static final Path EMULATOR = Path.of("/var/emulator");

  /** The layers. */
  public static final Path OPT = Path.of("/opt");

  /** The port of the Runtime API on the loopback interface. */
  public static final int RUNTIME_API_PORT = 9001;

  private LambdaPaths() {}
}
