package thaw.race;

import java.lang.classfile.instruction.InvokeInstruction;
import java.util.Set;

/** Calls of the logging frameworks whose lines show values of the thread. */
final class LoggingCalls {
  private static final Set<String> CONTEXTS =
      Set.of("org/slf4j/MDC", "org/apache/logging/log4j/ThreadContext", "org/apache/log4j/MDC");
  private static final Set<String> LOGGERS =
      Set.of(
          "org/slf4j/Logger",
          "ch/qos/logback/classic/Logger",
          "org/apache/logging/log4j/Logger",
          "org/apache/log4j/Logger");

  /** Finer levels are off, as a rule. */
  private static final Set<String> LINES = Set.of("info", "warn", "error", "fatal");

  private LoggingCalls() {}

  /** Tells whether a call is one of a context with a key that is a text, or one of a logger. */
  static boolean test(InvokeInstruction call) {
    String owner = call.owner().asInternalName();
    return switch (call.opcode()) {
      case INVOKESTATIC -> CONTEXTS.contains(owner) && hasUsualType(call);
      case INVOKEVIRTUAL, INVOKEINTERFACE -> isLine(owner, call.name().stringValue());
      default -> false;
    };
  }

  private static boolean hasUsualType(InvokeInstruction call) {
    String type = call.typeSymbol().descriptorString();
    return !call.name().equalsString("put")
        || type.equals("(Ljava/lang/String;Ljava/lang/String;)V")
        || type.equals("(Ljava/lang/String;Ljava/lang/Object;)V");
  }

  static boolean isLine(String owner, String method) {
    return LOGGERS.contains(owner) && LINES.contains(method);
  }
}
