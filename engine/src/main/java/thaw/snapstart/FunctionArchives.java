package thaw.snapstart;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import thaw.environment.Environment;
import thaw.environment.InvocationResult;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.FunctionClasses;
import thaw.environment.launch.LambdaPaths;
import thaw.environment.launch.RuntimeClient;
import thaw.environment.launch.RuntimeCommand;
import thaw.environment.launch.RuntimeProgram;
import thaw.environment.launch.SandboxLayout;
import thaw.files.Trees;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.runtimeapi.RuntimeExit;
import thaw.runtimeapi.log.Initialization;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.sandbox.Bind;
import thaw.sandbox.Instance;
import thaw.sandbox.UntrustedFile;
import thaw.sandbox.UntrustedFolder;
import thaw.snapshot.MachineKind;
import thaw.snapshot.SnapshotStore;
import thaw.snapshot.archive.ArchiveFormat;
import thaw.snapshot.archive.ArchiveKey;
import thaw.snapshot.archive.ClassJar;

/**
 * Class archives of published versions, with the function's own classes: what a version with
 * SnapStart starts from where there can be no snapshot.
 *
 * <p>The training run is what the publishing of a version is on Lambda: init phase, hooks before
 * the snapshot, hooks after a restore. No event is made up. An archive is used only when a process
 * has started from it with the order to fail otherwise, and only as long as it has its checksum: a
 * JVM does not look whether an archive is whole, and crashes when it is not.
 *
 * @see <a href="https://openjdk.org/jeps/514">JEP 514</a>
 */
public final class FunctionArchives {
  /** The number to be raised when what is in an archive's folder changes its meaning. */
  private static final String LAYOUT = "1";

  /**
   * The longest wait for the trained process to end; it, or a JVM that it starts, writes the
   * archive.
   */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** Nobody but us gets into the store that the files are in. */
  private static final Set<PosixFilePermission> READ_IN_BOXES =
      PosixFilePermissions.fromString("rw-r--r--");

  private final Instance instance;
  private final SnapshotStore store;
  private final List<byte[]> served;

  /** Tells what became of the attempt to make an archive. */
  public sealed interface Result {
    /** Environments of this spec start from the archive. */
    record Archived(EnvironmentSpec spec) implements Result {}

    /**
     * There is no archive of this version here.
     *
     * @param why in one line, for people
     */
    record Unavailable(String why) implements Result {}

    /**
     * The function itself failed, as it would have before a snapshot.
     *
     * @param type the runtime's or function's own
     */
    record Failed(String type, String message) implements Result {}
  }

  /**
   * @param store for archives only
   */
  public FunctionArchives(Instance instance, SnapshotStore store) {
    this(instance, store, List.of());
  }

  private FunctionArchives(Instance instance, SnapshotStore store, List<byte[]> served) {
    this.instance = instance;
    this.store = store;
    this.served = List.copyOf(served);
  }

  /**
   * The same, but a training run is an on-demand start that serves these events, so that the
   * archive has the classes of invocations, too. Only for who has asked for it: events have
   * effects.
   */
  public FunctionArchives trainedBy(List<byte[]> events) {
    return new FunctionArchives(instance, store, events);
  }

  /** The best archive that the version's JDK knows. */
  public Result archived(
      EnvironmentSpec spec, String logStream, Consumer<PlatformEvent.Stamped> events)
      throws InterruptedException {
    if (!(spec.program() instanceof RuntimeProgram.Java java)) {
      return new Result.Unavailable("only Java functions have class archives");
    }
    Optional<ArchiveFormat> format = ArchiveFormat.of(java.jdk());
    return format.isPresent()
        ? archived(spec, format.get(), logStream, events)
        : new Result.Unavailable(java.jdk().label() + " has no class archives");
  }

  /**
   * An archive of the version, made when there is none for exactly its contents.
   *
   * @param spec of a published version
   * @param format one that the version's JDK has
   * @param events gets the timeline of the init phase of the training run
   */
  public Result archived(
      EnvironmentSpec spec,
      ArchiveFormat format,
      String logStream,
      Consumer<PlatformEvent.Stamped> events)
      throws InterruptedException {
    FunctionClasses classes = spec.classes();
    Optional<String> obstacle = obstacle(spec, classes);
    if (obstacle.isPresent()) {
      return new Result.Unavailable(obstacle.get());
    }
    try {
      store.prune();
      Path staged = store.stage();
      try {
        return archived(new Making(spec, format, classes, staged), logStream, events);
      } finally {
        Trees.delete(staged); // gone when it was published
      }
    } catch (IOException e) {
      return new Result.Unavailable("it could not be kept: " + e); // a full disk, for example
    }
  }

