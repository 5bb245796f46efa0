package thaw.runtimeapi.extensions;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import thaw.runtimeapi.ExtensionFailure;
import thaw.runtimeapi.log.PlatformEvent;

/**
 * The conversation of all extensions of one generation of processes with the platform: who waits
 * for whom, and how it fails. Knows no HTTP and no processes.
 *
 * <p>Concurrency: the methods above the line are called by the threads of the API server, those
 * below it by the one thread that owns the environment, but for {@link #exited} and {@link
 * #cancel}, which any thread may call. All state is guarded by {@code lock}.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/runtimes-extensions-api.html">Lambda
 *     Extensions API</a>
 */
public final class ExtensionsSession {
  /** The most extensions, external and internal ones together. */
  public static final int LIMIT = ExtensionRoll.LIMIT;

  private final Consumer<ExtensionFailure> failures;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ExtensionRoll roll;
  private long lastReadyNanos = Long.MIN_VALUE;
  private boolean registrationOpen = true;
  private boolean shuttingDown;
  private boolean cancelled;
  private boolean ended;
  private @Nullable String reportedError;
  private @Nullable ExtensionFailure failure;

  /**
   * @param failures gets the first failure, on the thread that saw it
   * @param shared as {@link ExtensionRoll} has it
   */
  public ExtensionsSession(Consumer<ExtensionFailure> failures, boolean shared) {
    this.failures = failures;
    this.roll = new ExtensionRoll(shared);
  }

  /**
   * {@code POST /extension/register}.
   *
   * @param name that of an external extension's file, or any other of an internal one
   */
  ExtensionReply register(@Nullable String name, List<String> events) {
    return told(() -> roll.register(name, events, registrationOpen));
  }

  private ExtensionReply told(Supplier<ExtensionReply> call) {
    lock.lock();
    try {
      ExtensionReply reply = call.get();
      changed.signalAll();
      return reply;
    } finally {
      lock.unlock();
    }
  }

