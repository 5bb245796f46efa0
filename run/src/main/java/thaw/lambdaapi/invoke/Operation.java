package thaw.lambdaapi.invoke;

import java.util.Set;
import java.util.function.Consumer;
import thaw.http.Response;

/**
 * An operation of the API: how it is asked for, and who answers.
 *
 * @param name as the service model has it
 * @param template path with {@code {parameters}}; after a question mark, what the query must have
 */
public record Operation(String name, String method, String template, Handler handler) {
  /** Takes requests of one operation. */
  @FunctionalInterface
  public interface Handler {
    /**
     * @param onResponse gets the answer, once, before this method returns, perhaps on another
     *     thread
     */
    void handle(ApiRequest request, Consumer<Response> onResponse) throws InterruptedException;
  }

  /** Answers requests of one operation. */
  @FunctionalInterface
  public interface Answering {
    Response answer(ApiRequest request) throws InterruptedException;
  }

  /** The one operation of services that speak AWS's query protocol. */
  public static final String QUERY = "query";

  /** The operations for whoever has a token of an execution, or the id of a callback. */
  private static final Set<String> BY_TOKEN =
      Set.of(
          "CheckpointDurableExecution",
          "GetDurableExecutionState",
          "SendDurableExecutionCallbackSuccess",
          "SendDurableExecutionCallbackFailure",
          "SendDurableExecutionCallbackHeartbeat");

  /**
   * Returns the rights that a caller needs. An operation counts as a change unless it is known to
   * be harmless.
   */
  public Rights rights() {
    if (name.startsWith("Invoke") || BY_TOKEN.contains(name)) {
      return Rights.INVOKE;
    }
    return method.equals("GET") || name.equals(QUERY) ? Rights.READ : Rights.CHANGE;
  }

  /** Makes an operation whose requests are held to the service model before they are answered. */
  public Operation(String name, String method, String template, Answering answering) {
    this(
        name,
        method,
        template,
        (ApiRequest request, Consumer<Response> onResponse) -> {
          request.checkWithoutBody();
          onResponse.accept(answering.answer(request));
        });
  }
}
