package thaw.app.run;

import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import thaw.app.choice.JvmChoice;
import thaw.app.running.EventFile;
import thaw.app.running.LogLine;
import thaw.app.running.LogWriter;
import thaw.app.running.NotesBelowLogs;
import thaw.app.running.RunFile;
import thaw.app.shared.Interruption;
import thaw.app.shared.Progress;
import thaw.app.workspace.Workspace;
import thaw.durable.InvocationRecorder;
import thaw.durable.KeptExecutions;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.Output;
import thaw.http.HttpHandler;
import thaw.http.Mounted;
import thaw.lambdaapi.ContentsHandler;
import thaw.lambdaapi.LambdaApi;
import thaw.lambdaapi.Stack;
import thaw.lambdaapi.invoke.Callers;
import thaw.platform.Platform;
import thaw.platform.record.Documents;
import thaw.pool.life.EnvironmentObservation;
import thaw.problem.UserMistake;
import thaw.sandbox.Instance;
import thaw.sandbox.kernel.ProcessId;
import thaw.service.LocalServices;
import thaw.service.Seed;
import thaw.service.busy.Busy;
import thaw.service.busy.Effect;
import thaw.steady.AllSteps;
import thaw.steady.FirstFaults;
import thaw.store.Store;
import thaw.trace.Tracer;
import thaw.trace.Traces;

/**
 * Has all that {@code thaw run} consists of, from its start to its end: the place where its parts
 * are wired to each other. What was opened last is closed first.
 */
public final class Server implements AutoCloseable {
  /** The time for a terminal to take what is left. */
  private static final Duration LAST_WORDS = Duration.ofSeconds(2);

  /**
   * The longest time that a version keeps others waiting; a snapshot takes some seconds, and a
   * multiple of them on a busy machine.
   */
  private static final Duration LONGEST_PUBLISHING = Duration.ofSeconds(30);

  /**
   * So many versions are published at once: the first one is soon there, and the last not later.
   */
  private static final int PUBLISHED_AT_ONCE =
      Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

  private final ServerSettings settings;
  private final Application application;
  private final Seed seed;
  private final Progress progress;
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();

  /** Get what happens in environments; those that are here before the platform is. Quick. */
  private final List<Consumer<EnvironmentObservation>> observers = new ArrayList<>();

  /** Takes faults of ours that no request notices, each kind once. */
  private final Consumer<RuntimeException> unnoticed =
      new FirstFaults(fault -> report("a log, a page or a trace lacks an event", fault));

  /**
   * The HTTP handlers by path, on the port of the Lambda API; for those who may see what functions
   * write.
   */
  private final Map<String, HttpHandler> handlers = new HashMap<>();

  private final Readiness readiness = new Readiness();
  private final CompletableFuture<Addresses> placed = new CompletableFuture<>();
  private final OutsideClock clock = new OutsideClock();
  private final FaultReport faults;
  private @Nullable Traces traces;
  private final Map<String, String> standIns = new ConcurrentHashMap<>(); // by function
  private @Nullable Platform platform;
  private @Nullable Instance instance;
  private volatile @Nullable ApiPorts apis;
  private volatile boolean ends;
  private int port;

  private Server(ServerSettings settings, Application application, Seed seed, Progress progress) {
    this.settings = settings;
    this.application = application;
    this.seed = seed;
    this.progress = progress;
    this.faults = part(new FaultReport(progress::line));
  }

  /**
   * Returns when it takes requests.
   *
   * @param seed what services have in them from the start
   * @param said gets the lines that tell where it is
   */
  public static Server start(
      ServerSettings settings,
      Application application,
      Seed seed,
      Progress progress,
      Consumer<String> said) {
    Server server = new Server(settings, application, seed, progress);
    try {
      server.open(said);
      return server;
    } catch (RuntimeException e) {
      try {
        server.close();
      } catch (RuntimeException failedClose) {
        e.addSuppressed(failedClose);
      }
      throw e;
    }
  }

  /** Lets a part be closed after all else, when nothing is served any more. */
  void closeLast(AutoCloseable part) {
    parts.addLast(part);
  }

  private <T extends AutoCloseable> T part(T opened) {
    parts.push(opened);
    return opened;
  }

