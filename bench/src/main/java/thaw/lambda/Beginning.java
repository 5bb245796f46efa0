package thaw.lambda;

import java.util.Optional;

/**
 * The figures that Lambda gives of an init phase or a restore by itself: the lines {@code
 * INIT_REPORT} and {@code RESTORE_REPORT}, or their JSON. On Lambda they are there when it failed,
 * and always of functions with SnapStart.
 *
 * @param millis how long it took; of one that ran out of time the time that was lost
 * @param phase in which it was, {@code init} or {@code invoke}; absent of a restore
 * @param status in lower case, {@code timeout} or {@code error}; absent for a success
 */
record Beginning(
    Kind kind,
    double millis,
    Optional<String> phase,
    Optional<String> status,
    Optional<String> errorType) {
  /** Tells what the figures are about. */
  enum Kind {
    INIT,
    RESTORE
  }

  /**
   * Tells whether the phase was not repeated inside an invocation; such a repetition also follows a
   * failure of a warm environment.
   */
  boolean isFirst() {
    return phase.filter("invoke"::equals).isEmpty();
  }
}
