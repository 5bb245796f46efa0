package thaw.cli;

import java.io.PrintStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.gateway.LambdaApi;
import thaw.platform.Documents;
import thaw.platform.FunctionRecord;
import thaw.platform.Limits;
import thaw.platform.Pace;
import thaw.platform.Platform;
import thaw.platform.Preparation;
import thaw.problem.UserMistake;
import thaw.store.Store;

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
          "Port of the Lambda API; 0 for any. Default: ${DEFAULT-VALUE}, that of sam local"
              + " start-lambda.")
  private int port = 3001;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description = "Address to listen on. Default: ${DEFAULT-VALUE}, this machine only.")
  private String host = "127.0.0.1";

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      description =
          "Requests at once in all functions together, the account's limit. Default:"
              + " ${DEFAULT-VALUE}.")
  private int concurrency = Limits.DEFAULT_CONCURRENCY;

  @Option(
      names = "--idle",
      paramLabel = "SECONDS",
      description = "An environment without a request for so long ends. Default: ${DEFAULT-VALUE}.")
  private long idleSeconds = Limits.DEFAULT_IDLE.toSeconds();

  @Option(
      names = "--no-freeze",
      description =
          "Lets functions run on between requests. They answer sooner, and differ from Lambda: their"
              + " background threads make progress.")
  private boolean noFreeze;

  @Option(
      names = "--data",
      paramLabel = "FOLDER",
      description =
          "Keeps what must survive here: what the API made, events of asynchronous invocations."
              + " Default: in memory.")
  private @Nullable Path data;

  @Option(
      names = "--async-time-scale",
      paramLabel = "FACTOR",
      description =
          "Multiplies the waits and ages of asynchronous invocations: with 0.001 the retry after 1"
              + " minute comes after 60 ms. Default: ${DEFAULT-VALUE}.")
  private double asyncTimeScale = Pace.REAL.scale();

  @Option(
      names = "--warm",
      paramLabel = "FUNCTION=FILE|JSON",
      description =
          "Not as on Lambda, for tests: every environment of the function is restored from a"
              + " snapshot that was taken after an invocation with this event, and is hot from the"
              + " start.")
  private Map<String, String> warm = Map.of();

  @Override
  public Integer call() {
    checkOptions();
    Application application = source.readForServer(data != null);
    Map<String, byte[]> warmEvents = RunPreparation.warmEvents(warm, application);
    Progress progress = Progress.standard();
    application.warnings().forEach(warning -> progress.line("warning: " + warning));
    try (Store store = Store.open(Optional.ofNullable(data));
        Workspace workspace = Workspace.open(progress)) {
      workspace.sayWhatIsMissing();
      workspace.startServices(application);
      try (LogWriter<LogLine> log = new LogWriter<>(LogLine::text, progress::lines);
          EventFile events = events(store, workspace, progress);
          Platform platform =
              platform(
                  store,
                  workspace,
                  new RunPreparation(workspace, !noFreeze, warmEvents),
                  application,
                  log,
                  events,
                  progress);
          Asynchronous queue = asynchronous(store, platform, log, progress);
          LambdaApi api =
              LambdaApi.open(
                  platform,
                  queue.queue(),
                  host,
                  port,
                  problem -> report(problem, progress),
                  localS3())) {
        announce(application, platform, api, System.out);
        RunFile file =
            new RunFile(
                ProcessHandle.current().pid(),
                url(api.port()),
                source.source().toAbsolutePath().normalize().toString(),
                events.path());
        file.write(workspace.cache());
        Runnable hook =
            Interruption.onInterrupt(() -> {
              file.delete(workspace.cache());
              platform.close(); // extensions are told; what is left then is killed
            });
        try {
          untilInterrupted();
        } finally {
          Interruption.forget(hook);
          file.delete(workspace.cache());
        }
      }
    }
    return ExitCode.INTERRUPTED;
  }

  /** Where code is that requests name by bucket and key. */
  private static Optional<URI> localS3() {
    String endpoint = System.getenv("AWS_ENDPOINT_URL_S3");
    try {
      return endpoint == null || endpoint.isBlank()
          ? Optional.empty()
          : Optional.of(new URI(endpoint));
    } catch (URISyntaxException e) {
      throw new UserMistake(
          "AWS_ENDPOINT_URL_S3 is no address: " + endpoint,
          "set it to one such as http://127.0.0.1:9000, or unset it");
    }
  }

  private void checkOptions() {
    if (port < 0 || port > LARGEST_PORT) {
      throw new UserMistake(
          "--port must be 0.." + LARGEST_PORT + ": " + port, "use for example --port 3001");
    }
    if (concurrency < 1) {
      throw new UserMistake(
          "--concurrency must be at least 1: " + concurrency, "use for example --concurrency 10");
    }
    if (idleSeconds < 1) {
      throw new UserMistake(
          "--idle must be at least 1: " + idleSeconds, "use for example --idle 300");
    }
    if (!(asyncTimeScale > 0) || asyncTimeScale > Pace.LARGEST_SCALE) {
      throw new UserMistake(
          "--async-time-scale must be greater than 0, at most %.0f: %s"
              .formatted(Pace.LARGEST_SCALE, asyncTimeScale),
          "use for example --async-time-scale 0.001");
    }
  }

  private Asynchronous asynchronous(
      Store store, Platform platform, LogWriter<LogLine> log, Progress progress) {
    return Asynchronous.start(
        store,
        platform,
        new Pace(asyncTimeScale),
        (function, line) -> log.add(new LogLine.Said(function, line)),
        problem -> report(problem, progress));
  }

  /** Where the data is, or with what ends with the program. */
  private static EventFile events(Store store, Workspace workspace, Progress progress) {
    return EventFile.open(
        store.folder().orElse(workspace.instance().directory()),
        problem -> progress.line("thaw: events are not written: " + problem));
  }

  private Platform platform(
      Store store,
      Workspace workspace,
      Preparation.Step preparation,
      Application application,
      LogWriter<LogLine> log,
      EventFile events,
      Progress progress) {
    return new Platform(
        workspace.instance(),
        application.functions(),
        new Limits(concurrency, Duration.ofSeconds(idleSeconds)),
        preparation,
        observation -> {
          log.add(new LogLine.Observed(observation));
          events.add(observation);
        },
        problem -> report(problem, progress),
        System::nanoTime,
        new Platform.State(
            store.folder().orElse(workspace.instance().directory()).resolve("code"),
            Documents.in(store),
            () -> ThreadLocalRandom.current().nextDouble()));
  }

  /** After Ctrl-C everything fails, as it should. */
  private static void report(Exception problem, Progress progress) {
    if (!Interruption.hasBegun()) {
      java.io.StringWriter text = new java.io.StringWriter();
      problem.printStackTrace(new java.io.PrintWriter(text, true));
      progress.line("thaw: a request failed by a fault of Thaw's or of this machine's: " + text);
    }
  }

  private void announce(
      Application application, Platform platform, LambdaApi api, PrintStream out) {
    String url = url(api.port());
    List<String> names = names(application, platform);
    out.println(
        names.isEmpty()
            ? "Lambda API without functions at " + url + ": clients make them (create-function)"
            : "Lambda API of " + String.join(", ", names) + " at " + url);
    out.println("  export AWS_ENDPOINT_URL_LAMBDA=" + url);
    if (!names.isEmpty()) {
      out.println(
          "  aws lambda invoke --endpoint-url "
              + url
              + " --function-name "
              + names.getFirst()
              + " /dev/stdout");
    }
    api.functionUrls().forEach((function, address) -> out.println("  " + function + " " + address));
    out.println(
        (data == null
                ? "State is in memory only (--data FOLDER keeps it)."
                : "State is in " + data + ".")
            + " Ctrl-C ends it.");
    out.flush();
  }

  private String url(int boundPort) {
    return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + boundPort;
  }

  /** The template's in its order; then those that clients have made, where they are kept. */
  private static List<String> names(Application application, Platform platform) {
    return Stream.concat(
            application.functions().stream().map(FunctionDefinition::name),
            platform.catalog().all().stream().map(FunctionRecord::name))
        .distinct()
        .toList();
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
