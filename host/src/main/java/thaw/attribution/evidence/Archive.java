package thaw.attribution.evidence;

/** The command of Thaw that starts this function from an archive of its classes. */
public final class Archive {
  /** JEP 483; JEP 514 gave it its options. */
  private static final int FIRST_WITH_AOT = 25;

  private Archive() {}

  public static boolean isAotCache(AnalysisContext examined) {
    return examined.settings().jdk() >= FIRST_WITH_AOT;
  }

  /** Which trains the archive, and explains what a start from it takes. */
  public static String command(AnalysisContext examined) {
    return "have an "
        + (isAotCache(examined) ? "AOT cache" : "AppCDS archive")
        + " trained, and see what a start from it takes: thaw why "
        + examined.settings().source()
        + " --snap-start "
        + (isAotCache(examined) ? "aot" : "appcds");
  }
}
