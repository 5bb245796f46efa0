package thaw.platform.record;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A function as callers name it: by a name, an ARN or a part of one, with or without a version or
 * alias.
 */
public record NamedFunction(
    Optional<String> region, Optional<String> account, String name, Optional<String> qualifier) {
  /** The pattern of the API's service model. */
  private static final Pattern FORM =
      Pattern.compile(
          "(?:arn:(?:aws[a-zA-Z-]*)?:lambda:)?"
              + "(?:((?:eusc-)?[a-z]{2}(?:(?:-gov)|(?:-iso(?:[a-z]?)))?-[a-z]+-\\d{1}):)?"
              + "(?:(\\d{12}):)?(?:function:)?([a-zA-Z0-9-_\\.]+)"
              + "(?::(\\$LATEST(?:\\.PUBLISHED)?|[a-zA-Z0-9-_]+))?");

  /** Returns nothing of a text that is none of them. */
  public static Optional<NamedFunction> parse(String written) {
    Matcher matcher = FORM.matcher(written);
    return matcher.matches()
        ? Optional.of(
            new NamedFunction(
                Optional.ofNullable(matcher.group(1)),
                Optional.ofNullable(matcher.group(2)),
                matcher.group(3),
                Optional.ofNullable(matcher.group(4))))
        : Optional.empty();
  }
}