  private Optional<String> obstacle(EnvironmentSpec spec, FunctionClasses classes) {
    if (!(spec.program() instanceof RuntimeProgram.Java)) {
      return Optional.of("only Java functions have class archives");
    }
    if (!instance.host().hasMountNamespaces()) {
      return Optional.of("this host permits no mount namespaces");
    }
    return classes.obstacle();
  }

  /**
   * One archive in the making.
   *
   * @param staged will be the archive's folder
   */
  private record Making(
      EnvironmentSpec spec, ArchiveFormat format, FunctionClasses classes, Path staged) {
    EnvironmentSpec with(Path folder, RuntimeProgram.ArchiveUse use) {
      RuntimeProgram.Java java = (RuntimeProgram.Java) spec.program();
      return spec.withProgram(
          java.withArchive(
              new RuntimeProgram.ClassArchive(folder, format, use, Optional.of(classes))));
    }

    Path archive() {
      return staged.resolve(format.fileName());
    }
  }

  private Result archived(Making making, String logStream, Consumer<PlatformEvent.Stamped> events)
      throws IOException, InterruptedException {
    Path jar = making.staged().resolve(FunctionClasses.JAR);
    ClassJar.write(making.spec().code().root(), Optional.of(LambdaPaths.TASK), jar);
    Files.setPosixFilePermissions(jar, READ_IN_BOXES);
    String key = key(making).digest();
    Optional<Path> known = store.find(key);
    if (known.isPresent()) {
      return started(making, known.get());
    }
    Optional<Result> none = trained(making, logStream, events);
    if (none.isPresent()) {
      return none.get();
    }
    Optional<String> refusal = refusal(making);
    return refusal.isPresent()
        ? new Result.Unavailable("it was written, but no process starts from it: " + refusal.get())
        : started(making, store.publish(key, making.staged()));
  }

  private static Result started(Making making, Path folder) {
    return new Result.Archived(making.with(folder, RuntimeProgram.ArchiveUse.START));
  }

  /** Contents of all jars, the JVM's build and its options; and what compiled code depends on. */
  private ArchiveKey key(Making making) throws IOException {
    EnvironmentSpec spec = making.spec();
    RuntimeProgram.Java java = (RuntimeProgram.Java) spec.program();
    List<Path> jars = new ArrayList<>(java.client().jars());
    jars.add(RuntimeClient.primer(java.client().root()));
    Path code = spec.code().root();
    Path layers = spec.layers().map(layer -> layer.root()).orElse(code);
    jars.addAll(making.classes().jars(making.staged(), code, layers));
    EnvironmentSpec training = making.with(making.staged(), RuntimeProgram.ArchiveUse.WRITE);
    Bind anywhere = new Bind(instance.directory(), Path.of("/tmp"), true); // is in no command
    List<String> facts = new ArrayList<>();
    facts.add(LAYOUT);
    facts.addAll(RuntimeCommand.of(training, SandboxLayout.of(true, training, anywhere)));
    facts.add(new TreeMap<>(spec.function().environment()).toString());
    facts.add(MachineKind.own().cpu());
    for (Path jar : jars) { // JVMs before 25 refuse an archive when these have changed
      facts.add(Files.size(jar) + " " + Files.getLastModifiedTime(jar));
    }
    served.forEach(event -> facts.add(new String(event, StandardCharsets.UTF_8)));
    return ArchiveKey.of(making.format(), java.jdk(), jars, facts);
  }

