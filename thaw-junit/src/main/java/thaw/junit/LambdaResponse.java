package thaw.junit;

import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.opentest4j.AssertionFailedError;
import thaw.junit.program.HandlerJson;
import thaw.junit.program.LambdaClient;
import thaw.program.ThawException;

/**
 * The response of an invocation: what the function has returned, or how it failed, and what the
 * platform tells of the invocation.
 */
public final class LambdaResponse {
  /** The longest time that the end of the invocation may take to reach the file of events. */
  private static final Duration REPORT = Duration.ofSeconds(20);

  private final String function;
  private final LambdaClient.Answer answer;
  private final Function<Duration, FunctionInvocation> source;
  private @Nullable FunctionInvocation invocation;

  /**
   * @param source waits for the end of the invocation, as long as it is told
   */
  LambdaResponse(
      String function, LambdaClient.Answer answer, Function<Duration, FunctionInvocation> source) {
    this.function = function;
    this.answer = answer;
    this.source = source;
  }

  /** The name of the function. */
  public String function() {
    return function;
  }

  /** Returns the id of the request, which the function's log has, too. */
  public String requestId() {
    return answer.requestId();
  }

  /** Returns whether the function returned. */
  public boolean isSuccess() {
    return !answer.failed();
  }

  /** The payload as text: JSON, unless the function wrote something else. */
  public String text() {
    return new String(answer.payload(), StandardCharsets.UTF_8);
  }

  /** A copy of the payload. */
  public byte[] bytes() {
    return answer.payload().clone();
  }

  /**
   * The payload as {@code Map}, {@code List}, {@code String}, {@code Number}, {@code Boolean}, or
   * null.
   *
   * @throws AssertionError when it is no JSON
   */
  public @Nullable Object json() {
    return read(Object.class);
  }

  /**
   * The payload as an object, as Lambda's Java runtime reads events.
   *
   * @param type a POJO, record, collection, or a type of aws-lambda-java-events
   * @throws AssertionError when the payload is null or no JSON of this type
   */
  public <T> T as(Class<T> type) {
    Object value = read(type);
    if (value == null) {
      throw failed("null was returned, and not a " + type.getName());
    }
    return type.cast(value);
  }

  private @Nullable Object read(Type type) {
    try {
      return HandlerJson.read(answer.payload(), type);
    } catch (RuntimeException e) {
      throw failed("the response is not JSON of " + type.getTypeName() + ": " + e);
    }
  }

  /** Tells how the function failed; it is empty when the function returned. */
  public Optional<FunctionFailure> failure() {
    if (!answer.failed()) {
      return Optional.empty();
    }
    Map<String, @Nullable Object> error = HandlerJson.object(json());
    return Optional.of(
        new FunctionFailure(
            HandlerJson.text(error, "errorType"),
            HandlerJson.text(error, "errorMessage"),
            HandlerJson.list(error.get("stackTrace")).stream().map(String::valueOf).toList()));
  }

  /**
   * Returns what the platform tells of the invocation. It waits until the invocation has ended,
   * which is a little after the response.
   *
   * @throws ThawException when its end was not told, as the program has ended meanwhile, or the
   *     thread was interrupted
   */
  public FunctionInvocation invocation() {
    return invocation(REPORT);
  }

  /**
   * The same.
   *
   * @param patience zero for what has been told already
   */
  synchronized FunctionInvocation invocation(Duration patience) {
    FunctionInvocation known = invocation;
    if (known == null) {
      known = source.apply(patience);
      invocation = known;
    }
    return known;
  }

  /** Returns {@link FunctionInvocation#start()} of {@link #invocation()}. */
  public StartKind start() {
    return invocation().start();
  }

  /** Returns {@link FunctionInvocation#report()} of {@link #invocation()}. */
  public ReportFigures report() {
    return invocation().report();
  }

  /** Returns {@link FunctionInvocation#log()} of {@link #invocation()}. */
  public List<String> log() {
    return invocation().log();
  }

  /**
   * The function returned.
   *
   * @return further assertions
   * @throws AssertionError with its error and its log when it failed
   */
  public ResponseAssert assertSucceeded() {
    if (answer.failed()) {
      throw failed("it failed");
    }
    return new ResponseAssert(this);
  }

  /**
   * The function failed.
   *
   * @return further assertions
   * @throws AssertionError with its response when it returned
   */
  public FailureAssert assertFailed() {
    return new FailureAssert(this, failure().orElseThrow(() -> failed("it should have failed")));
  }

  /** An assertion that did not hold, with all that helps to understand it. */
  AssertionFailedError failed(String problem) {
    return new AssertionFailedError(explained(problem));
  }

  /** Returns the same with both values, of which IDEs show the difference. */
  AssertionFailedError failed(String what, @Nullable Object expected, @Nullable Object actual) {
    return new AssertionFailedError(
        explained(what + " should be <" + expected + "> and is <" + actual + ">"),
        expected,
        actual);
  }

  private String explained(String problem) {
    return String.join(
        System.lineSeparator(), function + ": " + problem, toString(), "its log:", knownLog());
  }

  private String knownLog() {
    try {
      return String.join(System.lineSeparator(), log());
    } catch (ThawException e) {
      return "(not known: " + e.getMessage() + ")";
    }
  }

  @Override
  public String toString() {
    return function + (answer.failed() ? " failed: " : " returned: ") + text();
  }
}
