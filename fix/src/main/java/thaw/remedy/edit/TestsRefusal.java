package thaw.remedy.edit;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a tool of a project's tests has said of a JDK that is too new for it, in the log of a build:
 * so it is known both to builds, which then try another JDK, and to moves, which raise the tool.
 *
 * @param jdk the version that was refused; 0 where the tool does not tell
 * @param newest the last version that will do; 0 where that is not known
 * @param option that the JVM of the tests refused; empty for other causes
 */
public record TestsRefusal(Cause cause, int jdk, int newest, String option) {
  /** Reads classes of JDK 25; Mockito of any version takes it. */
  static final String BYTE_BUDDY = "1.17.8";

  /** The first that knows JDK 25. */
  static final String JACOCO = "0.8.14";

  /** The JDK that both know. */
  static final int JDK = 25;

  /** With a JDK from this one on, a module is closed to reflection. */
  private static final int CLOSED = 16;

  /** The first whose JVM does not start with a Security Manager. */
  private static final int WITHOUT_SECURITY_MANAGER = 24;

  /** Who refuses. */
  public enum Cause {
    /** Reads and makes classes for Mockito. */
    BYTE_BUDDY(
        "the Byte Buddy of the tests, as of Mockito or Spring Boot: raise it (net.bytebuddy:byte-buddy "
            + TestsRefusal.BYTE_BUDDY
            + " or later)"),
    /** An option of the JVM, of a newer JDK or of an older one. */
    OPTION("an option of the tests' JVM: take it out"),
    SECURITY_MANAGER("tests that set a Security Manager: take that out of them"),
    JACOCO("JaCoCo as the project has it: raise it (" + TestsRefusal.JACOCO + " or later)"),
    /** Of the JDK, which code reaches into by reflection. */
    MODULE(
        "tests that reach into the JDK itself: open its module to them (--add-opens in the argLine of Surefire or the jvmArgs of Gradle)");

    private final String words;

    Cause(String words) {
      this.words = words;
    }

    /** Returns for what the JDK is too new, and what to do about it. */
    public String words() {
      return words;
    }
  }

  /** The second form is Gradle's, which shows an exception without its message. */
  private static final Pattern OLD_BYTE_BUDDY =
      Pattern.compile(
          "Java (\\d{1,3}) \\(\\d{1,5}\\) is not supported by the current version of Byte Buddy"
              + "(?: which officially supports Java (\\d{1,3}))?"
              + "|IllegalArgumentException at OpenedClassReader\\.java:\\d");

  /** Others with a copy of ASM, such as Spring, refuse a class in the same words. */
  private static final Pattern OLD_JACOCO =
      Pattern.compile(
          "class file major version \\d{1,5}\\s{1,9}at org\\.jacoco\\."
              + "|Failed to execute goal org\\.jacoco:.{0,2000}class file major version"
              + "|Execution failed for task '[^'\\n]{0,200}jacoco[^'\\n]{0,200}'"
              + ".{0,200}\\n.{0,2000}class file major version");

  private static final String OWN_FRAME = "at org.jacoco.";
  private static final String AGENT_FAILED = "processing of -javaagent failed";

  private static final Pattern REFUSED_OPTION =
      Pattern.compile("(?:Unrecognized VM option|Unrecognized option:) '?([^'\\s]+)");

  private static final Pattern SECURITY_MANAGER =
      Pattern.compile("Enabling a Security Manager is not supported");

  private static final Pattern MODULE =
      Pattern.compile(
          "module java\\.\\S+ does not \"(?:opens|exports) |InaccessibleObjectException at ");

  /**
   * @param log of a build that has failed
   */
  public static Optional<TestsRefusal> of(String log) {
    Matcher byteBuddy = OLD_BYTE_BUDDY.matcher(log);
    if (byteBuddy.find()) {
      int jdk = number(byteBuddy.group(1));
      int known = number(byteBuddy.group(2));
      return Optional.of(
          new TestsRefusal(Cause.BYTE_BUDDY, jdk, known > 0 ? known : Math.max(jdk - 1, 0), ""));
    }
    Matcher option = REFUSED_OPTION.matcher(log);
    if (option.find()) {
      return Optional.of(new TestsRefusal(Cause.OPTION, 0, 0, option.group(1)));
    }
    if (SECURITY_MANAGER.matcher(log).find()) {
      return Optional.of(
          new TestsRefusal(Cause.SECURITY_MANAGER, 0, WITHOUT_SECURITY_MANAGER - 1, ""));
    }
    if (OLD_JACOCO.matcher(log).find() || log.contains(AGENT_FAILED) && log.contains(OWN_FRAME)) {
      return Optional.of(new TestsRefusal(Cause.JACOCO, 0, 0, ""));
    }
    return MODULE.matcher(log).find()
        ? Optional.of(new TestsRefusal(Cause.MODULE, 0, CLOSED - 1, ""))
        : Optional.empty();
  }

  private static int number(@Nullable String text) {
    return text == null ? 0 : Integer.parseInt(text);
  }

  /** Whether the versions of tools that moves raise to take the JDK, and the one here does not. */
  boolean isRaised() {
    return jdk <= JDK && newest < JDK;
  }
}
