package thaw.environment.launch;

/** Environment variables that the bootstrap of a packaged function takes orders from. */
final class PackageVariables {
  /** The variable with further options of the JVM, one a line. */
  static final String JVM_OPTIONS = "THAW_JVM_OPTIONS";

  /** The variable that names the class archive to write. */
  static final String ARCHIVE_OUTPUT = "THAW_ARCHIVE_OUTPUT";

  private PackageVariables() {}
}
