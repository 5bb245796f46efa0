package thaw.junit.program;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import thaw.program.ThawException;

/** Invocations over the Lambda API. */
public final class LambdaClient {
  /**
   * The longest wait for a response, which is longer than a function's start and the longest
   * timeout that it can have, 900 s.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(1_000);

  private static final String DO_AS_SAID = "do what the answer says";

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String url;
  private volatile Supplier<Optional<ThawException>> reasons = Optional::empty;

  /**
   * @param url of the API
   */
  public LambdaClient(String url) {
    this.url = url;
  }

  /**
   * Names who knows why requests fail.
   *
   * @param reasons tells why requests fail, when the program has ended
   */
  public void onFailure(Supplier<Optional<ThawException>> reasons) {
    this.reasons = reasons;
  }

  /**
   * A response of the Lambda API.
   *
   * @param failed whether the payload is a function's error
   */
  @SuppressWarnings("ArrayRecordComponent") // one owner, who copies
  public record Answer(String requestId, boolean failed, byte[] payload) {}

  /**
   * Invokes a function.
   *
   * @param type {@code RequestResponse} or {@code Event}
   * @throws ThawException when the function was not invoked
   */
  public Answer invoke(String function, String type, byte[] event) {
    HttpResponse<byte[]> response = sent(function, invocation(function, "", type, event).build());
    if (response.statusCode() >= 300) {
      throw refused(
          "did not invoke " + function,
          response,
          response.statusCode() == 429
              ? "give the function or the application more concurrency"
              : DO_AS_SAID);
    }
    return new Answer(
        response.headers().firstValue("x-amzn-RequestId").orElse(""),
        response.headers().firstValue("X-Amz-Function-Error").isPresent(),
        response.body());
  }

  /**
   * Starts an execution of a durable function.
   *
   * @param name by which the same start is known again; empty for none
   * @return its ARN
   * @throws ThawException when it was not started
   */
  public String start(String function, String name, byte[] event) {
    HttpRequest.Builder request =
        invocation(function, "?Qualifier=" + encoded("$LATEST"), "Event", event);
    if (!name.isEmpty()) {
      request.header("X-Amz-Durable-Execution-Name", name);
    }
    HttpResponse<byte[]> response = sent(function, request.build());
    return response
        .headers()
        .firstValue("X-Amz-Durable-Execution-Arn")
        .filter(arn -> response.statusCode() < 300)
        .orElseThrow(() ->
            refused(
                "started no execution of " + function,
                response,
                response.statusCode() < 300
                    ? "give the function a DurableConfig in the template"
                    : DO_AS_SAID));
  }

  private HttpRequest.Builder invocation(String function, String query, String type, byte[] event) {
    return HttpRequest.newBuilder(
            URI.create(url + "/2015-03-31/functions/" + encoded(function) + "/invocations" + query))
        .timeout(PATIENCE)
        .header("X-Amz-Invocation-Type", type)
        .POST(HttpRequest.BodyPublishers.ofByteArray(event));
  }

  private static ThawException refused(String what, HttpResponse<byte[]> response, String remedy) {
    return new ThawException(
        "thaw %s: %d %s".formatted(what, response.statusCode(), text(response)), remedy);
  }

  /**
   * Asks for something about durable executions.
   *
   * @param path below the API's version
   * @throws ThawException when it was refused
   */
  public String get(String path) {
    return text(durable(path, HttpRequest.newBuilder().GET()));
  }

  /**
   * Changes something about durable executions.
   *
   * @throws ThawException when it was refused
   */
  public void post(String path, byte[] body) {
    durable(path, HttpRequest.newBuilder().POST(HttpRequest.BodyPublishers.ofByteArray(body)));
  }

  private HttpResponse<byte[]> durable(String path, HttpRequest.Builder request) {
    HttpResponse<byte[]> response =
        sent(
            "a durable execution",
            request.uri(URI.create(url + "/2025-12-01/" + path)).timeout(PATIENCE).build());
    if (response.statusCode() >= 300) {
      throw refused("refused " + path, response, DO_AS_SAID);
    }
    return response;
  }

  private static String text(HttpResponse<byte[]> response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  /** Returns a name as a part of a path. */
  public static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8);
  }

  private HttpResponse<byte[]> sent(String function, HttpRequest request) {
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofByteArray());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ThawException(
          "the test was interrupted while " + function + " ran",
          "give the test more time, or the function less: its Timeout",
          e);
    } catch (IOException e) {
      throw reasons
          .get()
          .orElseGet(() ->
              new ThawException(
                  "the connection to thaw failed while " + function + " ran: " + e,
                  "run the test again; thaw doctor says what this machine lacks",
                  e));
    }
  }
}
