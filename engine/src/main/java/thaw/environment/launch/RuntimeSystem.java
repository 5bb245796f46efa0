package thaw.environment.launch;

import java.util.List;
import java.util.Set;

/**
 * The systems of Lambda's runtimes, by what they tell of themselves.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtimes.html">Lambda
 *     runtimes</a>
 */
enum RuntimeSystem {
  /** Has the locales of all languages. */
  AL2(
      "Amazon Linux release 2 (Karoo)",
      List.of(
          "NAME=\"Amazon Linux\"",
          "VERSION=\"2\"",
          "ID=\"amzn\"",
          "ID_LIKE=\"centos rhel fedora\"",
          "VERSION_ID=\"2\"",
          "PRETTY_NAME=\"Amazon Linux 2\"",
          "CPE_NAME=\"cpe:2.3:o:amazon:amazon_linux:2\"")),
  /** Has no locale but C and C.UTF-8. */
  AL2023(
      "Amazon Linux release 2023 (Amazon Linux)",
      List.of(
          "NAME=\"Amazon Linux\"",
          "VERSION=\"2023\"",
          "ID=\"amzn\"",
          "ID_LIKE=\"fedora\"",
          "VERSION_ID=\"2023\"",
          "PLATFORM_ID=\"platform:al2023\"",
          "PRETTY_NAME=\"Amazon Linux 2023\"",
          "CPE_NAME=\"cpe:2.3:o:amazon:amazon_linux:2023\""));

  private static final Set<String> ON_AL2 =
      Set.of("java8.al2", "java11", "java17", "provided.al2", "provided");

  private final String release;
  private final List<String> facts;

  RuntimeSystem(String release, List<String> facts) {
    this.release = release;
    this.facts = facts;
  }

  /**
   * @param runtime Lambda's identifier
   */
  static RuntimeSystem of(String runtime) {
    return ON_AL2.contains(runtime) ? AL2 : AL2023;
  }

  /** The text of {@code /etc/system-release}. */
  String release() {
    return release + "\n";
  }

  /** The text of {@code /etc/os-release}. */
  String osRelease() {
    return String.join("\n", facts) + "\n";
  }
}
