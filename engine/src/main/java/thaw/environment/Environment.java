package thaw.environment;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.LambdaVariables;
import thaw.problem.UserMistake;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.runtimeapi.NextInvocation;
import thaw.runtimeapi.RuntimeEvent;
import thaw.runtimeapi.RuntimeExit;
import thaw.runtimeapi.RuntimeSession;
import thaw.runtimeapi.extensions.ShutdownReason;
import thaw.runtimeapi.log.EventLog;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.runtimeapi.log.PlatformLog;
import thaw.sandbox.Instance;
import thaw.steady.AllSteps;

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
  public static final Duration INIT_LIMIT = InitPhase.ON_DEMAND_LIMIT;

  /** The CPU time of a runtime between its response and its next call; it is less when warm. */
  private static final Duration CONCLUSION_CPU = Duration.ofMillis(50);

  /** The time from the end of a process's connections until the kernel tells of its own. */
  private static final Duration END_PATIENCE = Duration.ofMillis(200);

  private final EnvironmentSpec spec;
  private final EnvironmentResources resources;
  private final EventLog eventLog;
  private final InvocationAccounting accounting;
  private final InitPhase initPhase;
  private RuntimeProcess<RuntimeSession> process;
  private boolean initialised;
  private int requests; // that its process was given
  private boolean succeeded; // the last of them
  private boolean wasIdle; // since the process is initialised
  private @Nullable Running running;
  private Optional<RuntimeExit> lastExit = Optional.empty();

  private Environment(Instance instance, EnvironmentSpec spec, EnvironmentResources resources) {
    this.spec = spec;
    this.resources = resources;
    this.eventLog = resources.eventLog();
    this.accounting =
        new InvocationAccounting(
            new EnvironmentAccounting(spec.function(), instance.host().limitsCpu()), eventLog);
    this.initPhase = new InitPhase(spec, eventLog, accounting);
    this.process = resources.park(InitPhase.CPU, RuntimeSession::new);
  }

  /**
   * Makes everything that AWS has ready before the init phase begins; starts no JVM.
   *
   * @param log gets the lines that the function's log on Lambda would have
   */
  public static Environment prepareWithLog(
      Instance instance, EnvironmentSpec spec, Consumer<String> log) {
    return prepare(
        instance,
        spec,
        newLogStream(spec),
        event ->
            event
                .text()
                .or(() -> PlatformLog.remark(event.event()))
                .map(PlatformLog::lines)
                .ifPresent(log));
  }

  /**
   * Makes everything that AWS has ready before the init phase begins; starts no JVM.
   *
   * @throws UserMistake for a function whose environments take many requests at a time: {@link
   *     SharedEnvironment}
   * @param logStream as {@link #newLogStream} makes it
   * @param events gets the environment's timeline, one event at a time
   */
  public static Environment prepare(
      Instance instance,
      EnvironmentSpec spec,
      String logStream,
      Consumer<PlatformEvent.Stamped> events) {
    EnvironmentResources.requireOneAtATime(spec);
    EnvironmentResources resources = EnvironmentResources.open(instance, spec, logStream, events);
    try {
      return new Environment(instance, spec, resources);
    } catch (RuntimeException | Error e) {
      resources.closeApis();
      resources.closeStorage();
      throw e;
    }
  }

  /** A name that no other environment has: {@code 2026/01/31/[$LATEST]<32 hexadecimal digits>}. */
  public static String newLogStream(EnvironmentSpec spec) {
    return LambdaVariables.newLogStream(spec.function(), spec.version());
  }

  /** It was not started at once, as others were being started. */
  public void startAwaited(Duration waited, int atOnce) {
    eventLog.add(new PlatformEvent.StartAwaited(waited, atOnce));
  }

  /**
   * CPU time that the runtime process has had or waited for since its start. Any thread may ask
   * during the init phase.
   */
  public long wantedNanos() {
    return process.wantedNanos();
  }

  /**
   * The init phase, or the restore in its place. Not required: an invocation of an uninitialised
   * environment pays for it.
   */
  public InitOutcome initialise() throws InterruptedException {
    InitOutcome outcome = initPhase.alone(process);
    if (outcome instanceof InitOutcome.Failed && resources.doubtLearned()) {
      replaceProcess(ShutdownReason.FAILURE);
      process.box().limitCpu(InitPhase.CPU);
      outcome = initPhase.alone(process);
    }
    initialised = outcome instanceof InitOutcome.Ready;
    if (!initialised) {
      resources.doubtLearned();
      boolean late = outcome instanceof InitOutcome.TimedOut;
      replaceProcess(late ? ShutdownReason.TIMEOUT : ShutdownReason.FAILURE);
    }
    return outcome;
  }

  /** Returns how the process before this one ended, unless it was ended by its environment. */
  public Optional<RuntimeExit> lastExit() {
    return lastExit;
  }

  /** Returns whether the runtime that is to be dumped has asked for its restore. */
  public boolean isRestoreAwaited() {
    return process.session().isRestoreAwaited();
  }

  /** Ends the process; the environment, with its /tmp, stays and starts a new one when invoked. */
  private void replaceProcess(ShutdownReason reason) throws InterruptedException {
    lastExit = process.session().events().exit();
    accounting.rememberMemory(process.box());
    process.shutDown(reason);
    process.close();
    eventLog.endOfOutput();
    initialised = false;
    wasIdle = false;
    requests = 0;
    accounting.forgetInit();
    process = resources.park(spec.handlerCpu(), RuntimeSession::new);
  }

  /**
   * Gives the function one event and waits until it is done, failed, or out of time. A process that
   * has ended while it was idle is started again first, as after a crash.
   */
  public InvocationResult invoke(Invocation invocation) throws InterruptedException {
    InvocationResult result = invokeUnlessEnded(invocation);
    if (result == null) {
      replaceProcess(ShutdownReason.FAILURE);
      result = Objects.requireNonNull(invokeUnlessEnded(invocation));
    }
    return result;
  }

  /** Does the same as {@link #invoke}; null when {@link #respond} returns false. */
  public @Nullable InvocationResult invokeUnlessEnded(Invocation invocation)
      throws InterruptedException {
    if (!respond(invocation, _ -> {})) {
      return null;
    }
    InvocationResult result = conclude();
    freeze(); // and learns nothing: the caller waits
    return result;
  }

  /**
   * The first half of an invocation: gives the function one event and waits for its answer.
   *
   * @param onOutcome gets the outcome, once, before this method returns; a small response on the
   *     thread that brings it, which saves a warm invocation a thread switch. {@link #conclude}
   *     must follow.
   * @return false when a process has ended while the environment was idle: then the function has
   *     not had the event, nothing was done, and only {@link #close} may follow
   */
  public boolean respond(Invocation invocation, Consumer<InvocationOutcome> onOutcome)
      throws InterruptedException {
    if (wasIdle && !(process.isSound() && process.session().livesOn(END_PATIENCE))) {
      return false;
    }
    Given mine = Given.now(invocation, spec);
    boolean warm = initialised;
    if (!warm) {
      writeStart(mine);
    }
    Ending broken = warm ? null : suppressedInit(invocation, mine.deadlineNanos());
    Running.Begun begun;
    if (broken != null) {
      begun = new Running.Begun.Ended(broken);
    } else {
      AtomicBoolean passedOn = new AtomicBoolean();
      boolean taken = offer(mine, passedOn, onOutcome);
      if (!taken && wasIdle) {
        return false;
      }
      boolean thawed = taken && process.goOn();
      if (warm) {
        writeStart(mine); // while the runtime is at work: no caller should wait for that
      }
      if (thawed) {
        eventLog.add(new PlatformEvent.Thawed());
      }
      begun = answered(mine, passedOn);
    }
    running = new Running(invocation, mine.beginNanos(), mine.deadlineNanos(), begun);
    switch (begun) {
      case Running.Begun.Alive(Ending.Answer answer) -> {
        if (!answer.passedOn()) {
          onOutcome.accept(answer.outcome());
        }
      }
      case Running.Begun.Ended(Ending ending) -> onOutcome.accept(ending.outcome());
    }
    return true;
  }

  /**
   * Returns whether the runtime has it, once it goes on.
   *
   * @param passedOn is set before a response is passed on
   */
  private boolean offer(Given to, AtomicBoolean passedOn, Consumer<InvocationOutcome> onOutcome) {
    Invocation invocation = to.invocation();
    var next =
        new NextInvocation(
            invocation,
            to.time().toEpochMilli() + spec.timeout().toMillis(),
            to.traceId(),
            body -> {
              passedOn.set(true);
              onOutcome.accept(new InvocationOutcome.Success(body));
            });
    String arn = spec.functionArn() + invocation.qualifier().map(name -> ":" + name).orElse("");
    // Written before the thaw: a runtime that wakes up to read it wakes up once, not twice.
    process.announce(next, arn);
    return process.session().offer(next);
  }

  private void writeStart(Given of) {
    eventLog.beginTail();
    var start =
        new PlatformEvent.InvocationStart(
            of.invocation().requestId(), spec.version(), of.traceId());
    eventLog.add(of.time(), of.beginNanos(), start);
  }

  /**
   * @param passedOn whether somebody has the answer: who is interrupted then learns of it all the
   *     same, which is a matter of moments, so that its end comes into the log
   */
  private Running.Begun answered(Given to, AtomicBoolean passedOn) throws InterruptedException {
    try {
      return answered(to);
    } catch (InterruptedException e) {
      if (!passedOn.get()) {
        throw e;
      }
      Running.Begun begun = answered(to);
      Thread.currentThread().interrupt();
      return begun;
    }
  }

  private Running.Begun answered(Given to) throws InterruptedException {
    return switch (process.awaitAnswer(to.invocation(), to.deadlineNanos())) {
      case null -> new Running.Begun.Ended(timedOut(to.invocation()));
      case Answered.Alive(Ending.Answer answer) -> new Running.Begun.Alive(answer);
      case Answered.Ended(Ending.Broken ending) -> new Running.Begun.Ended(ending);
    };
  }

  /** Init repeated inside an invocation, on its CPU share and its time; null when it went well. */
  private @Nullable Ending suppressedInit(Invocation invocation, long deadline)
      throws InterruptedException {
    InitPhase.Ended phase = initPhase.suppressed(process, deadline);
    if (phase.outcome() instanceof InitOutcome.Failed && resources.doubtLearned()) {
      replaceProcess(ShutdownReason.FAILURE);
      phase = initPhase.suppressed(process, deadline);
    }
    return switch (phase.outcome()) {
      case InitOutcome.Ready() -> {
        initialised = true;
        yield null;
      }
      case InitOutcome.TimedOut _ -> {
        resources.doubtLearned();
        yield timedOut(invocation);
      }
      case InitOutcome.Failed failed -> Ending.Broken.initFailed(invocation, failed, phase.nanos());
    };
  }

  private Ending timedOut(Invocation invocation) throws InterruptedException {
    Ending ending = Ending.TimedOut.of(invocation, spec.timeout(), System.nanoTime());
    accounting.rememberMemory(process.box());
    process.shutDown(ShutdownReason.TIMEOUT);
    return ending;
  }

  /**
   * Has a step run between both halves of an invocation, as soon as {@link #conclude} would not
   * wait, by the thread that learns of it, which saves a warm invocation the waking of another one.
   * The step is not run where there is more to wait for than the runtime's next call.
   */
  public void whenReady(Runnable step) {
    if (running != null
        && running.begun() instanceof Running.Begun.Alive
        && !process.extensions().areAny()) {
      process.session().whenReady(step);
    }
  }

  /**
   * The second half of an invocation: waits until the runtime is ready again, and writes the end of
   * the invocation to the log. Nothing is frozen: a request that follows at once meets a function
   * that was never stopped, and {@link #rest} comes when none does. Who is interrupted while he
   * waits has written the end of an invocation that was answered all the same.
   */
  public InvocationResult conclude() throws InterruptedException {
    Running ended = running;
    if (ended == null) {
      throw new IllegalStateException("no invocation has begun");
    }
    running = null;
    Ending ending;
    try {
      ending = ending(ended);
    } catch (InterruptedException e) { // nobody waits any more, and somebody has the answer
      if (ended.begun() instanceof Running.Begun.Alive(Ending.Answer answer)) {
        written(ended, new Ending.Ready(answer, System.nanoTime()));
      }
      throw e;
    }
    boolean lives = ending instanceof Ending.Ready;
    requests++;
    wasIdle = true; // from now on
    succeeded = lives && ending.outcome() instanceof InvocationOutcome.Success;
    if (!lives || accounting.isMemoryDue()) {
      accounting.rememberMemory(process.box());
    }
    InvocationResult result = written(ended, ending);
    if (!lives) {
      replaceProcess(ShutdownReason.FAILURE);
    }
    return result;
  }

  private InvocationResult written(Running ended, Ending ending) {
    process.showOutput();
    eventLog.endOfOutput();
    return accounting.enter(ended.invocation(), ended.beginNanos(), ending);
  }

  /**
   * Returns the longest time that {@link #conclude} takes for a function that does nothing more
   * after its response: what is left to do runs on the CPU share of the memory size.
   */
  public Duration conclusionPatience() {
    double share = Math.min(1, spec.handlerCpu().vcpus());
    return Duration.ofNanos(Math.round(CONCLUSION_CPU.toNanos() / share));
  }

  /**
   * Freezes an initialised environment that no request waits for. If it has been restored and has
   * answered exactly one request, later ones are restored with the pages that it has written.
   */
  public void rest() {
    wasIdle = true;
    freeze();
    if (initialised && requests == 1 && succeeded) {
      resources.learn();
    }
  }

  /** Rests as {@link #rest} does, and returns when later environments have what was learned. */
  public void teach() {
    rest();
    resources.awaitLearned();
  }

  private void freeze() {
    if (initialised && spec.limits().freezes()) {
      process.freeze();
    }
  }

  private Ending ending(Running ended) throws InterruptedException {
    return switch (ended.begun()) {
      case Running.Begun.Ended(Ending ending) -> ending;
      case Running.Begun.Alive(Ending.Answer answer) -> {
        Ending ending = process.awaitReady(ended.invocation(), answer, ended.deadlineNanos());
        if (ending == null) {
          timedOut(ended.invocation());
          ending = new Ending.TimedOut(answer.outcome(), answer.nanos(), System.nanoTime());
        }
        yield ending;
      }
    };
  }

  /** Writes the initialised process to disk, which ends it. */
  public SnapshotResult dump(Dump dump) {
    SnapshotResult result = dump.take(process.box());
    initialised = false;
    return result;
  }

  /** A look from outside at the runtime process that there is now. */
  public RuntimeInspection inspection() {
    return new RuntimeInspection(spec, resources, process);
  }

  /**
   * Lets the runtime end by itself upon SIGTERM, as a JVM must that writes something when it ends.
   *
   * @return whether it did so in time, and was not killed, so that what it has written is whole
   */
  public boolean shutDown(Duration patience) throws InterruptedException {
    process.box().limitCpu(InitPhase.CPU);
    return process.end(patience);
  }

  /**
   * Returns false when one of its processes has ended while it was idle, or a fault of ours has
   * left it so that no function should be run in it. It costs a lock, and no call of the kernel.
   */
  public boolean isSound() {
    return resources.isListening() && process.isSound();
  }

  /** The last 4 KB of the log of the last invocation, as {@code LogType=Tail} returns it. */
  public byte[] logTail() {
    return eventLog.tail();
  }

  /** Tells of a process that has ended by itself while no request ran. */
  private void tellOfIdleEnd() {
    if (wasIdle && running == null) {
      process
          .firstEnd()
          .ifPresent(end -> {
            process.showOutput();
            eventLog.add(new PlatformEvent.EndedIdle(end.message()));
            if (end.type().equals(RuntimeExit.OUT_OF_MEMORY)) {
              eventLog.add(new PlatformEvent.OutOfMemory(spec.function().memory().mebibytes()));
            }
          });
    }
  }

  /** Ends runtime and extensions and removes everything of the environment. */
  @Override
  public void close() {
    AllSteps.run(
        List.of(
            this::tellOfIdleEnd,
            process::spinDown,
            process::close,
            resources::closeApis,
            resources::closeStorage,
            resources::deleteTemporary,
            () -> eventLog.add(new PlatformEvent.Ended(ShutdownReason.SPINDOWN.wireName()))));
  }
}
