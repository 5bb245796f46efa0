package thaw.lambdaapi.invoke;

import java.util.Optional;
import thaw.function.Region;
import thaw.function.constraint.Constraint;
import thaw.platform.record.Arn;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.NamedFunction;

/**
 * Tells which function a caller means, and which version of it.
 *
 * @param qualifier version or alias; absent when the caller named none
 */
public record FunctionReference(String name, Optional<String> qualifier) {
  /** What {@link NamedFunction} reads, as AWS spells it in its message. */
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

  /**
   * @param written a name, an ARN or a part of one, with or without a qualifier
   * @param queried the query parameter {@code Qualifier}
   * @throws ApiError.Refusal when it is none of them, or means a place that is not here
   */
  public static FunctionReference of(String written, Optional<String> queried) {
    if (queried.isEmpty() && isPlainName(written)) {
      return new FunctionReference(written, Optional.empty());
    }
    Input path = Input.empty();
    queried.ifPresent(
        value -> path.check(value, "qualifier", Constraint.atMost(LONGEST_QUALIFIER), QUALIFIER));
    path.check(written, "functionName", Constraint.atMost(LONGEST), SHOWN_FORM);
    path.requireValid();
    NamedFunction named = NamedFunction.parse(written).orElseThrow();
    Optional<String> inName = named.qualifier();
    if (inName.isPresent() && queried.isPresent() && !inName.equals(queried)) {
      throw ApiError.invalidParameter(
              "The derived qualifier from the function name does not match the specified qualifier.")
          .refusal();
    }
    requireHere(named, written);
    return new FunctionReference(named.name(), inName.or(() -> queried));
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

  private static void requireHere(NamedFunction named, String written) {
    String here = Region.own();
    String region = named.region().orElse(here);
    if (!region.equals(here)) {
      throw ApiError.notFound(
              "Functions from '%s' are not reachable in this region ('%s')".formatted(region, here))
          .refusal();
    }
    if (!named.account().orElse(Region.ACCOUNT).equals(Region.ACCOUNT)) {
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

  /** Returns the function's ARN, with the qualifier if the caller gave one. */
  public String arn() {
    return Arn.function(name, qualifierOrEmpty());
  }

  /** Returns the function's ARN with a qualifier, as errors of Invoke name it. */
  public String qualifiedArn() {
    return Arn.function(name, qualifier.orElse(FunctionVersion.LATEST));
  }
}
