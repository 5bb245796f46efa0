package thaw.runtimeapi.extensions;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.runtimeapi.log.PlatformEvent;

/**
 * One extension as {@link ExtensionRoll} has it; {@link ExtensionsSession} guards all of its state.
 *
 * <pre>
 *           register              next             event              next
 *   Started ---------> Registered -----> Ready ------------> Running ------> Ready
 *      |                   |               |                    |
 *      | launch            | init/error    +---- exit/error ----+
 *      v                   v                         v
 *   LaunchError        InitError                 ExitError
 * </pre>
 *
 * <p>After the SHUTDOWN event a running one ends as Exited or ShutdownFailed.
 */
final class Extension {
  /** The names are those of AWS; error messages and the log show them. */
  enum State {
    STARTED("Started"),
    REGISTERED("Registered"),
    READY("Ready"),
    RUNNING("Running"),
    LAUNCH_ERROR("LaunchError"),
    INIT_ERROR("InitError"),
    EXIT_ERROR("ExitError"),
    SHUTDOWN_FAILED("ShutdownFailed"),
    EXITED("Exited");

    private final String wireName;

    State(String wireName) {
      this.wireName = wireName;
    }

    String wireName() {
      return wireName;
    }
  }

  private final String name;
  private final String identifier;
  private final boolean external;
  State state = State.STARTED;
  List<ExtensionEventType> events = List.of();
  @Nullable String errorType;

  /** The event that is given to the extension by its next call, or by the one that waits. */
  @Nullable ExtensionEvent pending;

  Extension(String name, String identifier, boolean external) {
    this.name = name;
    this.identifier = identifier;
    this.external = external;
  }

  String name() {
    return name;
  }

  String identifier() {
    return identifier;
  }

  boolean isExternal() {
    return external;
  }

  boolean wants(ExtensionEventType type) {
    return events.contains(type);
  }

  /** Returns whether it may report an error that brings it into this state; again is allowed. */
  boolean mayReport(State target) {
    return switch (state) {
      case REGISTERED -> true;
      case READY, RUNNING -> target == State.EXIT_ERROR;
      case INIT_ERROR, EXIT_ERROR -> state == target;
      case STARTED, LAUNCH_ERROR, SHUTDOWN_FAILED, EXITED -> false;
    };
  }

  PlatformEvent.ExtensionState shown() {
    return new PlatformEvent.ExtensionState(
        name,
        state.wireName(),
        events.stream().map(Enum::name).toList(),
        Optional.ofNullable(errorType));
  }
}
