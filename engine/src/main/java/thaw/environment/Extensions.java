package thaw.environment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import thaw.environment.launch.EnvironmentSpec;
import thaw.runtimeapi.ExtensionFailure;
import thaw.runtimeapi.extensions.ExtensionEvent;
import thaw.runtimeapi.extensions.ExtensionsApi;
import thaw.runtimeapi.extensions.ExtensionsSession;
import thaw.runtimeapi.extensions.ShutdownReason;
import thaw.runtimeapi.extensions.TelemetryRelay;
import thaw.runtimeapi.log.EventLog;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.runtimeapi.log.TelemetryJson;
import thaw.sandbox.Program;
import thaw.sandbox.Sandbox;

/**
 * The extensions of one generation of an environment's processes: the external ones' processes, and
 * the conversation that internal ones join as well.
 *
 * <p>Owned by the thread that owns the environment.
 */
public final class Extensions {
  /** The longest time of the whole shutdown when there are external extensions. */
  static final Duration SHUTDOWN_WITH_EXTERNAL = Duration.ofMillis(2000);

  /**
   * The longest time of the shutdown when there are only internal extensions. Without any,
   * processes are killed at once.
   */
  static final Duration SHUTDOWN_WITH_INTERNAL = Duration.ofMillis(500);

  /** The runtime's share of it, from AWS's own sandbox code. */
  private static final double RUNTIME_SHARE = 0.3;

  private final Sandbox box;
  private final boolean asOther;
  private final ExtensionsSession session;
  private final TelemetryRelay relay;
  private final EventLog eventLog;
  private final Queue<PlatformEvent> heard = new ConcurrentLinkedQueue<>();
  private final List<ExtensionProcess> processes = new ArrayList<>();
  private boolean shutDown;

  private Extensions(
      Sandbox box, ExtensionsSession session, TelemetryRelay relay, EventLog eventLog) {
    this.box = box;
    this.session = session;
    this.relay = relay;
    this.asOther = box.host().dropsPrivileges();
    this.eventLog = eventLog;
  }

  /**
   * Parks the process of every external extension in the parked box.
   *
   * @param spec of the environment
   * @param function the variables of the runtime
   * @param eventLog gets what the extensions print and do
   * @param failures gets the first failure
   */
  static Extensions park(
      Sandbox box,
      EnvironmentSpec spec,
      Map<String, String> function,
      EventLog eventLog,
      Consumer<ExtensionFailure> failures) {
    boolean jsonLines = "JSON".equals(function.get("AWS_LAMBDA_LOG_FORMAT"));
    Extensions extensions =
        new Extensions(
            box,
            new ExtensionsSession(failures, spec.isShared()),
            new TelemetryRelay(jsonLines, box.loopback()::dial),
            eventLog);
    Map<String, String> variables = ExtensionVariables.of(function);
    boolean namespaces = box.host().hasMountNamespaces();
    List<Path> files = spec.layers().map(layers -> files(layers.root())).orElse(List.of());
    for (Path file : files) {
      String name = file.getFileName().toString();
      Path path = namespaces ? ExtensionProcess.FOLDER.resolve(name) : file;
      Program program = new Program(variables, List.of(path.toString()), Path.of("/"));
      extensions.processes.add(new ExtensionProcess(name, file, box.launch(program)));
      if (extensions.processes.size() > ExtensionsSession.LIMIT) {
        break; // this one fails the init; no further one is launched
      }
    }
    if (!extensions.processes.isEmpty()) {
      ExtensionsApi.prepare();
      TelemetryJson.prepare();
    }
    return extensions;
  }

  /** Returns whether a layer brings external extensions. */
  public static boolean areIn(Path layers) {
    return !files(layers).isEmpty();
  }

