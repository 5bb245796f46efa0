package thaw.load;

import org.jspecify.annotations.Nullable;

/**
 * One request of a schedule and when what happened to it, in nanoseconds of {@link
 * System#nanoTime}.
 *
 * <p>The generator's thread makes it and hands it to a transport; whoever has it then says {@link
 * #sent} once and {@link #answered} or {@link #failed} once. Threads hand it over safely.
 */
public final class Shot {
  private final long number;
  private final long due;
  private final long inRun;
  private final LoadRecording recording;
  private byte @Nullable [] request;
  private long ready;
  private long sent;
  private boolean ended; // guarded by the recording's lock

  /**
   * @param due of {@link System#nanoTime}
   * @param inRun the same moment in the schedule
   */
  public Shot(long number, long due, long inRun, LoadRecording recording) {
    this.number = number;
    this.due = due;
    this.inRun = inRun;
    this.recording = recording;
  }

  /**
   * Returns the request's place in the order of the schedule, from 0; the same in each repetition
   * of it.
   */
  public long number() {
    return number;
  }

  long due() {
    return due;
  }

  /** Returns when the request is due, in nanoseconds from the schedule's begin. */
  long inRun() {
    return inRun;
  }

  /** Returns the request that the transport has prepared to send. */
  public byte[] request() {
    if (request == null) {
      throw new IllegalStateException("request " + number + " was not prepared");
    }
    return request;
  }

  public void prepared(byte[] bytes) {
    request = bytes;
  }

  /** The generator has come to it: what it is late is the generator's own fault. */
  void ready(long nanos) {
    ready = nanos;
  }

  long readyNanos() {
    return ready;
  }

  /** All ways to send it were busy when it was due. */
  public void waits() {
    recording.waited();
  }

  /** Its first byte is about to leave. Only the first of several calls counts. */
  public void sent() {
    sent(System.nanoTime());
  }

  /**
   * The same.
   *
   * @param nanos when its first byte left
   */
  public void sent(long nanos) {
    if (sent == 0) {
      sent = nanos;
      recording.sent(nanos);
    }
  }

  /** Returns when the request's first byte left; 0 when it has not. */
  public long sentNanos() {
    return sent;
  }

  /** Returns whether this is its first end: a time-out and an answer may meet. */
  boolean end() {
    boolean first = !ended;
    ended = true;
    return first;
  }

  /** The whole answer is here, and as expected. */
  public void answered() {
    recording.answered(this, sent, System.nanoTime());
  }

  /** It will have no such answer. */
  public void failed(Failure failure) {
    recording.failed(this, sent, System.nanoTime(), failure);
  }
}
