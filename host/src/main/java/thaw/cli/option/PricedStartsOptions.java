package thaw.cli.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import thaw.app.choice.DataChoice;
import thaw.app.choice.EventChoice;
import thaw.app.choice.LambdaChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.choice.TimeoutChoice;

/**
 * Options that commands share that measure cold starts of some functions, and say what they cost on
 * AWS.
 */
public final class PricedStartsOptions {
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
  public PricedStartsOptions(int runs, Path out) {
    this.runs = runs;
    this.out = out;
  }

  public boolean readsStandardInput() {
    return event.readsStandardInput();
  }

  public SourceChoice source() {
    return source.choice();
  }

  public EventChoice event() {
    return event.choice();
  }

  public TimeoutChoice timeout() {
    return timeout.choice();
  }

  public DataChoice data() {
    return data.choice();
  }

  /** Returns the statuses that functions may answer; empty for all below 400. */
  public List<Integer> statuses() {
    return statuses.statuses();
  }

  /** Logical ids or names; empty for all. */
  public List<String> names() {
    return List.copyOf(names);
  }

  public int runs() {
    return runs;
  }

  /** Returns the architecture for which costs are computed; empty for this machine's. */
  public Optional<String> architecture() {
    return Optional.ofNullable(architecture);
  }

  public LambdaChoice lambda() {
    return asLambda.choice();
  }

  public Path out() {
    return out;
  }
}