  /** Every file that lies directly in the folder is one, executable or not. */
  private static List<Path> files(Path layers) {
    Path folder = layers.resolve("extensions");
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> !Files.isDirectory(file)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("could not list " + folder + ": " + e, e);
    }
  }

  ExtensionsSession session() {
    return session;
  }

  /** Returns whether any has been started or has registered. */
  boolean areAny() {
    return !session.states().isEmpty();
  }

  TelemetryRelay relay() {
    return relay;
  }

  /** Keeps what any thread may tell that it has heard; the owner writes it to the event log. */
  void tell(PlatformEvent event) {
    heard.add(event);
  }

  /**
   * Starts the external ones, up to the first that cannot be.
   *
   * @return whether there are none, so that nothing needs to register before the runtime starts
   */
  boolean start() {
    for (ExtensionProcess each : processes) {
      if (!session.expect(each.name())) {
        return false;
      }
      Optional<String> problem = LaunchCheck.problem(each.file(), asOther);
      if (problem.isPresent()) {
        launchFailed(each, problem.get());
        return false;
      }
      each.process().exit().thenAccept(code -> exited(each, code));
      each.process().start();
    }
    return processes.isEmpty();
  }

  private void launchFailed(ExtensionProcess extension, String problem) {
    session.launchFailed(
        extension.name(),
        problem.equals("permission denied") ? "PermissionDenied" : "UnknownError",
        "fork/exec " + ExtensionProcess.FOLDER.resolve(extension.name()) + ": " + problem);
  }

  private void exited(ExtensionProcess extension, int code) {
    String path =
        box.host().hasMountNamespaces()
            ? ExtensionProcess.FOLDER.resolve(extension.name()).toString()
            : extension.file().toString();
    extension
        .launchProblem(code, path)
        .ifPresentOrElse(
            problem -> launchFailed(extension, problem),
            () -> session.exited(extension.name(), code));
  }

  /**
   * Passes on what the external ones have printed so far, and what all have told.
   *
   * @param taken run when lines have been read, before the event log gets them
   */
  void showOutput(Runnable taken) {
    for (PlatformEvent event = heard.poll(); event != null; event = heard.poll()) {
      eventLog.add(event);
    }
    for (ExtensionProcess each : processes) {
      List<String> lines = each.lines(!each.process().isAlive());
      if (!lines.isEmpty()) {
        taken.run();
        lines.forEach(line -> eventLog.add(new PlatformEvent.ExtensionLine(line)));
      }
    }
  }

  /** Writes the states of the extensions to the log at the end of the init, well or not. */
  void showStates() {
    showOutput(() -> {});
    session.states().forEach(eventLog::add);
  }

  /**
   * Ends runtime and extensions as AWS does: the runtime is asked to with its share of the time,
   * then the extensions with the rest; what is left is killed.
   */
  void shutDown(ShutdownReason reason) throws InterruptedException {
    if (shutDown) {
      return;
    }
    shutDown = true;
    session.beginShutdown();
    relay.flush();
    if (areAny()) {
      Duration budget = processes.isEmpty() ? SHUTDOWN_WITH_INTERNAL : SHUTDOWN_WITH_EXTERNAL;
      long begin = System.nanoTime();
      long beginEpochMillis = System.currentTimeMillis();
      endRuntime(begin + (long) (budget.toNanos() * RUNTIME_SHARE));
      endExtensions(
          begin + budget.toNanos(),
          new ExtensionEvent.Shutdown(beginEpochMillis + budget.toMillis(), reason));
    }
    box.kill();
    session.end();
  }

  /** Frees every call that waits, and forgets the subscriptions. */
  void close() {
    session.end();
    relay.close();
  }

  private void endRuntime(long deadlineNanos) throws InterruptedException {
    if (box.isStarted()) {
      box.terminate();
      await(List.of(box.exit()), deadlineNanos);
    }
    box.killProgram();
  }

  private void endExtensions(long deadlineNanos, ExtensionEvent.Shutdown event)
      throws InterruptedException {
    session.shutDown(event);
    List<CompletableFuture<Integer>> ends = new ArrayList<>();
    for (ExtensionProcess each : processes) {
      if (each.process().isAlive() && session.wantsShutdown(each.name())) {
        ends.add(each.process().exit());
      } else {
        each.process().kill();
      }
    }
    await(ends, deadlineNanos);
  }

  private static void await(List<CompletableFuture<Integer>> ends, long deadlineNanos)
      throws InterruptedException {
    try {
      CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new))
          .get(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return; // what lives is killed
    } catch (ExecutionException e) {
      throw new IllegalStateException("could not wait for a process: " + e.getCause(), e);
    }
  }
}
