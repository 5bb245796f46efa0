package thaw.environment.launch;

/** Environment variables that the bootstrap of a packaged function takes orders from. */
final class PackageVariables {
  /** The variable with further options of the JVM, one a line. */
  static final String JVM_OPTIONS = "THAW_JVM_OPTIONS";

  /** The variable of a run that makes a class archive, and starts from none. */
  static final String TRAINING = "THAW_TRAINING";

  /** The variable with the program that the JVM is emulated by, and its options, one a line. */
  static final String EMULATOR = "THAW_EMULATOR";

  private PackageVariables() {}
}
