package thaw.environment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.NewMachine;
import thaw.files.Trees;
import thaw.function.LogSettings;
import thaw.problem.UserMistake;
import thaw.runtimeapi.Credentials;
import thaw.runtimeapi.ExtensionFailure;
import thaw.runtimeapi.Metadata;
import thaw.runtimeapi.RuntimeApi;
import thaw.runtimeapi.RuntimeConversation;
import thaw.runtimeapi.RuntimeSession;
import thaw.runtimeapi.log.EventLog;
import thaw.runtimeapi.log.LogLevel;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.sandbox.Bind;
import thaw.sandbox.ColdStorage;
import thaw.sandbox.CpuLimit;
import thaw.sandbox.Instance;
import thaw.sandbox.Sandbox;
import thaw.sandbox.UntrustedFolder;

/**
 * Keeps what an environment has while its processes come and go: {@code /tmp}, its APIs, and its
 * event log. Refuses to know what the processes do.
 */
final class EnvironmentResources {
  private static final Path TMP = Path.of("/tmp");

  private final Instance instance;
  private final EnvironmentSpec spec;
  private final EventLog eventLog;
  private final Bind temporary;
  private final RuntimeApi api;
  private final ExtensionRoutes extensions;

  /** The present box, for the threads of the API's server. */
  private final AtomicReference<@Nullable Sandbox> currentBox;

  /** Its page cache outlives processes, as that of the machine on Lambda does. */
  private Optional<ColdStorage> storage;

  private final String logStream;
  private SandboxFactory sandboxes;

  /** The restore of the process, where it is restored; for the owner's thread only. */
  private Optional<CellRestore> restore = Optional.empty();

  private EnvironmentResources(
      Instance instance,
      EnvironmentSpec spec,
      String logStream,
      EventLog eventLog,
      Bind temporary,
      RuntimeApi api,
      ExtensionRoutes extensions,
      AtomicReference<@Nullable Sandbox> currentBox,
      Optional<ColdStorage> storage) {
    this.instance = instance;
    this.spec = spec;
    this.eventLog = eventLog;
    this.temporary = temporary;
    this.api = api;
    this.extensions = extensions;
    this.currentBox = currentBox;
    this.storage = storage;
    this.logStream = logStream;
    this.sandboxes = sandboxes(storage);
  }

  private SandboxFactory sandboxes(Optional<ColdStorage> from) {
    return new SandboxFactory(instance, spec, temporary, hosts(), api, logStream, from);
  }

  /**
   * @param events gets what comes into the event log
   */
  static EnvironmentResources open(
      Instance instance,
      EnvironmentSpec spec,
      String logStream,
      Consumer<PlatformEvent.Stamped> events) {
    AtomicReference<@Nullable Sandbox> box = new AtomicReference<>();
    ExtensionRoutes extensions = ExtensionRoutes.of(spec);
    RuntimeApi api =
        new RuntimeApi(
            instance.hostPorts(),
            spec.functionArn(),
            peer -> comesFrom(box.get(), peer),
            (request, reply) ->
                Credentials.handle(request, reply)
                    || Metadata.handle(request, reply, spec.region())
                    || extensions.handle(request, reply),
            spec.requestsAtOnce());
    Consumer<PlatformEvent.Stamped> sink =
        extensions
            .andThen(events)
            .andThen(new HeardOnce(TooNewClasses::in, events))
            .andThen(new HeardOnce(ClosedPackages::in, events))
            .andThen(new MissingResources(spec.function().environment(), spec.resources(), events));
    EventLog eventLog = eventLog(spec.function().logging(), sink);
    try {
      Bind temporary = instance.room(TMP, spec.function().ephemeralStorageMiB());
      return new EnvironmentResources(
          instance,
          spec,
          logStream,
          eventLog,
          temporary,
          api,
          extensions,
          box,
          NewMachine.storage(instance, spec));
    } catch (RuntimeException | Error e) {
      api.close();
      throw e;
    }
  }

  private static EventLog eventLog(LogSettings logging, Consumer<PlatformEvent.Stamped> sink) {
    return logging.isJson()
        ? EventLog.inJson(
            sink,
            new EventLog.Levels(level(logging.applicationLevel()), level(logging.systemLevel())))
        : new EventLog(sink);
  }

