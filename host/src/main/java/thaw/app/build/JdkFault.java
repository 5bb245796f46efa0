package thaw.app.build;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.remedy.edit.TestsRefusal;

/**
 * A build that failed for the version of the JDK that it ran on: Gradle, plug-ins, annotation
 * processors, rules of the project and tools of its tests each have a span of versions, and say so
 * in words of their own.
 *
 * @param span of versions with which it would get further
 * @param tests what of the tests has refused the JDK; empty where the build itself has
 */
record JdkFault(JdkSpan span, Optional<TestsRefusal.Cause> tests) {
  /** The version of class files is the JDK's feature version and this. */
  private static final int CLASS_FILES = 44;

  private static final String NUMBER = "(?:1\\.)?(\\d+)";

  private record Rule(Pattern pattern, Function<MatchResult, JdkSpan> span) {
    Rule(String pattern, Function<MatchResult, JdkSpan> span) {
      this(Pattern.compile(pattern), span);
    }
  }

  /**
   * Those that know which versions would do. What is asked of {@code javac} goes both ways: JDK 25
   * compiles for 8 and later, JDK 17 for nothing beyond 17.
   */
  private static final List<Rule> RULES =
      List.of(
          // maven-enforcer-plugin, RequireJavaVersion
          new Rule(
              "(?m)Detected JDK .* is not in the allowed range (.+?)\\.?\\s*$",
              found -> range(found.group(1))),
          new Rule(
              "requires? at least JVM runtime version (\\d+)",
              found -> JdkSpan.from(number(found, 1))),
          new Rule("requires JVM (\\d+) or later", found -> JdkSpan.from(number(found, 1))),
          new Rule("requires Java (\\d+) or later", found -> JdkSpan.from(number(found, 1))),
          // "compiled by a more recent version of the Java Runtime (class file version 61.0)"
          new Rule(
              "more recent version of the Java Runtime \\(class file version (\\d+)",
              found -> JdkSpan.from(number(found, 1) - CLASS_FILES)),
          // "class file has wrong version 65.0, should be 61.0"
          new Rule(
              "class file has wrong version (\\d+)\\.\\d+, should be \\d+",
              found -> JdkSpan.from(number(found, 1) - CLASS_FILES)),
          new Rule(
              "Unsupported class file major version (\\d+)",
              found -> JdkSpan.upTo(number(found, 1) - CLASS_FILES - 1)),
          // Gradle before 5
          new Rule(
              "Could not determine java version from '" + NUMBER,
              found -> JdkSpan.upTo(number(found, 1) - 1)));

  /** What has no version in it says only that the JDK is too new. */
  private static final Pattern TOO_NEW =
      Pattern.compile(
          // Lombok and others that reach into the compiler
          "com\\.sun\\.tools\\.javac\\.\\S+ (?:::|does not have member field)"
              + "|NoSuchFieldError: .*com\\.sun\\.tools\\.javac"
              + "|cannot access class com\\.sun\\.tools\\.javac"
              // Kotlin's compiler on a version of Java that it cannot read
              + "|java\\.lang\\.IllegalArgumentException: \\d+(?:\\.\\d+)*(?:-\\S+)?\\s*(?:\\n|$)"
              // and one before 1.4, in the initialiser of a class
              + "|task '[^'\\n]*(?i:kotlin|kapt)[^'\\n]*'\\.\\s*>?\\s*java\\.lang\\.ExceptionInInitializerError"
              + "|goal org\\.jetbrains\\.kotlin:[^\\n]*java\\.lang\\.ExceptionInInitializerError"
              + "|Could not initialize class org\\.codehaus\\.groovy");

  /**
   * {@code release version 21 not supported}, {@code invalid target release: 21}, {@code Source
   * option 6 is no longer supported}.
   */
  private static final Pattern RELEASE =
      Pattern.compile(
          "(?:release version "
              + NUMBER
              + " not supported|invalid (?:source|target) release: "
              + NUMBER
              + "|(?:Source|Target) option "
              + NUMBER
              + " is no longer supported"
              + "|Unknown JVM target version: "
              + NUMBER
              + ")");

  /**
   * The last JDK that compiles for a version of Java, for those that are no longer compiled for.
   */
  private static final Map<Integer, Integer> LAST = Map.of(5, 8, 6, 11, 7, 19);

  /** Of the same for the versions before. */
  private static final int LAST_FOR_OLDER = 8;

  private static final Pattern RANGE =
      Pattern.compile("([\\[(])?\\s*([\\d._]*)\\s*(?:(,)\\s*([\\d._]*)\\s*)?([\\])])?.*");

  /**
   * @param log what the build has said
   * @param feature the version of the JDK that it ran on
   */
  static Optional<JdkFault> of(String log, int feature) {
    for (Rule rule : RULES) {
      Matcher matcher = rule.pattern().matcher(log);
      if (matcher.find()) {
        return fault(rule.span().apply(matcher), feature);
      }
    }
    Matcher release = RELEASE.matcher(log);
    if (release.find()) {
      int asked = number(release, 1, 2, 3, 4);
      return fault(
          asked > feature
              ? JdkSpan.from(asked)
              : JdkSpan.upTo(LAST.getOrDefault(asked, asked < 5 ? LAST_FOR_OLDER : feature - 1)),
          feature);
    }
    return TOO_NEW.matcher(log).find()
        ? fault(JdkSpan.upTo(feature - 1), feature)
        : TestsRefusal.of(log).flatMap(refusal -> ofTests(refusal, feature));
  }

  /** An option may be for an older JDK or for a newer one. */
  private static Optional<JdkFault> ofTests(TestsRefusal refusal, int feature) {
    if (refusal.cause() == TestsRefusal.Cause.OPTION) {
      return Optional.empty();
    }
    JdkSpan span = JdkSpan.upTo(refusal.newest() > 0 ? refusal.newest() : feature - 1);
    return fault(span, feature).map(fault -> new JdkFault(span, Optional.of(refusal.cause())));
  }

  boolean isTooNew(int feature) {
    return span.newest() < feature;
  }

  boolean isTooOld(int feature) {
    return span.oldest() > feature;
  }

  /** A span that has the version is no reason: something else is wrong. */
  private static Optional<JdkFault> fault(JdkSpan span, int feature) {
    return span.has(feature) ? Optional.empty() : Optional.of(new JdkFault(span, Optional.empty()));
  }

  private static int number(MatchResult found, int... groups) {
    for (int group : groups) {
      if (found.group(group) != null) {
        return Integer.parseInt(found.group(group));
      }
    }
    return 0;
  }

  /** Maven's ranges of versions: {@code [17,18)}, {@code [17,)}, {@code (,21]}, {@code 17}. */
  static JdkSpan range(String text) {
    Matcher matcher = RANGE.matcher(text);
    if (!matcher.matches()) {
      return JdkSpan.ALL;
    }
    int low = feature(matcher.group(2));
    if (matcher.group(3) == null) {
      return matcher.group(1) == null ? JdkSpan.from(low) : new JdkSpan(low, low);
    }
    String upper = matcher.group(4);
    int high = feature(upper);
    if (high == 0) {
      return JdkSpan.from(low);
    }
    // Of "18)" 18 itself and all its updates are out, of "17.0.9)" some of 17 are in.
    boolean whole = upper.matches("(1\\.)?\\d+");
    return new JdkSpan(low, ")".equals(matcher.group(5)) && whole ? high - 1 : high);
  }

  private static int feature(String version) {
    Matcher matcher = Pattern.compile(NUMBER + ".*").matcher(version);
    return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
  }
}
