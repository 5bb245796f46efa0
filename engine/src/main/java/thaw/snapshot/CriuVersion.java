package thaw.snapshot;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A release of CRIU, as {@code criu --version} names it. */
public record CriuVersion(int major, int minor, String text) {
  private static final Pattern LINE = Pattern.compile("Version:\\s*((\\d+)\\.(\\d+)\\S*)");
  private static final int LINUX_MAJOR = 6;
  private static final int LINUX_MINOR = 16;
  private static final Pattern RELEASE = Pattern.compile("(\\d+)\\.(\\d+).*");

  static Optional<CriuVersion> parse(String output) {
    Matcher line = LINE.matcher(output);
    return line.find()
        ? Optional.of(
            new CriuVersion(
                Integer.parseInt(line.group(2)), Integer.parseInt(line.group(3)), line.group(1)))
        : Optional.empty();
  }

  /**
   * Returns whether the kernel needs a newer release. From Linux 6.16 on, releases before 4.2
   * cannot dump a process that holds an inet socket, and a JVM that serves anybody holds one
   * (checkpoint-restore/criu issue 2705).
   *
   * @param kernel the release, such as 6.18.1-amd64
   */
  boolean isTooOldFor(String kernel) {
    Matcher release = RELEASE.matcher(kernel);
    boolean recentKernel =
        release.matches()
            && isAtLeast(
                Integer.parseInt(release.group(1)),
                Integer.parseInt(release.group(2)),
                LINUX_MAJOR,
                LINUX_MINOR);
    return recentKernel && !isAtLeast(major, minor, 4, 2);
  }

  private static boolean isAtLeast(int major, int minor, int wantedMajor, int wantedMinor) {
    return major > wantedMajor || (major == wantedMajor && minor >= wantedMinor);
  }
}
