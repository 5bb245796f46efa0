package thaw.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import thaw.app.run.Debugging;
import thaw.app.run.LimitsPolicies;
import thaw.app.run.RunAddresses;
import thaw.app.run.RunJob;
import thaw.app.run.RunListener;
import thaw.app.run.RunRequest;
import thaw.app.run.Server;
import thaw.app.shared.Interruption;
import thaw.app.shared.Progress;
import thaw.platform.async.Pace;
import thaw.platform.record.PlatformLimits;
import thaw.pool.managed.ThrottlePoints;
import thaw.problem.UserMistake;

/**
 * {@code thaw run}: the functions of an application behind the Lambda API, until Ctrl-C. Where to
 * find it is on standard output, logs are on standard error.
 */
@Command(
    name = "run",
    description = "Runs all functions behind the Lambda API on this machine, until Ctrl-C.",
    mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
  private static final int LARGEST_PORT = 65_535;

  @Mixin private SourceOptions source = new SourceOptions();

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description =
          "Port of the Lambda API; 0 for any. Default: that of thaw.yaml, else 3001, as in sam"
              + " local start-lambda.")
  private @Nullable Integer port;

  @Option(
      names = "--api-port",
      paramLabel = "PORT",
      description =
          "Port of the template's first API; the other APIs get the next ports. 0 for any."
              + " Default: that of thaw.yaml, else 3000, as in sam local start-api.")
  private @Nullable Integer apiPort;

  @Option(
      names = "--aws-endpoint",
      paramLabel = "URL",
      description =
          "An emulator (LocalStack, floci, MiniStack) that answers for services of AWS which Thaw"
              + " does not have: http://localhost:4566. Default: that of thaw.yaml, else they are"
              + " AWS's own.")
  private @Nullable String awsEndpoint;

  @Mixin private SettingsOptions functions = new SettingsOptions();

  @Mixin private PageCacheOption pageCache = new PageCacheOption();

  @Mixin private DataOptions contents = new DataOptions();

  @Mixin private ReachOptions reach = new ReachOptions();

  @Mixin private ServingOptions serving = new ServingOptions();

  @Option(
      names = "--services",
      paramLabel = "fast|real|busy[:SEED]|FILE",
      description =
          "How local services answer: at once; with AWS's times, states and limits; also with"
              + " throttling, failures and broken connections; or as a file says. Default: that of"
              + " thaw.yaml, else fast.")
  private @Nullable String services;

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      description =
          "The account's concurrency: how many requests may run at the same time in all functions."
              + " Default: "
              + PlatformLimits.DEFAULT_CONCURRENCY
              + ".")
  private @Nullable Integer concurrency;

  @Option(
      names = "--idle",
      paramLabel = "SECONDS",
      description =
          "Ends an environment that has had no request for this long. Default:"
              + " ${DEFAULT-VALUE}.")
  private long idleSeconds = PlatformLimits.DEFAULT_IDLE.toSeconds();

  @Option(
      names = "--throttle-cpu",
      paramLabel = "PERCENT",
      description =
          "On managed instances: from this use of its vCPUs on, an environment gets no further"
              + " requests; 0 for never. Default: ${DEFAULT-VALUE}.")
  private int throttleCpu = ThrottlePoints.CPU_PERCENT;

  @Option(
      names = "--throttle-memory",
      paramLabel = "PERCENT",
      description =
          "On managed instances: from this use of its memory on, an environment gets no further"
              + " requests; 0 for never. Default: ${DEFAULT-VALUE}.")
  private int throttleMemory = ThrottlePoints.MEMORY_PERCENT;

  @Option(
      names = "--no-freeze",
      description =
          "Lets functions run on between requests. They answer sooner, and differ from Lambda:"
              + " their background threads make progress.")
  private boolean noFreeze;

  @Option(
      names = "--no-reload",
      description =
          "Does not load changed code: each function keeps the code that its first request found.")
  private boolean noReload;

  @Option(
      names = "--debug",
      description =
          "Each function's JVM listens for a debugger (JDWP) on a port of its own, which is"
              + " printed. CPU time and timeouts are not limited then, nothing is frozen, and"
              + " functions with SnapStart start without their snapshot.")
  private boolean debug;

  @Option(
      names = "--debug-port",
      paramLabel = "PORT",
      description =
          "The first function's port; further ones follow. Implies --debug. Default:"
              + " "
              + Debugging.FIRST_PORT
              + ".")
  private @Nullable Integer debugPort;

  @Option(
      names = "--debug-suspend",
      description = "A JVM waits for its debugger before it runs anything. Implies --debug.")
  private boolean debugSuspend;

  @Option(
      names = "--data",
      paramLabel = "FOLDER",
      description =
          "Folder that keeps what clients created and the events of asynchronous invocations."
              + " Default: in memory.")
  private @Nullable Path data;

  @Option(
      names = "--async-time-scale",
      paramLabel = "FACTOR",
      description =
          "Multiplies the waits and ages of asynchronous invocations: with 0.001 the retry after 1"
              + " minute comes after 60 ms. Default: ${DEFAULT-VALUE}.")
  private double asyncTimeScale = Pace.REAL.scale();

  /** How time goes on for durable executions. */
  enum DurableTime {
    REAL,
    FAST
  }

  @Option(
      names = "--durable-time",
      paramLabel = "real|fast",
      description =
          "With fast, durable executions wait for no timer: when all of them wait, their time goes"
              + " to where the next one is due, so that a wait of a year takes a second. Default:"
              + " ${DEFAULT-VALUE}.")
  private DurableTime durableTime = DurableTime.REAL;

  @Option(
      names = "--warm",
      paramLabel = "FUNCTION=FILE|JSON",
      description =
          "For tests, not as on Lambda: restores every environment of the function from a snapshot"
              + " that was taken after an invocation with this event, so that it is warm from the"
              + " start.")
  private Map<String, String> warm = Map.of();

  @Option(
      names = "--snap-start",
      description =
          "For tests, not as on Lambda: all functions, not only published versions with SnapStart,"
              + " are restored from a snapshot after init; where that is not possible, they start"
              + " from an archive of their classes.")
  private boolean snapStart;

  @Mixin private StdinOption stdin = new StdinOption();

  @Mixin private JsonOption json = new JsonOption();

  @Option(
      names = "--runtime",
      paramLabel = "[FUNCTION=]official|thaw",
      split = ",",
      description =
          "Client of the Runtime API in Java functions: AWS's own, or Thaw's lean one; of all"
              + " functions, or of one. Default: official.")
  private List<String> clients = List.of();

  @Option(
      names = "--otlp",
      paramLabel = "URL",
      description =
          "Passes all traces on to an OpenTelemetry collector, by OTLP over HTTP: http://host:4318."
              + " Default: OTEL_EXPORTER_OTLP_ENDPOINT of Thaw's own environment.")
  private @Nullable String otlp;

  @Mixin private WorkerOptions worker = new WorkerOptions();

  @Mixin private RecordOptions record = new RecordOptions();

  @Override
  public Integer call() throws InterruptedException {
    checkOptions();
    Progress progress = TerminalProgress.standard();
    ParentWatch parent = new ParentWatch(progress::line, System::exit);
    stdin.follow(parent);
    RunRequest request =
        new RunRequest(
            source.choice(),
            functions.choice(),
            contents.choice(),
            reach.reach(serving.names()),
            Optional.ofNullable(port),
            Optional.ofNullable(apiPort),
            Optional.ofNullable(awsEndpoint),
            new PlatformLimits(
                    Objects.requireNonNullElse(concurrency, PlatformLimits.DEFAULT_CONCURRENCY),
                    Duration.ofSeconds(idleSeconds))
                .with(new ThrottlePoints(throttleCpu, throttleMemory)),
            limitsPolicies(),
            Optional.ofNullable(services),
            !noReload,
            Optional.ofNullable(data),
            new Pace(asyncTimeScale, durableTime == DurableTime.FAST),
            warm,
            snapStart,
            functions.jdk(),
            clients,
            Optional.ofNullable(otlp),
            record.choice(),
            worker.terms(concurrency == null, serving.drain()));
    try (Server _ = RunJob.start(request, new Shown(progress, json, System.out, parent))) {
      untilInterrupted();
    }
    return ExitCode.INTERRUPTED;
  }

  /** A listener that writes addresses to standard output, and all else to standard error. */
  private record Shown(Progress progress, JsonOption json, PrintStream out, ParentWatch parent)
      implements RunListener {
    @Override
    public void announced(String line) {
      if (!json.isAsked()) {
        out.println(line);
        out.flush();
      }
    }

    @Override
    public void started(RunAddresses addresses) {
      parent.serves(); // before the parent knows
      if (json.isAsked()) {
        json.print(RunDocument.of(addresses));
        out.flush();
      }
    }
  }

  private LimitsPolicies limitsPolicies() {
    return debug || debugSuspend || debugPort != null
        ? new LimitsPolicies.Debugged(
            debugPort == null ? Debugging.FIRST_PORT : debugPort, debugSuspend)
        : new LimitsPolicies.Limited(!noFreeze, pageCache.choice());
  }

  /** Checks constraints of options that their types do not express. */
  private void checkOptions() {
    if (debugPort != null && (debugPort < 1 || debugPort > LARGEST_PORT)) {
      throw new UserMistake(
          "--debug-port must be 1.." + LARGEST_PORT + ": " + debugPort,
          "use for example --debug-port 5005");
    }
    if (concurrency != null && concurrency < 1) {
      throw new UserMistake(
          "--concurrency must be at least 1: " + concurrency, "use for example --concurrency 10");
    }
    if (idleSeconds < 1) {
      throw new UserMistake(
          "--idle must be at least 1: " + idleSeconds, "use for example --idle 300");
    }
    checkThrottle("--throttle-cpu", throttleCpu, ThrottlePoints.CPU_PERCENT);
    checkThrottle("--throttle-memory", throttleMemory, ThrottlePoints.MEMORY_PERCENT);
    if (!(asyncTimeScale > 0) || asyncTimeScale > Pace.LARGEST_SCALE) {
      throw new UserMistake(
          "--async-time-scale must be greater than 0, at most %.0f: %s"
              .formatted(Pace.LARGEST_SCALE, asyncTimeScale),
          "use for example --async-time-scale 0.001");
    }
  }

  private static void checkThrottle(String option, int percent, int example) {
    if (percent < 0 || percent > ThrottlePoints.MOST_PERCENT) {
      throw new UserMistake(
          option + " must be 0.." + ThrottlePoints.MOST_PERCENT + ": " + percent,
          "use for example " + option + " " + example + ", or " + option + " 0 for never");
    }
  }

  /** Ctrl-C does not come back from here: it ends the program, by way of {@link Interruption}. */
  private static void untilInterrupted() {
    CountDownLatch never = new CountDownLatch(1);
    try {
      while (!never.await(1, TimeUnit.DAYS)) {
        continue;
      }
    } catch (InterruptedException e) {
      // Whoever runs the command inside another program has asked for its end.
    }
  }
}
