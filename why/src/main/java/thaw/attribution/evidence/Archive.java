package thaw.attribution.evidence;

import java.nio.ByteBuffer;
import java.util.List;

/** The command of Thaw that starts this function from an archive of its classes. */
public final class Archive {
  /** JEP 483; JEP 514 gave it its options. */
  private static final int FIRST_WITH_AOT = 25;

  /** That of Java 6: the JVM puts no class into an archive that its old verifier has to check. */
  private static final int FIRST_CLASS_FILE = 50;

  private static final int MAJOR_VERSION = 6;

  /** What AWS's runtime client brings of its own is older, and is in no package. */
  private static final String OLD_IN_CLIENT = "com.amazonaws.lambda.thirdparty.org.joda.time.";

  private static final List<String> LINKED = List.of("$$Lambda", "LambdaForm$", "$Species_");
  private static final List<String> PROXIES = List.of("$$", ".$Proxy");

  private static final String LET = "let thaw fix make an ";

  private Archive() {}

  /** Returns whether linkage has made a class, so that nothing of it is class loading. */
  public static boolean isOfLinkage(String className) {
    return LINKED.stream().anyMatch(className::contains);
  }

  /** Returns whether an archive can have a class in place of its file. */
  public static boolean canHold(AnalysisContext examined, String className) {
    return !className.startsWith(OLD_IN_CLIENT)
        && PROXIES.stream().noneMatch(className::contains)
        && examined
            .evidence()
            .classes()
            .head(className, MAJOR_VERSION + Short.BYTES)
            .map(head -> ByteBuffer.wrap(head).getShort(MAJOR_VERSION) >= FIRST_CLASS_FILE)
            .orElse(true);
  }

  public static boolean isAotCache(AnalysisContext examined) {
    return examined.settings().jdk() >= FIRST_WITH_AOT;
  }

  /**
   * Returns a sentence with the command that makes the archive, what the archive is, and the
   * command that tells how long a start from it takes.
   */
  public static String command(AnalysisContext examined) {
    return LET
        + (isAotCache(examined) ? "AOT cache" : "AppCDS archive")
        + ", a file of classes that are parsed and linked already, which the JVM maps at its"
        + " start; what a start from it takes: thaw why "
        + examined.settings().source()
        + " --snap-start "
        + (isAotCache(examined) ? "aot" : "appcds");
  }

  /** Returns the text of a finding with what became of the archive in place of {@link #command}. */
  public static String instead(String text, String became) {
    int from = text.indexOf(LET);
    return from < 0 ? text : text.substring(0, from) + became;
  }
}