  /**
   * Runs the function up to its first event and ends it, which writes the archive.
   *
   * @return empty, or why there is none
   */
  private Optional<Result> trained(
      Making making, String logStream, Consumer<PlatformEvent.Stamped> events)
      throws IOException, InterruptedException {
    try (UntrustedFolder.Made trained = UntrustedFolder.make(instance, "archive-")) {
      Path folder = trained.path();
      Files.copy(
          making.staged().resolve(FunctionClasses.JAR),
          folder.resolve(FunctionClasses.JAR),
          StandardCopyOption.COPY_ATTRIBUTES);
      TrainingLog log = new TrainingLog(events);
      EnvironmentSpec training =
          making
              .with(folder, RuntimeProgram.ArchiveUse.WRITE)
              .withInitialization(
                  served.isEmpty() ? Initialization.SNAP_START : Initialization.ON_DEMAND);
      InitOutcome outcome;
      boolean ended = false;
      try (Environment environment =
          Environment.prepare(instance, training, logStream, log::accept)) {
        outcome = environment.initialise();
        if (outcome instanceof InitOutcome.Ready) {
          Optional<Result> failure = served(environment);
          if (failure.isPresent()) {
            return failure;
          }
          log.jvmSpeaks();
          ended = environment.shutDown(PATIENCE);
        }
      }
      return switch (outcome) {
        // A JVM ends so when the function's own options forbid an archive.
        case InitOutcome.Failed failed when RuntimeExit.isType(failed.type()) ->
            Optional.of(
                new Result.Unavailable(
                    "the training run failed: " + ArchiveTraining.reason(log.lines())));
        case InitOutcome.Failed failed ->
            Optional.of(new Result.Failed(failed.type(), failed.message()));
        case InitOutcome.TimedOut(Duration after) ->
            Optional.of(
                new Result.Failed(
                    "Runtime.InitTimeout", "init did not end within " + after.toSeconds() + " s"));
        case InitOutcome.Ready _ -> kept(making, trained.folder(), ended, log);
      };
    }
  }

  private Optional<Result> served(Environment environment) throws InterruptedException {
    for (byte[] event : served) {
      InvocationResult result = environment.invoke(Invocation.of(event));
      if (result.outcome() instanceof InvocationOutcome.Failure failure) {
        return Optional.of(new Result.Failed(failure.type(), failure.message()));
      }
    }
    return Optional.empty();
  }

  private static Optional<Result> kept(
      Making making, UntrustedFolder trained, boolean ended, TrainingLog log) {
    if (!ended) {
      return none("it was killed, or did not end within " + PATIENCE.toSeconds() + " s");
    }
    String name = making.format().fileName();
    if (!trained.has(name)) {
      return none(ArchiveTraining.reason(log.lines()));
    }
    try (UntrustedFile written = trained.open(name, ArchiveTraining.MOST_BYTES)) {
      written.copyTo(making.archive());
      Files.setPosixFilePermissions(making.archive(), READ_IN_BOXES);
      return Optional.empty();
    } catch (IOException e) { // the function has put something else there
      return none(String.valueOf(e.getMessage()));
    }
  }

  private static Optional<Result> none(String why) {
    return Optional.of(new Result.Unavailable("the JVM has written none: " + why));
  }

  /**
   * Returns the message of a JVM that must use the archive and refuses it; empty when it comes to
   * life.
   */
  private Optional<String> refusal(Making making) throws InterruptedException {
    TrainingLog log = new TrainingLog(_ -> {});
    EnvironmentSpec probe = making.with(making.staged(), RuntimeProgram.ArchiveUse.REQUIRE);
    String logStream = Environment.newLogStream(probe);
    try (Environment environment = Environment.prepare(instance, probe, logStream, log::accept)) {
      return environment.initialise() instanceof InitOutcome.Ready
          ? Optional.empty()
          : Optional.of(ArchiveTraining.reason(log.lines()));
    }
  }

  /** The log of a training run: what the JVM says of the archive is none of the function's. */
  private static final class TrainingLog {
    private final Consumer<PlatformEvent.Stamped> events;
    private final List<String> lines = new ArrayList<>();
    private final AtomicBoolean functionSpeaks = new AtomicBoolean(true);

    TrainingLog(Consumer<PlatformEvent.Stamped> events) {
      this.events = events;
    }

    synchronized void jvmSpeaks() {
      functionSpeaks.set(false);
      lines.clear();
    }

    synchronized void accept(PlatformEvent.Stamped event) {
      boolean line = event.event() instanceof PlatformEvent.FunctionLine;
      if (event.event() instanceof PlatformEvent.FunctionLine(String text)) {
        lines.add(text); // whatever its level
      }
      if (!line || functionSpeaks.get()) {
        events.accept(event);
      }
    }

    synchronized List<String> lines() {
      return List.copyOf(lines);
    }
  }
}
