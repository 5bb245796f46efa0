package thaw.pool;

import java.util.Optional;

/**
 * Tells which limit refused a request.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html">Lambda
 *     function scaling</a>
 */
public enum ThrottleReason {
  /** The function has as many running requests as are reserved for it. */
  RESERVED_CONCURRENCY("ReservedFunctionConcurrentInvocationLimitExceeded"),

  /**
   * There are as many running requests as the account allows to functions without a reservation.
   */
  ACCOUNT_CONCURRENCY("ConcurrentInvocationLimitExceeded"),

  /** Every environment on managed instances has as many requests as it takes at a time. */
  ENVIRONMENT_CONCURRENCY("ConcurrentInvocationLimitExceeded"),

  /**
   * The environments on managed instances use too much of their vCPUs. AWS has no reason of its own
   * for clients.
   */
  ENVIRONMENT_CPU("ConcurrentInvocationLimitExceeded"),

  /** The environments on managed instances use too much of their memory. */
  ENVIRONMENT_MEMORY("ConcurrentInvocationLimitExceeded");

  private final String lambdaName;

  ThrottleReason(String lambdaName) {
    this.lambdaName = lambdaName;
  }

  /**
   * Returns the metric of AWS for managed instances that counts it, in the words of Prometheus:
   * {@code cpu} for {@code CPUThrottles}.
   */
  public Optional<String> metric() {
    return switch (this) {
      case ENVIRONMENT_CONCURRENCY -> Optional.of("concurrency");
      case ENVIRONMENT_CPU -> Optional.of("cpu");
      case ENVIRONMENT_MEMORY -> Optional.of("memory");
      case RESERVED_CONCURRENCY, ACCOUNT_CONCURRENCY -> Optional.empty();
    };
  }

  /** Returns the reason in words for people. */
  public String words() {
    return switch (this) {
      case RESERVED_CONCURRENCY -> "its reserved concurrency is in use";
      case ACCOUNT_CONCURRENCY -> "the account's concurrency is in use";
      case ENVIRONMENT_CONCURRENCY -> "its environments have as many requests as they take";
      case ENVIRONMENT_CPU -> "its environments have requests and too little CPU for more";
      case ENVIRONMENT_MEMORY -> "its environments have requests and too little memory for more";
    };
  }

  /** Returns the reason as clients see it. */
  public String lambdaName() {
    return lambdaName;
  }
}
