package thaw.junit;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import thaw.junit.program.HandlerJson;

/**
 * Assertions on what a function returned; each returns the same object and throws an {@code
 * AssertionError} with response and log when it does not hold.
 */
public final class ResponseAssert {
  private final LambdaResponse response;

  ResponseAssert(LambdaResponse response) {
    this.response = response;
  }

  /** The response, for assertions of another library. */
  public LambdaResponse response() {
    return response;
  }

  /** The member {@code statusCode} of a response to an API. */
  public ResponseAssert statusCode(int expected) {
    Object status = member("statusCode");
    int actual = status instanceof Number number ? number.intValue() : -1;
    return equal("statusCode", expected, status == null ? null : actual);
  }

  /** The member {@code body} of a response to an API. */
  public ResponseAssert body(String expected) {
    return equal("body", expected, member("body"));
  }

  /** A member of {@code headers}, whatever its case, of a response to an API. */
  public ResponseAssert header(String name, String expected) {
    Map<String, @Nullable Object> headers = HandlerJson.object(member("headers"));
    return equal(
        "header " + name,
        expected,
        headers.entrySet().stream()
            .filter(header -> header.getKey().equalsIgnoreCase(name))
            .map(Map.Entry::getValue)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null));
  }

  /**
   * The whole response, as JSON: the order of members and white space do not matter.
   *
   * @param json for example {@code {"id": 7}}
   */
  public ResponseAssert json(String json) {
    return equal(
        "the response",
        HandlerJson.read(json.getBytes(java.nio.charset.StandardCharsets.UTF_8), Object.class),
        response.json());
  }

  /** An entry of the function's log contains the text. */
  public ResponseAssert logContains(String text) {
    if (response.log().stream().noneMatch(line -> line.contains(text))) {
      throw response.failed("no line of the log contains <" + text + ">");
    }
    return this;
  }

  /** Expects that the invocation had such a start: what had to be done before it could begin. */
  public ResponseAssert start(StartKind expected) {
    return equal("start", expected, response.start());
  }

  /**
   * The environment had used at most this much memory, in MiB, as in REPORT. Holds where the
   * machine does not tell.
   */
  public ResponseAssert memoryAtMost(int mebibytes) {
    int used = response.report().maxMemoryMiB();
    if (used > mebibytes) {
      throw response.failed(
          "the memory used should be at most " + mebibytes + " MiB and is " + used + " MiB");
    }
    return this;
  }

  private @Nullable Object member(String name) {
    return HandlerJson.object(response.json()).get(name);
  }

  private ResponseAssert equal(String what, @Nullable Object expected, @Nullable Object actual) {
    if (!Objects.equals(expected, actual)) {
      throw response.failed(what, expected, actual);
    }
    return this;
  }
}
