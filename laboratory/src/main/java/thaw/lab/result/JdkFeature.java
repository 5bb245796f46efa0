package thaw.lab.result;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Features of a JDK's release, told from the number in the JDK's label. */
public final class JdkFeature {
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  /** JEP 416: calls by reflection go through method handles. */
  private static final int FIRST_WITH_METHOD_HANDLES = 18;

  /** JEP 514: a cache by one option; what a lesson measures needs it. */
  private static final int FIRST_WITH_AOT_CACHE = 25;

  private JdkFeature() {}

  /** Returns whether its {@code Method.invoke} goes through method handles. */
  public static boolean callsByMethodHandles(String label) {
    return release(label) >= FIRST_WITH_METHOD_HANDLES;
  }

  /** Returns whether lessons can start it from an AOT cache. */
  static boolean hasAotCache(String label) {
    return release(label) >= FIRST_WITH_AOT_CACHE;
  }

  /** The first number of a label. */
  public static int release(String label) {
    Matcher number = NUMBER.matcher(label);
    return number.find() ? Integer.parseInt(number.group()) : 0;
  }
}
