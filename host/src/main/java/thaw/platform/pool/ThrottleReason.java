package thaw.platform.pool;

/**
 * Which limit refused a request.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html">Lambda
 *     function scaling</a>
 */
public enum ThrottleReason {
  /** As many requests of the function run as are reserved for it. */
  RESERVED_CONCURRENCY("ReservedFunctionConcurrentInvocationLimitExceeded"),

  /** As many requests run as the account allows to functions without a reservation. */
  ACCOUNT_CONCURRENCY("ConcurrentInvocationLimitExceeded"),

  /** On managed instances: every environment has as many requests as it takes at a time. */
  ENVIRONMENT_CONCURRENCY("ConcurrentInvocationLimitExceeded");

  private final String lambdaName;

  ThrottleReason(String lambdaName) {
    this.lambdaName = lambdaName;
  }

  /** As clients see it. */
  public String lambdaName() {
    return lambdaName;
  }
}
