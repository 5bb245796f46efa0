package thaw.attribution;

/**
 * The time of a phase in one profiled run.
 *
 * @param fromNanos as {@link System#nanoTime}
 * @param toNanos the first moment that is no more in it
 */
record PhaseWindow(PhaseName name, long fromNanos, long toNanos) {
  PhaseWindow {
    if (toNanos < fromNanos) {
      throw new IllegalArgumentException(
          "must not end before it begins: " + name + " " + fromNanos + ".." + toNanos);
    }
  }
}
