package thaw.function.packaging;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import thaw.problem.UserMistake;

/**
 * Lambda's limit for an unzipped deployment package.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html">Lambda
 *     quotas</a>
 */
public final class PackageLimit {
  /** 250 MB, which Lambda's own message spells as this number. */
  public static final long UNZIPPED_BYTES = 262_144_000;

  /**
   * The most entries of a zip. It is no limit of Lambda's, which has none; a zip of some MB can
   * name millions.
   */
  static final int ENTRIES = 100_000;

  /** The files that are named of a package that is too large. */
  private static final int LARGEST = 3;

  private PackageLimit() {}

  /**
   * Returns the sum of sizes in the zip's directory. These sizes need not be true, and their sum
   * may exceed a number's range, so each is clamped.
   */
  static long unzippedBytes(List<ZipEntry> entries) {
    return entries.stream().mapToLong(entry -> Math.clamp(entry.getSize(), 0, 1L << 40)).sum();
  }

  static void check(Path source, long unzippedBytes) {
    if (unzippedBytes > UNZIPPED_BYTES) {
      throw tooLarge(source.toString(), unzippedBytes, "");
    }
  }

  /**
   * @param source of the classes
   * @param sizes of all files of the package, the libraries among them, by their names in it
   */
  static void check(Path source, Map<String, Long> sizes) {
    long all = sizes.values().stream().mapToLong(Long::longValue).sum();
    if (all > UNZIPPED_BYTES) {
      String largest =
          sizes.entrySet().stream()
              .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
              .limit(LARGEST)
              .map(each ->
                  String.format(Locale.ROOT, "%s %.1f MB", each.getKey(), each.getValue() / 1e6))
              .collect(Collectors.joining(", "));
      throw tooLarge(source + " with its libraries", all, "; the largest are " + largest);
    }
  }

  private static UserMistake tooLarge(String source, long bytes, String parts) {
    return new UserMistake(
        "%s must be smaller than %d bytes unzipped, as on Lambda: %d bytes%s"
            .formatted(source, UNZIPPED_BYTES, bytes, parts),
        "leave out dependencies that the function does not use, or use a container image on AWS");
  }
}
