package thaw.environment;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import thaw.environment.launch.EnvironmentSpec;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.runtimeapi.NextInvocation;
import thaw.runtimeapi.RuntimeEvent;
import thaw.runtimeapi.SharedSession;
import thaw.runtimeapi.extensions.ShutdownReason;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.sandbox.Instance;
import thaw.sandbox.SandboxUsage;
import thaw.steady.AllSteps;
import thaw.steady.InternalFault;

/**
 * An execution environment that many requests share, as on Lambda Managed Instances: one handler
 * object and many threads, on the CPUs of its size from the start, never frozen. A request that
 * times out is over for its caller; the code goes on. When the process ends, so does the
 * environment: there is no second process in it.
 *
 * <p>For the maintainer. Any number of threads bring requests, and none of them has to wait: who
 * brings a request hears of its end on the thread that reads the runtime's answer. The
 * environment's own thread watches for the end of its processes and of the time that requests have;
 * each request that ends so hears of it on a thread of its own. The {@link SharedEventLog} writes
 * what happened.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/dg/lambda-managed-instances-execution-environment.html">Lambda
 *     Managed Instances execution environment</a>
 */
public final class SharedEnvironment implements AutoCloseable {
  /** The longest wait between two looks at the environment. */
  private static final Duration LOOK = Duration.ofMillis(250);

  private static final long LAST_LOOK_NANOS = 50_000_000;

  /** The shortest wait: a request may be late only because its answer waits for memory of ours. */
  private static final long SHORTEST_LOOK_NANOS = 1_000_000;

  private final EnvironmentSpec spec;
  private final EnvironmentResources resources;
  private final SharedEventLog eventLog;
  private final EnvironmentAccounting accounts;
  private final RuntimeProcess<SharedSession> process;
  private volatile long maxMemoryBytes; // written by who writes the event log
  private long memoryNanos; // likewise
  private volatile boolean ended;
  private volatile boolean closing;
  private volatile Runnable onEnd = () -> {};
  private volatile UseLook look = new UseLook(System.nanoTime(), 0, 0); // as the memory
  private UseLook lookBefore = look; // of who asks for the use, once it is ready
  private final RecentUse recent; // as the memory

  private SharedEnvironment(EnvironmentSpec spec, EnvironmentResources resources) {
    this.spec = spec;
    this.resources = resources;
    // Nobody is billed by the time of a request.
    this.accounts = new EnvironmentAccounting(spec.function(), false);
    this.recent = new RecentUse(spec.function().vcpus(), spec.function().memory().bytes());
    this.process = resources.park(spec.handlerCpu(), _ -> new SharedSession(spec.requestsAtOnce()));
    this.eventLog =
        new SharedEventLog(resources.eventLog(), accounts, spec.version(), this::showOutput);
  }

  /**
   * Makes everything ready before the init phase; starts no JVM.
   *
   * @param logStream as {@link Environment#newLogStream} makes it
   * @param events gets the environment's timeline, one event at a time
   */
  public static SharedEnvironment prepare(
      Instance instance,
      EnvironmentSpec spec,
      String logStream,
      Consumer<PlatformEvent.Stamped> events) {
    EnvironmentResources resources = EnvironmentResources.open(instance, spec, logStream, events);
    try {
      return new SharedEnvironment(spec, resources);
    } catch (RuntimeException | Error e) {
      resources.closeApis();
      resources.closeStorage();
      throw e;
    }
  }

  /**
   * CPU time that the runtime process has had or waited for since its start. Any thread may ask
   * during the init phase.
   */
  public long wantedNanos() {
    return process.wantedNanos();
  }

  /**
   * The init phase: over when one worker has asked for its first event.
   *
   * @param whenItEnds run once when the processes end by themselves afterwards, on a thread of the
   *     environment's; {@link #close} must follow
   */
  public InitOutcome initialise(Runnable whenItEnds) throws InterruptedException {
    InvocationAccounting unbilled = new InvocationAccounting(accounts, resources.eventLog());
    InitOutcome outcome = new InitPhase(spec, resources.eventLog(), unbilled).alone(process);
    if (outcome instanceof InitOutcome.Ready) {
      onEnd = whenItEnds;
      eventLog.write();
      lookBefore = look; // what init took is no use by requests
      recent.restart();
      eventLog.start(this::failed);
      Thread.ofVirtual().name("shared-environment").start(this::watch);
    } else {
      ended = true;
    }
    return outcome;
  }

