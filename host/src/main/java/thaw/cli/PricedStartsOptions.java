package thaw.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import thaw.app.bench.BenchRequest;
import thaw.app.bench.BenchRequestBuilder;
import thaw.function.HostArchitecture;
import thaw.tuning.LambdaPrices;

/**
 * Options that commands share that measure cold starts of some functions, and say what they cost on
 * AWS.
 */
final class PricedStartsOptions {
  @Mixin private SourceOptions source = new SourceOptions();

  @Mixin private EventOption event = new EventOption();

  @Mixin private TimeoutOption timeout = new TimeoutOption();

  @Mixin private DataOptions data = new DataOptions();

  @Option(
      names = "--function",
      paramLabel = "NAME",
      description = "Only this function; repeatable. Default: all.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--runs",
      paramLabel = "N",
      description =
          "Cold starts of each function at each size and of each kind; thaw snapstart takes 4 at"
              + " least. Default: ${DEFAULT-VALUE}.")
  private int runs;

  @Option(
      names = "--arch",
      paramLabel = "x86_64|arm64",
      description = "Architecture for which costs are computed. Default: this machine's.")
  private @Nullable String architecture;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Folder for ${COMMAND-NAME}.json, and for pages and data of the same cold starts."
              + " Default: ${DEFAULT-VALUE}. The same command continues an interrupted"
              + " measurement in it.")
  private Path out;

  @Mixin private StatusOption statuses = new StatusOption();

  @Mixin private AsLambdaOptions asLambda = new AsLambdaOptions();

  /** Makes options with these defaults. */
  PricedStartsOptions(int runs, Path out) {
    this.runs = runs;
    this.out = out;
  }

  boolean readsStandardInput() {
    return event.readsStandardInput();
  }

  /** Returns the cold starts to be measured, of functions as they are configured. */
  BenchRequest request() {
    return BenchRequestBuilder.builder(BenchRequest.of(source.choice(), out))
        .names(names)
        .event(event.choice())
        .data(data.choice())
        .timeout(timeout.choice())
        .runs(runs)
        .statuses(statuses.statuses())
        .lambda(asLambda.choice())
        .build();
  }

  /** Returns the prices for which costs are computed. */
  LambdaPrices prices() {
    return LambdaPrices.published(architecture == null ? HostArchitecture.NAME : architecture);
  }
}
