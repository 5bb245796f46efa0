package thaw.runtime.retry;

/** Random numbers, so that callers that failed together do not come back together. */
public interface Jitter {
  /**
   * Returns any number of a range, each as likely as the others.
   *
   * @param bound more than 0
   * @return 0 to bound - 1
   */
  long below(long bound);
}