  /** {@code GET /extension/event/next}: blocks until there is an event. */
  ExtensionReply next(@Nullable String identifier) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      ExtensionReply.Refused wrong = ExtensionReply.wrong(identifier);
      Extension extension = identifier == null ? null : roll.known(identifier);
      if (wrong != null || extension == null) {
        return wrong != null ? wrong : ExtensionReply.unknownIdentifier("extension " + identifier);
      }
      Extension.State state = extension.state;
      if (state != Extension.State.REGISTERED && state != Extension.State.RUNNING) {
        return refusedNext(extension);
      }
      extension.state = Extension.State.READY;
      lastReadyNanos = System.nanoTime();
      changed.signalAll();
      while (extension.pending == null && extension.state == Extension.State.READY && !ended) {
        changed.await();
      }
      ExtensionEvent event = extension.pending;
      if (event == null || extension.state != Extension.State.READY) {
        return refusedNext(extension);
      }
      extension.pending = null;
      extension.state = Extension.State.RUNNING;
      changed.signalAll();
      return new ExtensionReply.Event(event);
    } finally {
      lock.unlock();
    }
  }

  private static ExtensionReply refusedNext(Extension extension) {
    return ExtensionReply.invalidTransition(
        extension.state.wireName(), Extension.State.READY.wireName(), extension.identifier());
  }

  /** {@code POST /extension/init/error}; the extension's end then counts as that error. */
  ExtensionReply failInit(@Nullable String identifier, @Nullable String errorType) {
    return told(() -> noted(roll.failInit(identifier, errorType), ExtensionFailure.INIT_ERROR));
  }

  /** {@code POST /extension/exit/error}; the extension's end then counts as that error. */
  ExtensionReply failExit(@Nullable String identifier, @Nullable String errorType) {
    return told(() -> noted(roll.failExit(identifier, errorType), ExtensionFailure.EXIT_ERROR));
  }

  private ExtensionReply noted(ExtensionReply reply, String error) {
    if (reply instanceof ExtensionReply.Accepted && reportedError == null && !shuttingDown) {
      reportedError = error;
    }
    return reply;
  }

  /** The name of a registered extension, for the APIs that need no more than that. */
  Optional<String> nameOf(String identifier) {
    lock.lock();
    try {
      return Optional.ofNullable(roll.known(identifier)).map(Extension::name);
    } finally {
      lock.unlock();
    }
  }

  /** Returns why this header names no extension; null when it names one. */
  ExtensionReply.@Nullable Refused refusal(@Nullable String identifier) {
    ExtensionReply.Refused wrong = ExtensionReply.wrong(identifier);
    if (wrong != null) {
      return wrong;
    }
    return identifier != null && nameOf(identifier).isPresent()
        ? null
        : ExtensionReply.unknownIdentifier("extension " + identifier);
  }

  // ---- the platform's side ----

  /**
   * An external extension is about to be launched.
   *
   * @return false when it is one too many, which fails the init
   */
  public boolean expect(String name) {
    lock.lock();
    try {
      roll.add(name, true);
      if (!roll.hasTooMany()) {
        return true;
      }
    } finally {
      lock.unlock();
    }
    launchFailed(name, "TooManyExtensions", "ErrTooManyExtensions");
    return false;
  }

  /**
   * @param errorType as the log shows it, for example {@code PermissionDenied}
   * @param message for example {@code fork/exec /opt/extensions/x: permission denied}
   */
  public void launchFailed(String name, String errorType, String message) {
    lock.lock();
    try {
      roll.named(name)
          .filter(extension -> extension.state == Extension.State.STARTED)
          .ifPresent(extension -> {
            extension.state = Extension.State.LAUNCH_ERROR;
            extension.errorType = errorType;
          });
    } finally {
      lock.unlock();
    }
    fail(ExtensionFailure.LAUNCH_ERROR, message);
  }

  /** The process of an external extension has ended: a failure, unless it was told to. */
  public void exited(String name, int exitCode) {
    String type;
    lock.lock();
    try {
      Optional<Extension> extension = roll.named(name);
      if (shuttingDown) {
        extension
            .filter(each -> each.state == Extension.State.RUNNING)
            .filter(each -> each.wants(ExtensionEventType.SHUTDOWN))
            .ifPresent(each ->
                each.state =
                    exitCode == 0 ? Extension.State.EXITED : Extension.State.SHUTDOWN_FAILED);
        changed.signalAll();
        return;
      }
      type = reportedError == null ? ExtensionFailure.CRASH : reportedError;
    } finally {
      lock.unlock();
    }
    fail(type, ProcessEnd.ofExtension(exitCode));
  }

  private void fail(String type, String message) {
    ExtensionFailure first = new ExtensionFailure(type, message, System.nanoTime());
    lock.lock();
    try {
      if (failure != null || shuttingDown) {
        return;
      }
      failure = first;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    failures.accept(first);
  }

  Optional<ExtensionFailure> failure() {
    lock.lock();
    try {
      return Optional.ofNullable(failure);
    } finally {
      lock.unlock();
    }
  }

  /** The error that an extension has reported: the end of any process then counts as that. */
  public Optional<String> reportedError() {
    lock.lock();
    try {
      return Optional.ofNullable(reportedError);
    } finally {
      lock.unlock();
    }
  }

  /** Ends the waiting below, as when the runtime has ended. */
  public void cancel() {
    lock.lock();
    try {
      cancelled = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until every external extension has registered; the runtime starts then. */
  public Barrier awaitRegistered(long deadlineNanos) throws InterruptedException {
    return await(
        deadlineNanos, () -> roll.find(each -> each.state == Extension.State.STARTED).isEmpty());
  }

  /** The runtime has asked for its first event: from now on nobody can register. */
  public void closeRegistration() {
    lock.lock();
    try {
      registrationOpen = false;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until every registered extension has asked for its first event; the init is over then.
   */
  public Barrier awaitInitialised(long deadlineNanos) throws InterruptedException {
    return await(
        deadlineNanos, () -> roll.find(each -> each.state != Extension.State.READY).isEmpty());
  }

  /**
   * Returns the time in ns at which an extension asked for an event last; the least number when
   * none ever did.
   */
  public long lastReadyNanos() {
    lock.lock();
    try {
      return lastReadyNanos;
    } finally {
      lock.unlock();
    }
  }

  /** Gives the event to all that registered for INVOKE. */
  public void invoke(ExtensionEvent.Invoke event) {
    give(event, each -> each.wants(ExtensionEventType.INVOKE));
  }

  /**
   * Waits until all that got the event have asked for the next one; the invocation is over then.
   */
  public Barrier awaitIdle(long deadlineNanos) throws InterruptedException {
    return await(
        deadlineNanos,
        () ->
            roll.find(each ->
                    each.wants(ExtensionEventType.INVOKE)
                        && (each.state != Extension.State.READY || each.pending != null))
                .isEmpty());
  }

  private Barrier await(long deadlineNanos, BooleanSupplier condition) throws InterruptedException {
    lock.lock(); // an interrupt ends only what has to wait
    try {
      while (true) {
        if (failure != null) {
          return Barrier.FAILED;
        }
        if (cancelled) {
          return Barrier.CANCELLED;
        }
        if (condition.getAsBoolean()) {
          return Barrier.PASSED;
        }
        long left = deadlineNanos - System.nanoTime();
        if (left <= 0 || changed.awaitNanos(left) <= 0 && !condition.getAsBoolean()) {
          return failure != null ? Barrier.FAILED : Barrier.TIMED_OUT;
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Begins the shutdown: the end of a process is no failure from now on. */
  public void beginShutdown() {
    lock.lock();
    try {
      shuttingDown = true;
    } finally {
      lock.unlock();
    }
  }

  /** Gives the event to the external extensions that registered for SHUTDOWN. */
  public void shutDown(ExtensionEvent.Shutdown event) {
    beginShutdown();
    give(event, each -> each.isExternal() && each.wants(ExtensionEventType.SHUTDOWN));
  }

  private void give(ExtensionEvent event, Predicate<Extension> to) {
    lock.lock();
    try {
      roll.give(event, to);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether this external extension is to get the SHUTDOWN event instead of a signal. */
  public boolean wantsShutdown(String name) {
    lock.lock();
    try {
      return roll.named(name).map(each -> each.wants(ExtensionEventType.SHUTDOWN)).orElse(false);
    } finally {
      lock.unlock();
    }
  }

  /** All extensions, launched or registered, as the log shows them. */
  public List<PlatformEvent.ExtensionState> states() {
    lock.lock();
    try {
      return roll.shown();
    } finally {
      lock.unlock();
    }
  }

  /** Frees every call that waits. */
  public void end() {
    lock.lock();
    try {
      ended = true;
      cancelled = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