  private void open(Consumer<String> said) {
    Store store = part(Store.open(settings.data()));
    store.damage().ifPresent(damage -> progress.line("warning: " + damage));
    Workspace workspace = part(Workspace.open(progress));
    instance = workspace.instance();
    workspace.letReach(settings.reachesHost());
    workspace.admit(settings.reach().changes());
    workspace.sayWhatIsMissing();
    warnOfDebuggers(workspace);
    LocalNames names = LocalNames.look();
    build(workspace);
    workspace.keepData(settings.data());
    workspace.answerUnder(settings.services());
    workspace.startServices(application, seed, settings.awsEndpoint(), true);
    standIns.putAll(standIns(workspace));
    part(SnapshotPush.start(settings.worker(), workspace, this::say));
    part(ReadyAhead.start(settings, application, workspace));
    LogWriter<LogLine> log =
        part(new LogWriter<>(LogLine::shown, LogLine::size, progress::lines, LAST_WORDS));
    if (settings.audience().terminal()) {
      observers.add(observation -> log.add(new LogLine.Observed(observation)));
    }
    NotesBelowLogs notes = new NotesBelowLogs(line -> log.add(new LogLine.Noted(line)));
    if (!application.apis().isEmpty()) {
      observers.add(notes::observe);
    }
    observers.add(settings.audience().observer());
    EventFile events = part(events(store, workspace));
    observers.add(events::add);
    Tracer tracer = tracer();
    InvocationRecorder recorder = part(new InvocationRecorder(store, this::report));
    LivePage page =
        part(
            new LivePage(
                tracer.traces(),
                recorder,
                ExecutionsOfRun.live(KeptExecutions.with(store, recorder)),
                unnoticed));
    observers.add(page::observe);
    Consumer<Effect> effects = effect -> tell(effect, tracer.traces(), page, log);
    workspace.services().ifPresent(services -> services.onEffect(effects));
    VariableHints hints = part(new VariableHints(progress));
    Platform platform = part(platform(store, workspace, tracer, hints));
    this.platform = platform;
    platform.observePayloads(hints::observe);
    Map<String, String> endpoints = ServiceEndpoints.all(workspace);
    Asynchronous asynchronous = part(asynchronous(store, platform, endpoints, log));
    page.follow(platform, asynchronous.queue());
    LambdaApi api = part(lambdaApi(platform, asynchronous, endpoints, tracer, page, effects));
    port = api.port();
    workspace.instance().egress().detour(port, api.functionsPort());
    workspace
        .services()
        .ifPresent(services ->
            services.leadToLambda(
                URI.create(settings.url(port)),
                new InetSocketAddress("127.0.0.1", api.functionsPort())));
    ApiPorts apis =
        part(
            ApiPorts.open(
                settings, application.apis(), platform, tracer::observed, notes, this::report));
    this.apis = apis;
    placed.complete(addresses(endpoints, apis));
    part(Durable.open(store, platform, settings.pace(), recorder, log::add, this::report));
    feed(workspace, platform, part(sources(platform, asynchronous, endpoints, log)));
    if (settings.audience().commands()) {
      advertise(workspace, api, events);
    }
    page.tell(
        RequestAddresses.of(
                settings, application, platform, api, ServiceEndpoints.here(workspace), apis)
            ::all,
        HostRoutes.of(workspace, settings.url(port)));
    new Announcement(settings, application, names, events.path(), said)
        .say(
            platform,
            api,
            ServiceEndpoints.here(workspace),
            workspace.services().map(LocalServices::databaseClients).orElse(Map.of()),
            apis);
    endInOrder(platform, asynchronous, log);
    PreparedFunctions.await(settings.worker(), platform, this::say);
    readiness.start();
  }

  /** Says what an interrupt ends before the parts; last first. */
  private void endInOrder(Platform platform, Asynchronous asynchronous, LogWriter<LogLine> log) {
    // Extensions are told; what is left then is killed.
    atInterrupt(platform::close);
    // Before that: nobody may wait any more for a terminal that does not read.
    atInterrupt(log::close);
    // Before all that: their callers are still there.
    atInterrupt(
        WorkerEnd.of(settings.worker(), readiness, asynchronous.queue(), platform, this::say));
  }

