package thaw.gateway.invoke;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import thaw.function.Region;
import thaw.function.constraint.Constraint;

/**
 * Tells which function a caller means, and which version of it.
 *
 * @param qualifier version or alias; absent when the caller named none
 */
public record FunctionReference(String name, Optional<String> qualifier) {
  /** The pattern of the API's service model; its groups are region, account, name, qualifier. */
  private static final Pattern FORM =
      Pattern.compile(
          "(?:arn:(?:aws[a-zA-Z-]*)?:lambda:)?"
              + "(?:((?:eusc-)?[a-z]{2}(?:(?:-gov)|(?:-iso(?:[a-z]?)))?-[a-z]+-\\d{1}):)?"
              + "(?:(\\d{12}):)?(?:function:)?([a-zA-Z0-9-_\\.]+)"
              + "(?::(\\$LATEST(?:\\.PUBLISHED)?|[a-zA-Z0-9-_]+))?");

  /** The same as AWS spells it in its message. */
  private static final Constraint SHOWN_FORM =
      Constraint.matches(
          "(arn:(aws[a-zA-Z-]*)?:lambda:)?"
              + "((eusc-)?[a-z]{2}((-gov)|(-iso([a-z]?)))?-[a-z]+-\\d{1}:)?"
              + "(\\d{12}:)?(function:)?([a-zA-Z0-9-_\\.]+)"
              + "(:(\\$LATEST(\\.PUBLISHED)?|[a-zA-Z0-9-_]+))?");

  private static final int LONGEST = 256;
  private static final int LONGEST_QUALIFIER = 128;
  private static final Constraint QUALIFIER =
      Constraint.matches("\\$(LATEST(\\.PUBLISHED)?)|[a-zA-Z0-9-_$]+");
  private static final String LATEST = "$LATEST";

  /**
   * @param written a name, an ARN or a part of one, with or without a qualifier
   * @param queried the query parameter {@code Qualifier}
   * @throws ApiError.Refusal when it is none of them, or means a place that is not here
   */
  public static FunctionReference of(String written, Optional<String> queried) {
    if (queried.isEmpty() && isPlainName(written)) {
      return new FunctionReference(written, Optional.empty());
    }
    Matcher matcher = FORM.matcher(written);
    Input path = Input.empty();
    queried.ifPresent(
        value -> path.check(value, "qualifier", Constraint.atMost(LONGEST_QUALIFIER), QUALIFIER));
    path.check(written, "functionName", Constraint.atMost(LONGEST), SHOWN_FORM);
    path.requireValid();
    if (!matcher.matches()) {
      throw new IllegalStateException("two forms of one pattern differ: " + written);
    }
    Optional<String> inName = Optional.ofNullable(matcher.group(4));
    if (inName.isPresent() && queried.isPresent() && !inName.equals(queried)) {
      throw ApiError.invalidParameter(
              "The derived qualifier from the function name does not match the specified qualifier.")
          .refusal();
    }
    requireHere(matcher.group(1), matcher.group(2), written);
    return new FunctionReference(matcher.group(3), inName.or(() -> queried));
  }

  /** Returns whether it is a plain name: most requests have one, and need no regular expression. */
  private static boolean isPlainName(String written) {
    for (int i = 0; i < written.length(); i++) {
      char c = written.charAt(i);
      boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
      if (!letter && !(c >= '0' && c <= '9') && c != '-' && c != '_') {
        return false;
      }
    }
    return !written.isEmpty() && written.length() <= LONGEST;
  }

  private static void requireHere(
      @Nullable String region, @Nullable String account, String written) {
    String here = Region.own();
    if (region != null && !region.equals(here)) {
      throw ApiError.notFound(
              "Functions from '%s' are not reachable in this region ('%s')".formatted(region, here))
          .refusal();
    }
    if (account != null && !account.equals(Region.ACCOUNT)) {
      throw ApiError.functionNotFound(written).refusal();
    }
  }

  /** Returns the qualifier, which is empty when the caller named none. */
  public String qualifierOrEmpty() {
    return qualifier.orElse("");
  }

  /**
   * @throws ApiError.Refusal when it names a version or alias, for operations of functions only
   */
  public FunctionReference unqualified(String message) {
    if (qualifier.isPresent()) {
      throw ApiError.invalidParameter(message).refusal();
    }
    return this;
  }

  static String arn(String name) {
    return "arn:aws:lambda:%s:%s:function:%s".formatted(Region.own(), Region.ACCOUNT, name);
  }

  /** Returns the function's ARN, with the qualifier if the caller gave one. */
  public String arn() {
    return arn(name) + qualifier.map(value -> ":" + value).orElse("");
  }

  /** Returns the function's ARN with a qualifier, as errors of Invoke name it. */
  public String qualifiedArn() {
    return arn(name) + ":" + qualifier.orElse(LATEST);
  }
}
