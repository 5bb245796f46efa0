package thaw.runtime.background;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Decides when events are sent, how many are kept, and what becomes of those that find no room.
 * Each {@code flush...} adds an occasion; without any, they are sent when {@link
 * BackgroundWork#flush} is called, or for want of room. It is not for several threads.
 */
public final class Policy {
  final Sink sink;
  long beforeNanos;
  long afterNanos;
  long shutdownNanos;
  int size = Integer.MAX_VALUE;
  long ageNanos = Long.MAX_VALUE;
  boolean failIncomplete;
  int events = 10_000;
  long bytes = 4 << 20;
  int batchEvents = 500;
  int batchBytes = 256 << 10;
  Overflow overflow = Overflow.BLOCK;
  long blockNanos = Duration.ofMillis(100).toNanos();
  long graceMillis = 1000;
  String name = "thaw-background";
  @Nullable String api;
  LossNotices notices = new StandardError();

  Policy(Sink sink) {
    this.sink = sink;
  }

  /**
   * Each invocation ends with a flush on the handler's thread: the caller waits for it, and what
   * was published has arrived when he is answered, whatever becomes of the environment.
   *
   * @param budget how long it may take; less when the invocation has less left
   */
  public Policy flushBeforeResponse(Duration budget) {
    beforeNanos = positive(budget);
    return this;
  }

  /**
   * Each invocation that has not delivered all in its budget fails, so that its caller tries again
   * ({@link UndeliveredException}); the events are kept nevertheless. Without this it succeeds, and
   * the notices say what remains.
   */
  public Policy failIncomplete() {
    failIncomplete = true;
    return this;
  }

  /**
   * Each invocation is followed by a flush on the thread of an internal extension, which holds the
   * freeze meanwhile, or of {@code thaw.runtime.Main}: the caller does not wait for it, and its
   * time is billed. Together with {@link #flushBeforeResponse} for what that leaves. Where no
   * extension can be registered, and in invocations it does not hold, the flush is before the
   * response.
   *
   * @param budget how long it may take; less when the invocation has less left
   */
  public Policy flushAfterResponse(Duration budget) {
    afterNanos = positive(budget);
    return this;
  }

  /**
   * A flush when the JVM ends in an orderly way. Lambda sends SIGTERM only to functions that have
   * an extension, so an internal one is registered; it has 150 ms then, or 600 ms where there are
   * external ones (30 % of 500 and of 2,000), and nothing at all when the process is killed.
   *
   * @param budget how long it may take, for example 120 ms
   */
  public Policy flushOnShutdown(Duration budget) {
    shutdownNanos = positive(budget);
    return this;
  }

  /** A flush by a thread of its own as soon as there are so many events; it stands while frozen. */
  public Policy flushAtSize(int count) {
    size = positive(count);
    return this;
  }

  /** A flush by a thread of its own when the oldest event is so old; it stands while frozen. */
  public Policy flushAtAge(Duration age) {
    ageNanos = positive(age);
    return this;
  }

  /**
   * Returns this policy with limits of what is kept, the batch on its way not counted. The default
   * is 10,000 events and 4 MiB.
   *
   * @param mostEvents at least 1
   * @param mostBytes at least 1; a larger event is never accepted
   */
  public Policy capacity(int mostEvents, long mostBytes) {
    events = positive(mostEvents);
    if (mostBytes <= 0) {
      throw new IllegalArgumentException("must be more than 0: " + mostBytes);
    }
    bytes = mostBytes;
    return this;
  }

  /**
   * Returns this policy with limits of a batch. The default is 500 events and 256 KiB. A larger
   * event is a batch of its own.
   */
  public Policy batches(int mostEvents, int mostBytes) {
    batchEvents = positive(mostEvents);
    batchBytes = positive(mostBytes);
    return this;
  }

  /**
   * Returns this policy with what becomes of an event that finds no room. The default is {@link
   * Overflow#BLOCK} for 100 ms.
   *
   * @param wait how long {@link Overflow#BLOCK} may take; of no meaning for the others
   */
  public Policy overflow(Overflow what, Duration wait) {
    overflow = what;
    blockNanos = positive(wait);
    return this;
  }

  /**
   * Returns this policy with the listener that is told of events that are lost or late. The default
   * writes a line to standard error.
   */
  public Policy notices(LossNotices told) {
    notices = told;
    return this;
  }

  /**
   * The extension's: its name, which no other one of the function has, {@code thaw-background} by
   * default, and how long an invocation is held of which no handler says that it has begun, a
   * second by default.
   */
  public Policy extension(String uniqueName, Duration grace) {
    name = uniqueName;
    graceMillis = positive(grace) / 1_000_000;
    return this;
  }

  /** Host and port in place of {@code AWS_LAMBDA_RUNTIME_API}. */
  Policy api(String address) {
    api = address;
    return this;
  }

  /**
   * Begins to take events. Registers the extension, so call it while the function is initialised. A
   * policy is started once, and must not be changed after that.
   */
  public BackgroundWork start() {
    return new BackgroundWork(this).started();
  }

  private static long positive(Duration duration) {
    long nanos = duration.toNanos();
    if (nanos <= 0) {
      throw new IllegalArgumentException("must be more than 0: " + duration);
    }
    return nanos;
  }

  private static int positive(int count) {
    if (count <= 0) {
      throw new IllegalArgumentException("must be more than 0: " + count);
    }
    return count;
  }
}
