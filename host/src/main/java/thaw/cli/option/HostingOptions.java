package thaw.cli.option;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import thaw.app.choice.HostingChoice;
import thaw.platform.record.Limits;

/** How {@code thaw load} runs functions itself. */
public final class HostingOptions extends HostingChoice {
  @Mixin private final ClientOption clientOption = new ClientOption();

  public HostingOptions() {
    chooseClient(clientOption);
  }

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      description =
          "The account's concurrency: how many requests may run at the same time in functions that"
              + " run here. Default: ${DEFAULT-VALUE}.",
      defaultValue = "" + Limits.DEFAULT_CONCURRENCY)
  @Override
  public void chooseConcurrency(int concurrency) {
    super.chooseConcurrency(concurrency);
  }
}
