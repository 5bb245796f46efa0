package thaw.load.http;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import thaw.load.Failure;

/**
 * Tells what a response must be to count as one.
 *
 * @param statuses that are right; empty: every 2xx
 * @param body must be found in the body, read as UTF-8
 */
public record Expectation(Set<Integer> statuses, Optional<Pattern> body) {
  private static final int TOO_MANY_REQUESTS = 429;

  public static final Expectation SUCCESS = new Expectation(Set.of(), Optional.empty());

  public Expectation {
    statuses = Set.copyOf(statuses);
  }

  /** Returns whether bodies must be kept. */
  public boolean readsBody() {
    return body.isPresent();
  }

  /**
   * Returns what is wrong with a response, if anything is.
   *
   * @param functionError the header {@code X-Amz-Function-Error}, which Lambda sends with status
   *     200
   */
  public Optional<Failure> check(int status, Optional<String> functionError, byte[] answer) {
    if (statuses.isEmpty() ? status / 100 != 2 : !statuses.contains(status)) {
      Failure.Kind kind =
          status == TOO_MANY_REQUESTS ? Failure.Kind.THROTTLED : Failure.Kind.STATUS;
      return Optional.of(new Failure(kind, "status " + status));
    }
    if (functionError.isPresent()) {
      return Optional.of(
          new Failure(Failure.Kind.FUNCTION_ERROR, "function error " + functionError.get()));
    }
    if (body.isPresent()
        && !body.get().matcher(new String(answer, StandardCharsets.UTF_8)).find()) {
      return Optional.of(new Failure(Failure.Kind.BODY, "a body without " + body.get().pattern()));
    }
    return Optional.empty();
  }
}