  private static LogLevel level(@Nullable String name) {
    return Optional.ofNullable(name).flatMap(LogLevel::named).orElse(LogLevel.INFO);
  }

  private static boolean comesFrom(@Nullable Sandbox box, Socket peer) {
    return box != null && box.owns(peer);
  }

  EventLog eventLog() {
    return eventLog;
  }

  /**
   * Returns a new process in a new sandbox, not yet started; the APIs lead to it from now on.
   *
   * @param session makes its conversation
   */
  <S extends RuntimeConversation> RuntimeProcess<S> park(
      CpuLimit cpu, Function<RuntimeSession.Purpose, S> session) {
    if (storage.filter(ColdStorage::hasEnded).isPresent()) {
      closeStorage();
      storage = NewMachine.storage(instance, spec);
      sandboxes = sandboxes(storage);
    }
    SandboxFactory.Parked parked = sandboxes.park(cpu);
    currentBox.set(parked.box());
    restore = parked.restore();
    try {
      RuntimeProcess<S> process =
          new RuntimeProcess<>(
              parked.box(), session.apply(parked.purpose()), spec, parked.variables(), eventLog);
      api.serve(process.session());
      extensions.serve(process.extensions());
      storage.ifPresent(cold -> cold.whenEnded(() -> storageEnded(process)));
      return process;
    } catch (RuntimeException | Error e) {
      parked.box().close();
      throw e;
    }
  }

  /** Without its files a function goes on as it can, with answers that nobody can explain. */
  private static void storageEnded(RuntimeProcess<?> process) {
    process
        .session()
        .events()
        .extensionFailed(
            new ExtensionFailure(
                "Thaw.StorageEnded",
                "the server of the environment's files (--page-cache lambda) has ended",
                System.nanoTime()));
  }

  /**
   * Learns what the first clone of a snapshot has written for its only request, once it is at rest:
   * later ones have it at once.
   */
  void learn() {
    restore.ifPresent(clone -> clone.learn(instance));
  }

  /** Waits until later environments have what was learned. */
  void awaitLearned() {
    restore.ifPresent(CellRestore::awaitLearned);
  }

  /**
   * The process has not come to its first event: the next one is restored as it was dumped.
   *
   * @return whether this one was not
   */
  boolean doubtLearned() {
    return restore.map(CellRestore::doubtLearned).orElse(false);
  }

  /**
   * @throws UserMistake for a function whose environments take many requests at a time
   */
  static void requireOneAtATime(EnvironmentSpec spec) {
    if (spec.function().managed().isPresent()) {
      throw new UserMistake(
          spec.function().name()
              + " runs on Lambda Managed Instances (CapacityProviderConfig): no request of it meets"
              + " a cold start, and this command measures one request at a time",
          "use thaw bench for the start of its environments, thaw why for their first requests,"
              + " thaw load for its latency; or remove CapacityProviderConfig here");
    }
  }

  private Path hosts() {
    return temporary.source().resolveSibling(temporary.source().getFileName() + ".hosts");
  }

  /**
   * A process's /tmp as the host sees it; a disk is mounted in the box only.
   *
   * @param pid on the host
   */
  UntrustedFolder temporary(long pid) {
    return UntrustedFolder.of(instance.host(), temporaryPath(pid));
  }

  private Path temporaryPath(long pid) {
    if (!instance.host().hasMountNamespaces()) {
      return TMP;
    }
    return temporary.disk() ? Path.of("/proc/" + pid + "/root/tmp") : temporary.source();
  }

  /** Returns false when the environment's processes cannot reach their APIs. */
  boolean isListening() {
    return api.isListening();
  }

  void closeApis() {
    api.close();
  }

  void closeStorage() {
    storage.ifPresent(ColdStorage::close);
  }

  void deleteTemporary() {
    try {
      Files.deleteIfExists(hosts());
      Trees.delete(temporary.source());
    } catch (IOException e) {
      throw new UncheckedIOException("could not remove " + temporary.source() + ": " + e, e);
    }
  }
}
