package thaw.attribution.evidence;

/** The command of Thaw that starts this function from an archive of its classes. */
public final class Archive {
  /** JEP 483; JEP 514 gave it its options. */
  private static final int FIRST_WITH_AOT = 25;

  private Archive() {}

  public static boolean isAotCache(AnalysisContext examined) {
    return examined.settings().jdk() >= FIRST_WITH_AOT;
  }

  /**
   * Returns a sentence with the command that makes the archive, what the archive is, and the
   * command that tells how long a start from it takes.
   */
  public static String command(AnalysisContext examined) {
    return "let thaw fix make an "
        + (isAotCache(examined) ? "AOT cache" : "AppCDS archive")
        + ", a file of classes that are parsed and linked already, which the JVM maps at its"
        + " start; what a start from it takes: thaw why "
        + examined.settings().source()
        + " --snap-start "
        + (isAotCache(examined) ? "aot" : "appcds");
  }
}
