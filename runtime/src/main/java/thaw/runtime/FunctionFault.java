package thaw.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Says what is wrong with a function, in words that its author understands. Its own stack trace
 * tells nothing.
 */
final class FunctionFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The class of what was thrown. */
  private final @Nullable String type;

  /** The stack trace of what was thrown, as text that ends with a line's end. */
  private final @Nullable String trace;

  /** Whether the environment is of no use any more. */
  private final boolean fatal;

  private FunctionFault(
      String message, @Nullable String type, @Nullable String trace, boolean fatal) {
    super(message, null, false, false);
    this.type = type;
    this.trace = trace;
    this.fatal = fatal;
  }

  /** Makes a fault that has nothing but words. */
  static FunctionFault of(String message) {
    return new FunctionFault(message, null, null, false);
  }

  /** Something that was thrown, in words of its own. */
  static FunctionFault of(Throwable thrown, boolean fatal) {
    if (thrown instanceof FunctionFault known) {
      return known;
    }
    return of(StackTraces.message(thrown), thrown, fatal);
  }

  static FunctionFault of(String message, Throwable thrown, boolean fatal) {
    return new FunctionFault(message, thrown.getClass().getName(), StackTraces.text(thrown), fatal);
  }

  /** A class that is there and cannot be used. */
  static FunctionFault loading(Throwable thrown, String className) {
    String why = thrown.getMessage() == null ? "" : ": ".concat(thrown.getMessage());
    return of("Error loading class ".concat(className).concat(why), thrown, true);
  }

  boolean isFatal() {
    return fatal;
  }

  String message() {
    return String.valueOf(getMessage());
  }

  @Nullable String type() {
    return type;
  }

  /** Returns the text for the log. */
  String text() {
    if (type == null && trace == null) {
      return message().concat("\n");
    }
    StringBuilder text = new StringBuilder(message());
    text.append(": ").append(type == null ? "" : type);
    text.append('\n').append(trace == null ? "" : trace).append('\n');
    return text.toString();
  }
}
