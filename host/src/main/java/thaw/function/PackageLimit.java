package thaw.function;

import java.nio.file.Path;
import thaw.problem.UserMistake;

/**
 * Lambda's limit for an unzipped deployment package.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html">Lambda
 *     quotas</a>
 */
final class PackageLimit {
  /** 250 MB, which Lambda's own message spells as this number. */
  static final long UNZIPPED_BYTES = 262_144_000;

  private PackageLimit() {}

  static void check(Path source, long unzippedBytes) {
    if (unzippedBytes > UNZIPPED_BYTES) {
      throw new UserMistake(
          "%s must be smaller than %d bytes unzipped, as on Lambda: %d bytes"
              .formatted(source, UNZIPPED_BYTES, unzippedBytes),
          "leave out dependencies that the function does not use, or use a container image on AWS");
    }
  }
}
