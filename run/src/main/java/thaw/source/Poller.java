package thaw.source;

/** Polls the source of one mapping. */
interface Poller {
  /**
   * Polls until {@link #stop}; returns when nothing is under way.
   *
   * @param ready run once, when what comes from now on will be seen
   */
  void run(Runnable ready) throws InterruptedException;

  /** No more batch is begun; one that a function has is awaited. Any thread may call. */
  void stop();
}
