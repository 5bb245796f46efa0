package thaw.runtime.retry;

/** No attempt has succeeded. */
public final class RetryException extends RuntimeException {
  private static final long serialVersionUID = 1;
  private static final long NANOS_PER_MILLI = 1_000_000;

  RetryException(Outcome<?> outcome) {
    super(
        "no success in "
            + outcome.attempts()
            + " attempts and "
            + outcome.elapsedNanos() / NANOS_PER_MILLI
            + " ms: "
            + outcome.end(),
        outcome.failure());
  }
}