  /** Shows output and use; called under the event log's lock, a few times a second at least. */
  private void showOutput(Runnable taken) {
    process.showOutput(taken);
    long now = System.nanoTime();
    if (maxMemoryBytes == 0 || now - memoryNanos > LOOK.toNanos()) {
      memoryNanos = now;
      SandboxUsage usage = process.box().usage();
      maxMemoryBytes = Math.max(maxMemoryBytes, usage.maxMemoryBytes());
      look = new UseLook(now, usage.cpuNanos(), process.box().residentBytes());
      recent.add(look);
    }
  }

  private void watch() {
    try {
      RuntimeEvent event = null;
      while (event == null && !closing) {
        long next = process.session().expire(System.nanoTime(), LOOK.toNanos());
        event =
            process.session().events().await(Duration.ofNanos(Math.max(next, SHORTEST_LOOK_NANOS)));
      }
      if (event != null && !closing) {
        ended = true;
        process.session().end(event);
        onEnd.run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // nobody does that
    } catch (RuntimeException | Error e) {
      process.session().fail(InternalFault.of(e));
      failed();
      if (!(e instanceof InternalFault)) {
        throw e;
      }
    }
  }

  /** Tells that the environment has ended by a fault of ours. */
  private void failed() {
    ended = true;
    onEnd.run();
  }

  /**
   * One that brings a request and is told of it on the thread that knows, which it must not keep.
   * Either of the last two is called, once, and before the last one the first. When one throws, the
   * request has failed.
   */
  public interface Requester {
    void answered(InvocationOutcome outcome);

    /** Nothing more will come of it, by a fault of ours. */
    void failed(RuntimeException fault);

    /** Receives the result when all that is written of it is known, though not yet written. */
    void ended(InvocationResult result);
  }

  /**
   * Gives the function one event, and waits for nothing.
   *
   * @return false when the environment has as many requests as it may, or has ended: then nothing
   *     was done
   */
  public boolean begin(Invocation invocation, Requester requester) {
    Given given = Given.now(invocation, spec);
    RunningRequest running = new RunningRequest(given, requester);
    return process
        .session()
        .offer(
            new NextInvocation(
                invocation,
                given.time().toEpochMilli() + spec.timeout().toMillis(),
                given.traceId(),
                running::passOn),
            given.deadlineNanos(),
            running);
  }

  /** A request, until it has ended. */
  private final class RunningRequest implements SharedSession.Bringer {
    private final Given given;
    private final Requester requester;
    private volatile @Nullable RuntimeException fault; // of who was told of the answer

    RunningRequest(Given given, Requester requester) {
      this.given = given;
      this.requester = requester;
    }

    @Override
    public void taken() {
      eventLog.add(new SharedEventLog.Began(given));
    }

    void passOn(byte[] body) {
      answer(new InvocationOutcome.Success(body));
    }

    private void answer(InvocationOutcome outcome) {
      try {
        requester.answered(outcome);
      } catch (RuntimeException | Error e) { // it is to have an end all the same
        fault = InternalFault.of(e);
      }
    }

    @Override
    public void answered(RuntimeEvent event) {
      switch (Answered.by(event, given.invocation())) {
        case Answered.Alive(Ending.Answer answer) -> end(new Ending.Ready(answer, answer.nanos()));
        case Answered.Ended(Ending.Broken broken) -> endAside(broken);
      }
    }

    @Override
    public void timeIsUp() {
      endAside(Ending.TimedOut.of(given.invocation(), spec.timeout(), System.nanoTime()));
    }

    @Override
    public void failed(RuntimeException fault) {
      aside(() -> requester.failed(fault));
    }

    /** Tells on a thread of its own: a slow listener must not make others late. */
    private void aside(Runnable news) {
      Thread.ofVirtual().name("failed-request").start(news);
    }

    /**
     * Ends what the runtime does not answer: who learns of it notes it, before the event log ends.
     */
    private void endAside(Ending ending) {
      InvocationResult result;
      try {
        result = written(ending);
      } catch (RuntimeException | Error e) { // who asked must hear of it all the same
        failed(InternalFault.of(e));
        return;
      }
      aside(() -> {
        answer(ending.outcome());
        tellEnd(() -> result);
      });
    }

    private void end(Ending ending) {
      if (!(ending instanceof Ending.Ready ready && ready.answer().passedOn())) {
        answer(ending.outcome());
      }
      tellEnd(() -> written(ending));
    }

    private void tellEnd(Supplier<InvocationResult> end) {
      @Nullable RuntimeException failed = fault;
      try {
        InvocationResult result = end.get();
        if (failed == null) {
          requester.ended(result);
        }
      } catch (RuntimeException | Error e) {
        failed = failed == null ? InternalFault.of(e) : failed;
      }
      if (failed != null) {
        requester.failed(failed);
      }
    }

    private InvocationResult written(Ending ending) {
      var measured =
          new EnvironmentAccounting.Measured(
              given.invocation(),
              given.beginNanos(),
              ending,
              Optional.empty(),
              Optional.empty(),
              OptionalLong.empty(),
              maxMemoryBytes);
      InvocationResult result = accounts.result(measured);
      eventLog.add(SharedEventLog.Ended.now(measured, result, given.traceId()));
      return result;
    }
  }

  /**
   * Gives the function one event, and returns when its answer is there and all that is to be said
   * of it is written.
   *
   * @param onOutcome gets the outcome, once, before this method returns; a small response on the
   *     thread that brings it
   * @return empty when {@link #begin} returns false
   */
  public Optional<InvocationResult> respond(
      Invocation invocation, Consumer<InvocationOutcome> onOutcome) throws InterruptedException {
    AwaitedEnd end = new AwaitedEnd(onOutcome);
    if (!begin(invocation, end)) {
      return Optional.empty();
    }
    InvocationResult result = end.await();
    eventLog.write();
    return Optional.of(result);
  }

  /** It takes no more requests; those that it has come to their end. */
  public void drain() {
    process.session().drain();
  }

  /** Returns the number of requests that the environment has, with those that are late. */
  public int load() {
    return process.session().load();
  }

  /** Returns the number of requests that somebody waits for: all but those that are late. */
  public int awaited() {
    return process.session().awaited();
  }

  /** Returns the number of requests that the environment takes at a time. */
  public int requestsAtOnce() {
    return spec.requestsAtOnce();
  }

  /** Returns the percent of its vCPUs that it has used since the last call; for one thread. */
  public double cpuPercent() {
    UseLook now = look;
    double percent = now.cpuPercent(lookBefore, spec.function().vcpus());
    lookBefore = now;
    return percent;
  }

  /** Returns what it uses now: nothing while a debugger is there, as nothing is limited then. */
  public ResourceUse use() {
    return spec.limits().limitsTime() ? recent.use() : ResourceUse.NONE;
  }

  /** Waits until it has no request, or has ended; so long at most. */
  public void awaitNoLoad(Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (isSound() && load() > 0 && System.nanoTime() < deadline) {
      LockSupport.parkNanos(LAST_LOOK_NANOS);
    }
  }

  /** Returns false when no request should be given to it any more. */
  public boolean isSound() {
    return !ended && resources.isListening() && process.session().events().isSound();
  }

  /** A look from outside at its runtime process. */
  public RuntimeInspection inspection() {
    return new RuntimeInspection(spec, resources, process);
  }

  /** Ends runtime and extensions and removes everything of the environment. */
  @Override
  public void close() {
    closing = true;
    drain(); // nothing begins whose start would be written behind what it prints
    eventLog.close(this::end, new PlatformEvent.Ended(ShutdownReason.SPINDOWN.wireName()));
  }

  private void end() {
    AllSteps.run(
        List.of(
            process::spinDown,
            process::close,
            () -> process.session().end(process.exit()),
            resources::closeApis,
            resources::closeStorage,
            resources::deleteTemporary));
  }
}
