package thaw.junit;

/**
 * Assertions on how a function failed; each returns the same object and throws an {@code
 * AssertionError} with error and log when it does not hold.
 */
public final class FailureAssert {
  private final LambdaResponse response;
  private final FunctionFailure failure;

  FailureAssert(LambdaResponse response, FunctionFailure failure) {
    this.response = response;
    this.failure = failure;
  }

  /** The failure, for assertions of another library. */
  public FunctionFailure failure() {
    return failure;
  }

  /** The class of what it threw. */
  public FailureAssert type(Class<? extends Throwable> expected) {
    return type(expected.getName());
  }

  /**
   * The error type, for example {@code java.lang.IllegalStateException} or {@code
   * Sandbox.Timedout}.
   */
  public FailureAssert type(String expected) {
    if (!failure.type().equals(expected)) {
      throw response.failed("error type", expected, failure.type());
    }
    return this;
  }

  /** The message contains the text. */
  public FailureAssert messageContains(String text) {
    if (!failure.message().contains(text)) {
      throw response.failed("the message does not contain <" + text + ">");
    }
    return this;
  }

  /** An entry of the function's log contains the text. */
  public FailureAssert logContains(String text) {
    if (response.log().stream().noneMatch(line -> line.contains(text))) {
      throw response.failed("no line of the log contains <" + text + ">");
    }
    return this;
  }
}
