package thaw.environment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import thaw.environment.extensions.ShutdownReason;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.log.EventLog;
import thaw.environment.log.PlatformEvent;
import thaw.environment.runtimeapi.InitOutcome;
import thaw.environment.runtimeapi.Invocation;
import thaw.environment.runtimeapi.InvocationOutcome;
import thaw.environment.runtimeapi.NextInvocation;
import thaw.environment.runtimeapi.RuntimeEvent;
import thaw.environment.runtimeapi.SharedSession;
import thaw.sandbox.Instance;
import thaw.steady.InternalFault;

/**
 * An execution environment that many requests share, as on Lambda Managed Instances: one handler
 * object and many threads, on the CPUs of its size from the start, never frozen. A request that
 * times out is over for its caller; the code goes on. When the process ends, so does the
 * environment: there is no second process in it.
 *
 * <p>For the maintainer. Any number of threads bring requests, each waiting for its own answer; a
 * thread of the environment's watches for the end of its processes and passes their output on.
 * {@code writing} guards the journal: a line of it belongs to one request, but lines of different
 * requests follow each other in any order.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/dg/lambda-managed-instances-execution-environment.html">Lambda
 *     Managed Instances execution environment</a>
 */
public final class SharedEnvironment implements AutoCloseable {
  /** So often output that no request's end shows is passed on. */
  private static final Duration LOOK = Duration.ofMillis(250);

  private final EnvironmentSpec spec;
  private final EnvironmentResources premises;
  private final EventLog journal;
  private final EnvironmentAccounting accounts;
  private final RuntimeProcess<SharedSession> process;
  private final ReentrantLock writing = new ReentrantLock();
  private volatile long maxMemoryBytes; // written under it
  private long memoryNanos; // guarded by writing
  private volatile boolean ended;
  private volatile boolean closing;
  private boolean gone; // guarded by writing
  private volatile Runnable onEnd = () -> {};

