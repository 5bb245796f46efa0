package thaw.function;

import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The managed Java runtimes that Lambda has. */
public final class JavaRuntimes {
  public static final String REMEDY =
      "use one of java11, java17, java21, java25 (or java8.al2, run on a newer JDK)";

  private static final Pattern IDENTIFIER = Pattern.compile("java(\\d{1,3})(\\.al\\d+)?");
  private static final List<Integer> FEATURES = List.of(8, 11, 17, 21, 25);

  /** The Java version of the newest one. */
  public static final int NEWEST = FEATURES.getLast();

  private JavaRuntimes() {}

  /** Returns the Java version that a runtime's name has, 0 for the name of another kind. */
  public static int feature(String identifier) {
    Matcher matcher = IDENTIFIER.matcher(identifier);
    return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
  }

  public static boolean isKnown(String identifier) {
    return FEATURES.contains(feature(identifier));
  }

  /** Returns the name of the runtime of a version from 11 on. */
  public static String identifier(int feature) {
    return "java" + feature;
  }

  /** Returns the version of the oldest one that runs classes built for that version. */
  public static OptionalInt oldestFor(int feature) {
    return FEATURES.stream().mapToInt(each -> each).filter(each -> each >= feature).min();
  }
}
