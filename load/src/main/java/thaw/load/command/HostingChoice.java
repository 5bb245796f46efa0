package thaw.load.command;

import thaw.environment.launch.ClientKind;
import thaw.platform.record.PlatformLimits;
import thaw.problem.UserMistake;

/**
 * Chooses how {@code thaw load} runs functions itself.
 *
 * @param concurrency requests at once, the account's limit
 */
record HostingChoice(int concurrency, ClientKind client) {
  static final HostingChoice USUAL =
      new HostingChoice(PlatformLimits.DEFAULT_CONCURRENCY, ClientKind.OFFICIAL);

  HostingChoice {
    if (concurrency < 1) {
      throw new UserMistake(
          "--concurrency must be at least 1: " + concurrency, "use for example --concurrency 10");
    }
  }
}
