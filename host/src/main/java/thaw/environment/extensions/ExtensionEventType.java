package thaw.environment.extensions;

import org.jspecify.annotations.Nullable;

/** What an extension may register for. */
enum ExtensionEventType {
  INVOKE,
  SHUTDOWN;

  /** Why this may not be registered for, in the words of AWS; null when it may. */
  static @Nullable String problem(String event, boolean external) {
    return switch (event) {
      case "INVOKE" -> null;
      case "SHUTDOWN" -> external ? null : "ShutdownEventNotSupportedForInternalExtension";
      default -> "ErrorInvalidEventType";
    };
  }
}
