package thaw.runtimeapi.extensions;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The Extensions API's answer to a call, without its HTTP shape. */
sealed interface ExtensionReply {
  /**
   * @param identifier what the extension names itself by from now on
   */
  record Registered(String identifier) implements ExtensionReply {}

  /** An event that the extension waited for. */
  record Event(ExtensionEvent event) implements ExtensionReply {}

  /** An error report was taken. */
  record Accepted() implements ExtensionReply {}

  /** HTTP status 403. */
  record Refused(String errorType, String message) implements ExtensionReply {}

  static Refused invalidName() {
    return new Refused("Extension.InvalidExtensionName", "Empty extension name");
  }

  /**
   * @param problem in the words of AWS, for example {@code ErrorInvalidEventType}
   */
  static Refused invalidEventType(String event, String problem) {
    return new Refused("Extension.InvalidEventType", event + ": " + problem);
  }

  static Refused noEventsAllowed() {
    return new Refused("Extension.InvalidEventType", "No events allowed for internal extensions");
  }

  static Refused registrationClosed() {
    return new Refused("Extension.RegistrationClosed", "Extension registration closed already");
  }

  static Refused tooMany() {
    return new Refused(
        "Extension.TooManyExtensions", "Extension limit (" + ExtensionRoll.LIMIT + ") reached");
  }

  static Refused nameTaken() {
    return new Refused(
        "Extension.InvalidExtensionState", "Extension with this name already registered");
  }

  /**
   * @param extension its name while it registers, its identifier from then on
   */
  static Refused invalidTransition(String from, String to, String extension) {
    return new Refused(
        "Extension.InvalidExtensionState",
        String.join(
            " ",
            List.of(
                "State transition from",
                from,
                "to",
                to,
                "failed for extension",
                extension + ".",
                "Error: State transition is not allowed")));
  }

  /** Returns why this cannot be anybody's identifier; null when it can. */
  static @Nullable Refused wrong(@Nullable String identifier) {
    if (identifier == null || identifier.isEmpty()) {
      return missingIdentifier();
    }
    return identifier.matches("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}")
        ? null
        : invalidIdentifier();
  }

  static Refused missingIdentifier() {
    return new Refused(
        "Extension.MissingExtensionIdentifier", "Missing Lambda-Extension-Identifier header");
  }

  static Refused invalidIdentifier() {
    return new Refused(
        "Extension.InvalidExtensionIdentifier", "Invalid Lambda-Extension-Identifier");
  }

  static Refused unknownIdentifier(String words) {
    return new Refused("Extension.UnknownExtensionIdentifier", "Unknown " + words);
  }

  static Refused missingErrorType() {
    return new Refused("Extension.MissingHeader", "Lambda-Extension-Function-Error-Type not found");
  }
}
