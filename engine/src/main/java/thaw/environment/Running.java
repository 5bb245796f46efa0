package thaw.environment;

import thaw.runtimeapi.Invocation;

/** An invocation that has its outcome, but is not concluded. */
record Running(Invocation invocation, long beginNanos, long deadlineNanos, Begun begun) {
  /** Whether the runtime has answered and may still be at work, or the invocation has ended. */
  sealed interface Begun {
    record Alive(Ending.Answer answer) implements Begun {}

    record Ended(Ending ending) implements Begun {}
  }
}
