package thaw.cli;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import thaw.environment.ClientKind;
import thaw.platform.Limits;
import thaw.problem.UserMistake;

/** How {@code thaw load} runs functions itself. */
final class HostingOptions {
  @Option(
      names = "--concurrency",
      paramLabel = "N",
      description =
          "The account's concurrency: how many requests may run at the same time in functions that"
              + " run here. Default: ${DEFAULT-VALUE}.")
  private int concurrency = Limits.DEFAULT_CONCURRENCY;

  @Mixin private ClientOption client = new ClientOption();

  /** Known before anything is run. */
  void check() {
    if (concurrency < 1) {
      throw new UserMistake(
          "--concurrency must be at least 1: " + concurrency, "use for example --concurrency 10");
    }
    client.kind();
  }

  /** Requests at once, the account's limit. */
  int concurrency() {
    return concurrency;
  }

  ClientKind client() {
    return client.kind();
  }
}
