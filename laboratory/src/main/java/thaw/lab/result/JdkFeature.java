package thaw.lab.result;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a JDK's label tells of its release. */
public final class JdkFeature {
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  /** JEP 416: calls by reflection go through method handles. */
  private static final int FIRST_WITH_METHOD_HANDLES = 18;

  private JdkFeature() {}

  /** Whether its {@code Method.invoke} goes through method handles. */
  public static boolean callsByMethodHandles(String label) {
    return of(label) >= FIRST_WITH_METHOD_HANDLES;
  }

  /** The first number of a label. */
  private static int of(String label) {
    Matcher number = NUMBER.matcher(label);
    return number.find() ? Integer.parseInt(number.group()) : 0;
  }
}
