package thaw.load;

/** A way for requests to reach what is loaded. */
public interface Transport extends AutoCloseable {
  /** Prepares a request before it is due. The generator's thread calls it. */
  void prepare(Shot shot);

  /**
   * Sends the request now, or, where there is no free way, as soon as there is one: it is never
   * dropped. Called by the generator's thread, which must not wait here.
   */
  void send(Shot shot);

  /** Threads that work for the generator: what they need tells whether it is at its limit. */
  default java.util.List<Thread> threads() {
    return java.util.List.of();
  }

  /** Requests under way fail as {@link Failure.Kind#UNANSWERED}. */
  @Override
  void close();
}
