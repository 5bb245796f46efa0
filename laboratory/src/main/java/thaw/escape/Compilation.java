package thaw.escape;

import java.util.List;
import java.util.Optional;

/**
 * One method as the optimising compiler (C2) compiled it, with all that it inlined.
 *
 * @param atLoop whether it was entered in the middle of a loop (on-stack replacement)
 * @param doneMillis after the JVM's start
 * @param eliminated the allocations that it removed, each with the calls that lead there, outermost
 *     first
 * @param gaveUp what it says when its escape analysis ended before it was done
 */
record Compilation(
    MethodName method,
    boolean atLoop,
    long doneMillis,
    Compiled root,
    List<List<At>> eliminated,
    Optional<String> gaveUp) {
  Compilation {
    eliminated = List.copyOf(eliminated);
  }
}
