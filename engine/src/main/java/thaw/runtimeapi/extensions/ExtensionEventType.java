package thaw.runtimeapi.extensions;

import org.jspecify.annotations.Nullable;

/** The events that an extension may register for. */
enum ExtensionEventType {
  INVOKE,
  SHUTDOWN;

  /**
   * Returns why an event may not be registered for, in the words of AWS; null when it may.
   *
   * @param shared whether many requests share the environment: no event is of one of them
   */
  static @Nullable String problem(String event, boolean external, boolean shared) {
    return switch (event) {
      case "INVOKE" -> shared ? "ErrorInvalidEventType" : null;
      case "SHUTDOWN" -> external ? null : "ShutdownEventNotSupportedForInternalExtension";
      default -> "ErrorInvalidEventType";
    };
  }
}
