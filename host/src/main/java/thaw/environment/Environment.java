package thaw.environment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import thaw.sandbox.Bind;
import thaw.sandbox.Box;
import thaw.sandbox.BoxUsage;
import thaw.sandbox.Cell;
import thaw.sandbox.CpuLimit;
import thaw.sandbox.Instance;
import thaw.sandbox.Trees;

/**
 * One execution environment: a runtime process with its /tmp, initialised on unthrottled CPUs, then
 * given one event at a time on the CPU share of its memory size, and frozen in between.
 *
 * <p>For the maintainer. One thread owns an environment; the runtime's own calls arrive on other
 * threads and reach the owner as {@link RuntimeEvent}s in a queue. An environment outlives its
 * runtime process: after a failed init, a crash or a timeout the next invocation starts a new
 * process on the same /tmp and pays for its init ("suppressed init").
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html">Lambda
 *     execution environment lifecycle</a>
 */
public final class Environment implements AutoCloseable {
  /** The init phase may take this long; then it is repeated inside the first invocation. */
  public static final Duration INIT_LIMIT = Duration.ofSeconds(10);

  /**
   * For provisioned concurrency and snapshots: this or the function's timeout, whichever is longer.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html">Init
   *     phase</a>
   */
  private static final Duration AHEAD_INIT_LIMIT = Duration.ofSeconds(130);

  /** Init runs unthrottled on two vCPUs at any memory size (measured by third parties on AWS). */
  public static final CpuLimit INIT_CPU = CpuLimit.whole(2);

  private static final Path TMP = Path.of("/tmp");

  /** While requests follow each other without a freeze, memory is looked at so often. */
  private static final long MEMORY_SAMPLE_NANOS = 100_000_000;

  private final Instance instance;
  private final EnvironmentSpec spec;
  private final Journal journal;
  private final Bind temporary;
  private final RuntimeApi api;
  private final ExtensionDoors doors;

  /** For the threads of the API's server. */
  private final AtomicReference<@Nullable Box> currentBox;

  private final Accounts accounts;
  private final boolean freezes;
  private final Housing housing;
  private RuntimeProcess process;
  private boolean initialised;
  private boolean frozen;
  private @Nullable Running running;
  private Optional<Duration> unbilledInit = Optional.empty();
  private Optional<PlatformEvent.Restored> unbilledRestore = Optional.empty();
  private OptionalLong coldStartNanos = OptionalLong.empty();
  private long maxMemoryBytes;
  private long memorySampledNanos;

  /** An invocation that has its outcome, but is not concluded. */
  private record Running(Invocation invocation, long beginNanos, long deadlineNanos, Begun begun) {}

  /** Whether the runtime has answered and may still be at work, or the invocation has ended. */
  private sealed interface Begun {
    record Answered(Ending.Answer answer) implements Begun {}

    record Ended(Ending ending) implements Begun {}
  }

  private Environment(
      Instance instance,
      EnvironmentSpec spec,
      String logStream,
      Journal journal,
      Bind temporary,
      RuntimeApi api,
      ExtensionDoors doors,
      AtomicReference<@Nullable Box> currentBox) {
    this.doors = doors;
    this.currentBox = currentBox;
    this.instance = instance;
    this.spec = spec;
    this.journal = journal;
    this.temporary = temporary;
    this.api = api;
    this.accounts = new Accounts(spec.function(), instance.host().limitsCpu());
    this.freezes = spec.freezes();
    this.housing = new Housing(instance, spec, temporary, hosts(), api, logStream);
    this.process = park(INIT_CPU);
  }

  /**
   * Makes everything that AWS has ready before the init phase begins; starts no JVM.
   *
   * @param log gets the lines that the function's log on Lambda would have
   */
  public static Environment prepareWithLog(
      Instance instance, EnvironmentSpec spec, Consumer<String> log) {
    return prepare(
        instance, spec, newLogStream(spec.version()), event -> event.text().ifPresent(log));
  }

  /**
   * Makes everything that AWS has ready before the init phase begins; starts no JVM.
   *
   * @param logStream as {@link #newLogStream} makes it
   * @param events gets the environment's timeline, one event at a time
   */
  public static Environment prepare(
      Instance instance,
      EnvironmentSpec spec,
      String logStream,
      Consumer<PlatformEvent.Stamped> events) {
    AtomicReference<@Nullable Box> box = new AtomicReference<>();
    ExtensionDoors doors = ExtensionDoors.of(spec);
    RuntimeApi api =
        new RuntimeApi(
            spec.functionArn(),
            peer -> comesFrom(box.get(), peer),
            (request, reply) -> Credentials.handle(request, reply) || doors.handle(request, reply));
    Journal journal = new Journal(doors.andThen(events));
    try {
      Bind temporary = instance.room(TMP, spec.function().ephemeralStorageMiB());
      return new Environment(instance, spec, logStream, journal, temporary, api, doors, box);
    } catch (RuntimeException e) {
      api.close();
      throw e;
    }
  }

