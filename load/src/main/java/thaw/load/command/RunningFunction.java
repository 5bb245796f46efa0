package thaw.load.command;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import thaw.app.choice.DataChoice;
import thaw.app.choice.EventChoice;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.run.Clients;
import thaw.app.run.LimitsPolicies;
import thaw.app.run.Server;
import thaw.app.run.ServerReach;
import thaw.app.run.ServerSettings;
import thaw.app.run.StartSettings;
import thaw.app.shared.Progress;
import thaw.app.workspace.Beforehand;
import thaw.function.Api;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.load.Generator;
import thaw.load.Transport;
import thaw.load.http.GeneratorWarmUp;
import thaw.load.http.HttpTarget;
import thaw.load.http.RequestTemplate;
import thaw.load.http.TraceIds;
import thaw.platform.Platform;
import thaw.platform.async.Pace;
import thaw.platform.record.PlatformLimits;
import thaw.pool.Preparation;
import thaw.problem.UserMistake;
import thaw.service.Seed;
import thaw.service.busy.Conditions;

/** A function of an application that is run in this process, as {@code thaw run} would run it. */
final class RunningFunction implements LoadTarget {
  private static final String LOOPBACK = "127.0.0.1";

  private final Server server;
  private final FunctionDefinition function;
  private final Set<String> called;
  private final byte[] event;
  private final ColdWatch cold;

  private RunningFunction(
      Server server,
      FunctionDefinition function,
      Set<String> called,
      byte[] event,
      ColdWatch cold) {
    this.server = server;
    this.function = function;
    this.called = called;
    this.event = event;
    this.cold = cold;
  }

  /** One that is invoked without HTTP. */
  static RunningFunction function(LoadSubject.Hosted subject, Progress progress)
      throws InterruptedException {
    SourceChoice source = subject.source();
    DataChoice data = subject.data();
    EventChoice event = subject.event();
    DataChoice.Ready ready = data.ready(source, progress::line);
    Application application = ready.application();
    application.warnings().forEach(warning -> progress.line("warning: " + warning));
    FunctionDefinition function =
        FunctionChoice.chosen(application, source.function(subject.function().orElse(null)));
    source.sayDefaults(List.of(function), progress);
    RunningFunction running =
        start(
            source,
            application,
            function,
            new Given(
                event.of(application, function, progress::line),
                List.of(),
                true,
                ready.seed(),
                subject.hosting()),
            progress);
    try {
      Beforehand.run(ready.before(), running.server.platform(), progress);
      return running;
    } catch (UserMistake | InterruptedException e) {
      running.close();
      throw e;
    }
  }

  /**
   * The settings of the server besides the application.
   *
   * @param event of each request
   * @param apis besides the application's own
   * @param freezes whether environments are frozen between requests
   * @param seed what services have in them
   */
  record Given(byte[] event, List<Api> apis, boolean freezes, Seed seed, HostingChoice hosting) {}

  static RunningFunction start(
      SourceChoice source,
      Application application,
      FunctionDefinition function,
      Given given,
      Progress progress) {
    ColdWatch cold = new ColdWatch();
    Set<String> called = CalledFunctions.by(function, application);
    Application served =
        application.withApis(
            Stream.concat(application.apis().stream(), given.apis().stream()).toList());
    ServerSettings settings =
        new ServerSettings(
            source.source(),
            source.reachesHost(),
            ServerReach.LOOPBACK,
            0,
            0,
            Optional.empty(),
            new PlatformLimits(given.hosting().concurrency(), PlatformLimits.DEFAULT_IDLE)
                .publishingAhead(called),
            new LimitsPolicies.Limited(given.freezes()),
            Conditions.FAST,
            false,
            Optional.empty(),
            Pace.REAL,
            StartSettings.AS_ON_LAMBDA,
            Clients.all(given.hosting().client()),
            Optional.empty(),
            Optional.empty(),
            ServerSettings.Audience.only(cold));
    return new RunningFunction(
        Server.start(settings, served, given.seed(), progress, _ -> {}),
        function,
        called,
        given.event(),
        cold);
  }

  int apiPort(String logicalId) {
    return server.apiPort(logicalId);
  }

  @Override
  public String description() {
    return "function "
        + function
            .autoPublishAlias()
            .map(alias -> function.name() + ":" + alias)
            .orElse(function.name())
        + ", without HTTP"
        + server.standIn(function).map(jdk -> ", on " + jdk).orElse("");
  }

  /**
   * Builds the function, has its version and those of functions that it calls published where the
   * template says so, and has the compiler see the generator's code.
   */
  @Override
  public void prepare() throws InterruptedException {
    Platform platform = server.platform();
    if (platform.prepare(function.name())
        instanceof Preparation.Failed(String cause, String remedy)) {
      throw new UserMistake(cause, remedy);
    }
    prepareVersions(platform);
    GeneratorWarmUp.run(
        new RequestTemplate(
            "POST", new HttpTarget(false, LOOPBACK, server.port(), "/"), List.of(), "{}"));
  }

  /**
   * Prepares the versions of the function and of those that it calls: a snapshot that is taken
   * meanwhile would count as latency.
   */
  private void prepareVersions(Platform platform) throws InterruptedException {
    for (String name : called) {
      Optional<String> alias =
          platform.function(name).flatMap(FunctionDefinition::autoPublishAlias);
      if (alias.isPresent()
          && platform.prepare(name, alias.get()).orElse(null)
              instanceof Preparation.Failed(String cause, String remedy)) {
        throw new UserMistake(cause, remedy);
      }
    }
  }

  @Override
  public Transport open(double highestRate, TraceIds traces) {
    return new InProcess(
        server.platform(), function.name(), function.autoPublishAlias(), event, traces);
  }

  @Override
  public int environments() {
    return server.platform().environments().statuses().size();
  }

  @Override
  public OptionalLong functionCpuNanos() {
    return server.sandboxCpuNanos();
  }

  @Override
  public void follow(TraceIds traces, Generator generator) {
    cold.add(traces, generator);
  }

  @Override
  public void settle() {
    cold.settle();
  }

  @Override
  public void close() {
    server.close();
  }
}