  /** Says where nothing stands between other users and the JVMs' own ports. */
  private void warnOfDebuggers(Workspace workspace) {
    if (settings.limitsPolicies() instanceof LimitsPolicies.Debugged
        && !workspace.instance().host().hasMountNamespaces()) {
      progress.line(
          "warning: every user of this machine reaches the debuggers' ports, because functions have"
              + " no network of their own here");
    }
  }

  /** Says before the first request which functions run on another JDK than they name. */
  private Map<String, String> standIns(Workspace workspace) {
    Map<String, String> found = new LinkedHashMap<>();
    for (FunctionDefinition function : application.functions()) {
      try {
        workspace
            .standIn(
                function, JvmChoice.on(settings.starts().jdk(), settings.clients().of(function)))
            .ifPresent(jdk -> found.put(function.name(), jdk));
      } catch (UserMistake e) {
        // Its first request says so.
      }
    }
    return found;
  }

  /** Returns the JDK on which a function runs in place of the one that its runtime names. */
  public Optional<String> standIn(FunctionDefinition function) {
    return Optional.ofNullable(standIns.get(function.name()));
  }

  /** Builds all functions now, and not while the first request waits. */
  private void build(Workspace workspace) {
    try {
      workspace.buildAll(application.functions());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while functions were built", e);
    }
  }

  private Tracer tracer() {
    Tracer tracer = part(Tracer.open(settings.collector(), this::say, this::report));
    traces = tracer.traces();
    observers.add(tracer::observe);
    handlers.putAll(tracer.handlers());
    return tracer;
  }

  private LambdaApi lambdaApi(
      Platform platform,
      Asynchronous asynchronous,
      Map<String, String> endpoints,
      Tracer tracer,
      LivePage page,
      Consumer<Effect> effects) {
    Callers callers = CallersByUser.of(settings.reach().changes(), System.getenv());
    Map<String, HttpHandler> closed = new HashMap<>();
    handlers.forEach((path, handler) -> closed.put(path, new ContentsHandler(handler, callers)));
    closed.put(Readiness.PATH, readiness);
    closed.put(OutsideClock.PATH, clock);
    return LambdaApi.open(
        platform,
        asynchronous.queue(),
        new LambdaApi.Exposure(settings.host(), settings.port(), settings.reach().own(), callers),
        this::report,
        ServiceEndpoints.s3(endpoints),
        new LambdaApi.Front(
            handler ->
                page.before(
                    new Mounted(closed, handler),
                    settings.source(),
                    application,
                    callers::maySeeContents),
            tracer::observed,
            beforeOperations(effects)),
        Stack.of(
            application,
            endpoints.getOrDefault("AWS_ENDPOINT_URL_SQS", ""),
            () -> outputs(endpoints)));
  }

  /** Has the Lambda API answer under the same conditions as other services. */
  private LambdaApi.OfOperations beforeOperations(Consumer<Effect> effects) {
    return settings.services().isFast()
        ? (operations, _) -> operations
        : new Busy(settings.services(), effects, InstantSource.system())::beforeLambda;
  }

  /** Says what was done to whom. */
  private static void tell(Effect effect, Traces traces, LivePage page, LogWriter<LogLine> log) {
    Optional<Traces.Caller> caller = effect.trace().flatMap(traces::caller);
    String by =
        caller
            .map(known -> " (" + known.function() + ", request " + known.requestId() + ")")
            .orElse("");
    log.add(new LogLine.Said(effect.service().id(), effect.words() + by));
    page.observe(effect, caller);
  }

  /** Returns the template's outputs with their addresses here; empty before all ports are open. */
  private List<Output> outputs(Map<String, String> endpoints) {
    ApiPorts opened = apis;
    return opened == null ? List.of() : addresses(endpoints, opened).outputs();
  }

  private Addresses addresses(Map<String, String> endpoints, ApiPorts opened) {
    return new Addresses(
        application, settings.url(port), endpoints, id -> settings.url(opened.port(id)));
  }

  /** Starts what reaches functions without a request: events of services, and new code. */
  private void feed(Workspace workspace, Platform platform, EventSourceWiring sources) {
    workspace.services().ifPresent(sources::listen);
    clock.tells(sources::due);
    if (settings.reloads()) {
      part(
          HotReload.start(
              application.functions(), platform, workspace, progress::line, this::report));
    }
  }

