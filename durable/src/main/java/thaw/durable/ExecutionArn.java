package thaw.durable;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of an execution for everybody:
 *
 * <pre>arn:aws:lambda:REGION:ACCOUNT:function:FUNCTION:VERSION/durable-execution/NAME/ID</pre>
 *
 * @param id unique, and grows with the time of the execution's start
 */
public record ExecutionArn(
    String region, String account, String function, String version, String name, String id) {
  private static final Pattern FORM =
      Pattern.compile(
          "arn:[a-zA-Z0-9-]+:lambda:([a-zA-Z0-9-]+):(\\d{12}):function:([a-zA-Z0-9_-]+)"
              + ":(\\$LATEST(?:\\.PUBLISHED)?|[0-9]+)/durable-execution/([a-zA-Z0-9_-]+)"
              + "/([a-zA-Z0-9_-]+)");

  /** Returns empty when the text is none. */
  public static Optional<ExecutionArn> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    return matcher.matches()
        ? Optional.of(
            new ExecutionArn(
                matcher.group(1),
                matcher.group(2),
                matcher.group(3),
                matcher.group(4),
                matcher.group(5),
                matcher.group(6)))
        : Optional.empty();
  }

  /** Returns the ARN of the version that the execution runs. */
  public String functionArn() {
    return "arn:aws:lambda:%s:%s:function:%s:%s".formatted(region, account, function, version);
  }

  @Override
  public String toString() {
    return functionArn() + "/durable-execution/" + name + "/" + id;
  }
}
