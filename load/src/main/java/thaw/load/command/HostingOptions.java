package thaw.load.command;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import thaw.cli.ClientOption;
import thaw.platform.record.PlatformLimits;

/** Options that tell how {@code thaw load} runs functions itself. */
final class HostingOptions {
  @Mixin private ClientOption client = new ClientOption();

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      description =
          "The account's concurrency: how many requests may run at the same time in functions that"
              + " run here. Default: ${DEFAULT-VALUE}.",
      defaultValue = "" + PlatformLimits.DEFAULT_CONCURRENCY)
  private int concurrency = PlatformLimits.DEFAULT_CONCURRENCY;

  HostingChoice choice() {
    return new HostingChoice(concurrency, client.kind());
  }
}
