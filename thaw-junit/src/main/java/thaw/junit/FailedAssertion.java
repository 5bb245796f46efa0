package thaw.junit;

import org.jspecify.annotations.Nullable;
import org.opentest4j.AssertionFailedError;
import thaw.program.ThawException;

/** Failed assertions, with all that helps to understand them. */
final class FailedAssertion {
  private FailedAssertion() {}

  static AssertionFailedError of(String problem, LambdaResponse response) {
    return new AssertionFailedError(text(problem, response));
  }

  /** For IDEs, which show the difference. */
  static AssertionFailedError of(
      String what, @Nullable Object expected, @Nullable Object actual, LambdaResponse response) {
    return new AssertionFailedError(
        text(what + " should be <" + expected + "> and is <" + actual + ">", response),
        expected,
        actual);
  }

  private static String text(String problem, LambdaResponse response) {
    String line = System.lineSeparator();
    return response.function()
        + ": "
        + problem
        + line
        + response
        + line
        + "its log:"
        + line
        + log(response, line);
  }

  private static String log(LambdaResponse response, String line) {
    try {
      return String.join(line, response.log());
    } catch (ThawException e) {
      return "(not known: " + e.getMessage() + ")";
    }
  }
}