  public int port() {
    return port;
  }

  public String url() {
    return settings.url(port);
  }

  /** CPU time of all that runs in sandboxes; empty where the host does not count it. */
  public OptionalLong sandboxCpuNanos() {
    return Objects.requireNonNull(instance).cpuNanos();
  }

  public Platform platform() {
    return Objects.requireNonNull(platform);
  }

  /** Returns the port of an API, by its logical id. */
  public int apiPort(String logicalId) {
    return Objects.requireNonNull(apis).port(logicalId);
  }

  /** Returns the traces of the last requests. */
  Traces traces() {
    return Objects.requireNonNull(traces);
  }

  /** Lets other commands find this one. */
  private void advertise(Workspace workspace, LambdaApi api, EventFile events) {
    RunFile file =
        new RunFile(
            ProcessId.own(),
            settings.url(api.port()),
            settings.source().toAbsolutePath().normalize().toString(),
            events.path());
    file.write(workspace.cache());
    part(() -> file.delete(workspace.cache()));
    atInterrupt(() -> file.delete(workspace.cache()));
  }

  private void atInterrupt(Runnable end) {
    Runnable hook = Interruption.onInterrupt(end);
    part(() -> Interruption.forget(hook));
  }

  private Asynchronous asynchronous(
      Store store, Platform platform, Map<String, String> endpoints, LogWriter<LogLine> log) {
    return Asynchronous.start(
        store,
        platform,
        LastingInvoker.of(platform, readiness),
        settings.pace(),
        endpoints,
        (function, line) -> log.add(new LogLine.Said(function, line)),
        this::report);
  }

  private EventSourceWiring sources(
      Platform platform,
      Asynchronous queue,
      Map<String, String> endpoints,
      LogWriter<LogLine> log) {
    return EventSourceWiring.start(
        application,
        platform,
        LastingInvoker.of(platform, readiness),
        queue.queue(),
        settings.pace(),
        settings.worker().map(WorkerTerms::outsideSchedules).orElse(Set.of()),
        endpoints,
        (function, line) -> log.add(new LogLine.Said(function, line)),
        readiness::hasEnded,
        this::report);
  }

  /** Opens the file of events beside the kept data, or in a folder that ends with the program. */
  private EventFile events(Store store, Workspace workspace) {
    return EventFile.open(
        store.folder().orElse(workspace.instance().directory()),
        problem -> progress.line("thaw: events are not written: " + problem));
  }

  private Platform platform(Store store, Workspace workspace, Tracer tracer, VariableHints hints) {
    List<Consumer<EnvironmentObservation>> all = List.copyOf(observers);
    return new Platform(
        workspace.instance(),
        application.functions(),
        settings.limits(),
        new RunPreparation(
            workspace,
            settings.limitsPolicies().of(application.functions(), progress::line),
            settings.starts(),
            settings.clients(),
            Optional.of(tracer),
            new PublishingOrder(PUBLISHED_AT_ONCE, LONGEST_PUBLISHING),
            placed,
            hints::specified),
        observation -> AllSteps.each(all, observer -> observer.accept(observation), unnoticed),
        this::report,
        System::nanoTime,
        new Platform.State(
            store.folder().orElse(workspace.instance().directory()).resolve("code"),
            Documents.in(store),
            () -> ThreadLocalRandom.current().nextDouble()));
  }

  private void say(String line) {
    progress.line("thaw: " + line);
  }

  /**
   * Reports a problem, but not after Ctrl-C, nor once this is being closed: everything fails then,
   * as it should.
   */
  private void report(Exception problem) {
    report("a request failed", problem);
  }

  private void report(String what, Exception problem) {
    if (!Interruption.hasBegun() && !ends) {
      faults.add(what, problem);
    }
  }

  /** Ends everything, whatever fails on the way. */
  @Override
  public void close() {
    ends = true;
    placed.completeExceptionally(new IllegalStateException("closed")); // nobody waits any more
    RuntimeException failure = new IllegalStateException("not all could be closed");
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) { // the others must be closed all the same
        failure.addSuppressed(e);
      }
    }
    if (failure.getSuppressed().length > 0) {
      throw failure;
    }
  }
}
