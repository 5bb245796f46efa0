package thaw.deployment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The system that Lambda starts zips on, and what of it a JVM must be content with. */
public final class AmazonLinux {
  /**
   * The minor version of AL2023's glibc, which stays the same for all its life.
   *
   * @see <a href="https://docs.aws.amazon.com/linux/al2023/ug/compare-with-al2.html">AL2023</a>
   */
  private static final int GLIBC_MINOR = 34;

  private static final Pattern GLIBC = Pattern.compile("GLIBC_2\\.(\\d+)(\\.\\d+)?");

  private AmazonLinux() {}

  /**
   * Returns why a JVM would not start on Amazon Linux 2023, if it would not: distributions build
   * theirs for their own release.
   *
   * @param jvm folder of the JVM
   */
  public static Optional<String> problem(Path jvm) throws IOException {
    int newest = 0;
    for (Path binary : SystemFiles.binaries(jvm)) {
      for (String version : NeededLibraries.of(binary).versions()) {
        Matcher matcher = GLIBC.matcher(version);
        if (matcher.matches()) {
          newest = Math.max(newest, Integer.parseInt(matcher.group(1)));
        }
      }
    }
    return newest > GLIBC_MINOR
        ? Optional.of(
            "it is built for the C library 2.%d, and provided.al2023 has 2.%d: it does not start there;"
                    .formatted(newest, GLIBC_MINOR)
                + " use a JDK that is built for older systems, such as Temurin or Corretto")
        : Optional.empty();
  }
}