  /** A name that no other environment has: {@code 2026/01/31/[$LATEST]<32 hexadecimal digits>}. */
  public static String newLogStream(String version) {
    return LambdaVariables.newLogStream(version);
  }

  private static boolean comesFrom(@Nullable Box box, Socket peer) {
    return box != null && box.owns(peer.getPort(), peer.getLocalPort());
  }

  private RuntimeProcess park(CpuLimit cpu) {
    Housing.Parked housed = housing.park(cpu);
    currentBox.set(housed.box());
    try {
      RuntimeProcess parked =
          new RuntimeProcess(
              housed.box(),
              housed.purpose(),
              housed.variables(),
              spec.layers().map(layers -> layers.root()),
              journal);
      api.serve(parked.session());
      doors.serve(parked.extensions());
      return parked;
    } catch (RuntimeException e) {
      housed.box().close();
      throw e;
    }
  }

  private Path hosts() {
    return temporary.source().resolveSibling(temporary.source().getFileName() + ".hosts");
  }

  /**
   * The init phase, or the restore in its place. Not required: an invocation of an uninitialised
   * environment pays for it.
   */
  public InitOutcome initialise() throws InterruptedException {
    Phases phases = phases(PlatformEvent.Phase.INIT);
    phases.begin();
    process.start();
    coldStartNanos = OptionalLong.of(process.startedNanos());
    InitOutcome outcome = process.awaitInit(process.startedNanos() + initLimit().toNanos());
    Duration took = Duration.ofNanos(System.nanoTime() - process.startedNanos());
    boolean ready = outcome instanceof InitOutcome.Ready;
    if (ready) {
      process.box().limitCpu(handlerCpu());
      initialised = true;
      took = process.init();
      if (spec.snapshot().isPresent()) {
        unbilledRestore = Optional.of(restored());
      } else {
        unbilledInit = Optional.of(took);
      }
    }
    process.showOutput();
    phases.end(outcome, took);
    if (!ready) {
      boolean late = outcome instanceof InitOutcome.TimedOut;
      replaceProcess(late ? ShutdownReason.TIMEOUT : ShutdownReason.FAILURE);
    }
    return outcome;
  }

  /** Ahead of requests a function may take longer. */
  private Duration initLimit() {
    boolean ahead = spec.initialization() != Initialization.ON_DEMAND && spec.snapshot().isEmpty();
    Duration timeout = spec.function().timeout();
    if (!ahead) {
      return INIT_LIMIT;
    }
    return timeout.compareTo(AHEAD_INIT_LIMIT) > 0 ? timeout : AHEAD_INIT_LIMIT;
  }

  private Phases phases(PlatformEvent.Phase phase) {
    return new Phases(spec, phase, journal);
  }

  private PlatformEvent.Restored restored() {
    long restored = process.session().restoredNanos();
    // One that was dumped while it waited for an event runs nothing but that wait.
    Duration ran =
        restored == 0 ? Duration.ZERO : Duration.ofNanos(process.readyNanos() - restored);
    return new PlatformEvent.Restored(process.init(), Accounts.ceilMillis(ran));
  }

  private CpuLimit handlerCpu() {
    return CpuLimit.share(spec.function().memory().vcpus());
  }

  /** Ends the process; the environment, with its /tmp, stays and starts a new one when invoked. */
  private void replaceProcess(ShutdownReason reason) throws InterruptedException {
    rememberMemory();
    process.shutDown(reason);
    process.close();
    journal.endOfOutput();
    initialised = false;
    unbilledInit = Optional.empty();
    unbilledRestore = Optional.empty();
    frozen = false;
    process = park(handlerCpu());
  }

  /** Gives the function one event and waits until it is done, failed, or out of time. */
  public InvocationResult invoke(Invocation invocation) throws InterruptedException {
    respond(invocation, _ -> {});
    InvocationResult result = conclude();
    rest();
    return result;
  }

