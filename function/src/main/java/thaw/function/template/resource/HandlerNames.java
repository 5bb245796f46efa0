package thaw.function.template.resource;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The rules of Lambda for handlers. Whether the class exists is not known here: that is {@link
 * HandlerCheck}'s business, when the package is there.
 */
final class HandlerNames {
  static final String REMEDY = "write it as package.Class::method or package.Class";

  private static final int LONGEST = 128;
  private static final Pattern JAVA = Pattern.compile("[^:]+(::[^:]+)?");

  private HandlerNames() {}

  /** Returns what is wrong with a handler, or nothing. */
  static Optional<String> fault(String handler, String runtime) {
    if (handler.isBlank()) {
      return Optional.of("Handler must not be blank");
    }
    if (handler.length() > LONGEST || handler.chars().anyMatch(Character::isWhitespace)) {
      return Optional.of(
          "Handler must be " + LONGEST + " characters at most, without blanks: " + handler);
    }
    if (runtime.startsWith("java") && !JAVA.matcher(handler).matches()) {
      return Optional.of(
          "Handler of a Java function must name a class, or class::method: " + handler);
    }
    return Optional.empty();
  }
}
