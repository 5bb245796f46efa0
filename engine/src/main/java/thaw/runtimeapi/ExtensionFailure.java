package thaw.runtimeapi;

/**
 * The reason why an extension ends the life of all processes of its environment.
 *
 * @param type for example {@code Extension.Crash}
 * @param message what follows {@code RequestId: ... Error: } in the words of AWS
 * @param nanos of {@link System#nanoTime}, when it was known
 */
public record ExtensionFailure(String type, String message, long nanos) {
  public static final String LAUNCH_ERROR = "Extension.LaunchError";
  public static final String INIT_ERROR = "Extension.InitError";
  public static final String EXIT_ERROR = "Extension.ExitError";
  public static final String CRASH = "Extension.Crash";

  public InitOutcome.Failed ofInit() {
    return new InitOutcome.Failed(type, message, ErrorJson.of(type, "Error: " + message));
  }

  /** Returns whether an init failed because a process could not be started or has ended. */
  public static boolean isExit(String errorType) {
    return RuntimeExit.isType(errorType) || errorType.startsWith("Extension.");
  }
}