  /**
   * The first half of an invocation: gives the function one event and waits for its answer.
   *
   * @param caller gets the outcome, once, before this method returns; a small response on the
   *     thread that brings it, which saves a warm invocation a thread switch. {@link #conclude}
   *     must follow.
   */
  public void respond(Invocation invocation, Consumer<InvocationOutcome> caller)
      throws InterruptedException {
    long begin = System.nanoTime();
    Duration timeout = spec.function().timeout();
    long deadline = begin + timeout.toNanos();
    String traceId = TraceId.of(invocation.trace());
    var delivery =
        new RuntimeSession.Delivery(
            invocation,
            System.currentTimeMillis() + timeout.toMillis(),
            traceId,
            body -> caller.accept(new InvocationOutcome.Success(body)));
    journal.beginTail();
    journal.add(new PlatformEvent.InvocationStart(invocation.requestId(), spec.version(), traceId));
    Ending broken = initialised ? null : suppressedInit(invocation, deadline);
    Begun begun = broken != null ? new Begun.Ended(broken) : given(delivery, deadline);
    running = new Running(invocation, begin, deadline, begun);
    switch (begun) {
      case Begun.Answered(Ending.Answer answer) -> {
        if (!answer.passedOn()) {
          caller.accept(answer.outcome());
        }
      }
      case Begun.Ended(Ending ending) -> caller.accept(ending.outcome());
    }
  }

  private Begun given(RuntimeSession.Delivery delivery, long deadline) throws InterruptedException {
    Invocation invocation = delivery.invocation();
    String arn = spec.functionArn() + invocation.qualifier().map(name -> ":" + name).orElse("");
    // Written before the thaw: a runtime that wakes up to read it wakes up once, not twice.
    process.offer(delivery, arn);
    if (frozen) {
      process.box().thaw();
      frozen = false;
      journal.add(new PlatformEvent.Thawed());
    }
    return switch (process.awaitAnswer(invocation, deadline)) {
      case null -> new Begun.Ended(timedOut(invocation));
      case RuntimeProcess.Answered.Alive(Ending.Answer answer) -> new Begun.Answered(answer);
      case RuntimeProcess.Answered.Ended(Ending.Broken ending) -> new Begun.Ended(ending);
    };
  }

  /** Init repeated inside an invocation, on its CPU share and its time; null when it went well. */
  private @Nullable Ending suppressedInit(Invocation invocation, long deadline)
      throws InterruptedException {
    Phases phases = phases(PlatformEvent.Phase.INVOKE);
    phases.begin();
    process.start();
    InitOutcome outcome = process.awaitInit(deadline);
    long now = System.nanoTime();
    Duration took = Duration.ofNanos(now - process.startedNanos());
    process.showOutput();
    phases.end(outcome, took);
    return switch (outcome) {
      case InitOutcome.Ready() -> {
        initialised = true;
        yield null;
      }
      case InitOutcome.TimedOut _ -> timedOut(invocation);
      case InitOutcome.Failed failed -> Ending.Broken.initFailed(invocation, failed, now);
    };
  }

  private Ending timedOut(Invocation invocation) throws InterruptedException {
    Ending ending = Ending.TimedOut.of(invocation, spec.function().timeout(), System.nanoTime());
    rememberMemory();
    process.shutDown(ShutdownReason.TIMEOUT);
    return ending;
  }

  /**
   * Between both halves of an invocation: has a step run as soon as {@link #conclude} would not
   * wait, by the thread that learns of it, which saves a warm invocation the waking of another one.
   * Where there is more to wait for than the runtime's next call, the step is not run.
   */
  public void whenReady(Runnable step) {
    if (running != null && running.begun() instanceof Begun.Answered) {
      process.whenReady(step);
    }
  }

  /**
   * The second half of an invocation: waits until the runtime is ready again, and writes the end of
   * the invocation to the log. Nothing is frozen: a request that follows at once meets a function
   * that was never stopped, and {@link #rest} comes when none does.
   */
  public InvocationResult conclude() throws InterruptedException {
    Running ended = running;
    if (ended == null) {
      throw new IllegalStateException("no invocation has begun");
    }
    running = null;
    Ending ending = ending(ended);
    boolean lives = ending instanceof Ending.Ready;
    if (!lives || System.nanoTime() - memorySampledNanos > MEMORY_SAMPLE_NANOS) {
      rememberMemory();
    }
    process.showOutput();
    journal.endOfOutput();
    var measured =
        new Accounts.Measured(
            ended.invocation(),
            ended.beginNanos(),
            ending,
            unbilledInit,
            unbilledRestore,
            coldStartNanos,
            maxMemoryBytes);
    InvocationResult result = accounts.result(measured);
    accounts.write(measured, result, journal);
    unbilledInit = Optional.empty();
    unbilledRestore = Optional.empty();
    coldStartNanos = OptionalLong.empty();
    if (!lives) {
      replaceProcess(ShutdownReason.FAILURE);
    }
    return result;
  }

  /** Freezes an initialised environment that no request waits for. */
  public void rest() {
    if (initialised && freezes && !frozen) {
      process.box().freeze();
      frozen = true;
      journal.add(new PlatformEvent.Frozen());
    }
  }

