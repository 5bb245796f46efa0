package thaw.junit.durable;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.opentest4j.AssertionFailedError;
import thaw.junit.program.HandlerJson;

/** How an execution of a durable function has ended. */
public final class DurableResult {
  private final DurableExecution execution;
  private final String status;
  private final Map<String, @Nullable Object> told;

  /**
   * Tells how it failed.
   *
   * @param type as the function or the engine names it
   * @param message may be empty
   * @param stackTrace may be empty
   */
  public record Failure(String type, String message, List<String> stackTrace) {
    public Failure {
      stackTrace = List.copyOf(stackTrace);
    }
  }

  DurableResult(DurableExecution execution, String status, Map<String, @Nullable Object> told) {
    this.execution = execution;
    this.status = status;
    this.told = told;
  }

  /** The execution, for its history and its operations. */
  public DurableExecution execution() {
    return execution;
  }

  /** Returns {@code SUCCEEDED}, {@code FAILED}, {@code TIMED_OUT} or {@code STOPPED}. */
  public String status() {
    return status;
  }

  /** What the function has returned, as text: JSON; empty when it returned nothing. */
  public String text() {
    return HandlerJson.text(told, "Result");
  }

  /**
   * What the function has returned, as Lambda's Java runtime reads events.
   *
   * @throws AssertionError when it did not succeed, or returned nothing
   */
  public <T> T as(Class<T> type) {
    assertSucceeded();
    Object value = HandlerJson.read(text().getBytes(StandardCharsets.UTF_8), type);
    if (value == null) {
      throw failed("null was returned, and not a " + type.getName());
    }
    return type.cast(value);
  }

  /** Tells how it failed; empty when it has succeeded. */
  public Optional<Failure> failure() {
    Map<String, @Nullable Object> error = HandlerJson.object(told.get("Error"));
    return status.equals("SUCCEEDED")
        ? Optional.empty()
        : Optional.of(
            new Failure(
                HandlerJson.text(error, "ErrorType"),
                HandlerJson.text(error, "ErrorMessage"),
                HandlerJson.list(error.get("StackTrace")).stream().map(String::valueOf).toList()));
  }

  /**
   * It has succeeded.
   *
   * @throws AssertionError with its error and its operations when it has not
   */
  public DurableResult assertSucceeded() {
    if (!status.equals("SUCCEEDED")) {
      throw failed("it should have succeeded");
    }
    return this;
  }

  /**
   * It has failed, timed out or was stopped.
   *
   * @throws AssertionError with its result when it has succeeded
   */
  public Failure assertFailed() {
    return failure().orElseThrow(() -> failed("it should have failed"));
  }

  private AssertionFailedError failed(String problem) {
    return new AssertionFailedError(
        String.join(
            System.lineSeparator(),
            execution + ": " + problem,
            toString(),
            "its operations: " + execution.operations()));
  }

  @Override
  public String toString() {
    return status + failure().map(each -> ": " + each).orElse(": " + text());
  }
}