  private SharedEnvironment(EnvironmentSpec spec, EnvironmentResources premises) {
    this.spec = spec;
    this.premises = premises;
    this.journal = premises.journal();
    // Nobody is billed by the time of a request.
    this.accounts = new EnvironmentAccounting(spec.function(), false);
    this.process = premises.park(spec.handlerCpu(), _ -> new SharedSession(spec.requestsAtOnce()));
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
    EnvironmentResources premises = EnvironmentResources.open(instance, spec, logStream, events);
    try {
      return new SharedEnvironment(spec, premises);
    } catch (RuntimeException | Error e) {
      premises.closeDoors();
      premises.closeStorage();
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
    InvocationAccounting unbilled = new InvocationAccounting(accounts, journal);
    InitOutcome outcome = new InitPhase(spec, journal, unbilled).alone(process);
    if (outcome instanceof InitOutcome.Ready) {
      onEnd = whenItEnds;
      written(() -> {});
      Thread.ofVirtual().name("shared-environment").start(this::watch);
    } else {
      ended = true;
    }
    return outcome;
  }

  private void watch() {
    try {
      RuntimeEvent event = null;
      while (event == null && !closing) {
        event = process.session().events().await(LOOK);
        written(() -> {});
      }
      if (event != null && !closing) {
        over(event);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // nobody does that
    } catch (RuntimeException | Error e) {
      ended = true; // of ours: who waits for an answer learns of it when its time is up
      onEnd.run();
      if (!(e instanceof InternalFault)) {
        throw e;
      }
    }
  }

  private void over(RuntimeEvent why) {
    ended = true;
    process.session().end(why);
    onEnd.run();
  }

  /** Writes to the journal, behind what the function has printed so far. */
  private void written(Runnable lines) {
    writing.lock();
    try {
      if (!gone) {
        process.showOutput();
        lookAtMemory();
      }
      lines.run();
    } finally {
      writing.unlock();
    }
  }

  /** Now and then; called under the lock. */
  private void lookAtMemory() {
    long now = System.nanoTime();
    if (maxMemoryBytes == 0 || now - memoryNanos > LOOK.toNanos()) {
      memoryNanos = now;
      maxMemoryBytes = Math.max(maxMemoryBytes, process.box().usage().maxMemoryBytes());
    }
  }

  /**
   * Gives the function one event and waits for its answer.
   *
   * @param onOutcome gets the outcome, once, before this method returns; a small response on the
   *     thread that brings it
   * @return empty when the environment has as many requests as it may, or has ended: then nothing
   *     was done
   */
  public Optional<InvocationResult> respond(
      Invocation invocation, Consumer<InvocationOutcome> onOutcome) throws InterruptedException {
    Given mine = Given.now(invocation, spec);
    CompletableFuture<RuntimeEvent> answer = new CompletableFuture<>();
    var next =
        new NextInvocation(
            invocation,
            mine.time().toEpochMilli() + spec.timeout().toMillis(),
            mine.traceId(),
            body -> onOutcome.accept(new InvocationOutcome.Success(body)));
    if (!process.session().offer(next, answer::complete)) {
      return Optional.empty();
    }
    writeStart(mine);
    Ending ending = ending(mine, awaited(mine, answer));
    if (!(ending instanceof Ending.Ready ready && ready.answer().passedOn())) {
      onOutcome.accept(ending.outcome());
    }
    return Optional.of(writeEnd(mine, ending));
  }

  private void writeStart(Given of) {
    var start =
        new PlatformEvent.InvocationStart(
            of.invocation().requestId(), spec.version(), of.traceId());
    writing.lock();
    try {
      journal.add(new PlatformEvent.Stamped(of.time(), of.beginNanos(), start));
    } finally {
      writing.unlock();
    }
  }

  /** Null when time is up. */
  private @Nullable RuntimeEvent awaited(Given mine, CompletableFuture<RuntimeEvent> answer)
      throws InterruptedException {
    String id = mine.invocation().requestId();
    try {
      while (true) {
        long left = mine.deadlineNanos() - System.nanoTime();
        try {
          return answer.get(Math.max(left, LOOK.toNanos() / 10), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
          if (mine.deadlineNanos() <= System.nanoTime() && process.session().expire(id)) {
            return null;
          } // else the answer is on its way, or waits for memory of ours
        }
      }
    } catch (InterruptedException e) {
      process.session().expire(id);
      throw e;
    } catch (ExecutionException e) {
      throw new IllegalStateException("an answer that failed", e);
    }
  }

  private Ending ending(Given mine, @Nullable RuntimeEvent event) {
    if (event == null) {
      process.session().events().requireSound();
      return Ending.TimedOut.of(mine.invocation(), spec.timeout(), System.nanoTime());
    }
    return switch (Answered.by(event, mine.invocation())) {
      case Answered.Alive(Ending.Answer answer) -> new Ending.Ready(answer, answer.nanos());
      case Answered.Ended(Ending.Broken broken) -> broken;
    };
  }

  private InvocationResult writeEnd(Given mine, Ending ending) {
    var measured =
        new EnvironmentAccounting.Measured(
            mine.invocation(),
            mine.beginNanos(),
            ending,
            Optional.empty(),
            Optional.empty(),
            OptionalLong.empty(),
            maxMemoryBytes);
    InvocationResult result = accounts.result(measured);
    written(() -> accounts.write(measured, result, journal));
    return result;
  }

  /** It takes no more requests; those that it has come to their end. */
  public void drain() {
    process.session().drain();
  }

  /** How many requests it has, those that are late included. */
  public int load() {
    return process.session().load();
  }

  /** False when no request should be given to it any more. */
  public boolean isSound() {
    return !ended && premises.isListening() && process.session().events().isSound();
  }

  /** A look from outside at its runtime process. */
  public RuntimeInspection inspection() {
    return new RuntimeInspection(spec, premises, process);
  }

  /** Ends runtime and extensions and removes everything of the environment. */
  @Override
  public void close() {
    closing = true;
    writing.lock();
    try {
      gone = true;
      List<Throwable> problems = new ArrayList<>();
      process.showOutput();
      for (Runnable step :
          List.<Runnable>of(
              process::spinDown, process::close, premises::closeDoors, premises::closeStorage, premises::deleteTemporary)) {
        try {
          step.run();
        } catch (RuntimeException | Error e) { // the others must be done all the same
          problems.add(e);
        }
      }
      journal.endOfOutput();
      journal.add(new PlatformEvent.Ended(ShutdownReason.SPINDOWN.wireName()));
      if (!problems.isEmpty()) {
        RuntimeException first = InternalFault.of(problems.removeFirst());
        problems.forEach(first::addSuppressed);
        throw first;
      }
    } finally {
      writing.unlock();
    }
  }
}