  private Ending ending(Running ended) throws InterruptedException {
    return switch (ended.begun()) {
      case Begun.Ended(Ending ending) -> ending;
      case Begun.Answered(Ending.Answer answer) -> {
        Ending ending = process.awaitReady(ended.invocation(), answer, ended.deadlineNanos());
        if (ending == null) {
          timedOut(ended.invocation());
          ending = new Ending.TimedOut(answer.outcome(), answer.nanos(), System.nanoTime());
        }
        yield ending;
      }
    };
  }

  /** Of a process that has ended, only what the kernel charged at most is still known. */
  private void rememberMemory() {
    long resident = process.box().usage().maxMemoryBytes();
    long peak = resident > 0 ? resident : process.box().chargedPeakBytes().orElse(0);
    maxMemoryBytes = Math.max(maxMemoryBytes, peak);
    memorySampledNanos = System.nanoTime();
  }

  /** Writes the initialised process to disk, which ends it. */
  SnapshotResult dump(Dump dump) {
    if (!(process.box() instanceof Cell cell)) {
      throw new IllegalStateException("the process is not in a cell");
    }
    Optional<String> problem = dump.take(cell);
    initialised = false;
    return problem
        .<SnapshotResult>map(SnapshotResult.Impossible::new)
        .orElseGet(() ->
            new SnapshotResult.Taken(
                new Snapshot(
                    dump.criu(), dump.folder(), cell.pipe(), dump.map().isEmpty(), false)));
  }

  /**
   * For a look into the JVM of a clone, which may then use as much CPU as in an init phase. A clone
   * may be ready before it is known which process it is.
   *
   * @throws IOException when that stays unknown
   */
  AttachedJvm attached() throws IOException, InterruptedException {
    Box box = process.box();
    box.limitCpu(INIT_CPU);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
    while (box.pid() == 0) {
      if (System.nanoTime() > deadline) {
        throw new IOException("the clone's process is not known");
      }
      TimeUnit.MILLISECONDS.sleep(1);
    }
    Path root = Path.of("/proc", Long.toString(box.pid()), "root/tmp");
    return new AttachedJvm(root, Cell.PROGRAM_PID, box::wake);
  }

  /** Counters of the runtime process since its start. */
  public BoxUsage usage() {
    return process.box().usage();
  }

  /** Classes that the JVM has loaded; empty when the function turned its counters off. */
  public OptionalLong loadedClasses() {
    long pid = process.box().pid();
    return PerfData.read(jvmTemporary(pid), pid)
        .map(data -> OptionalLong.of(data.loadedClasses()))
        .orElse(OptionalLong.empty());
  }

  /** The JVM's /tmp as the host sees it; a disk is mounted in the box only. */
  private Path jvmTemporary(long pid) {
    if (!instance.host().hasMountNamespaces()) {
      return TMP;
    }
    return temporary.disk() ? Path.of("/proc/" + pid + "/root/tmp") : temporary.source();
  }

  /**
   * Lets the runtime end by itself upon SIGTERM, as a training run must.
   *
   * @return whether it ended in time
   */
  boolean shutDown(Duration patience) throws InterruptedException {
    process.box().limitCpu(INIT_CPU);
    process.box().thaw();
    frozen = false;
    process.box().terminate();
    return process.awaitExit(patience);
  }

  /** The last 4 KB of the log of the last invocation, as {@code LogType=Tail} returns it. */
  public byte[] logTail() {
    return journal.tail();
  }

  /** Ends runtime and extensions and removes everything of the environment. */
  @Override
  public void close() {
    List<RuntimeException> problems = new ArrayList<>();
    for (Runnable step :
        List.<Runnable>of(this::spinDown, process::close, api::close, this::deleteTemporary)) {
      try {
        step.run();
      } catch (RuntimeException e) {
        problems.add(e);
      }
    }
    journal.add(new PlatformEvent.Ended(ShutdownReason.SPINDOWN.wireName()));
    if (!problems.isEmpty()) {
      RuntimeException first = problems.removeFirst();
      problems.forEach(first::addSuppressed);
      throw first;
    }
  }

  /** Lets extensions finish what they are at; an interrupt shortens that. */
  private void spinDown() {
    if (!process.extensions().areAny()) {
      return;
    }
    if (frozen) {
      process.box().thaw();
      frozen = false;
      journal.add(new PlatformEvent.Thawed());
    }
    try {
      process.shutDown(ShutdownReason.SPINDOWN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void deleteTemporary() {
    try {
      Files.deleteIfExists(hosts());
      Trees.delete(temporary.source());
    } catch (IOException e) {
      throw new UncheckedIOException("could not remove " + temporary.source() + ": " + e, e);
    }
  }
}
