package thaw.app.build;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The JDK that the Gradle of a wrapper runs on. Each version of Gradle refuses JDKs that are newer
 * than itself.
 *
 * @see <a href="https://docs.gradle.org/current/userguide/compatibility.html">Compatibility
 *     matrix</a>
 */
final class GradleJdk {
  private static final Pattern VERSION = Pattern.compile("gradle-(\\d+)\\.(\\d+)");
  private static final int MAJOR = 1000;

  /** The newest JDK by the first version of Gradle that runs on it. */
  private static final NavigableMap<Integer, Integer> NEWEST =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry(version(4, 0), 8),
              Map.entry(version(5, 0), 11),
              Map.entry(version(5, 4), 12),
              Map.entry(version(6, 0), 13),
              Map.entry(version(6, 3), 14),
              Map.entry(version(6, 7), 15),
              Map.entry(version(7, 0), 16),
              Map.entry(version(7, 3), 17),
              Map.entry(version(7, 5), 18),
              Map.entry(version(7, 6), 19),
              Map.entry(version(8, 3), 20),
              Map.entry(version(8, 5), 21),
              Map.entry(version(8, 8), 22),
              Map.entry(version(8, 10), 23),
              Map.entry(version(8, 14), 24),
              Map.entry(version(9, 1), 25)));

  private GradleJdk() {}

  /** The first version of Gradle that runs on no JDK before 17, and before it on 8 and later. */
  private static final int FOR_17 = version(9, 0);

  private static final int OLDEST = 17;

  /** The JDKs on which the wrapper's Gradle runs; all where that is not known. */
  static JdkSpan span(Path root) {
    Optional<Integer> version = version(root);
    return new JdkSpan(
        version.filter(each -> each >= FOR_17).map(_ -> OLDEST).orElse(0),
        newest(root).orElse(Integer.MAX_VALUE));
  }

  /**
   * Returns the newest version of Java on which the wrapper's Gradle runs; empty when the wrapper
   * does not say which Gradle that is, or it is older than 4.0.
   */
  static Optional<Integer> newest(Path root) {
    return version(root)
        .flatMap(version -> Optional.ofNullable(NEWEST.floorEntry(version)))
        .map(Map.Entry::getValue);
  }

  private static Optional<Integer> version(Path root) {
    Path properties = root.resolve("gradle/wrapper/gradle-wrapper.properties");
    try {
      Matcher matcher =
          VERSION.matcher(
              Files.exists(properties)
                  ? Files.readString(properties, StandardCharsets.ISO_8859_1)
                  : "");
      return matcher.find()
          ? Optional.of(
              version(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
          : Optional.empty();
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static int version(int major, int minor) {
    return major * MAJOR + minor;
  }
}
