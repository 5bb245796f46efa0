package thaw.app.run;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import thaw.app.choice.DataChoice;
import thaw.app.choice.JvmChoice;
import thaw.app.choice.ServicesChoice;
import thaw.app.choice.ThawFile;
import thaw.app.shared.Progress;
import thaw.app.training.TrainingRecorder;
import thaw.app.workspace.Beforehand;
import thaw.function.Application;
import thaw.platform.record.PlatformLimits;
import thaw.problem.UserMistake;
import thaw.service.busy.Conditions;
import thaw.service.redirect.Emulator;

/** The job {@code run}: the functions of an application behind the Lambda API. */
public final class RunJob {
  private static final int DEFAULT_PORT = 3001;

  private RunJob() {}

  /**
   * Builds the functions and starts the servers; returns when they take requests, and what was to
   * be done before them is done. Prints nothing.
   *
   * @return runs until it is closed
   * @throws UserMistake when it cannot be run as it was asked for
   */
  public static Server start(RunRequest request, RunListener listener) throws InterruptedException {
    DataChoice contents = request.contents();
    contents.requireNoOrder();
    Application application =
        mounted(
            request,
            onJdk(
                request.jdk(),
                request
                    .functions()
                    .over(contents.readForServer(request.source(), request.folder().isPresent()))));
    AtomicReference<RunAddresses> addresses = new AtomicReference<>();
    ServerSettings settings = settings(request, application, listener, addresses::set);
    Progress progress = listener.progress();
    application.warnings().forEach(warning -> progress.line("warning: " + warning));
    request.source().sayDefaults(application.functions(), progress);
    DataChoice.Ready ready = contents.ready(application, progress::line);
    Optional<TrainingRecorder> recorder =
        request.recorded().map(choice -> TrainingRecorder.into(choice, application, progress));
    Server server =
        Server.start(settings, ready.application(), ready.seed(), progress, listener::announced);
    try {
      recorder.ifPresent(server.platform()::observePayloads);
      recorder.ifPresent(server::closeLast);
      Beforehand.run(ready.before(), server.platform(), progress);
      listener.started(Objects.requireNonNull(addresses.get()));
      return server;
    } catch (RuntimeException | InterruptedException e) {
      try {
        server.close();
      } catch (RuntimeException failedClose) {
        e.addSuppressed(failedClose);
      }
      throw e;
    }
  }

  private static Application onJdk(Optional<String> jdk, Application application) {
    return application.withFunctions(
        application.functions().stream().map(each -> JvmChoice.on(jdk, each)).toList());
  }

  private static Application mounted(RunRequest request, Application application) {
    return request
        .worker()
        .flatMap(WorkerTerms::variables)
        .map(folder -> new MountedVariables(folder).over(application))
        .orElse(application);
  }

  private static PlatformLimits limits(RunRequest request, Application application) {
    PlatformLimits given = request.limits();
    if (request.worker().isEmpty()) {
      return given;
    }
    int concurrency =
        request.worker().get().fitsNode()
            ? NodeMemory.here().environments(application.functions())
            : given.concurrency();
    return given.reusing(concurrency);
  }

  private static ServerSettings settings(
      RunRequest request,
      Application application,
      RunListener listener,
      Consumer<RunAddresses> addresses) {
    ThawFile file = ThawFile.in(application.root());
    return new ServerSettings(
        request.source().path(),
        request.source().reachesHost(),
        request.reach(),
        request.port().orElseGet(() -> file.port().orElse(DEFAULT_PORT)),
        request.apiPort().orElseGet(() -> file.apiPort().orElse(ApiPorts.DEFAULT_PORT)),
        request.awsEndpoint().map(url -> Emulator.of(url, "--aws-endpoint")),
        limits(request, application),
        request.limitsPolicies(),
        request.services().map(ServicesChoice::of).or(file::services).orElse(Conditions.FAST),
        request.reloads() && request.worker().isEmpty(),
        request.folder(),
        request.pace(),
        new StartSettings(
            RunPreparation.warmEvents(request.warm(), application),
            request.restored(),
            request.jdk()),
        Clients.of(request.clients(), application),
        Tracing.collector(request.collector().orElse(null), System.getenv()),
        request.worker(),
        new ServerSettings.Audience(true, true, listener::observed, addresses));
  }
}
