package thaw.platform.async;

/** The reason why an event has come to its end. */
enum EndCondition {
  SUCCESS("Success"),
  RETRIES_EXHAUSTED("RetriesExhausted"),
  EVENT_AGE_EXCEEDED("EventAgeExceeded"),
  ZERO_RESERVED_CONCURRENCY("ZeroReservedConcurrency");

  /** The version that runs when nobody names one. */
  static final String LATEST = "$LATEST";

  private final String lambdaName;

  EndCondition(String lambdaName) {
    this.lambdaName = lambdaName;
  }

  /** Returns the name of the condition in records. */
  String lambdaName() {
    return lambdaName;
  }
}
